// SPDX-License-Identifier: MIT
// Remaining capacities of vertices, with the interface of a `VertexSet` of the full vertices:
// algorithms are templates over the two. A bitmap marks full vertices, as in the plain matching.
// The counts are read only for edges that are taken.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/per_isa.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/types.hpp"
#include "order/vertex_set.hpp"

namespace hypermatch::detail::order {

/// The room of vertices 0 .. num_vertices - 1. A byte per vertex counts up to 255 units, so that
/// the counts stay in cache; a word per vertex holds the units beyond them, where there are any.
class VertexRoom {
 public:
  VertexRoom(VertexId num_vertices, const Capacities& capacities)
      : full_(num_vertices), room_(num_vertices) {
    if (capacities.each.empty() && capacities.common != 0 && capacities.common <= k_most) {
      std::memset(room_.data(), static_cast<int>(capacities.common), num_vertices);
      return;
    }
    for (VertexId v = 0; v < num_vertices; ++v) {
      const std::uint32_t units = capacities[v];
      room_[v] = static_cast<std::uint8_t>(std::min(units, k_most));
      full_.insert_if(v, mask_of(units == 0));
      if (units <= k_most) continue;
      if (beyond_.empty()) beyond_ = Array<std::uint32_t>(num_vertices, 0);
      beyond_[v] = units - k_most;
    }
  }

  /// 1 if v is full, else 0.
  [[nodiscard]] std::uint64_t contains(VertexId v) const { return full_.contains(v); }
  /// Whether one of the pins is full.
  [[nodiscard, gnu::always_inline]] bool meets(const VertexId* pins, std::uint64_t size) const {
    return full_.meets(pins, size);
  }
  [[nodiscard]] bool meets(std::span<const VertexId> pins) const { return full_.meets(pins); }

  /// Units that are left.
  [[nodiscard]] std::uint32_t room(VertexId v) const {
    return room_[v] + (beyond_.empty() ? 0 : beyond_[v]);
  }
  /// Takes one unit of the room of v. A full vertex stays full.
  void insert(VertexId v) {
    const std::uint8_t room = --room_[v];
    if (room == 0 && !beyond_.empty() && beyond_[v] != 0) return refill(v);
    full_.insert_if(v, mask_of(room == 0));
  }
  void insert(std::span<const VertexId> pins) {
    for (const VertexId v : pins) insert(v);
  }
  /// Inlined by force: a function that only prefetches is dropped as a call.
  HYPERMATCH_ALWAYS_INLINE void prefetch(VertexId v) const {
    __builtin_prefetch(room_.data() + v, 1);
  }

 private:
  static constexpr std::uint32_t k_most = 255;

  // All ones or 0.
  [[nodiscard]] static std::uint64_t mask_of(bool set) { return std::uint64_t{0} - (set ? 1 : 0); }
  void refill(VertexId v) {
    const std::uint32_t units = std::min(beyond_[v], k_most);
    room_[v] = static_cast<std::uint8_t>(units);
    beyond_[v] -= units;
  }

  VertexSet full_;
  Array<std::uint8_t> room_;
  Array<std::uint32_t> beyond_;  // empty where no capacity is above 255
};

}  // namespace hypermatch::detail::order
