// SPDX-License-Identifier: MIT
// How much of an instance fits on a device at a time, when its edges are streamed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "algorithms/hypergraph_matching/local_max/device_streaming.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device_state.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Edges that were selected: all of them, or those of one chunk.
struct Selected {
  PackedSize size;
  std::uint64_t oversized = 0;  // that must not be in a batch

  void add(std::uint64_t pins) {
    ++size.edges;
    size.pins += pins;
    oversized += pins >= k_most_packed_pins ? 1 : 0;
  }
  void add(const Selected& other) {
    size.edges += other.size.edges;
    size.pins += other.size.pins;
    oversized += other.oversized;
  }
};

/// Device memory for the vertices and for batches.
class Room {
 public:
  /// `rated`: as PackedSize has it.
  Room(const DeviceContext& context, const HypergraphView& hypergraph, bool rated,
       double largest_share)
      : context_(context), num_vertices_(hypergraph.num_vertices), rated_(rated) {
    const std::size_t bitmap_bytes = (std::size_t{num_vertices_} + 31) / 32 * sizeof(std::uint32_t);
    const std::size_t least = packed_bytes(context, num_vertices_, {1, 8, rated});
    const auto share = [&](std::uint64_t count) {
      return static_cast<std::uint64_t>(largest_share * static_cast<double>(count)) + 8;
    };
    std::size_t bytes =
        packed_bytes(context, num_vertices_,
                     {share(hypergraph.num_edges()), share(hypergraph.num_pins()), rated});
    const std::uint64_t there = left();
    const auto fail = [&](std::uint64_t are_there) {
      throw Error(ErrorCode::resources, "device cuda:" + std::to_string(context.device()) +
                                            " is out of memory: the state of " +
                                            std::to_string(num_vertices_) +
                                            " vertices and the smallest batch of edges need " +
                                            std::to_string(bitmap_bytes + least) + " bytes, " +
                                            std::to_string(are_there) + " are there");
    };
    if (there < bitmap_bytes + least) fail(there);
    bytes = std::min<std::uint64_t>(bytes, there - bitmap_bytes);
    // How much the caller's memory has, only asking for it tells. Ends: `bytes` falls.
    while (true) {
      try {
        bitmap = DeviceArray<std::uint32_t>(context, bitmap_bytes / sizeof(std::uint32_t));
        batches.reserve(context, bytes);
        return;
      } catch (const Error& error) {
        if (error.code() != ErrorCode::resources) throw;
        bitmap = {};
        if (bytes <= least) fail(std::min<std::uint64_t>(left(), bitmap_bytes + least - 1));
        bytes = std::max(least, bytes / 4 * 3);
      }
    }
  }

  [[nodiscard]] bool fits(const PackedSize& size) const {
    return packed_bytes(context_, num_vertices_, {size.edges, size.pins, rated_}) <= batches.size();
  }
  [[nodiscard]] bool fits(const Selected& selected) const {
    return selected.oversized == 0 && (selected.size.edges == 0 || fits(selected.size));
  }

  DeviceArray<std::uint32_t> bitmap;
  DeviceWorkspace batches;

 private:
  // What the limit and the driver leave; the caller's memory is unknown.
  [[nodiscard]] std::uint64_t left() const {
    const parallel::DeviceScope scope(context_.device());
    const std::uint64_t limit = context_.state()->limit_left();
    if (context_.state()->options().memory != nullptr) return limit;
    // A little is for what the driver itself needs.
    const std::uint64_t free = parallel::runtime::memory_left().free;
    return std::min(limit, free - free / 64);
  }

  const DeviceContext& context_;
  VertexId num_vertices_;
  bool rated_;
};

}  // namespace hypermatch::detail::hypergraph_matching
