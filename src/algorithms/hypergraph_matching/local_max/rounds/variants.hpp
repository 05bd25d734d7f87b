// SPDX-License-Identifier: MIT
// The variants of local max that work on both directions of the hypergraph, and what they share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/rounds/round_order.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/incidence.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Both directions of a hypergraph.
struct Directions {
  HypergraphView hypergraph;
  const parallel::Incidence& incidence;
};

/// Result of the rounds.
struct LocalMaxOutcome {
  std::vector<EdgeId> edges;  ///< ascending
  std::uint64_t rounds = 0;
  std::string_view variant = {};  ///< which of them ran
};

/// All variants: the default capacities are those of a matching; others need fixed ties.
///
/// One core, soft deletes. A round costs O(n + m + the degrees of the vertices still active), also
/// where little happens in it: a chain of m edges with rising weights takes O(m) rounds.
[[nodiscard]] LocalMaxOutcome local_max_sequential(const Context& context,
                                                   const Directions& directions, RatedEdges rated,
                                                   RoundOrder order, const Capacities& capacities);

/// All cores.
/// `crcw`: soft deletes, atomic pin counters. Costs per round as `local_max_sequential`.
/// `crew`: soft deletes, no atomics and no two writes to one word in a phase. Costs as `crcw`.
/// `work_optimal`: as `crew`, but what left is really removed after each round, so that a round
/// costs O(what is left), O(n + pins) expected in all where keys are random. Needs room for two
/// more copies of both directions, of which only what is used is touched.
[[nodiscard]] LocalMaxOutcome local_max_in_rounds(const Context& context, LocalMaxVariant variant,
                                                  const Directions& directions, RatedEdges rated,
                                                  const RoundOrder& order,
                                                  const Capacities& capacities);

/// In an execution space of Kokkos. Built with Kokkos only.
[[nodiscard]] LocalMaxOutcome local_max_in_rounds(const KokkosContext& context,
                                                  LocalMaxVariant variant,
                                                  const Directions& directions, RatedEdges rated,
                                                  const RoundOrder& order,
                                                  const Capacities& capacities);

}  // namespace hypermatch::detail::hypergraph_matching
