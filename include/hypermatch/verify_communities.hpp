// SPDX-License-Identifier: MIT
// Judges communities of a graph from the definitions, on all threads of the context: the same
// verdict for every number of threads, and sharing no code with the algorithms.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::verify {

/// Demands on communities.
struct CommunitiesDemands {
  CommunityQuality quality = {};
  WeightsView loop_weights = {};  ///< size n, or none
  bool connected = false;         ///< each community is connected
  /// Labels, number and largest size hold. Communities below `min_size` are no violation, because
  /// there may be no neighbour that takes them.
  CommunityConstraints constraints = {};
  /// How vertices are called in `violation`; empty: by numbers from 1.
  std::function<std::string(VertexId)> name = {};
};

/// A change that would raise the quality.
struct CommunityGain {
  VertexId from =
      0;            ///< the vertex that moves, or the first vertex of the community that is merged
  VertexId to = 0;  ///< the first vertex of the community it joins; `from`: it leaves to be alone
  double gain = 0.0;  ///< of the quality, positive
};

struct CommunitiesVerdict {
  bool ok = false;        ///< all that was demanded holds
  std::string violation;  ///< the first violated fact
  std::uint64_t communities = 0;
  bool connected = false;
  double quality = 0.0;  ///< by compensated sums in double
  /// The largest gains of one vertex that moves, and of two communities that merge; of equal ones
  /// that of the lowest numbers. None: the communities are a local optimum. Gains below 2^-40 are
  /// within rounding, and do not count; nor do changes that the demanded constraints forbid.
  std::optional<CommunityGain> best_move;
  std::optional<CommunityGain> best_merge;
};

/// Judges the communities of all vertices, numbers below n.
///
/// The quality is that of `CommunityObjective`, summed up from degrees, loops and arcs. A search
/// from the first vertex of each community tells whether it is connected. O(n + m log m); memory:
/// 33 bytes per vertex, and 16 per arc of the communities that are looked at together.
/// @throws Error{invalid_input} if sizes do not fit, a label is n or more, or a weight is negative
/// or not finite; Error{invalid_option} as `louvain`; Error{resources, cancelled}
[[nodiscard]] CommunitiesVerdict check_communities(const Context& context, const GraphView& graph,
                                                   LabelsView labels,
                                                   const CommunitiesDemands& demands = {});

}  // namespace hypermatch::verify
