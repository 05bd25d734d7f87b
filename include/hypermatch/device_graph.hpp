// SPDX-License-Identifier: MIT
// Graphs in device memory.
#pragma once

#include <cstdint>
#include <variant>

#include "hypermatch/device_context.hpp"
#include "hypermatch/graph.hpp"

namespace hypermatch {

/// Non-owning graph in device memory, as CSR with both directions; trivially copyable. As
/// `GraphView`, whose invariants hold here too: they are not checked on the device. Fastest where
/// `neighbours` and `weights` are aligned to 16 bytes, as all that is allocated is.
struct DeviceGraphView {
  VertexId num_vertices = 0;
  DeviceSpan<const Offset> offsets;       ///< size n + 1 (empty stands for n = 0)
  DeviceSpan<const VertexId> neighbours;  ///< size offsets[n]
  DeviceWeightsView weights;              ///< none, or one per arc

  [[nodiscard]] std::uint64_t num_arcs() const { return neighbours.size(); }
  [[nodiscard]] bool is_weighted() const { return weights.index() != 0; }
};

/// Owning graph in device memory.
struct DeviceGraph {
  VertexId num_vertices = 0;
  DeviceArray<Offset> offsets;
  DeviceArray<VertexId> neighbours;
  std::variant<std::monostate, DeviceArray<std::int32_t>, DeviceArray<std::int64_t>,
               DeviceArray<float>, DeviceArray<double>>
      weights;

  [[nodiscard]] DeviceGraphView view() const;
};

/// Copies a graph to the device, in pieces through pinned memory, and waits until it is there.
/// @throws Error{resources, device, cancelled}
[[nodiscard]] DeviceGraph upload(const DeviceContext& context, const GraphView& graph);

}  // namespace hypermatch
