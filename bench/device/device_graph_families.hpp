// SPDX-License-Identifier: MIT
// Large graphs made on the device, so that a benchmark does not spend its time on hosts: pure
// functions of their parameters. Weights are functions of an edge's ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/device_graph_matching.hpp"

namespace hypermatch::bench {

enum class DeviceWeights {
  random_32_bit,  ///< 0 .. 2^31 - 1
  one_to_ten,
  unit,  ///< none
};

/// A family of graphs: `rgg:K` random geometric with 2^K vertices, radius 0.55 sqrt(ln n / n), in
/// the order of cells; `triangles:K` a triangulated grid of 2^K vertices (K even) whose diagonals
/// are drawn at random, in random order, as dense as a Delaunay triangulation; `rmat:K` R-MAT with
/// 2^K vertices and 16 edges each before repeated ones are merged; `stencil27:S` a 27-point stencil
/// of S^3 vertices; `road:K` a grid of 2^K vertices (K even) without 30 % of its edges; `star:N`
/// with N leaves; `uniform:N:M` with N vertices and M random edges before merging.
/// @throws std::invalid_argument for others
[[nodiscard]] DeviceGraph make_on_device(const DeviceContext& context, const std::string& spec,
                                         DeviceWeights weights);

/// The same weights for a graph from elsewhere, which has none yet.
[[nodiscard]] DeviceGraph weigh_on_device(const DeviceContext& context, DeviceGraph graph,
                                          DeviceWeights weights);

/// A kind of weights, as the benchmark `weights` has them on hosts.
struct DeviceWeightKind {
  const char* name;
  bool is_wide;   ///< of 64 bits
  bool is_chain;  ///< rises or falls along the numbering
};

/// The first one is what all others are compared with.
[[nodiscard]] const std::vector<DeviceWeightKind>& device_weight_kinds();

/// The graph's arrays stay where they are. Waits for the device.
void weigh_on_device(const DeviceContext& context, DeviceGraph& graph, std::size_t kind);

}  // namespace hypermatch::bench
