// SPDX-License-Identifier: MIT
// Claims of vertices on active edges, in a round of local max; edges that all their pins claim are
// matched. In a matching a vertex claims its best edge. Under capacities it claims as many of its
// best edges as it has room for: greedy takes each edge that all pins claim, because fewer edges
// than there is room for lie above it at each pin. The rounds are templates over the two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The lowest of the `room` uppermost keys, or 0 where there are no more than that. Permutes the
/// keys. `room` > 0. Expected work O(keys).
[[nodiscard]] inline std::uint64_t lowest_claimed(std::span<std::uint64_t> keys,
                                                  std::uint32_t room) {
  if (keys.size() <= room) return 0;
  const auto lowest = keys.begin() + static_cast<std::ptrdiff_t>(room - 1);
  std::nth_element(keys.begin(), lowest, keys.end(), std::greater<>());
  return *lowest;
}

/// Leaves out the edges with a pin of capacity 0.
inline void leave_out_full(const Context& context, const HypergraphView& hypergraph,
                           const Capacities& capacities, RatedEdges& rated) {
  parallel::for_each(context, rated.left_out.size(), [&](std::size_t i) {
    const auto pins = hypergraph.pins_of(static_cast<EdgeId>(i));
    if (std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return capacities[v] == 0; })) {
      rated.left_out[i] = 1;
    }
  });
  rated.num_edges = parallel::reduce<std::uint64_t>(
      context, rated.left_out.size(), 0,
      [&](std::size_t i) { return std::uint64_t{1} - rated.left_out[i]; }, std::plus<>());
}

/// Each vertex claims its best edge.
template <SharedArrays Arrays>
class OneClaim {
 public:
  static constexpr bool k_counts = false;

  OneClaim(const Context& context, Arrays& arrays, std::size_t n)
      : best_(arrays.make("best", n, EdgeId{k_none})), max_rows_(context) {}

  /// `is_active(e)` tells which edges take part, `vertex_is_active(v)` which vertices. Calls
  /// chosen(v, its best edge), which is to set it, for each active vertex, in any order and at
  /// once.
  template <class Level, class Key, class VertexIsActive, class IsActive, class Chosen>
  void choose(const Context& context, const Level& level, const Key& key,
              const VertexIsActive& vertex_is_active, const IsActive& is_active,
              const Chosen& chosen) {
    max_rows_(
        context, level.num_vertices, [&](std::size_t v) { return level.vertex_offsets.get(v); },
        vertex_is_active, KeyedEdge{},
        [&](std::size_t, std::uint64_t p) {
          const EdgeId e = level.incident.get(p);
          return is_active(e) ? KeyedEdge{key.get(e), e} : KeyedEdge{};
        },
        upper, [&](std::size_t v, const KeyedEdge& top) { chosen(v, top.edge); });
  }
  template <class Level, class Key, class VertexIsActive, class IsActive>
  void choose(const Context& context, const Level& level, const Key& key,
              const VertexIsActive& vertex_is_active, const IsActive& is_active) {
    choose(context, level, key, vertex_is_active, is_active,
           [&](std::size_t v, EdgeId top) { set_best(v, top); });
  }
  template <class Key>
  [[nodiscard]] bool claims(std::size_t v, std::size_t e, const Key& /*key*/) const {
    return best_.get(v) == e;
  }
  /// The edge that v claims, or `k_none`.
  [[nodiscard]] EdgeId best(std::size_t v) const { return best_.get(v); }
  void set_best(std::size_t v, EdgeId e) { best_.set(v, e); }
  [[nodiscard]] bool claims_none(std::size_t v) const { return best_.get(v) == k_none; }

 private:
  typename Arrays::template Words<EdgeId> best_;
  parallel::RowReducer<KeyedEdge> max_rows_;
};

/// Each vertex claims as many of its best edges as it has room for. Keys differ: ties are fixed.
/// One thread selects what a vertex claims, in memory of 8 bytes per pin.
template <SharedArrays Arrays>
class RoomClaims {
 public:
  static constexpr bool k_counts = true;

  RoomClaims(const Context& context, Arrays& arrays, std::size_t n, std::size_t num_pins,
             const Capacities& capacities)
      : lowest_(arrays.template make<std::uint64_t>("lowest", n)),
        room_(arrays.template make<std::uint32_t>("room", n)),
        new_room_(arrays.template make<std::uint32_t>("room", n)),
        has_active_(arrays.template make<std::uint8_t>("has_active", n)),
        keys_(num_pins),
        sum_rows_(context) {
    arrays.begin_phase();
    parallel::for_each(context, n, [&](std::size_t v) { room_.set(v, capacities[v]); });
  }

  template <class Level, class Key, class VertexIsActive, class IsActive>
  void choose(const Context& context, const Level& level, const Key& key,
              const VertexIsActive& vertex_is_active, const IsActive& is_active) {
    const auto offset = [&](std::size_t v) { return level.vertex_offsets.get(v); };
    parallel::for_pieces(context, level.num_vertices, offset, [&](const parallel::RowPiece& piece) {
      const std::size_t v = piece.row;
      // The whole row, whatever part of it the piece is.
      if (!piece.starts || !vertex_is_active(v)) return;
      const std::uint64_t begin = offset(v);
      std::uint64_t end = begin;
      for (std::uint64_t p = begin; p < offset(v + 1); ++p) {
        const EdgeId e = level.incident.get(p);
        if (is_active(e)) keys_[end++] = key.get(e);
      }
      has_active_.set(v, end == begin ? 0 : 1);
      lowest_.set(v, lowest_claimed({keys_.data() + begin, keys_.data() + end}, room_.get(v)));
    });
  }
  template <class Key>
  [[nodiscard]] bool claims(std::size_t v, std::size_t e, const Key& key) const {
    return key.get(e) >= lowest_.get(v);
  }
  [[nodiscard]] bool claims_none(std::size_t v) const { return has_active_.get(v) == 0; }

  /// Takes from the room of each active vertex what its matched edges use, and calls
  /// left(v, whether v is full).
  template <class Level, class VertexIsActive, class IsMatched, class Left>
  void use_room(const Context& context, const Level& level, const VertexIsActive& vertex_is_active,
                const IsMatched& is_matched, const Left& left) {
    sum_rows_(
        context, level.num_vertices, [&](std::size_t v) { return level.vertex_offsets.get(v); },
        vertex_is_active, std::uint32_t{0},
        [&](std::size_t, std::uint64_t p) {
          return std::uint32_t{is_matched(level.incident.get(p)) ? 1U : 0U};
        },
        std::plus<>(),
        [&](std::size_t v, std::uint32_t used) {
          const std::uint32_t room = room_.get(v) - used;
          room_.set(v, room);
          left(v, room == 0);
        });
  }

  /// Vertex `from` gets the number `to`, in all at once.
  void renumber(std::size_t from, std::size_t to) { new_room_.set(to, room_.get(from)); }
  void end_renumbering() { std::swap(room_, new_room_); }

 private:
  typename Arrays::template Words<std::uint64_t> lowest_;  // key that each vertex claims
  typename Arrays::template Words<std::uint32_t> room_;
  typename Arrays::template Words<std::uint32_t> new_room_;  // of vertices with new numbers
  typename Arrays::template Words<std::uint8_t>
      has_active_;             // whether the vertex has an active edge
  Array<std::uint64_t> keys_;  // of the active edges of a vertex, where its row is
  parallel::RowReducer<std::uint32_t> sum_rows_;
};

/// Calls run(rated, claims), under the default capacities with claims of a matching.
template <SharedArrays Arrays, class Run>
LocalMaxOutcome with_claims(const Context& context, const HypergraphView& hypergraph,
                            const Capacities& capacities, RatedEdges rated, Arrays& arrays,
                            const Run& run) {
  const std::size_t n = hypergraph.num_vertices;
  if (capacities.is_default()) {
    return run(std::move(rated), OneClaim<Arrays>(context, arrays, n));
  }
  leave_out_full(context, hypergraph, capacities, rated);
  return run(std::move(rated),
             RoomClaims<Arrays>(context, arrays, n, hypergraph.num_pins(), capacities));
}

}  // namespace hypermatch::detail::hypergraph_matching
