// SPDX-License-Identifier: MIT
// Bounds of the memory that entries of the registry take.
#pragma once

#include <cstdint>

#include "hypermatch/error.hpp"

namespace hypermatch::registry {

/// Sizes that determine the memory of a run.
struct InstanceSize {
  std::uint64_t vertices = 0;  ///< rows and columns together
  std::uint64_t edges = 0;     ///< entries of rows and columns
  std::uint64_t pins = 0;      ///< of hyperedges
  bool ranks_weights = false;  ///< weights of 64 bits count
};

/// Memory of a run at most, in bytes. Tests hold it against measured peaks: it is at least the
/// peak, and at most two and a half times of it.
struct MemoryBound {
  std::uint32_t per_vertex = 0;
  std::uint32_t per_edge = 0;
  std::uint32_t per_pin = 0;
  std::uint32_t per_ranked_edge = 0;             ///< more, where weights of 64 bits count
  std::uint64_t fixed = std::uint64_t{4} << 20;  ///< stacks of threads, small blocks

  [[nodiscard]] constexpr std::uint64_t bytes(const InstanceSize& size) const {
    return fixed + per_vertex * size.vertices + per_pin * size.pins +
           (per_edge + (size.ranks_weights ? per_ranked_edge : 0)) * size.edges;
  }
};

/// Memory of a run on a device.
struct DeviceMemoryBound {
  /// Device memory: a copy of the instance (of a graph: of its rows), the workspace, the result.
  MemoryBound on_device = {};
  /// Host memory beside the instance: pinned buffers, the result, and rows that are built from a
  /// list. An instance that a device hands back to the host takes as much as a run on the host.
  MemoryBound on_host = {};
  /// Whether parts that do not fit the device stay in host memory and are streamed.
  bool streams = false;
};

/// Memory of a run on several devices, of each of which it says:
struct GroupMemoryBound {
  MemoryBound shared = {.fixed = 0};    ///< an equal part of what all hold together
  MemoryBound each = {.fixed = 0};      ///< in full, whatever the number of devices is
  std::uint32_t per_own_and_other = 0;  ///< more, per own vertex and other device

  /// Bytes on one of so many devices.
  [[nodiscard]] constexpr std::uint64_t bytes(const InstanceSize& size,
                                              std::uint64_t devices) const {
    return (shared.bytes(size) + per_own_and_other * size.vertices * (devices - 1)) / devices +
           each.bytes(size);
  }
};

}  // namespace hypermatch::registry
