// SPDX-License-Identifier: MIT
// Falling lists of edges, one of each rank, that are merged and taken in order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"
#include "parallel/ranks/mail.hpp"

namespace hypermatch::detail::order {

/// A set of vertices from all over the instance: a table with room for twice as many, by linear
/// probes.
class TakenVertices {
 public:
  explicit TakenVertices(std::size_t most) : slots_(std::bit_ceil(2 * most + 1), k_none) {}
  [[nodiscard]] bool meets(std::span<const VertexId> pins) const {
    return std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return slots_[find(v)] == v; });
  }
  void insert(std::span<const VertexId> pins) {
    for (const VertexId v : pins) slots_[find(v)] = v;
  }

 private:
  // Ends: there are free slots.
  [[nodiscard]] std::size_t find(VertexId v) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = base::splitmix64(v) & mask;
    while (slots_[at] != k_none && slots_[at] != v) at = (at + 1) & mask;
    return at;
  }

  Array<VertexId> slots_;
};

/// Edges that all ranks have handed over, from the top.
template <class Key>
class FallingLists {
 public:
  /// From boxes with, in order: whether edges are held back, and the size of all edges, or 0; keys;
  /// sizes where they differ; pins.
  explicit FallingLists(parallel::Mail& mail) : lists_(mail.size()), heads_(mail.size()) {
    for (std::size_t q = 0; q < mail.size(); ++q) {
      const std::span<const std::uint64_t> facts = mail.take<std::uint64_t>(q);
      List& list = lists_[q];
      list.size = static_cast<std::size_t>(facts[1]);
      list.keys = mail.take<Key>(q);
      list.sizes = mail.take<std::uint32_t>(q);
      list.pins = mail.take<VertexId>(q);
      num_pins_ += list.pins.size();
      if (facts[0] != 0) bar_ = std::max(bar_, list.keys.back());
      if (list.keys.empty()) continue;
      heads_[q] = list.keys[0];
      heap_.push_back(q);
    }
    for (std::size_t i = heap_.size(); i-- > 0;) sink(i);
  }

  [[nodiscard]] std::size_t num_pins() const { return num_pins_; }
  [[nodiscard]] std::size_t num_edges(std::size_t q) const { return lists_[q].keys.size(); }

  /// Takes the edges whose vertices are not in the set, puts these there, and calls taken(q, i) for
  /// edge i of rank q, in order. Edges below the first one that was held back are left out.
  template <class Vertices, class Taken>
  void take(Vertices& vertices, const Taken& taken) {
    // Ends: each turn takes an edge from a list.
    while (!heap_.empty() && heads_[heap_[0]] >= bar_) {
      const std::size_t q = heap_[0];
      List& list = lists_[q];
      const std::size_t place = list.next++;
      const std::size_t size = list.size != 0 ? list.size : list.sizes[place];
      const std::span<const VertexId> pins = list.pins.subspan(list.pins_at, size);
      list.pins_at += size;
      if (list.next < list.keys.size()) {
        heads_[q] = list.keys[list.next];
      } else {
        heap_[0] = heap_.back();
        heap_.pop_back();
      }
      sink(0);
      if (vertices.meets(pins)) continue;
      vertices.insert(pins);
      taken(q, place);
    }
  }

 private:
  struct List {
    std::span<const Key> keys;
    std::size_t size = 0;                  // of all edges, or 0: they differ
    std::span<const std::uint32_t> sizes;  // where they differ
    std::span<const VertexId> pins;
    std::size_t next = 0;
    std::size_t pins_at = 0;
  };

  // Restores the heap below place i.
  void sink(std::size_t i) {
    // Ends: i grows.
    for (std::size_t child = 2 * i + 1; child < heap_.size(); child = 2 * i + 1) {
      if (child + 1 < heap_.size() && heads_[heap_[child + 1]] > heads_[heap_[child]]) ++child;
      if (heads_[heap_[child]] < heads_[heap_[i]]) return;
      std::swap(heap_[child], heap_[i]);
      i = child;
    }
  }

  std::vector<List> lists_;
  std::vector<Key> heads_;         // the next key of each rank
  std::vector<std::size_t> heap_;  // ranks with edges left, by their heads
  Key bar_{};
  std::size_t num_pins_ = 0;
};

}  // namespace hypermatch::detail::order
