// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/greedy_streaming/swap_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

void SwapMatching::swap_in(EdgeId id, std::span<const VertexId> pins, RawWeight weight) {
  for (const VertexId v : pins) {
    if (slot_of_[v] != k_none) drop_edge_at(v);
  }
  Slot slot = first_free_;
  const Edge edge = Edge::of(id, weight);
  if (slot == k_none) {
    slot = static_cast<Slot>(edges_.size());
    edges_.push_back(edge);
  } else {
    first_free_ = edges_[slot].low;
    edges_[slot] = edge;
  }
  VertexId previous = pins.back();
  for (const VertexId v : pins) {
    // No pin is matched any more, so it is one of this edge that was met before; next_ would be
    // no cycle through all of them.
    if (slot_of_[v] != k_none) throw_repeated_pin(id, v);
    slot_of_[v] = slot;
    next_[previous] = v;
    previous = v;
  }
  num_pins_ += pins.size();
  peak_pins_ = std::max(peak_pins_, num_pins_);
}

void SwapMatching::drop_edge_at(VertexId pin) {
  const Slot slot = slot_of_[pin];
  // Ends: the pins of a matched edge form one cycle, and each is unmatched as it is passed.
  for (VertexId v = pin; slot_of_[v] != k_none; v = next_[v]) {
    slot_of_[v] = k_none;
    --num_pins_;
  }
  edges_[slot] = {k_none, first_free_, 0};
  first_free_ = slot;
}

void SwapMatching::become_real() {
  for (Edge& edge : edges_) {
    if (edge.id != k_none) edge = Edge::of(edge.id, as_real(edge.weight()));
  }
}

Array<SwapMatching::Edge> SwapMatching::release() && {
  slot_of_ = {};
  next_ = {};
  Array<Edge> edges = std::move(edges_);
  const Edge* last = std::remove_if(edges.begin(), edges.end(),
                                    [](const Edge& edge) { return edge.id == k_none; });
  edges.resize(static_cast<std::size_t>(last - edges.begin()));
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.id < b.id; });
  return edges;
}

}  // namespace hypermatch::detail::hypergraph_matching
