// SPDX-License-Identifier: MIT
// The one order on the edges of a graph. Nothing is stored per arc: edges compare by (priority,
// h32(min, max, seed), min, max), all of which follow from the two ends and the weight, so that
// both ends of an edge, and every device, see the same.
#pragma once

#include <compare>
#include <cstdint>

#include "base/edge_order.hpp"
#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::base {

/// h32(min, max, seed): breaks ties among equal priorities. For one end it is a bijection on the
/// other, so that edges that meet never share it; edges far from each other may, and then (min,
/// max) decides. Where one end stays and the other runs it costs five instructions of 32 bits, one
/// of which is not a multiplication: on GPUs the units that compare and sort are the busy ones.
class PairMixer {
 public:
  HYPERMATCH_HD constexpr explicit PairMixer(std::uint64_t seed)
      : start_(static_cast<std::uint32_t>(splitmix64(seed))),
        mask_(static_cast<std::uint32_t>(splitmix64(seed) >> 32)) {}

  /// Symmetric in its arguments.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t operator()(std::uint32_t a,
                                                                 std::uint32_t b) const {
    return (spread(b) ^ (spread(a) ^ mask_)) * 0x85EBCA6BU;
  }

 private:
  // A bijection, x (2 x + 1) as in RC6 (Rivest, Robshaw, Sidney, Yin 1998): without the square,
  // edges of one length, such as the columns of a grid, had few different hashes. The multipliers
  // are odd and have their ones all over the word. High bits, which order first, depend on all
  // bits.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t spread(std::uint32_t v) const {
    const std::uint32_t x = v * 0x9E3779B1U + start_;
    return x * (2 * x + 1);
  }

  std::uint32_t start_;
  std::uint32_t mask_;
};

/// (priority << 32) | h32: orders edges that meet, unless they are parallel.
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

}  // namespace hypermatch::detail::base
