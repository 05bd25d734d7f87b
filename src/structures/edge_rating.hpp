// SPDX-License-Identifier: MIT
// The definition of ratings as quotients, which are floats. Weights that leave the range of float
// are multiplied by a power of two before they are divided, the same for all edges, so that no edge
// near the heaviest one is lost. Loads, what edges take of capacities, are integers, so that their
// pins can be added up in any order.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/host_device.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::structures {

/// As the public `resolve`, on one core and without a context, for verifiers. Weights of an
/// unweighted instance count as 1 under every objective.
[[nodiscard]] OrderOptions resolve(const HypergraphView& hypergraph, OrderOptions options);

/// Combines what `largest_rated_weight` finds in two parts.
[[nodiscard]] double larger_rated_weight(double a, double b);

/// True if quotients are asked for of weights that may leave the range of float: floats, whose
/// quotients may be subnormal, and doubles. `order` must be resolved.
[[nodiscard]] bool may_need_scale(const HypergraphView& hypergraph, const OrderOptions& order);

/// The largest weight among the edges first .. last - 1 that take part; where none of them is
/// positive, the one of the largest size; 0 if there is none. Of a call that `may_need_scale`.
/// Negative weights beyond float's range are ties: no guarantee speaks of them.
[[nodiscard]] double largest_rated_weight(const HypergraphView& hypergraph,
                                          const OrderOptions& order, std::size_t first,
                                          std::size_t last);

/// The factor of weights before the division, for the largest absolute value `largest` of a weight
/// that takes part: 1 from 2^-20 to the largest float, else the power of two that moves `largest`
/// to 2^126 .. 2^127, or as near as 2^1000 does. The scaling is exact, so the order of normal
/// ratings does not change. Ratings below 2^-126 still underflow (per load below 2^-94): 2^32 such
/// edges weigh less than 2^-40 (per load 2^-10) times the heaviest edge, even if that has 2^32
/// pins.
[[nodiscard]] HYPERMATCH_HD inline double scale_of(double largest) {
  if (largest == 0 ||
      (largest >= 0x1p-20 && largest <= static_cast<double>(std::numeric_limits<float>::max()))) {
    return 1;
  }
  constexpr int k_bias = 1023;
  // The exponent field of a subnormal number gives -1023, beyond the limit like its true exponent.
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52) - k_bias;
  const int shift = 126 - exponent < 1000 ? 126 - exponent : 1000;
  return std::bit_cast<double>(static_cast<std::uint64_t>(shift + k_bias) << 52);
}

/// `scale_of` all edges; 1 of a call that does not need it. O(m), sequential.
[[nodiscard]] double rating_scale(const HypergraphView& hypergraph, const OrderOptions& order);

/// weight / size, in double, rounded once to float. `size` > 0.
[[nodiscard]] HYPERMATCH_HD inline float weight_per_pin(double weight, std::uint64_t size) {
  return static_cast<float>(weight / static_cast<double>(size));
}

/// weight / sqrt(size), in double, rounded once to float. `size` > 0.
[[nodiscard]] HYPERMATCH_HD inline float weight_per_sqrt_pins(double weight, std::uint64_t size) {
  return static_cast<float>(weight / std::sqrt(static_cast<double>(size)));
}

/// Loads count units of 2^-32.
inline constexpr std::uint64_t k_unit_of_load = std::uint64_t{1} << 32;

/// The load that a pin adds to its edge: 1 / capacity, rounded up. Capacity 0 counts as 1.
[[nodiscard]] HYPERMATCH_HD inline std::uint64_t load_of_pin(std::uint32_t capacity) {
  return capacity <= 1 ? k_unit_of_load : (k_unit_of_load + capacity - 1) / capacity;
}

/// The load of edge e. Below 2^64, because no edge has 2^32 pins. O(size), or O(1) where all
/// vertices have one capacity.
[[nodiscard]] std::uint64_t load_of(const HypergraphView& hypergraph, const Capacities& capacities,
                                    EdgeId e);

/// weight / load, in double, rounded once to float; the load counts its units, so that no quotient
/// is larger than the weight. `load` > 0.
[[nodiscard]] HYPERMATCH_HD inline float weight_per_load(double weight, std::uint64_t load) {
  return static_cast<float>(weight / static_cast<double>(load));
}

/// Whether ratings depend on capacities, not only on sizes: loads are to be computed. `order` must
/// be resolved.
[[nodiscard]] inline bool rates_by_load(const OrderOptions& order, const Capacities& capacities) {
  return order.rating == Rating::weight_per_load && !capacities.is_default();
}

}  // namespace hypermatch::detail::structures
