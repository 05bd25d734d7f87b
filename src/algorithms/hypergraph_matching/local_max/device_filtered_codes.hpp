// SPDX-License-Identifier: MIT
// How a key fits beside a round's number into the 64-bit word that edges compete with at their
// pins. Words of a later round are above all earlier ones, so that nothing is cleared in between.
#pragma once

#include <bit>
#include <cstdint>

#include "base/host_device.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// A map from keys to fewer bits that never falls. Between the smallest and the largest key of a
/// sample, and as far again on both sides, it loses the lowest bits of the range only; outside it
/// is coarser. Keys that share a code do so next to one another: who uses it must notice.
class RoundCodes {
 public:
  static constexpr int k_bits = 54;
  static constexpr std::uint32_t k_rounds = 1U << (64 - k_bits);  ///< rounds 1 .. k_rounds - 1

  RoundCodes() = default;
  /// `coarser` drops so many bits more, for tests.
  HYPERMATCH_HD RoundCodes(std::uint64_t smallest, std::uint64_t largest, int coarser)
      : coarser_(coarser) {
    const std::uint64_t width = largest - smallest;
    low_ = smallest > width ? smallest - width : 0;
    high_ = ~std::uint64_t{0} - largest > width ? largest + width : ~std::uint64_t{0};
    std::uint64_t range = high_ - low_;
    for (; range >= k_middle; range >>= 1) ++shift_;
  }

  [[nodiscard]] HYPERMATCH_HD std::uint64_t operator()(std::uint64_t key) const {
    std::uint64_t code = 0;
    if (key < low_) {
      code = key >> k_outside_shift;
    } else if (key <= high_) {
      code = k_outside + ((key - low_) >> shift_);
    } else {
      code = k_outside + k_middle + ((key - high_) >> k_outside_shift);
    }
    return code >> coarser_;
  }

  [[nodiscard]] static HYPERMATCH_HD std::uint64_t word(std::uint32_t round, std::uint64_t code) {
    return std::uint64_t{round} << k_bits | code;
  }

 private:
  static constexpr std::uint64_t k_middle = std::uint64_t{1} << (k_bits - 1);
  static constexpr std::uint64_t k_outside = std::uint64_t{1} << (k_bits - 2);
  static constexpr int k_outside_shift = 64 - (k_bits - 2);

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  int shift_ = 0;
  int coarser_ = 0;
};

}  // namespace hypermatch::detail::hypergraph_matching
