// SPDX-License-Identifier: MIT
// The one order on edges: key(e) = (priority << 32) | mix(e, seed). Keys are unique because mix is
// a bijection on 32-bit numbers; 0 is a legal key.
#pragma once

#include <bit>
#include <cstdint>

#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::base {

/// Order-preserving image of a 32-bit integer.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t priority_image(std::int32_t value) {
  return static_cast<std::uint32_t>(value) ^ 0x80000000U;
}

/// Order-preserving image of a float that is not NaN; -0 and 0 have the same image.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t priority_image(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value + 0.0F);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

/// Order-preserving image of a 64-bit integer.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t wide_image(std::int64_t value) {
  return static_cast<std::uint64_t>(value) ^ 0x8000000000000000ULL;
}

/// Order-preserving image of a double that is not NaN; -0 and 0 have the same image.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t wide_image(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value + 0.0);
  return (bits & 0x8000000000000000ULL) != 0 ? ~bits : bits | 0x8000000000000000ULL;
}

/// A bijection on 32-bit numbers chosen by a seed, and its inverse.
class TieMixer {
 public:
  HYPERMATCH_HD constexpr explicit TieMixer(std::uint64_t seed) {
    const std::uint64_t h = splitmix64(seed);
    add_ = static_cast<std::uint32_t>(h);
    flip_ = static_cast<std::uint32_t>(h >> 32);
  }

  /// mix(e, seed). Two multiply-xorshift steps between two seed-dependent words.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t operator()(std::uint32_t e) const {
    std::uint32_t x = e + add_;
    x ^= x >> 16;
    x *= k_first;
    x ^= flip_;
    x ^= x >> 15;
    x *= k_second;
    x ^= x >> 15;
    return x;
  }

  /// The e with mix(e, seed) == mixed.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t inverse(std::uint32_t mixed) const {
    std::uint32_t x = undo_shift_15(mixed);
    x *= inverse_of(k_second);
    x = undo_shift_15(x);
    x ^= flip_;
    x *= inverse_of(k_first);
    x ^= x >> 16;
    return x - add_;
  }

 private:
  static constexpr std::uint32_t k_first = 0x21F0AAADU;
  static constexpr std::uint32_t k_second = 0x735A2D97U;

  HYPERMATCH_HD static constexpr std::uint32_t undo_shift_15(std::uint32_t x) {
    return x ^ (x >> 15) ^ (x >> 30);
  }
  /// Inverse of an odd number modulo 2^32, by Newton's iteration.
  HYPERMATCH_HD static constexpr std::uint32_t inverse_of(std::uint32_t odd) {
    std::uint32_t inverse = odd;  // right in the lowest 3 bits
    for (int i = 0; i < 4; ++i) inverse *= 2U - odd * inverse;
    return inverse;
  }

  std::uint32_t add_ = 0;
  std::uint32_t flip_ = 0;
};

[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t make_key(std::uint32_t priority,
                                                             std::uint32_t mixed) {
  return (static_cast<std::uint64_t>(priority) << 32) | mixed;
}

}  // namespace hypermatch::detail::base
