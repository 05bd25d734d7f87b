// SPDX-License-Identifier: MIT
// The weights of a level's arcs, of a type that is known where they are read.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "base/per_isa.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::clustering {

/// Weights of arcs; void: 1 each.
template <class Weight>
struct ArcWeights {
  const Weight* held;

  using Type = Weight;
  static constexpr bool k_units = false;
  [[nodiscard]] std::int64_t operator[](Offset a) const { return held[a]; }
  HYPERMATCH_ALWAYS_INLINE void prefetch(Offset a) const { __builtin_prefetch(held + a); }
};
template <>
struct ArcWeights<void> {
  using Type = std::int32_t;
  static constexpr bool k_units = true;
  [[nodiscard]] std::int64_t operator[](Offset) const { return 1; }
  HYPERMATCH_ALWAYS_INLINE void prefetch(Offset) const {}
};

/// body(ArcWeights) for weights of a level, which are none, int32 or int64.
template <class Body>
decltype(auto) with_arc_weights(const WeightsView& weights, const Body& body) {
  if (const auto* small = std::get_if<std::span<const std::int32_t>>(&weights)) {
    return body(ArcWeights<std::int32_t>{small->data()});
  }
  if (const auto* large = std::get_if<std::span<const std::int64_t>>(&weights)) {
    return body(ArcWeights<std::int64_t>{large->data()});
  }
  return body(ArcWeights<void>{});
}

}  // namespace hypermatch::detail::clustering
