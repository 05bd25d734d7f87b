// SPDX-License-Identifier: MIT
// The room of vertices in device memory: how many edges each of them can still take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "hypermatch/capacities.hpp"
#include "hypermatch/device_context.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// A byte per vertex where no capacity is above 255, so that more of them fit into a cache, else a
/// word; as the host's `VertexRoom`. Not owning.
struct DeviceRoom {
  std::uint32_t* words = nullptr;  ///< null in a matching
  bool in_bytes = true;

  static constexpr std::uint32_t k_most_in_byte = std::numeric_limits<std::uint8_t>::max();
  /// Words for so many vertices.
  [[nodiscard]] static std::size_t num_words(std::size_t num_vertices, bool in_bytes) {
    return in_bytes ? (num_vertices + 3) / 4 : num_vertices;
  }
};

/// The room of an instance. Empty in a matching.
class OwnedDeviceRoom {
 public:
  /// Copies capacities of their own, and waits. @throws Error{resources, device}
  OwnedDeviceRoom(const DeviceContext& context, const Capacities& capacities,
                  VertexId num_vertices);
  /// Gives all vertices the capacity that they have in common, if so. Enqueued only.
  void fill(const DeviceContext& context);

  [[nodiscard]] DeviceRoom room() { return {words_.span().data(), in_bytes_}; }
  [[nodiscard]] std::uint64_t bytes() const { return words_.size() * sizeof(std::uint32_t); }

 private:
  Capacities capacities_;
  VertexId num_vertices_;
  bool in_bytes_ = true;
  DeviceArray<std::uint32_t> words_;
};

/// Words for a capacity that `num_vertices` have in common. Enqueued only.
void give_room(const DeviceRoom& room, VertexId num_vertices, std::uint32_t capacity,
               DeviceStream stream);

}  // namespace hypermatch::detail::hypergraph_matching
