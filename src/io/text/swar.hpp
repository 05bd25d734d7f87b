// SPDX-License-Identifier: MIT
// Decimal digits eight at a time in one machine word, without branches (the multiplications follow
// Lemire's "Number parsing at a gigabyte per second", 2021, doi:10.1002/spe.2984).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace hypermatch::detail::io {

/// Up to eight digits at the front of a text.
struct DigitWord {
  std::uint64_t digits;     ///< a digit's value a byte, in text order from the lowest byte
  std::uint64_t non_digit;  ///< the high bit of the first byte that is no digit, and some behind it

  /// Loads eight bytes.
  explicit DigitWord(const char* at) {
    std::uint64_t text = 0;
    std::memcpy(&text, at, sizeof(text));
    if constexpr (std::endian::native == std::endian::big) text = __builtin_bswap64(text);
    digits = text ^ 0x3030303030303030ULL;
    // A byte above 9 carries into its high bit; the first such byte is never missed or invented.
    non_digit = ((digits + 0x7676767676767676ULL) | digits) & 0x8080808080808080ULL;
  }
  /// Bits in front of the first byte that is no digit: 8 times the number of digits; 64 if all are.
  [[nodiscard]] int bits() const { return std::countr_zero(non_digit) & ~7; }
  /// The value of the first `bits` / 8 digits, at least one.
  [[nodiscard]] std::uint32_t value(int bits) const {
    std::uint64_t t = digits << (64 - bits);  // leading zeros in front
    t = t * 10 + (t >> 8);
    return static_cast<std::uint32_t>(
        (((t & 0x000000FF000000FFULL) * 0x000F424000000064ULL) +
         (((t >> 16) & 0x000000FF000000FFULL) * 0x0000271000000001ULL)) >>
        32);
  }
};

}  // namespace hypermatch::detail::io
