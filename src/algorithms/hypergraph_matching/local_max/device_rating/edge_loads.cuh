// SPDX-License-Identifier: MIT
// Loads of edges under capacities, summed by threads with the same number of pins each, whatever
// the sizes of edges. Sums are integers, so their order does not matter.
#pragma once

#include <cstdint>

#include "algorithms/hypergraph_matching/local_max/device_room.cuh"
#include "hypermatch/types.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Adds what so many pins after each other take of capacities to the loads of their edges.
struct AddLoads {
  static constexpr std::uint64_t k_pins = 16;
  const Offset* offsets;
  const VertexId* pins;
  std::uint64_t num_edges;
  std::uint64_t num_pins;
  DeviceRoom room;
  std::uint64_t* loads;

  __device__ void operator()(std::uint32_t i) const {
    const std::uint64_t begin = i * k_pins;
    const std::uint64_t end = begin + k_pins < num_pins ? begin + k_pins : num_pins;
    std::uint64_t edge = edge_of(begin), load = 0;
    for (std::uint64_t pin = begin; pin < end; ++pin) {
      if (offsets[edge + 1] <= pin) {
        add(edge, load);
        load = 0;
        while (offsets[edge + 1] <= pin) ++edge;
      }
      load += structures::load_of_pin(room_of(room, pins[pin]));
    }
    add(edge, load);
  }

 private:
  // The last one that begins at or before the pin.
  __device__ std::uint64_t edge_of(std::uint64_t pin) const {
    std::uint64_t low = 0, high = num_edges;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (offsets[middle] <= pin ? low : high) = middle;
    }
    return low;
  }
  __device__ void add(std::uint64_t edge, std::uint64_t load) const {
    atomicAdd(reinterpret_cast<unsigned long long*>(&loads[edge]),
              static_cast<unsigned long long>(load));
  }
};

}  // namespace hypermatch::detail::hypergraph_matching
