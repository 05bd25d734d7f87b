// SPDX-License-Identifier: MIT
// How much of an instance fits on a device at a time, when its edges are streamed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"

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
    const std::size_t vertex_words = (std::size_t{num_vertices_} + 31) / 32;
    const std::size_t edge_words = hypergraph.num_edges() / std::size_t{64} * 2 + 2;
    const std::size_t state_bytes =
        (vertex_words + edge_words) * sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);
    const PackedSize one{1, 8, rated};
    const std::size_t least = on_device().packed_bytes(context, num_vertices_, one, one);
    const auto share = [&](std::uint64_t all) {
      return static_cast<std::uint64_t>(largest_share * static_cast<double>(all)) + 8;
    };
    const PackedSize largest{share(hypergraph.num_edges()), share(hypergraph.num_pins()), rated};
    // And a slot for every vertex.
    std::size_t bytes = on_device().packed_bytes(context, num_vertices_, largest, largest) +
                        sizeof(std::uint32_t) * num_vertices_;
    const std::uint64_t there = left();
    const auto fail = [&](std::uint64_t are_there) {
      throw Error(ErrorCode::resources, "device cuda:" + std::to_string(context.device()) +
                                            " is out of memory: the state of " +
                                            std::to_string(num_vertices_) + " vertices and " +
                                            std::to_string(hypergraph.num_edges()) +
                                            " edges and the smallest batch of edges need " +
                                            std::to_string(state_bytes + least) + " bytes, " +
                                            std::to_string(are_there) + " are there");
    };
    if (there < state_bytes + least) fail(there);
    bytes = std::min<std::uint64_t>(bytes, there - state_bytes);
    // How much the caller's memory has, only asking for it tells. Ends: `bytes` falls.
    while (true) {
      try {
        matched_vertices = DeviceArray<std::uint32_t>(context, vertex_words);
        matched_edges = DeviceArray<std::uint32_t>(context, edge_words);
        count = DeviceArray<std::uint64_t>(context, 2);
        batches.reserve(context, bytes);
        return;
      } catch (const Error& error) {
        if (error.code() != ErrorCode::resources) throw;
        matched_vertices = {};
        matched_edges = {};
        count = {};
        if (bytes <= least) fail(std::min<std::uint64_t>(left(), state_bytes + least - 1));
        bytes = std::max(least, bytes / 4 * 3);
      }
    }
  }

  [[nodiscard]] bool fits(const PackedSize& size) const { return fits(size, size); }
  /// Whether a batch of `size` fits in the memory of a batch of size `capacity`.
  [[nodiscard]] bool fits(const PackedSize& size, const PackedSize& capacity) const {
    if (capacity.pins > k_most_pins_of_batch) return false;
    return on_device().packed_bytes(context_, num_vertices_, rated(size), rated(capacity)) <=
           batches.size();
  }
  [[nodiscard]] bool fits(const Selected& selected) const {
    return selected.oversized == 0 && (selected.size.edges == 0 || fits(selected.size));
  }

  /// Bytes of all of it.
  [[nodiscard]] std::uint64_t size() const {
    return batches.size() + 2 * sizeof(std::uint64_t) +
           sizeof(std::uint32_t) * (matched_vertices.size() + matched_edges.size());
  }

  DeviceArray<std::uint32_t> matched_vertices;  ///< bitmap
  DeviceArray<std::uint32_t> matched_edges;     ///< bitmap, whole words of 64 bits
  DeviceArray<std::uint64_t> count;             ///< as SweepTarget has it
  DeviceWorkspace batches;

 private:
  [[nodiscard]] PackedSize rated(const PackedSize& size) const {
    return {size.edges, size.pins, rated_};
  }
  // The bytes that the limit and the driver leave; memory of the caller's resource is unknown.
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
