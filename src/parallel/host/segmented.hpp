// SPDX-License-Identifier: MIT
// Loops over the rows of a CSR that are cut by positions instead of rows, so that one row with most
// of the positions is shared by all threads: row_for_each, and RowReducer for one value per row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {

/// A part of one row: positions `begin` .. `end - 1`.
struct RowPiece {
  std::size_t row;
  std::uint64_t begin;
  std::uint64_t end;
  bool starts;  ///< `begin` is the row's first position
  bool ends;    ///< `end` is the row's end
};

/// Cuts a CSR of `rows` rows; `offset(r)`, r <= rows, is where row r starts. A row costs one unit
/// and each position one more, so that neither empty rows nor long ones unbalance the chunks.
template <class Offset>
[[nodiscard]] Chunks cut_rows(const Context& context, std::size_t rows, const Offset& offset,
                              std::size_t grain = 4096) {
  if (rows == 0) return {};
  return cut(context, rows + static_cast<std::size_t>(offset(rows) - offset(0)), grain);
}

/// body(piece) for the pieces of rows that lie in chunk `chunk` of `cut_rows`, in order. Pieces
/// without positions occur, too: of empty rows, and where a chunk holds only the end of its row.
template <class Offset, class Body>
void for_row_pieces(const Chunks& chunks, std::size_t chunk, std::size_t rows, const Offset& offset,
                    const Body& body) {
  const std::uint64_t base = offset(0);
  // Row r has the units unit_of(r) .. unit_of(r + 1) - 1, the last of which is no position.
  const auto unit_of = [&](std::size_t r) { return offset(r) - base + r; };
  const std::uint64_t first = chunks.begin(chunk);
  const std::uint64_t last = chunks.end(chunk);
  std::size_t row = 0;
  if (first != 0) {
    // The last row with unit_of(row) <= first. Ends: high - row falls in each turn.
    std::size_t high = rows;
    while (high - row > 1) {
      const std::size_t middle = row + (high - row) / 2;
      (unit_of(middle) <= first ? row : high) = middle;
    }
  }
  std::uint64_t unit = first;
  // Ends: `unit` grows by at least the row's last unit in each turn.
  while (unit < last) {
    const std::uint64_t row_begin = offset(row);
    const std::uint64_t row_end = offset(row + 1);
    const std::uint64_t row_unit = row_begin - base + row;
    const std::uint64_t next_unit = row_end - base + row + 1;
    const std::uint64_t begin = row_begin + (unit - row_unit);
    const std::uint64_t end = next_unit <= last ? row_end : row_begin + (last - row_unit);
    body(RowPiece{row, begin, end, begin == row_begin && unit == row_unit, next_unit <= last});
    unit = next_unit;
    ++row;
  }
}

/// body(piece) for pieces that together are all rows, in any order and at once.
template <class Offset, class Body>
void for_pieces(const Context& context, std::size_t rows, const Offset& offset, const Body& body,
                std::size_t grain = 4096) {
  const Chunks chunks = cut_rows(context, rows, offset, grain);
  run_tasks(context, chunks.count,
            [&](std::size_t chunk) { for_row_pieces(chunks, chunk, rows, offset, body); });
}

/// body(row, position) for every position of every row with active(row), in any order and at once.
/// Several threads may ask for the same row's `active`, so `body` must not change its answer.
template <class Offset, class Active, class Body>
void row_for_each(const Context& context, std::size_t rows, const Offset& offset,
                  const Active& active, const Body& body, std::size_t grain = 4096) {
  for_pieces(
      context, rows, offset,
      [&](const RowPiece& piece) {
        if (!active(piece.row)) return;
        for (std::uint64_t p = piece.begin; p < piece.end; ++p) body(piece.row, p);
      },
      grain);
}

/// Never stops a reduction early.
struct NeverStop {
  template <class T>
  constexpr bool operator()(const T&) const {
    return false;
  }
};

/// Segmented reductions: one value a row, of all its positions. What a call needs beyond its
/// arguments is allocated here, once.
template <class T>
class RowReducer {
 public:
  /// Smaller grains than the default are for tests.
  explicit RowReducer(const Context& context, std::size_t grain = 4096)
      : grain_(grain), parts_(cut(context, ~std::size_t{0} / 2, 1).count + 1) {}

  /// out(row, combine(... combine(init, value(row, first position)) ...)) once for every row with
  /// active(row), empty ones included. `combine` must be associative with `init` as its neutral
  /// element; from a value on for which stop(value) holds, a reduction may end early. `active` and
  /// `value` may read the row's own word that `out` writes.
  template <class Offset, class Active, class Value, class Combine, class Out,
            class Stop = NeverStop>
  void operator()(const Context& context, std::size_t rows, const Offset& offset,
                  const Active& active, const T& init, const Value& value, const Combine& combine,
                  const Out& out, const Stop& stop = {}) {
    const Chunks chunks = cut_rows(context, rows, offset, grain_);
    run_tasks(context, chunks.count, [&](std::size_t chunk) {
      Parts parts;
      for_row_pieces(chunks, chunk, rows, offset, [&](const RowPiece& piece) {
        if (!active(piece.row)) return;
        T sum = init;
        for (std::uint64_t p = piece.begin; p < piece.end && !stop(sum); ++p) {
          sum = combine(sum, value(piece.row, p));
        }
        if (piece.starts && piece.ends) {
          out(piece.row, sum);
        } else if (piece.starts) {
          parts.tail = {piece.row, sum, true, false};
        } else {
          parts.head = {piece.row, sum, true, piece.ends};
        }
      });
      parts_[chunk] = parts;
    });
    // Rows that several chunks share: a tail, then heads up to the one that ends the row.
    T sum = init;
    for (std::size_t chunk = 0; chunk < chunks.count; ++chunk) {
      const Parts& parts = parts_[chunk];
      if (parts.head.exists) {
        sum = combine(sum, parts.head.sum);
        if (parts.head.ends) out(parts.head.row, sum);
      }
      if (parts.tail.exists) sum = parts.tail.sum;
    }
  }

 private:
  struct Part {
    std::size_t row = 0;
    T sum{};
    bool exists = false;
    bool ends = false;
  };
  struct Parts {
    Part head;  // of the row that begins before the chunk
    Part tail;  // of the row that ends behind it
  };

  std::size_t grain_;
  std::vector<Parts> parts_;
};

}  // namespace hypermatch::detail::parallel
