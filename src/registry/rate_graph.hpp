// SPDX-License-Identifier: MIT
// Rules shared by the solvers and the ratings of graphs.
#pragma once

#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

/// Whether the weights of the edges count for this request.
[[nodiscard]] bool is_by_weight(const AnyGraphView& graph, const MatchingRequest& request);

}  // namespace hypermatch::registry
