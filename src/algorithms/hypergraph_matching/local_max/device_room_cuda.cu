// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace {

struct Room {
  std::uint32_t* room;
  std::uint32_t capacity;
  __device__ void operator()(std::uint32_t v) const { room[v] = capacity; }
};

}  // namespace

void give_room(std::uint32_t* room, VertexId num_vertices, std::uint32_t capacity,
               DeviceStream stream) {
  parallel::for_each(num_vertices, Room{room, capacity}, stream);
}

}  // namespace hypermatch::detail::hypergraph_matching
