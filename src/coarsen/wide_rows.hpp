// SPDX-License-Identifier: MIT
// Coarse rows with so many arcs that all threads work on each. The arcs are summed up in pieces;
// what the pieces hold is cut by heads into parts, which any threads may add up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "coarsen/row_input.hpp"
#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::coarsen {

/// From this many arcs on, a row is summed up by all threads, if there are several.
inline constexpr Offset k_wide_row = parallel::threshold(Offset{1} << 16, 512);

/// How many threads have their own accumulators: these take no more room than the arcs, beyond some
/// megabytes.
[[nodiscard]] inline std::size_t num_workers(const Context& context, std::size_t num_rows,
                                             Offset num_arcs) {
  const Offset room = 8 * num_arcs + (Offset{1} << 24);
  const Offset each = num_rows * sizeof(VertexId) + 1;
  return std::clamp<std::size_t>(room / each, 1, static_cast<std::size_t>(context.threads()));
}

template <class Value>
class WideRows {
 public:
  using Sum = SumOf<Value>;

  WideRows(const Context& context, const RowInput<Value>& input, std::span<const Offset> begin,
           std::size_t num_workers, Offset wide)
      : context_(context), input_(input), num_workers_(num_workers) {
    if (num_workers == 1 && wide >= k_wide_row) return;
    for (std::size_t c = 0; c < input.classes.size(); ++c) {
      const Offset arcs = begin[c + 1] - begin[c];
      if (arcs >= wide) add_row(c, arcs);
    }
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] std::size_t row(std::size_t i) const { return rows_[i].row; }
  /// The number of terms in all pieces of a wide row.
  [[nodiscard]] std::size_t num_terms(std::size_t i) const {
    std::size_t terms = 0;
    for (std::size_t p = rows_[i].first_piece; p < rows_[i].last_piece; ++p) {
      terms += pieces_[p].terms.size();
    }
    return terms;
  }
  [[nodiscard]] std::size_t num_parts(std::size_t i) const { return rows_[i].splitters.size() - 1; }

  /// Before parts are asked for. @throws Error{resources, cancelled}
  void sum_up() {
    const parallel::WorkProgress progress(context_, "contract", 0);
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, pieces_.empty() ? 0 : num_workers_, [&](std::size_t) {
      RowSums<Value> sums(input_.classes.size());
      // Ends: `next` grows. Relaxed: pieces are independent, and read after the loop.
      for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < pieces_.size();
           i = next.fetch_add(1, std::memory_order_relaxed)) {
        progress.done(i);
        sum_up(sums, pieces_[i]);
      }
    });
    for (Row& row : rows_) split(row);
  }

  /// put(head, term) for all terms of part `part` of the row; parts ascend by head.
  template <class Put>
  void for_each_term(std::size_t i, std::size_t part, const Put& put) const {
    const Row& row = rows_[i];
    for (std::size_t p = row.first_piece; p < row.last_piece; ++p) {
      const std::span<const Entry<Sum>> terms = pieces_[p].terms.view();
      auto term = std::lower_bound(terms.begin(), terms.end(), row.splitters[part], is_before);
      for (; term != terms.end() && term->head < row.splitters[part + 1]; ++term) {
        put(term->head, term->weight);
      }
    }
  }

 private:
  struct Row {
    std::size_t row;
    std::size_t first_piece;
    std::size_t last_piece;
    std::vector<VertexId> splitters;  // part p has the heads splitters[p] .. splitters[p + 1] - 1
  };
  /// Places of arcs and loops, counted through the members of a row.
  struct Piece {
    std::size_t member;  // the first one
    Offset first;        // its first arc
    Offset count;
    Array<Entry<Sum>> terms;  // ascending by head
  };
  static constexpr Offset k_piece = parallel::grain(1 << 15, 64);
  static constexpr std::size_t k_most_pieces = 256;

  static bool is_before(const Entry<Sum>& term, VertexId head) { return term.head < head; }

  void add_row(std::size_t c, Offset arcs) {
    const Offset most = std::max(k_piece, arcs / k_most_pieces);
    Row row{c, pieces_.size(), 0, {}};
    Offset room = 0;
    for (Offset i = input_.classes.offsets[c]; i < input_.classes.offsets[c + 1]; ++i) {
      const Offset places = input_.graph.degree(input_.classes.members[i]) + 1;
      // Ends: `first` grows by at least one.
      for (Offset first = 0; first < places;) {
        if (room == 0) {
          pieces_.push_back({static_cast<std::size_t>(i), first, 0, {}});
          room = most;
        }
        const Offset taken = std::min(room, places - first);
        pieces_.back().count += taken;
        room -= taken;
        first += taken;
      }
    }
    row.last_piece = pieces_.size();
    rows_.push_back(std::move(row));
  }

  template <class Put>
  void for_each_place(const Piece& piece, const Put& put) const {
    Offset left = piece.count;
    Offset first = piece.first;
    // Ends: `left` falls, because every member has a place.
    for (std::size_t i = piece.member; left > 0; ++i, first = 0) {
      const VertexId v = input_.classes.members[i];
      const Offset taken = std::min(left, input_.graph.degree(v) + 1 - first);
      coarsen::for_each_term(input_, v, first, first + taken,
                             [&](VertexId head, Sum term, bool is_term) {
                               if (is_term) put(head, term);
                             });
      left -= taken;
    }
  }

  void sum_up(RowSums<Value>& sums, Piece& piece) const {
    const auto terms = [&](const auto& put) { for_each_place(piece, put); };
    sums.reserve(piece.count);
    terms([&](VertexId head, Sum term) { sums.add(&head, &term, 1); });
    if (!sums.is_exact()) {
      sums.clear();
      sorted_terms(piece.terms, terms);
      return;
    }
    piece.terms.reserve(sums.size());
    sums.take([&](VertexId head, const auto& state) {
      state.for_each_term([&](Sum term) { piece.terms.push_back({head, term}); });
    });
  }

  // Parts of about k_piece terms, by quantiles of the piece that has most.
  void split(Row& row) {
    std::size_t all = 0;
    std::size_t largest = row.first_piece;
    for (std::size_t p = row.first_piece; p < row.last_piece; ++p) {
      all += pieces_[p].terms.size();
      if (pieces_[p].terms.size() > pieces_[largest].terms.size()) largest = p;
    }
    const std::size_t parts = std::clamp<std::size_t>(all / k_piece, 1, k_most_pieces);
    const Array<Entry<Sum>>& sample = pieces_[largest].terms;
    row.splitters.push_back(0);
    for (std::size_t part = 1; part < parts; ++part) {
      const VertexId head = sample[sample.size() * part / parts].head;
      if (head > row.splitters.back()) row.splitters.push_back(head);
    }
    row.splitters.push_back(k_none);
  }

  const Context& context_;
  const RowInput<Value>& input_;
  std::size_t num_workers_;
  std::vector<Row> rows_;
  std::vector<Piece> pieces_;
};

}  // namespace hypermatch::detail::coarsen
