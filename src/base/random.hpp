// SPDX-License-Identifier: MIT
// Counter-based randomness: every number is a pure function of (seed, stream, item).
#pragma once

#include <cstdint>

#include "base/host_device.hpp"

namespace hypermatch::detail::base {

/// The splitmix64 output function (Steele, Lea, Flood 2014) of the state x.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t splitmix64(std::uint64_t x) {
  std::uint64_t z = x + 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/// 64 bits that depend on both arguments.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t item) {
  return splitmix64(splitmix64(seed) ^ (item * 0xD1342543DE82EF95ULL));
}

/// 64 bits that depend on all three arguments.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t stream,
                                                         std::uint64_t item) {
  return hash(hash(seed, stream), item);
}

/// Uniform in 0 .. bound - 1 (bound > 0), by the high half of a product: bias below bound / 2^64.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t below(std::uint64_t random_bits,
                                                          std::uint64_t bound) {
  // 64 x 64 -> high 64, from 32-bit halves, so that host and device agree without __int128.
  const std::uint64_t a = random_bits >> 32, b = random_bits & 0xFFFFFFFFULL;
  const std::uint64_t c = bound >> 32, d = bound & 0xFFFFFFFFULL;
  const std::uint64_t low = b * d;
  const std::uint64_t cross = a * d + (low >> 32);
  const std::uint64_t cross2 = b * c + (cross & 0xFFFFFFFFULL);
  return a * c + (cross >> 32) + (cross2 >> 32);
}

/// Uniform double in [0, 1) from the high 53 bits.
[[nodiscard]] HYPERMATCH_HD constexpr double unit_interval(std::uint64_t random_bits) {
  return static_cast<double>(random_bits >> 11) * 0x1.0p-53;
}

/// The weight that `random:LO..HI:S` gives to edge e.
[[nodiscard]] HYPERMATCH_HD constexpr std::int64_t random_weight(std::uint64_t e, std::int64_t low,
                                                                 std::int64_t high,
                                                                 std::uint64_t seed) {
  const std::uint64_t range =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const std::uint64_t bits = splitmix64(e + seed * 0xD1342543DE82EF95ULL);
  // range 0 stands for all 2^64 values.
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                   (range == 0 ? bits : bits % range));
}

}  // namespace hypermatch::detail::base
