// SPDX-License-Identifier: MIT
#include "io/formats/metis/metis_symmetry.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/builders/graph_builder.hpp"
#include "io/formats/metis/metis_merge.hpp"
#include "parallel/host/mirrored_rows.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

template <class Held>
struct ItemOf {
  using Type = char;  // there are none
};
template <class T>
struct ItemOf<Array<T>> {
  using Type = T;
};

/// Puts the entries of one row in order: those below its vertex ascending, then the others as they
/// stand. One per task.
template <class Held>
class RowSorter {
 public:
  RowSorter(CompressedGraph& rows, Held& weights) : rows_(rows), weights_(weights) {}

  /// False if a neighbour stands twice.
  bool sort(VertexId v) {
    const Offset begin = rows_.offsets[v];
    const std::span<VertexId> row =
        rows_.neighbours.span().subspan(begin, rows_.offsets[v + std::size_t{1}] - begin);
    if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end()) {
      return true;
    }
    if (row.size() > rows_.num_vertices) return false;
    order_.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      order_.push_back((static_cast<std::uint64_t>(row[i]) << 32) | i);
    }
    std::sort(order_.begin(), order_.end());
    const auto same = [](std::uint64_t a, std::uint64_t b) { return a >> 32 == b >> 32; };
    if (std::adjacent_find(order_.begin(), order_.end(), same) != order_.end()) return false;
    const auto above = std::partition_point(order_.begin(), order_.end(),
                                            [v](std::uint64_t word) { return word >> 32 < v; });
    std::sort(above, order_.end(), [](std::uint64_t a, std::uint64_t b) {
      return static_cast<std::uint32_t>(a) < static_cast<std::uint32_t>(b);
    });
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<VertexId>(order_[i] >> 32);
    if constexpr (!std::is_same_v<Held, std::monostate>) {
      const auto mine = weights_.span().subspan(begin, row.size());
      old_weights_.assign(mine.begin(), mine.end());
      for (std::size_t i = 0; i < row.size(); ++i) {
        mine[i] = old_weights_[static_cast<std::uint32_t>(order_[i])];
      }
    }
    return true;
  }

 private:
  CompressedGraph& rows_;
  Held& weights_;
  std::vector<std::uint64_t> order_;  // (neighbour << 32) | place in the row
  std::vector<typename ItemOf<Held>::Type> old_weights_;
};

constexpr std::size_t k_rows_between_stops = 1024;

/// Sorts all rows. False if a neighbour stands twice.
template <class Held>
bool sort_rows(const Context& context, CompressedGraph& rows, Held& weights) {
  const parallel::Chunks chunks = parallel::cut(context, rows.num_vertices, 1024, 32);
  std::vector<char> are_simple(chunks.count, 1);
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         RowSorter<Held> sorter(rows, weights);
                         for (std::size_t v = first; v < last; ++v) {
                           if (v % k_rows_between_stops == 0) context.check_cancelled();
                           if (!sorter.sort(static_cast<VertexId>(v))) are_simple[chunk] = 0;
                           if (are_simple[chunk] == 0) return;
                         }
                       });
  return std::find(are_simple.begin(), are_simple.end(), 0) == are_simple.end();
}

/// Sorts the rows unless they are in order. True if no entry stands twice and each has its back
/// entry, with the same weight.
template <class Held>
bool sort_and_compare(const Context& context, CompressedGraph& rows, Held& weights,
                      bool are_ascending) {
  if (!are_ascending && !sort_rows<Held>(context, rows, weights)) return false;
  return parallel::are_mirrored(context, rows.view());
}

}  // namespace

std::optional<OneSidedArc> join_directions(const Context& context, CompressedGraph& rows,
                                           bool are_ascending, MergedEdges& merged) {
  merged = {};
  const bool agree = std::visit(
      [&](auto& weights) { return sort_and_compare(context, rows, weights, are_ascending); },
      rows.weights);
  if (agree) return std::nullopt;
  MetisArcs arcs = split_directions(context, rows.view());
  rows.neighbours = {};
  rows.weights = {};
  if (const auto arc = match_directions(context, arcs, merged)) return arc;
  arcs.backward = {};
  arcs.backward_weights = {};
  if (merged.merged != 0) drop_repeated(context, arcs.forward, arcs.forward_weights);
  rows = compress(context, {arcs.num_vertices, arcs.forward.view(), view_of(arcs.forward_weights)});
  return std::nullopt;
}

}  // namespace hypermatch::detail::io
