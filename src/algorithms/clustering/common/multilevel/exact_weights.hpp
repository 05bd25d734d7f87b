// SPDX-License-Identifier: MIT
// Weights of any type as integers whose sums are exact: integers stay as they are, real numbers are
// rounded to multiples of a power of two.
#pragma once

#include <cstdint>

#include "base/exact_sum.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::clustering {

/// Bound on the sum of all arcs and twice all loops.
inline constexpr base::Int128 k_largest_sum = base::Int128{1} << 62;

/// Sums of all arcs and twice all loops are at most `k_largest_sum`.
struct ExactWeights {
  WeightsView arcs;   ///< none, int32 or int64: the graph's own, or `owned_arcs`
  WeightsView loops;  ///< none, int32 or int64
  Array<std::int64_t> owned_arcs;
  Array<std::int64_t> owned_loops;
  std::int64_t total = 0;  ///< 2W: all arcs, and each loop twice
  double unit = 1.0;       ///< what 1 of these integers stands for, a power of two
};

/// @throws Error{invalid_input} naming the first arc or loop of negative or infinite weight, sizes
/// that do not fit, or a sum beyond 2^62; Error{resources, cancelled}
[[nodiscard]] ExactWeights exact_weights(const Context& context, const GraphView& graph,
                                         const WeightsView& loops);

/// Calls body(weights) with a function from a place to its weight: `body` is instantiated for none,
/// int32 and int64.
template <class Body>
decltype(auto) with_weights(const WeightsView& weights, const Body& body) {
  if (const auto* small = std::get_if<std::span<const std::int32_t>>(&weights)) {
    return body([held = *small](std::uint64_t i) -> std::int64_t { return held[i]; });
  }
  if (const auto* large = std::get_if<std::span<const std::int64_t>>(&weights)) {
    return body([held = *large](std::uint64_t i) -> std::int64_t { return held[i]; });
  }
  return body([](std::uint64_t) -> std::int64_t { return 1; });
}

/// The weight of the loop at v, 0 where there are none.
[[nodiscard]] inline std::int64_t loop_at(const WeightsView& loops, VertexId v) {
  return is_weighted(loops) ? with_weights(loops, [&](const auto& at) { return at(v); }) : 0;
}

}  // namespace hypermatch::detail::clustering
