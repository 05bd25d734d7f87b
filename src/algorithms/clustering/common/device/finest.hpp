// SPDX-License-Identifier: MIT
// Exact weights of a graph in device memory, by the rules of `exact_weights`.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/device/device_level.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::clustering {

struct ExactDeviceWeights {
  DeviceArcWeights arcs;
  DeviceArcWeights loops;  ///< kind none: there are no loops
  std::int64_t total = 0;
  double unit = 1.0;
};

/// Sums are below 2^125.
[[nodiscard]] inline base::Int128 wide(const WideSum& sum) {
  return (base::Int128{sum.high} << 64) + base::Int128{sum.low};
}

/// `loops` in device memory, of size n or none. Waits for the device.
/// @throws Error{invalid_input, device}
[[nodiscard]] ExactDeviceWeights exact_weights_on_device(const DeviceContext& context,
                                                         const DeviceGraphView& graph,
                                                         const DeviceWeightsView& loops,
                                                         ClusteringControl* control);

/// What kernels counted; waits for the stream. Valid until the next call.
[[nodiscard]] const ClusteringControl& read_control(const DeviceContext& context,
                                                    const ClusteringControl* control);

}  // namespace hypermatch::detail::clustering
