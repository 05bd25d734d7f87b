// SPDX-License-Identifier: MIT
// Louvain and Leiden under constraints: labels are contracted first, moves keep to the limits, and
// what sizes and the number of communities ask for follows.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/clustering/common/multilevel/answer.hpp"
#include "algorithms/clustering/common/multilevel/multilevel.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch::detail::clustering {

/// What the options of both algorithms come to.
struct ConstrainedCall {
  CommunityQuality quality;
  WeightsView loop_weights;
  std::span<const VertexId> initial;
  CommunityConstraints constraints;
  MultilevelOptions multilevel;
  std::uint32_t iterations = 0;  ///< of Leiden; 0: Louvain
  bool keep_hierarchy = false;
  AlgorithmName name;
};

/// @throws as `louvain`
[[nodiscard]] Clustering cluster_within(const Context& context, const GraphView& graph,
                                        const ConstrainedCall& call);

}  // namespace hypermatch::detail::clustering
