// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_room.hpp"
#include "parallel/device/rows.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace {

struct Fill {
  std::uint32_t* words;
  std::uint32_t word;
  __device__ void operator()(std::uint32_t i) const { words[i] = word; }
};

}  // namespace

void give_room(const DeviceRoom& room, VertexId num_vertices, std::uint32_t capacity,
               DeviceStream stream) {
  constexpr std::uint32_t k_four_bytes = 0x01010101;
  parallel::for_each(DeviceRoom::num_words(num_vertices, room.in_bytes),
                     Fill{room.words, room.in_bytes ? capacity * k_four_bytes : capacity}, stream);
}

}  // namespace hypermatch::detail::hypergraph_matching
