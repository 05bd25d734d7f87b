// SPDX-License-Identifier: MIT
// The matching of greedy_streaming: 8 bytes per vertex and 12 per matched edge, with no list of
// pins to fragment. The pins of a matched edge form a cycle through `next_`, and each knows the
// edge's slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "algorithms/hypergraph_matching/common/stream/edge_feed.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

class SwapMatching {
 public:
  using Slot = std::uint32_t;

  /// A matched edge, aligned to 4 bytes so that it takes 12.
  struct Edge {
    EdgeId id;
    std::uint32_t low;
    std::uint32_t high;
    [[nodiscard]] static Edge of(EdgeId id, RawWeight weight) {
      return {id, static_cast<std::uint32_t>(weight), static_cast<std::uint32_t>(weight >> 32)};
    }
    [[nodiscard]] RawWeight weight() const { return (RawWeight{high} << 32) | low; }
  };

  explicit SwapMatching(VertexId num_vertices)
      : slot_of_(num_vertices, k_none), next_(num_vertices) {}

  [[nodiscard]] RawWeight weight(Slot slot) const { return edges_[slot].weight(); }

  /// Finds the matched edges that an edge meets. False as soon as stop(slot) is true for one.
  template <class Stop>
  bool find_conflicts(std::span<const VertexId> pins, Stop stop) {
    conflicts_.resize(0);
    for (const VertexId v : pins) {
      const Slot slot = slot_of_[v];
      if (slot == k_none || (!conflicts_.empty() && *(conflicts_.end() - 1) == slot)) continue;
      if (stop(slot)) return false;
      conflicts_.push_back(slot);
    }
    if (conflicts_.size() > 1) {
      std::sort(conflicts_.begin(), conflicts_.end());
      const auto* last = std::unique(conflicts_.begin(), conflicts_.end());
      conflicts_.resize(static_cast<std::size_t>(last - conflicts_.begin()));
    }
    return true;
  }
  /// The slots that find_conflicts found, each once.
  [[nodiscard]] std::span<const Slot> conflicts() const { return conflicts_.view(); }

  /// Drops the conflicts that were found for `pins` and takes the edge in.
  void swap_in(EdgeId id, std::span<const VertexId> pins, RawWeight weight);

  /// Turns the weights from int64 into double.
  void become_real();

  [[nodiscard]] std::uint64_t peak_edges() const { return edges_.size(); }
  [[nodiscard]] std::uint64_t peak_pins() const { return peak_pins_; }

  /// The matched edges in ascending order; the matching is gone.
  [[nodiscard]] Array<Edge> release() &&;

 private:
  void drop_edge_at(VertexId pin);

  Array<Slot> slot_of_;   // of each vertex; k_none: unmatched
  Array<VertexId> next_;  // the next pin of the same matched edge
  Array<Edge> edges_;     // by slot; free slots are chained through `low`, their id is k_none
  Array<Slot> conflicts_;
  Slot first_free_ = k_none;
  std::uint64_t num_pins_ = 0;
  std::uint64_t peak_pins_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching
