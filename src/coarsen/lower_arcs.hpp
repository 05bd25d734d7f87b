// SPDX-License-Identifier: MIT
// Fills the lower half of symmetric rows from the upper half. Each thread has a range of heads, so
// that no two write to one row; rows are read in ascending order, so that lower arcs ascend.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::coarsen {

class LowerArcs {
 public:
  /// Row c has room for its lower arcs at offsets[c] .. upper[c] - 1, and its upper arcs,
  /// ascending, at upper[c] .. offsets[c + 1] - 1. next[c] is offsets[c]; it is lost.
  LowerArcs(const Context& context, std::span<const Offset> offsets, std::span<const Offset> upper,
            std::span<VertexId> heads, std::span<Offset> next)
      : context_(context), offsets_(offsets), upper_(upper), heads_(heads), next_(next) {}

  /// On so many threads. @throws Error{cancelled}
  template <class Weight>
  void fill(std::span<Weight> weights, std::size_t num_threads) const {
    const std::size_t rows = upper_.size();
    const parallel::WorkProgress progress(context_, "contract", rows);
    parallel::run_tasks(context_, num_threads, [&](std::size_t task) {
      const VertexId first = cut(task, num_threads);
      const VertexId last = cut(task + 1, num_threads);
      // Upper arcs of rows at or above `last` have no heads below it.
      for (std::size_t c = 0; c < last; c += k_block) {
        progress.done(c);
        const std::size_t end = std::min<std::size_t>(last, c + k_block);
        if (num_threads == 1) {
          fill_rows(
              c, end, weights, [](Offset begin, Offset) { return begin; }, k_none);
        } else {
          const auto skip = [&](Offset begin, Offset stop) {
            const VertexId* const from = heads_.data();
            return static_cast<Offset>(std::lower_bound(from + begin, from + stop, first) - from);
          };
          fill_rows(c, end, weights, skip, last);
        }
      }
    });
  }

 private:
  static constexpr std::size_t k_block = 1 << 14;

  // The first head of a part, such that all parts have about as many lower arcs and rows.
  VertexId cut(std::size_t part, std::size_t parts) const {
    const std::size_t rows = upper_.size();
    if (part == parts) return static_cast<VertexId>(rows);
    const Offset goal = (offsets_[rows] + rows) / parts * part;
    std::size_t low = 0;
    std::size_t high = rows;
    // Ends: high - low falls.
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (offsets_[middle] + middle < goal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return static_cast<VertexId>(low);
  }

  template <class Weight, class Skip>
  void fill_rows(std::size_t begin, std::size_t end, std::span<Weight> all_weights,
                 const Skip& skip, VertexId limit) const {
    VertexId* const heads = heads_.data();
    Weight* const weights = all_weights.data();
    Offset* const next = next_.data();
    for (std::size_t c = begin; c < end; ++c) {
      const Offset stop = offsets_[c + 1];
      for (Offset i = skip(upper_[c], stop); i < stop && heads[i] < limit; ++i) {
        const Offset place = next[heads[i]]++;
        heads[place] = static_cast<VertexId>(c);
        weights[place] = weights[i];
      }
    }
  }

  const Context& context_;
  std::span<const Offset> offsets_;
  std::span<const Offset> upper_;
  std::span<VertexId> heads_;
  std::span<Offset> next_;
};

}  // namespace hypermatch::detail::coarsen
