// SPDX-License-Identifier: MIT
// Common part of the variants of Suitor: the search for the vertex to propose to, in rows as they
// are or sorted. Edges compare by priority; tie hashes are computed for equal priorities only.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/graph_matching/suitor/suitor_words.hpp"
#include "base/graph_order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/row_scan.hpp"
#include "order/sorted_rows.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

template <class WeightBits>
class SuitorRows {
 public:
  using Priority = typename WeightBits::Image;
  using Held = Suitor<Priority>;

  /// A proposal: to which vertex, and the suitor that it has if it accepts.
  struct Proposal {
    VertexId to = k_none;
    Held suitor;
  };

  SuitorRows(const GraphView& graph, const WeightBits& weight_bits, const base::PairMixer& mix)
      : graph_(graph), rows_(graph, weight_bits, mix), mix_(mix), words_(graph.num_vertices) {}

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_arcs() const { return graph_.num_arcs(); }
  [[nodiscard]] Offset degree(VertexId v) const { return graph_.degree(v); }
  [[nodiscard]] SuitorWords<Priority>& words() { return words_; }

  /// Whether suitor `a` of `v` stands above suitor `b`.
  [[nodiscard]] bool above(VertexId v, const Held& a, const Held& b) const {
    if (b.vertex == k_none) return true;
    if (a.priority != b.priority) return a.priority > b.priority;
    return mix_(v, a.vertex) > mix_(v, b.vertex);
  }

  /// The best proposal that `v` can make, by one look at all of its row.
  [[nodiscard]] Proposal best_proposal(VertexId v) {
    // A copy stays in registers while words are read.
    const auto rows = rows_;
    const Offset arc = rows.best_wanted(v, [&](Offset a) { return accepts(rows, v, a); });
    if (arc == order::k_no_arc) return {};
    return {rows.head(arc), {rows.priority(v, arc), v}};
  }

  /// Sorts every row by falling key: 4 bytes per arc and 8 per vertex.
  void sort_rows(const Context& context, const WeightBits& weight_bits) {
    sorted_.emplace(context, graph_, weight_bits, mix_);
    next_ = Array<std::uint32_t>(graph_.num_vertices, 0);
  }

  /// The same proposal from sorted rows. It goes on where it stopped: suitors only get better, so
  /// that a vertex that has refused refuses for good. One thread at a time asks for `v`. Relaxed:
  /// one that sees an older place looks again at some that refuse.
  [[nodiscard]] Proposal next_proposal(VertexId v) {
    const std::atomic_ref next(next_[v]);
    std::uint32_t place = next.load(std::memory_order_relaxed);
    // Ends: the place grows.
    while (place < sorted_->size(v)) {
      const Offset arc = sorted_->arc(v, place++);
      next.store(place, std::memory_order_relaxed);
      if (!accepts(rows_, v, arc)) continue;
      return {rows_.head(arc), {rows_.priority(v, arc), v}};
    }
    return {};
  }

  /// Vertices that are each other's suitors. In the end those are all that have one.
  [[nodiscard]] std::vector<VertexId> mates(const Context& context) {
    std::vector<VertexId> mates = filled_vector(graph_.num_vertices, k_none);
    parallel::for_each(
        context, mates.size(),
        [&](std::size_t i) {
          const auto v = static_cast<VertexId>(i);
          const VertexId u = words_.held(v).vertex;
          if (u != k_none && words_.held(u).vertex == v) mates[v] = u;
        },
        std::size_t{1} << 15);
    return mates;
  }

 private:
  // Whether the head of v's arc prefers v to its suitor.
  [[nodiscard]] bool accepts(const order::RowScan<WeightBits>& rows, VertexId v, Offset arc) {
    const VertexId u = rows.head(arc);
    const Priority mine = rows.priority(v, arc);
    const Held held = words_.held(u);
    // Plain priorities first: most arcs end here.
    return mine >= held.priority && above(u, {mine, v}, held);
  }

  GraphView graph_;
  order::RowScan<WeightBits> rows_;
  base::PairMixer mix_;
  SuitorWords<Priority> words_;
  std::optional<order::SortedPlaces> sorted_;
  Array<std::uint32_t> next_;  // where each vertex goes on
};

}  // namespace hypermatch::detail::graph_matching
