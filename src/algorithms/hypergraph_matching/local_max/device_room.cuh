// SPDX-License-Identifier: MIT
// Access to the room of vertices in kernels.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_room.hpp"

namespace hypermatch::detail::hypergraph_matching {

__device__ inline std::uint32_t room_of(const DeviceRoom& room, VertexId v) {
  return room.in_bytes ? reinterpret_cast<const std::uint8_t*>(room.words)[v] : room.words[v];
}

/// Takes one unit, of which there is one at least; true if it was the last one. Several threads may
/// take from one vertex at once.
__device__ inline bool take_room(const DeviceRoom& room, VertexId v) {
  if (!room.in_bytes) return atomicSub(&room.words[v], 1U) == 1;
  // No byte borrows from the next one, because there is a unit.
  const std::uint32_t shift = v % 4 * 8;
  return (atomicSub(&room.words[v / 4], 1U << shift) >> shift & 0xFFU) == 1;
}

}  // namespace hypermatch::detail::hypergraph_matching
