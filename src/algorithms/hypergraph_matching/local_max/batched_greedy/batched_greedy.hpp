// SPDX-License-Identifier: MIT
// The default algorithm for hypergraph matching on host cores.
#pragma once

#include "hypermatch/hypergraph_matching.hpp"
#include "order/batch_thresholds.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Sizes of batches that suit hyperedges: records are larger, and more of them die.
inline constexpr order::BatchTuning k_batches{.sample = 8192,
                                              .edges_a_draw = 64,
                                              .first_share = 0.06,
                                              .batch_share = 0.1,
                                              .capacity_share = 0.2};

/// Sizes of batches under capacities, where fewer edges die.
inline constexpr order::BatchTuning k_b_batches = k_batches;

/// The greedy matching of a resolved order, by batches of falling key. See
/// batched_greedy_threads.cpp.
[[nodiscard]] HypergraphMatching batched_greedy(const Context& context,
                                                const HypergraphView& hypergraph,
                                                const OrderOptions& order,
                                                const order::BatchTuning& tuning = k_batches);

/// The greedy matching of a resolved order under capacities.
[[nodiscard]] HypergraphMatching batched_b_greedy(const Context& context,
                                                  const HypergraphView& hypergraph,
                                                  const Capacities& capacities,
                                                  const OrderOptions& order,
                                                  const order::BatchTuning& tuning = k_b_batches);

}  // namespace hypermatch::detail::hypergraph_matching
