// SPDX-License-Identifier: MIT
// Preferences that the weights of a graph give: greedy matchings are the stable ones of these.
#pragma once

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

struct WeightPreferencesOptions {
  GraphOrder order = {};
  /// The vertices below are the left side, and each edge has one end in it: lists of two sides.
  /// k_none: lists of one side.
  VertexId num_left = k_none;
  Capacities capacities = {};  ///< of the agents
};

/// Each vertex lists its neighbours by falling rank of the edge, heaviest first; edges that no
/// algorithm matches are left out. Both ends rank an edge alike, so the one stable matching is the
/// greedy one of `order`: the deferred acceptance of one side is `suitor` (Naim 2017, thesis, Paper
/// IV), and with capacities it is the greedy b-matching. All cores, O(m log(degree)); beside the
/// lists 8 bytes per arc and 8 per vertex. @throws Error{invalid_input} as `GraphEdgeOrder`, for an
/// edge inside a side and for capacities that do not fit; Error{resources, cancelled}
[[nodiscard]] Preferences preferences_of_weights(const Context& context, const GraphView& graph,
                                                 const WeightPreferencesOptions& options = {});

}  // namespace hypermatch
