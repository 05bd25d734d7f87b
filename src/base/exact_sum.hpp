// SPDX-License-Identifier: MIT
// Exact sums, the same bits in whatever order and parts their terms are added: on one thread, on
// many, on devices, over ranks. Sums that decide anything are made with these; a result is rounded
// once, when it is asked for. Integers of 64 bits are added up in 128 (`Int128`).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/host_device.hpp"

namespace hypermatch::detail::base {

/// Holds every sum of 2^63 integers of 64 bits.
__extension__ using Int128 = __int128;

/// Whether a sum is one of int64.
[[nodiscard]] HYPERMATCH_HD constexpr bool fits_int64(Int128 sum) {
  return static_cast<std::int64_t>(sum) == sum;
}

/// The exact sum of doubles: a fixed-point number of 2240 bits in units of 2^-1074, which every
/// finite double is a multiple of (Kulisch, Miranker 1986, doi:10.1137/1028001). 576 bytes. At most
/// 2^64 terms.
class ExactSum {
 public:
  /// A term that is not finite makes the sum what IEEE addition would make of it.
  HYPERMATCH_HD constexpr void add(double term) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(term);
    const std::uint64_t exponent = bits >> 52 & 0x7FF;
    if (exponent == 0x7FF) {
      special_ += term;
      return;
    }
    std::uint64_t mantissa = bits & k_mantissa;
    if (exponent != 0) mantissa |= k_mantissa + 1;
    if (mantissa == 0) return;
    // The term is mantissa * 2^place units.
    const auto place = static_cast<unsigned>(exponent == 0 ? 0 : exponent - 1);
    const unsigned limb = place / 32;
    const unsigned shift = place % 32;
    // 53 bits, shifted by at most 31: three limbs.
    const std::uint64_t low = (mantissa & k_limb) << shift;
    const std::uint64_t high = (mantissa >> 32) << shift;
    const std::uint64_t middle = (low >> 32) + (high & k_limb);
    const bool negative = bits >> 63 != 0;
    put(limb, low & k_limb, negative);
    put(limb + 1, middle, negative);
    put(limb + 2, high >> 32, negative);
    touch(limb, limb + 2);
    if (++pending_ == k_most_pending) normalise();
  }

  /// All terms of another sum.
  HYPERMATCH_HD constexpr void add(const ExactSum& other) {
    special_ += other.special_;
    if (other.first_ > other.last_) return;
    ExactSum part = other;
    part.normalise();
    normalise();
    for (int i = part.first_; i <= part.last_; ++i) limbs_[i] += part.limbs_[i];
    touch(static_cast<unsigned>(part.first_), static_cast<unsigned>(part.last_));
    pending_ = 4;
  }

  /// The nearest double, ties to even; infinite beyond double.
  [[nodiscard]] HYPERMATCH_HD constexpr double value() const {
    if (special_ != 0 || special_ != special_) return special_;
    ExactSum size = *this;
    size.normalise();
    const bool negative = size.first_ <= size.last_ && size.limbs_[size.last_] < 0;
    if (negative) size.negate();
    int top = size.last_;
    // Ends: top falls.
    while (top >= size.first_ && size.limbs_[top] == 0) --top;
    if (top < size.first_) return 0;
    const auto top_limb = static_cast<std::uint64_t>(size.limbs_[top]);
    const int highest = 32 * top + static_cast<int>(std::bit_width(top_limb)) - 1;
    const int begin = highest > 52 ? highest - 52 : 0;  // of the bits that are kept
    std::uint64_t mantissa = size.bits_from(begin);
    const bool half = begin > 0 && (size.bits_from(begin - 1) & 1) != 0;
    if (half && ((mantissa & 1) != 0 || size.has_bits_below(begin - 1))) ++mantissa;
    // A mantissa of 2^52 or more counts one into the exponent, a carry to 2^53 one more.
    const std::uint64_t beyond = std::uint64_t{0x7FF} << 52;
    const std::uint64_t bits = (static_cast<std::uint64_t>(begin) << 52) + mantissa;
    const std::uint64_t sign = std::uint64_t{negative} << 63;
    return std::bit_cast<double>(sign | (begin > 0x7FF || bits > beyond ? beyond : bits));
  }

 private:
  static constexpr int k_limbs = 70;
  static constexpr std::uint64_t k_limb = 0xFFFFFFFFU;
  static constexpr std::uint64_t k_mantissa = (std::uint64_t{1} << 52) - 1;
  // Each term adds less than 2^33 to a limb, which holds less than 2^63.
  static constexpr std::uint32_t k_most_pending = 1U << 29;

  HYPERMATCH_HD constexpr void put(unsigned limb, std::uint64_t part, bool negative) {
    limbs_[limb] += negative ? -static_cast<std::int64_t>(part) : static_cast<std::int64_t>(part);
  }
  HYPERMATCH_HD constexpr void touch(unsigned first, unsigned last) {
    if (static_cast<int>(first) < first_) first_ = static_cast<int>(first);
    if (static_cast<int>(last) > last_) last_ = static_cast<int>(last);
  }

  // Makes all touched limbs but the last one less than 2^32 and not negative, the last one less
  // than 2^32 in size: it bears the sign.
  HYPERMATCH_HD constexpr void normalise() {
    pending_ = 1;
    // Ends: the sum of 2^64 terms has fewer limbs than there are.
    for (int i = first_; i <= last_; ++i) {
      const std::int64_t limb = limbs_[i];
      const bool fits = limb > -static_cast<std::int64_t>(k_limb) - 1 &&
                        limb <= static_cast<std::int64_t>(k_limb);
      if (i == last_ && (fits || i + 1 == k_limbs)) return;
      limbs_[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(limb) & k_limb);
      limbs_[i + 1] += limb >> 32;
      if (i == last_) ++last_;
    }
  }

  HYPERMATCH_HD constexpr void negate() {
    for (int i = first_; i <= last_; ++i) limbs_[i] = -limbs_[i];
    normalise();
  }

  // Bits begin .. begin + 63 of a normalised number that is not negative.
  [[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t bits_from(int begin) const {
    std::uint64_t bits = 0;
    for (int i = begin / 32, at = -(begin % 32); at < 64; ++i, at += 32) {
      if (i < first_ || i > last_) continue;
      const auto limb = static_cast<std::uint64_t>(limbs_[i]);
      bits |= at < 0 ? limb >> -at : limb << at;
    }
    return bits;
  }
  [[nodiscard]] HYPERMATCH_HD constexpr bool has_bits_below(int end) const {
    for (int i = first_; i <= last_ && 32 * i < end; ++i) {
      auto limb = static_cast<std::uint64_t>(limbs_[i]);
      if (end - 32 * i < 32) limb &= (std::uint64_t{1} << (end - 32 * i)) - 1;
      if (limb != 0) return true;
    }
    return false;
  }

  std::int64_t limbs_[k_limbs] = {};  // limb i counts 2^(32 i) units; zero but first_ .. last_
  int first_ = k_limbs;
  int last_ = -1;
  std::uint32_t pending_ = 1;  // terms since limbs were small
  double special_ = 0;         // the sum of terms that are not finite
};

/// Adds `term` to `sum`; whether that was exact. By Knuth's two-sum, whose error is NaN beyond the
/// range of double.
HYPERMATCH_HD constexpr bool add_exactly(double& sum, double term) {
  const double before = sum;
  sum += term;
  const double part = sum - before;
  return (before - (sum - part)) + (term - part) == 0;
}

/// The sum of term(0) .. term(count - 1), rounded once.
template <class Term>
[[nodiscard]] HYPERMATCH_HD constexpr double exact_sum(std::size_t count, const Term& term) {
  // A single addition is rounded once as well.
  if (count <= 2) return (count > 0 ? term(0) : 0.0) + (count > 1 ? term(1) : 0.0);
  double simple = 0;
  bool exact = true;
  for (std::size_t i = 0; i < count; ++i) exact &= add_exactly(simple, term(i));
  if (exact) return simple;
  ExactSum sum;
  for (std::size_t i = 0; i < count; ++i) sum.add(term(i));
  return sum.value();
}

}  // namespace hypermatch::detail::base
