// SPDX-License-Identifier: MIT
// Certificates of b-edge covers of graphs (`b_edge_cover.hpp`), from the definitions.
#pragma once

#include <span>
#include <string>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {

struct EdgeCoverVerdict {
  bool ok = false;        ///< valid, and all that was demanded holds
  std::string violation;  ///< the first violated fact, numbers as files have them (from 1)
  // Properties that hold, demanded or not.
  bool valid = false;    ///< edges, each once, and enough of them at each vertex
  bool minimal = false;  ///< no edge that takes part could be left out
  bool greedy = false;   ///< what is left out is the greedy b-matching, ties as demanded
  MatchingValue value;   ///< of the cover; if it is invalid, of nothing
  /// On the objective of every cover; rounded down. Only if `ok` and a bound was asked for.
  double lower_bound = 0.0;
  /// lower_bound / objective, rounded down, 0 .. 1: the lightest cover weighs at least this share.
  /// 1 if the bound is met, which proves a lightest cover; else NaN where the bound is negative.
  double certified_ratio = 0.0;
  /// `capacity`: the sum of what vertices ask for, each at most its degree; `saturated`: vertices
  /// that have no edge too many. Only if `valid`.
  CapacityUse use = {};
};

/// Checks a cover given as pairs of vertices, in any order and either direction: that the vertices
/// exist, that no pair occurs twice, that an edge joins each; then, by vertices, that v is in at
/// least min(capacities[v], degree(v)) pairs. Edges of any weight may be chosen.
///
/// Demands are those of what is left out: `maximal` demands that no edge that takes part (of
/// positive weight, unless `nonpositive` is `keep`) could be left out, so that the cover is
/// minimal; `greedy`, that each such edge that is chosen has an end that has no edge too many and
/// leaves out edges before it only, and that edges that do not take part are all chosen. The bound
/// comes from dual values y, z >= 0 with y(u) + y(v) - z(e) at most the weight of e: the sum of
/// min(b(v), degree(v)) y(v) less the sum of z; edges of negative weight count by their sum. O(n +
/// m log(degree)) beside the bound, which takes as long as that of b-matchings.
/// @throws Error{invalid_input} if the graph itself is broken, or capacities or ratings are not as
/// many as they must be; Error{resources, cancelled}
[[nodiscard]] EdgeCoverVerdict check_edge_cover(const Context& context, const EdgeListView& graph,
                                                std::span<const VertexPair> pairs,
                                                const GraphMatchingDemands& demands = {});
[[nodiscard]] EdgeCoverVerdict check_edge_cover(const Context& context, const GraphView& graph,
                                                std::span<const VertexPair> pairs,
                                                const GraphMatchingDemands& demands = {});
/// Checks a `Partners` result. Partners that are not mutual are a violation.
[[nodiscard]] EdgeCoverVerdict check_edge_cover(const Context& context, const EdgeListView& graph,
                                                const Partners& cover,
                                                const GraphMatchingDemands& demands = {});
[[nodiscard]] EdgeCoverVerdict check_edge_cover(const Context& context, const GraphView& graph,
                                                const Partners& cover,
                                                const GraphMatchingDemands& demands = {});

}  // namespace hypermatch::verify
