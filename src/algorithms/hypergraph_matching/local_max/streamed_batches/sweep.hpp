// SPDX-License-Identifier: MIT
// All edges of an instance in host memory that may still be free go to a device as they stand,
// piece by piece, and the device drops those that meet a matched vertex. For the host that is no
// more work than a copy, and less than to look at the vertices itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <variant>

#include "algorithms/hypergraph_matching/local_max/device_functions.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/edges.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/device/state.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::hypergraph_matching {

class Sweep {
 public:
  static constexpr std::size_t k_word = 64;

  /// `buffer`: device memory for a piece.
  Sweep(const DeviceContext& device, const Context& host, const HypergraphView& hypergraph,
        const StreamedEdges& edges, std::byte* buffer, std::size_t buffer_bytes)
      : device_(device),
        host_(host),
        hypergraph_(hypergraph),
        edges_(edges),
        buffer_(buffer),
        piece_bytes_(std::min(buffer_bytes, parallel::Staging::k_piece)) {}

  /// Appends to the batch what is free, as append_free does. False if a piece has no room for the
  /// edges of one word; then nothing is to be used. Enqueued only.
  [[nodiscard]] bool run(const SweepTarget& to) {
    const parallel::DeviceScope scope(device_.device());
    // Ends: each iteration takes at least one word.
    for (std::size_t first = 0; first < edges_.size();) {
      device_.check_cancelled();
      const std::size_t end = end_of_piece(first, to.packed.priorities != nullptr);
      if (end == first) return false;
      send(first, end, to);
      first = end;
    }
    return true;
  }

 private:
  // A piece: offsets, wanted words, pins, priorities.
  struct Layout {
    std::size_t wanted;
    std::size_t pins;
    std::size_t priorities;
    std::size_t bytes;
  };
  [[nodiscard]] Layout layout(std::size_t first, std::size_t end, bool rated) const {
    const std::size_t edges = end - first;
    Layout at{};
    at.wanted = (edges + 1) * sizeof(Offset);
    at.pins = at.wanted + (edges + k_word - 1) / k_word * sizeof(std::uint64_t);
    at.priorities =
        at.pins + (hypergraph_.offsets[end] - hypergraph_.offsets[first]) * sizeof(VertexId);
    at.bytes = at.priorities + (rated ? edges * sizeof(std::uint32_t) : 0);
    return at;
  }

  // As many words as have room.
  [[nodiscard]] std::size_t end_of_piece(std::size_t first, bool rated) const {
    const std::size_t words = (edges_.size() - first + k_word - 1) / k_word;
    const auto end_of = [&](std::size_t count) {
      return std::min(edges_.size(), first + count * k_word);
    };
    std::size_t fits = 0;
    // Ends: the interval shrinks. An edge takes at least its offset.
    for (std::size_t last = std::min(words, piece_bytes_ / (k_word * sizeof(Offset)));
         fits < last;) {
      const std::size_t middle = (fits + last + 1) / 2;
      if (layout(first, end_of(middle), rated).bytes <= piece_bytes_) {
        fits = middle;
      } else {
        last = middle - 1;
      }
    }
    return end_of(fits);
  }

  void send(std::size_t first, std::size_t end, const SweepTarget& to) {
    const bool rated = to.packed.priorities != nullptr;
    const Layout at = layout(first, end, rated);
    const std::unique_lock<std::mutex> held(device_.state()->mutex());
    parallel::Staging& staging = device_.state()->staging(held);
    std::byte* const piece = staging.next_piece();
    fill(first, end, rated, at, piece);
    parallel::runtime::copy_to_device(buffer_, piece, at.bytes, device_.stream());
    staging.sent(device_.stream());
    on_device().append_free(
        device_,
        {.offsets = reinterpret_cast<const Offset*>(buffer_),
         .wanted = reinterpret_cast<const std::uint64_t*>(buffer_ + at.wanted),
         .pins = reinterpret_cast<const VertexId*>(buffer_ + at.pins),
         .priorities =
             rated ? reinterpret_cast<const std::uint32_t*>(buffer_ + at.priorities) : nullptr,
         .first = static_cast<EdgeId>(first),
         .num_edges = static_cast<std::uint32_t>(end - first)},
        to);
  }

  void fill(std::size_t first, std::size_t end, bool rated, const Layout& at,
            std::byte* piece) const {
    const Offset* const offsets = hypergraph_.offsets.data();
    auto* const its_offsets = reinterpret_cast<Offset*>(piece);
    auto* const wanted = reinterpret_cast<std::uint64_t*>(piece + at.wanted);
    auto* const pins = reinterpret_cast<VertexId*>(piece + at.pins);
    auto* const priorities = reinterpret_cast<std::uint32_t*>(piece + at.priorities);
    its_offsets[end - first] = offsets[end];
    const std::size_t words = (end - first + k_word - 1) / k_word;
    const std::size_t tasks = std::size_t{4} * static_cast<std::size_t>(host_.threads());
    const parallel::Chunks chunks = parallel::cut(host_, words, words / tasks + 1, 4);
    parallel::for_chunks(host_, chunks, [&](std::size_t, std::size_t from, std::size_t to) {
      const std::size_t begin = first + from * k_word;
      const std::size_t stop = std::min(end, first + to * k_word);
      std::memcpy(its_offsets + (begin - first), offsets + begin, (stop - begin) * sizeof(Offset));
      std::memcpy(pins + (offsets[begin] - offsets[first]),
                  hypergraph_.pins.data() + offsets[begin],
                  (offsets[stop] - offsets[begin]) * sizeof(VertexId));
      for (std::size_t word = from; word < to; ++word) {
        const std::size_t e = first + word * k_word;
        wanted[word] = edges_.wanted(e, std::min(k_word, end - e));
      }
      if (rated) edges_.blocks().load(begin, stop - begin, priorities + (begin - first));
    });
  }

  const DeviceContext& device_;
  const Context& host_;
  const HypergraphView& hypergraph_;
  const StreamedEdges& edges_;
  std::byte* const buffer_;
  const std::size_t piece_bytes_;
};

}  // namespace hypermatch::detail::hypergraph_matching
