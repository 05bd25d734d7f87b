// SPDX-License-Identifier: MIT
// Many matchings of one graph whose weights change, as in network alignment: what follows from the
// structure is made once.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// A graph and capacities, to be matched under one set of weights after the other. Results are the
/// bytes of `local_max` of the same graph with these weights, in the form that was given.
///
/// Each call brings its own context, so threads may change and a call may be stopped; whatever a
/// call throws, the next one works. One call at a time. Refers to the structure, whose own weights
/// it never reads and which must outlive it; capacities are copied. Under capacities other than 1,
/// rows are held as a list of edges, too, with the arc of each edge: 16 bytes per edge, and those
/// of a weight.
class GraphSolver {
 public:
  /// O(n + m). @throws Error{invalid_input} if sizes do not fit each other, Error{resources,
  /// cancelled}
  GraphSolver(const Context& context, const AnyGraphView& structure,
              const Capacities& capacities = {});

  /// The greedy matching of the order. `weights`: of a list one per edge (size m), of rows one per
  /// arc (size 2m, both arcs of an edge the same), or none. Their type may change from call to
  /// call. @throws Error{invalid_option} under capacities other than 1, else as `local_max`
  [[nodiscard]] GraphMatching match(const Context& context, const WeightsView& weights,
                                    const GraphOrder& order = {});
  /// The greedy b-matching of the order. `weights` as above. @throws as `local_max`
  [[nodiscard]] Partners b_match(const Context& context, const WeightsView& weights,
                                 const GraphOrder& order = {});

 private:
  [[nodiscard]] Capacities capacities() const { return {.common = common_, .each = each_}; }
  [[nodiscard]] WeightsView weights_of_edges(const Context& context, const WeightsView& weights);

  AnyGraphView structure_;
  std::uint32_t common_;
  std::vector<std::uint32_t> each_;
  bool is_plain_;       // all capacities are 1
  EdgeList edges_;      // of rows under capacities, without weights
  Array<Offset> arcs_;  // the arc of each of these edges that leads to the larger end
  Weights weights_;     // of these edges
};

}  // namespace hypermatch
