// SPDX-License-Identifier: MIT
// The variant `filtered` of local max (Reinstaedtler, Schulz, Sitchinava, Walliser 2026) on cores,
// once for hyperedges and lists of edges, with and without capacities: the greedy matching, in
// batches of falling key instead of rounds. What is a range, and how edges are collected and taken,
// is named here and written in batched_greedy.hpp, and for few edges in few_batches.hpp.
#pragma once

#include <cstdint>
#include <limits>

#include "hypermatch/context.hpp"
#include "order/batch_thresholds.hpp"
#include "order/batched_greedy.hpp"
#include "order/few_batches.hpp"
#include "order/greedy_problem.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::order {

/// For each range of falling key: collect what is free into buckets; in order, keep what is still
/// free, sort and take it. Returns the number of batches. Batches is BatchedGreedy or FewBatches.
template <class Batches>
std::uint64_t filtered(const Context& context, Batches& batches) {
  batches.prepare();
  std::uint64_t number = 0;
  // Ends: each turn commits a non-empty range of keys.
  for (KeyRange range{0, std::numeric_limits<std::uint64_t>::max()};; range.high = range.low - 1) {
    context.check_cancelled();
    range.low = batches.choose_low(range.high);
    batches.collect_free(range);  // may raise range.low
    batches.take_in_order();
    ++number;
    context.report({"solve", ~range.low >> 32, std::numeric_limits<std::uint32_t>::max()});
    if (range.low == 0) return number;
    batches.learn();
  }
}

/// The greedy matching of a problem, by the number of its edges. Returns the number of batches.
template <GreedyProblem Problem>
std::uint64_t filtered(const Context& context, Problem& problem, const BatchTuning& tuning) {
  if (problem.num_edges() <= tuning.few) {
    FewBatches batches(problem);
    return filtered(context, batches);
  }
  const parallel::SpinScope spin_scope(context);
  BatchedGreedy batches(context, problem, tuning);
  return filtered(context, batches);
}

}  // namespace hypermatch::detail::order
