// SPDX-License-Identifier: MIT
// What the variants of Suitor share: the words that say who a vertex's suitor is, and the search
// for whom to propose to.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/graph_order.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

/// A suitor and the priority of its edge in one word; 0 is nobody, so vertices count from 1.
struct SuitorWord {
  [[nodiscard]] static std::uint64_t make(std::uint32_t priority, VertexId suitor) {
    return (std::uint64_t{priority} << 32) | (suitor + 1);
  }
  /// k_none of nobody.
  [[nodiscard]] static VertexId suitor(std::uint64_t word) {
    return static_cast<VertexId>(word) - 1;
  }
};

/// A proposal: to whom, and the word that its suitor has if it is taken.
struct Proposal {
  VertexId to = k_none;
  std::uint64_t word = 0;
};

/// `Images` of 32 bits (order::with_narrow_images).
template <class Images>
class SuitorRows {
 public:
  SuitorRows(const GraphView& graph, const Images& images, const base::PairMixer& mix)
      : graph_(graph), rows_(graph, images, mix), mix_(mix), words_(graph.num_vertices, 0) {}

  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] Offset degree(VertexId v) const { return graph_.degree(v); }
  /// For a thread that is alone.
  [[nodiscard]] std::uint64_t& word(VertexId v) { return words_[v]; }
  /// Relaxed: a word carries all that it says; nothing is published through it.
  [[nodiscard]] std::uint64_t shared_word(VertexId v) {
    return std::atomic_ref(words_[v]).load(std::memory_order_relaxed);
  }

  /// Whether suitor `a` of `v` stands above suitor `b`.
  [[nodiscard]] bool above(VertexId v, std::uint64_t a, std::uint64_t b) const {
    if ((a ^ b) >> 32 != 0 || b == 0) return a > b;
    return mix_(v, SuitorWord::suitor(a)) > mix_(v, SuitorWord::suitor(b));
  }

  /// The best proposal that `v` can make, by one look at all of its row.
  [[nodiscard]] Proposal best_proposal(VertexId v) {
    const Offset arc = rows_.best_wanted(v, [&](Offset a) {
      const std::uint64_t suitor = shared_word(rows_.head(a));
      // Plain priorities first: most arcs end here.
      return rows_.image(a) >= suitor >> 32 && above(rows_.head(a), word_of(v, a), suitor);
    });
    if (arc == order::k_no_arc) return {};
    return {rows_.head(arc), word_of(v, arc)};
  }

  /// Sorts every row by falling key: 4 bytes an arc and 4 a vertex.
  void sort_rows(const Context& context) {
    order_.resize(graph_.neighbours.size());
    next_ = Array<std::uint32_t>(graph_.num_vertices, 0);
    parallel::for_each(context, graph_.num_vertices, [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      const Offset begin = graph_.offsets[v];
      std::uint32_t* row = order_.data() + begin;
      const auto degree = static_cast<std::uint32_t>(graph_.degree(v));
      std::iota(row, row + degree, 0U);
      const auto word = [&](std::uint32_t place) {
        return SuitorWord::make(rows_.image(begin + place), graph_.neighbours[begin + place]);
      };
      std::sort(row, row + degree, [&](std::uint32_t a, std::uint32_t b) {
        return a != b && above(v, word(a), word(b));
      });
    });
  }

  /// The same proposal from sorted rows. It goes on where it stopped: suitors only get better, so
  /// who has refused refuses for good.
  [[nodiscard]] Proposal next_proposal(VertexId v) {
    const Offset begin = graph_.offsets[v];
    const auto degree = static_cast<std::uint32_t>(graph_.degree(v));
    // Ends: next_[v] grows.
    while (next_[v] < degree) {
      const Offset arc = begin + order_[begin + next_[v]++];
      if (!rows_.takes_part(arc)) continue;
      const VertexId u = graph_.neighbours[arc];
      const std::uint64_t word = word_of(v, arc);
      if (above(u, word, words_[u])) return {u, word};
    }
    return {};
  }

  /// Who are each other's suitors. In the end those are all who have one.
  [[nodiscard]] std::vector<VertexId> mates(const Context& context) const {
    std::vector<VertexId> mates = filled_vector(graph_.num_vertices, k_none);
    parallel::for_each(context, mates.size(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      const VertexId u = SuitorWord::suitor(words_[v]);
      if (u != k_none && SuitorWord::suitor(words_[u]) == v) mates[v] = u;
    });
    return mates;
  }

 private:
  // What v's suitor word is with the other end of its arc.
  [[nodiscard]] std::uint64_t word_of(VertexId v, Offset arc) const {
    return SuitorWord::make(rows_.image(arc), v);
  }

  GraphView graph_;
  order::RowScan<Images> rows_;
  base::PairMixer mix_;
  Array<std::uint64_t> words_;  // the suitor of each vertex
  Array<std::uint32_t> order_;  // places in each row, by falling key
  Array<std::uint32_t> next_;   // where each vertex goes on
};

}  // namespace hypermatch::detail::graph_matching
