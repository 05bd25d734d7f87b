// SPDX-License-Identifier: MIT
// The usual line of an edge list, integers of one to seven digits with single separators, read
// eight bytes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/swar.hpp"

namespace hypermatch::detail::io {

/// Columns of such a line, at most.
inline constexpr std::size_t k_most_plain = 3;

/// Reads a line of `layout.columns` such integers at `at`; those in front of the weight begin with
/// no needless zero. Returns where the next line begins; null, `values` being anything, if the line
/// is another one or too close to the end.
[[nodiscard]] inline const char* read_plain_line(const EdgeListLayout& layout, const char* at,
                                                 const char* end,
                                                 std::array<std::uint32_t, k_most_plain>& values) {
  // The longest line, and what is loaded behind the last integer's begin.
  constexpr std::ptrdiff_t k_most_bytes = 8 * (static_cast<std::ptrdiff_t>(k_most_plain) + 1);
  if (end - at < k_most_bytes) return nullptr;
  const char separator = static_cast<char>(layout.separator);
  for (std::size_t i = 0; i < layout.columns; ++i) {
    const DigitWord word(at);
    const int bits = word.bits();
    // 0 bits mean no digits, 64 bits too many.
    if (static_cast<unsigned>(bits - 1) >= 63) return nullptr;
    if (i < 2 && *at == '0' && bits > 8) return nullptr;
    values[i] = word.value(bits);
    at += bits / 8;
    if (*at != (i + 1 == layout.columns ? '\n' : separator)) return nullptr;
    ++at;
  }
  return at;
}

}  // namespace hypermatch::detail::io
