// SPDX-License-Identifier: MIT
// From the edges that are selected in host memory to a batch on the device: packed by all threads
// into pinned memory, piece by piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// A `Selection` has chunks of edges: num_chunks(), size_in_chunk(i), for_each_selected(i, body) in
/// ascending order; and priority(e).
template <class Selection>
class PackedSender {
 public:
  PackedSender(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
               const Selection& selection, const PackedEdges& to)
      : device_(device), host_(host), hypergraph_(hypergraph), selection_(selection), to_(to) {}

  /// Packs what is selected in chunks `first` .. `end` - 1, behind what was sent before, piece by
  /// piece, while pieces before travel.
  void send(std::size_t first, std::size_t end) {
    const bool rated = to_.priorities != nullptr;
    const parallel::DeviceScope scope(device_.device());
    // Ends: each turn takes at least one chunk.
    while (first < end) {
      device_.check_cancelled();
      PackedSize here{.rated = rated};
      std::size_t last = first;
      starts_.clear();
      while (last < end) {
        const PackedSize& its = selection_.size_in_chunk(last);
        const PackedSize with{here.edges + its.edges, here.pins + its.pins, rated};
        if (last > first && bytes_of(with) > parallel::Staging::k_piece) break;
        starts_.push_back(here);
        here = with;
        ++last;
      }
      if (here.edges != 0) send_piece(first, here);
      first = last;
    }
  }

 private:
  // Offsets (and the one behind the last), origins, pins, priorities.
  static std::size_t bytes_of(const PackedSize& size) {
    return sizeof(std::uint32_t) * ((size.rated ? 3 : 2) * size.edges + 1 + size.pins);
  }

  struct Packed {
    std::uint32_t* offsets;
    std::uint32_t* priorities;
    EdgeId* origins;
    VertexId* pins;
  };
  static Packed arrays_in(std::byte* piece, const PackedSize& size) {
    Packed at{};
    at.offsets = reinterpret_cast<std::uint32_t*>(piece);
    at.origins = at.offsets + size.edges + 1;
    at.pins = at.origins + size.edges;
    if (size.rated) at.priorities = at.pins + size.pins;
    return at;
  }

  // Chunks from `first` on, `here` in all.
  void send_piece(std::size_t first, const PackedSize& here) {
    const std::unique_lock<std::mutex> held(device_.state()->mutex());
    parallel::Staging& staging = device_.state()->staging(held);
    if (bytes_of(here) <= parallel::Staging::k_piece) {
      std::byte* const piece = staging.next_piece();
      pack(first, here, piece);
      for_arrays(here, piece, [&](void* target, const void* source, std::size_t bytes) {
        parallel::runtime::copy_to_device(target, source, bytes, device_.stream());
      });
      staging.sent(device_.stream());
    } else {
      // One chunk of large edges.
      Array<std::byte> chunk(bytes_of(here));
      pack(first, here, chunk.data());
      for_arrays(here, chunk.data(), [&](void* target, const void* source, std::size_t bytes) {
        staging.to_device(device_, target, source, bytes);
      });
    }
    before_.edges += here.edges;
    before_.pins += here.pins;
  }

  template <class Copy>
  void for_arrays(const PackedSize& here, std::byte* piece, const Copy& copy) const {
    const Packed from = arrays_in(piece, here);
    copy(to_.offsets + before_.edges, from.offsets, (here.edges + 1) * sizeof(std::uint32_t));
    if (here.rated) {
      copy(to_.priorities + before_.edges, from.priorities, here.edges * sizeof(std::uint32_t));
    }
    copy(to_.origins + before_.edges, from.origins, here.edges * sizeof(EdgeId));
    copy(to_.pins + before_.pins, from.pins, here.pins * sizeof(VertexId));
  }

  void pack(std::size_t first, const PackedSize& here, std::byte* piece) const {
    const Packed to = arrays_in(piece, here);
    const auto place = [&](std::uint64_t pins) {
      return static_cast<std::uint32_t>(before_.pins + pins);  // k_most_pins_of_batch
    };
    to.offsets[here.edges] = place(here.pins);
    parallel::run_tasks(host_, starts_.size(), [&](std::size_t i) {
      PackedSize at = starts_[i];
      selection_.for_each_selected(first + i, [&](std::size_t e) {
        const std::span<const VertexId> pins = hypergraph_.pins_of(static_cast<EdgeId>(e));
        to.offsets[at.edges] = place(at.pins);
        if (to.priorities != nullptr) to.priorities[at.edges] = selection_.priority(e);
        to.origins[at.edges] = static_cast<EdgeId>(e);
        std::copy(pins.begin(), pins.end(), to.pins + at.pins);
        ++at.edges;
        at.pins += pins.size();
      });
    });
  }

  const DeviceContext& device_;
  const Context& host_;
  const HypergraphView& hypergraph_;
  const Selection& selection_;
  const PackedEdges to_;
  PackedSize before_;               // what was sent
  std::vector<PackedSize> starts_;  // of a piece: what stands in front of each of its chunks
};

}  // namespace hypermatch::detail::hypergraph_matching
