// SPDX-License-Identifier: MIT
// Vertices to edges on the device, where every edge has two ends.
#pragma once

#include <cstdint>

#include "parallel/device/incidence.hpp"

namespace hypermatch::detail::parallel {

/// As `build_incidence`, without offsets: edge e has the pins 2 e and 2 e + 1. Leaves
/// the vertex of each entry of `incidence.edges` in `buffers.sorted`. Enqueued only.
void build_incidence_of_pairs(const VertexId* pins, std::uint64_t num_vertices,
                              std::uint64_t num_edges, const DeviceIncidence& incidence,
                              const IncidenceBuffers& buffers, DeviceStream stream);

}  // namespace hypermatch::detail::parallel
