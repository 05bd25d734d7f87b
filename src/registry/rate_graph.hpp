// SPDX-License-Identifier: MIT
// Rules shared by the solvers and the ratings of graphs.
#pragma once

#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

/// Whether the weights of the edges count for this request.
[[nodiscard]] bool is_by_weight(const AnyGraphView& graph, const MatchingRequest& request);

/// Whether edges are ordered by their weights alone, as they are, and ties by the hash.
[[nodiscard]] inline bool keeps_weights(const MatchingRequest& request) {
  return request.edge_rating == EdgeRating::weight && request.order.tie_order == TieOrder::hash;
}

}  // namespace hypermatch::registry
