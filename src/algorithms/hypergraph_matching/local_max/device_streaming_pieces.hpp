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

#include "algorithms/hypergraph_matching/local_max/device_streaming.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/device_state.hpp"
#include "parallel/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// A `Selection` has chunks of edges: num_chunks(), size_in_chunk(i), for_each_selected(i, body) in
/// ascending order; and priority(e).
template <class Selection>
class PackedSender {
 public:
  PackedSender(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
               const Selection& selection)
      : device_(device), host_(host), hypergraph_(hypergraph), selection_(selection) {}

  /// Packs what is selected, piece by piece, while the piece before travels.
  void send(const PackedEdges& to) const {
    const bool rated = to.priorities != nullptr;
    const parallel::DeviceScope scope(device_.device());
    PackedSize before;
    std::vector<PackedSize> starts;
    // Ends: each turn takes at least one chunk.
    for (std::size_t first = 0; first < selection_.num_chunks();) {
      device_.check_cancelled();
      PackedSize here{.rated = rated};
      std::size_t last = first;
      starts.clear();
      while (last < selection_.num_chunks()) {
        const PackedSize& its = selection_.size_in_chunk(last);
        const PackedSize with{here.edges + its.edges, here.pins + its.pins, rated};
        if (last > first && bytes_of(with) > parallel::Staging::k_piece) break;
        starts.push_back(here);
        here = with;
        ++last;
      }
      const bool is_last = last == selection_.num_chunks();
      const std::unique_lock<std::mutex> held(device_.state()->mutex());
      parallel::Staging& staging = device_.state()->staging(held);
      if (bytes_of(here) <= parallel::Staging::k_piece) {
        std::byte* const piece = staging.next_piece();
        pack(first, starts, here, before, piece);
        for_arrays(to, here, before, is_last, piece,
                   [&](void* target, const void* source, std::size_t bytes) {
                     if (bytes != 0)
                       parallel::runtime::copy_to_device(target, source, bytes, device_.stream());
                   });
        staging.sent(device_.stream());
      } else {
        // One chunk of large edges.
        Array<std::byte> chunk(bytes_of(here));
        pack(first, starts, here, before, chunk.data());
        for_arrays(to, here, before, is_last, chunk.data(),
                   [&](void* target, const void* source, std::size_t bytes) {
                     staging.to_device(device_, target, source, bytes);
                   });
      }
      before = {before.edges + here.edges, before.pins + here.pins};
      first = last;
    }
  }

 private:
  // Offsets (and the one behind the last), origins, pins, priorities.
  static std::size_t bytes_of(const PackedSize& size) {
    return sizeof(Offset) * (size.edges + 1) +
           (size.rated ? 2 : 1) * sizeof(std::uint32_t) * size.edges + sizeof(VertexId) * size.pins;
  }

  struct Packed {
    Offset* offsets;
    std::uint32_t* priorities;
    EdgeId* origins;
    VertexId* pins;
  };
  static Packed arrays_in(std::byte* piece, const PackedSize& size) {
    Packed at{};
    at.offsets = reinterpret_cast<Offset*>(piece);
    at.origins = reinterpret_cast<EdgeId*>(at.offsets + size.edges + 1);
    at.pins = at.origins + size.edges;
    if (size.rated) at.priorities = at.pins + size.pins;
    return at;
  }

  template <class Copy>
  static void for_arrays(const PackedEdges& to, const PackedSize& here, const PackedSize& before,
                         bool is_last, std::byte* piece, const Copy& copy) {
    const Packed from = arrays_in(piece, here);
    copy(to.offsets + before.edges, from.offsets,
         (here.edges + (is_last ? 1 : 0)) * sizeof(Offset));
    if (here.rated) {
      copy(to.priorities + before.edges, from.priorities, here.edges * sizeof(std::uint32_t));
    }
    copy(to.origins + before.edges, from.origins, here.edges * sizeof(EdgeId));
    copy(to.pins + before.pins, from.pins, here.pins * sizeof(VertexId));
  }

  // Chunks from `first` on; starts[i] is what stands in front of the i-th of them.
  void pack(std::size_t first, const std::vector<PackedSize>& starts, const PackedSize& here,
            const PackedSize& before, std::byte* piece) const {
    const Packed to = arrays_in(piece, here);
    to.offsets[here.edges] = before.pins + here.pins;
    parallel::run_tasks(host_, starts.size(), [&](std::size_t i) {
      PackedSize at = starts[i];
      selection_.for_each_selected(first + i, [&](std::size_t e) {
        const std::span<const VertexId> pins = hypergraph_.pins_of(static_cast<EdgeId>(e));
        to.offsets[at.edges] = before.pins + at.pins;
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
};

}  // namespace hypermatch::detail::hypergraph_matching
