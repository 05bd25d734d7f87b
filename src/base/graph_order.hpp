// SPDX-License-Identifier: MIT
// The one order on the edges of a graph. Nothing is stored an arc: edges compare by (priority,
// h32(min, max, seed), min, max), all of which follow from the two ends and the weight, so that
// both ends of an edge, and every device, see the same.
#pragma once

#include <compare>
#include <cstdint>

#include "base/edge_order.hpp"
#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::base {

/// h32(min, max, seed): breaks ties among equal priorities. Not injective: among about 10^8 edges
/// some neighbours share it, and then (min, max) decides.
class PairMixer {
 public:
  HYPERMATCH_HD constexpr explicit PairMixer(std::uint64_t seed) : seed_(splitmix64(seed)) {}

  /// Symmetric in its arguments.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t operator()(std::uint32_t a,
                                                                 std::uint32_t b) const {
    const std::uint32_t low = a < b ? a : b;
    const std::uint32_t high = a < b ? b : a;
    std::uint64_t x = ((static_cast<std::uint64_t>(low) << 32) | high) ^ seed_;
    x *= 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 32;
    x *= 0x94D049BB133111EBULL;
    return static_cast<std::uint32_t>(x >> 32);
  }

 private:
  std::uint64_t seed_;
};

/// The word that orders edges but for rare ties: (priority << 32) | h32.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t graph_key(std::uint32_t priority,
                                                              const PairMixer& mix, std::uint32_t a,
                                                              std::uint32_t b) {
  return make_key(priority, mix(a, b));
}

/// An edge's place in the order, whole; greater stands above.
struct GraphRank {
  std::uint64_t key = 0;
  std::uint32_t low = 0;   ///< the smaller end
  std::uint32_t high = 0;  ///< the larger end
  friend constexpr auto operator<=>(const GraphRank&, const GraphRank&) = default;
};

[[nodiscard]] HYPERMATCH_HD constexpr GraphRank graph_rank(std::uint32_t priority,
                                                           const PairMixer& mix, std::uint32_t a,
                                                           std::uint32_t b) {
  return {graph_key(priority, mix, a, b), a < b ? a : b, a < b ? b : a};
}

/// Which of two edges (v, a) and (v, b) of one vertex with equal words stands above: (min, max)
/// rises with the other end, so the larger other end does.
[[nodiscard]] HYPERMATCH_HD constexpr bool above_at_equal_keys(std::uint32_t a, std::uint32_t b) {
  return a > b;
}

}  // namespace hypermatch::detail::base
