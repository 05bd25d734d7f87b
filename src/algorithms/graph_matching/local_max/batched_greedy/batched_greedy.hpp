// SPDX-License-Identifier: MIT
// The default algorithm for matching in lists of edges on host cores.
#pragma once

#include "hypermatch/graph_matching.hpp"
#include "order/batch_thresholds.hpp"

namespace hypermatch::detail::graph_matching {

/// The greedy matching of a resolved order, by batches of falling key. See
/// batched_greedy_threads.cpp.
[[nodiscard]] GraphMatching batched_greedy(const Context& context, const EdgeListView& graph,
                                           const GraphOrder& order,
                                           const order::BatchTuning& tuning = {});

}  // namespace hypermatch::detail::graph_matching
