// SPDX-License-Identifier: MIT
// How a vertex finds the next one to propose to: its arcs by falling key, in rows that are sorted
// first or of which each look picks the best ones left. Bars of heads only rise, so that a head
// that refuses does so for good: rows go on where they stopped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/b_suitor/arc_keys.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/sorted_rows.hpp"

namespace hypermatch::detail::graph_matching {

// An `Accepts` is a callable that tells whether the head of an arc may accept it, and prefetches
// what that takes to know of a head.

/// Rows sorted as a whole. Images must have 32 bits.
template <class WeightBits>
class FullySortedRows {
 public:
  using Key = NarrowKey;
  using Proposal = KeyedArc<Key>;

  FullySortedRows(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
                  const base::PairMixer& mix)
      : rows_(context, graph, weight_bits, mix), next_(graph.num_vertices, 0) {}

  /// The uppermost arc of v, below those that were returned, that accepts(arc). By one thread at a
  /// time for each v.
  template <class Accepts>
  [[nodiscard]] Proposal next(VertexId v, const Accepts& accepts) {
    // Ends: next_[v] grows.
    while (next_[v] < rows_.size(v)) {
      const auto [key, head] = rows_.arc(v, next_[v]++);
      const Proposal arc{key, head};
      if (accepts(arc)) return arc;
    }
    return {};
  }

 private:
  order::SortedRows<WeightBits> rows_;
  Array<std::uint32_t> next_;
};

/// What of a row is left: arcs of at most this key.
template <class Key>
class KeysLeft {
 public:
  explicit KeysLeft(VertexId num_vertices)
      : most_(num_vertices, highest_key<Key>()), is_done_(num_vertices, 0) {}

  [[nodiscard]] Key most(VertexId v) const { return most_[v]; }
  [[nodiscard]] bool none(VertexId v) const { return is_done_[v] != 0; }
  void finish(VertexId v) { is_done_[v] = 1; }
  /// Leaves those below the key.
  void leave_below(VertexId v, Key key) {
    if (!step_down(key)) return finish(v);
    most_[v] = key;
  }

 private:
  Array<Key> most_;
  Array<std::uint8_t> is_done_;
};

/// How many arcs one look at a row picks: so many times the capacity.
struct ArcsPerLook {
  std::uint64_t times_capacity;
  std::uint64_t least;
};
inline constexpr ArcsPerLook k_best_of_row{.times_capacity = 2, .least = 4};
/// As many arcs as the vertex may owe proposals, so that with capacity 1 each proposal looks at all
/// of its row.
inline constexpr ArcsPerLook k_unsorted_row{.times_capacity = 1, .least = 1};

/// The best arcs of each row, picked by one look at all of it and sorted; then the next ones.
template <class WeightBits>
class RowsInParts {
 public:
  using Key = KeyOf<typename WeightBits::Image>;
  using Proposal = KeyedArc<Key>;

  RowsInParts(const GraphView& graph, const WeightBits& weight_bits, const base::PairMixer& mix,
              const Capacities& capacities, const ArcsPerLook& per_look)
      : graph_(graph),
        weight_bits_(weight_bits),
        mix_(mix),
        left_(graph.num_vertices),
        begins_(graph.num_vertices + std::size_t{1}),
        next_(graph.num_vertices, 0),
        sizes_(graph.num_vertices, 0) {
    Offset sum = 0;
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      begins_[v] = sum;
      const std::uint64_t part = per_look.times_capacity * capacities[v];
      sum += std::min(graph.degree(v), std::max(part, per_look.least));
    }
    begins_[graph.num_vertices] = sum;
    arcs_ = Array<Proposal>(sum);
  }

  template <class Accepts>
  [[nodiscard]] Proposal next(VertexId v, const Accepts& accepts) {
    // Ends: next_[v] grows, and each part leaves fewer keys.
    while (true) {
      while (next_[v] < sizes_[v]) {
        const Proposal arc = arcs_[begins_[v] + next_[v]++];
        if (accepts(arc)) return arc;
      }
      if (left_.none(v)) return {};
      sort_part(v, accepts);
    }
  }

 private:
  static constexpr Offset k_ahead = 16;

  // Only arcs whose heads accept now: others never will again.
  template <class Accepts>
  void sort_part(VertexId v, const Accepts& accepts) {
    const std::size_t room = begins_[v + std::size_t{1}] - begins_[v];
    Proposal* const part = arcs_.begin() + begins_[v];
    const auto is_above = [](const Proposal& a, const Proposal& b) { return a.key > b.key; };
    const Key most = left_.most(v);
    Key least = {};
    bool is_heap = false, is_cut = false;
    std::size_t count = 0;
    for (Offset i = graph_.offsets[v]; i < graph_.offsets[v + std::size_t{1}]; ++i) {
      // Of the next rows, too: most vertices are served one after the other.
      if (i + k_ahead < graph_.neighbours.size()) accepts.prefetch(graph_.neighbours[i + k_ahead]);
      const auto image = weight_bits_(i);
      if (image < weight_bits_.lowest() || image < image_of(least) || image > image_of(most)) {
        continue;
      }
      const VertexId head = graph_.neighbours[i];
      const Proposal arc{key_of(image, mix_(v, head)), head};
      if (arc.key > most || arc.key < least || !accepts(arc)) continue;
      if (count < room) {
        part[count++] = arc;
        continue;
      }
      // The lowest one of the part stands first.
      is_cut = true;
      if (!std::exchange(is_heap, true)) std::make_heap(part, part + count, is_above);
      if (arc.key > part[0].key) {
        std::pop_heap(part, part + count, is_above);
        part[count - 1] = arc;
        std::push_heap(part, part + count, is_above);
      }
      least = part[0].key;
    }
    std::sort(part, part + count, is_above);
    next_[v] = 0;
    sizes_[v] = static_cast<std::uint32_t>(count);
    if (is_cut) {
      left_.leave_below(v, part[count - 1].key);
    } else {
      left_.finish(v);
    }
  }

  GraphView graph_;
  WeightBits weight_bits_;
  base::PairMixer mix_;
  KeysLeft<Key> left_;
  Array<Offset> begins_;  // of the part of each vertex
  Array<Proposal> arcs_;  // by falling key
  Array<std::uint32_t> next_;
  Array<std::uint32_t> sizes_;
};

}  // namespace hypermatch::detail::graph_matching
