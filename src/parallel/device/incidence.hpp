// SPDX-License-Identifier: MIT
// Vertices to edges on the device, and facts on the sizes of rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::parallel {

/// The edges of vertex `v` are `edges[offsets[v]] .. edges[offsets[v + 1] - 1]`, ascending.
struct DeviceIncidence {
  Offset* offsets = nullptr;  ///< size n + 1
  EdgeId* edges = nullptr;    ///< size pins
};

/// Arrays that building needs beside the incidence.
struct IncidenceBuffers {
  VertexId* sorted = nullptr;       ///< size pins
  EdgeId* edge_of_pin = nullptr;    ///< size pins
  std::uint32_t* degree = nullptr;  ///< size n + 1
  std::uint32_t* heavy = nullptr;   ///< the heavy edges
  std::uint32_t* num_heavy = nullptr;
  DeviceScratch scratch;
};

[[nodiscard]] DeviceIncidence lay_out_incidence(DeviceArena& arena, std::uint64_t num_vertices,
                                                std::uint64_t num_pins);
[[nodiscard]] IncidenceBuffers lay_out_incidence_buffers(DeviceArena& arena,
                                                         std::uint64_t num_vertices,
                                                         std::uint64_t num_pins);

/// By a stable radix sort of the pins. `largest_edge`: no edge has more pins. Enqueued only.
void build_incidence(const DeviceHypergraphView& hypergraph, std::uint64_t largest_edge,
                     const DeviceIncidence& incidence, const IncidenceBuffers& buffers,
                     DeviceStream stream);

/// Sizes of the rows of a CSR.
struct RowSizes {
  std::uint64_t largest;
  std::uint64_t smallest;  ///< of those that are not empty; the largest number if all are empty
};
/// Writes them to device memory. Enqueued only.
void find_row_sizes(const Offset* offsets, std::uint64_t rows, RowSizes* sizes,
                    DeviceStream stream);

}  // namespace hypermatch::detail::parallel
