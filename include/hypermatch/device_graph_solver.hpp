// SPDX-License-Identifier: MIT
// Many matchings on a device of one graph whose weights change: the structure is copied there once,
// and the weights alone travel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hypermatch/capacities.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// As `GraphSolver`, on a device: rows, capacities and the memory that calls work in stay there. Of
/// a list rows are made there, and the weights of edges are put into their order there. Results are
/// in host memory, the bytes of the functions on cores.
///
/// Contexts of calls are of the device of the first one. The structure must outlive the solver: the
/// host solves what is no work for a device. Memory beside the graph and what a call takes: of a
/// list 4 bytes per arc and its weights once more.
class DeviceGraphSolver {
 public:
  /// @throws Error{invalid_input, resources, device, cancelled}
  DeviceGraphSolver(const DeviceContext& context, const AnyGraphView& structure,
                    const Capacities& capacities = {});

  /// The greedy matching of the order; `weights` in host memory, as for `GraphSolver::match`.
  /// stats.transfer_seconds holds the copies of weights and mates. @throws Error{invalid_option}
  /// under capacities other than 1, else as `local_max`
  [[nodiscard]] GraphMatching match(const DeviceContext& context, const WeightsView& weights,
                                    const GraphOrder& order = {});
  /// The greedy b-matching of the order; partners ascend. @throws as `local_max`
  [[nodiscard]] Partners b_match(const DeviceContext& context, const WeightsView& weights,
                                 const GraphOrder& order = {});

 private:
  [[nodiscard]] DeviceGraphView send_weights(const DeviceContext& context,
                                             const WeightsView& weights);
  [[nodiscard]] std::uint64_t bytes_held() const;

  AnyGraphView structure_;
  std::uint32_t common_;
  bool is_plain_;  // all capacities are 1
  DeviceArray<std::uint32_t> each_;
  DeviceGraph rows_;      // of a list the weights are the edges of arcs
  DeviceBytes weights_;   // of arcs
  DeviceBytes of_edges_;  // weights of a list, as they came
  DeviceWorkspace workspace_;
};

}  // namespace hypermatch
