// SPDX-License-Identifier: MIT
// The rounds of local max over a list of edges, as Birn, Osipov, Sanders, Schulz, Sitchinava 2013
// (doi:10.1007/978-3-642-40047-6_66) describe them: what the variants share on hosts.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/graph_matching/local_max/edge_rounds/pair_keys.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/incidence.hpp"

namespace hypermatch::detail::graph_matching {

/// The edges that take part; none is a loop.
struct RatedEdges {
  VertexId num_vertices = 0;
  Array<GraphEdge> ends;
  Array<std::uint64_t> words;  ///< for PairKeys::key
};

/// The matching and the number of rounds.
struct EdgeRoundsOutcome {
  std::vector<VertexId> mates;
  std::uint64_t rounds = 0;
  std::vector<std::uint64_t> left_per_round = {};  ///< edges, as each round began
};

/// Three passes per round on one core, as the paper's sequential model has them: the best edge of
/// each vertex, edges that are best at both ends, removal. O(n + m) expected in all where keys are
/// random; a path of rising weights takes O(n) rounds of O(what is left).
[[nodiscard]] EdgeRoundsOutcome edge_rounds_sequential(const Context& context, RatedEdges edges,
                                                       PairKeys keys);
/// Without `of_pairs` `crcw`: the best edges by atomic maxima; dead edges stay where they are.
/// O(n + m) per round. With `of_pairs`, the edges of each vertex, which are used up,
/// `work_optimal`: no two writes to one word in a phase, work linear in what is left.
[[nodiscard]] EdgeRoundsOutcome edge_rounds(const Context& context, RatedEdges edges,
                                            parallel::Incidence* of_pairs, const PairKeys& keys);
/// In an execution space of Kokkos. Built with Kokkos only.
[[nodiscard]] EdgeRoundsOutcome edge_rounds(const KokkosContext& context, RatedEdges edges,
                                            parallel::Incidence* of_pairs, const PairKeys& keys);

}  // namespace hypermatch::detail::graph_matching
