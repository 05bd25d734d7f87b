// SPDX-License-Identifier: MIT
// What the runtime's own copies take: yardsticks of the device's benchmark.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <type_traits>
#include <variant>

#include "hypermatch/device_context.hpp"
#include "hypermatch/hypergraph.hpp"
#include "measure.hpp"

namespace hypermatch::bench {

/// Copies the arrays to fresh device memory by cudaMemcpyAsync and waits until they are there.
inline void copy_plainly(const DeviceContext& device, const HypergraphView& hypergraph) {
  const auto copy = [&](auto items) {
    const DeviceBytes to(device, items.size_bytes());
    (void)cudaMemcpyAsync(to.data(), items.data(), items.size_bytes(), cudaMemcpyHostToDevice,
                          device.stream());
    device.synchronize();
  };
  copy(hypergraph.offsets);
  copy(hypergraph.pins);
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          copy(weights);
        }
      },
      hypergraph.weights);
}

/// Bytes read and written a millisecond by a large copy from device memory to device memory.
[[nodiscard]] inline double copy_rate(const DeviceContext& device) {
  constexpr std::size_t k_bytes = std::size_t{1} << 30;
  const DeviceBytes from(device, k_bytes);
  const DeviceBytes to(device, k_bytes);
  const double time = medians(7, {[&] {
                                (void)cudaMemcpyAsync(to.data(), from.data(), k_bytes,
                                                      cudaMemcpyDeviceToDevice, device.stream());
                                device.synchronize();
                              }})[0];
  return 2.0 * static_cast<double>(k_bytes) / time;
}

}  // namespace hypermatch::bench
