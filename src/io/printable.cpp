// SPDX-License-Identifier: MIT
#include "io/printable.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace hypermatch::detail::io {

namespace {

// What is no character, moves the cursor, turns the direction of writing, or cannot be seen.
bool is_printable(std::uint32_t code) {
  using Range = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr std::array<Range, 9> k_others = {{{0x00, 0x1F},
                                                     {0x7F, 0x9F},
                                                     {0x200B, 0x200F},
                                                     {0x2028, 0x202E},
                                                     {0x2060, 0x206F},
                                                     {0xD800, 0xDFFF},
                                                     {0xFEFF, 0xFEFF},
                                                     {0xFFF9, 0xFFFF},
                                                     {0xE0000, 0xFFFFFFFF}}};
  return std::none_of(k_others.begin(), k_others.end(), [&](const Range& range) {
    return range.first <= code && code <= range.second;
  });
}

// Bytes of the printable character that `text`, which is not empty, begins with; 0 if it begins
// with something else.
std::size_t printable_size(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return is_printable(first) ? 1 : 0;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (text.size() < size) return 0;
  std::uint32_t code = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  // Longer than it has to be: another character in disguise.
  constexpr std::array<std::uint32_t, 5> k_least = {0, 0, 0x80, 0x800, 0x10000};
  return code >= k_least[size] && is_printable(code) ? size : 0;
}

// Appends what `text` begins with, and takes it off.
void move_character(std::string_view& text, std::string& to) {
  constexpr std::string_view k_hex = "0123456789abcdef";
  const std::size_t size = printable_size(text);
  if (size == 0) {
    const auto byte = static_cast<unsigned char>(text.front());
    to += {'\\', 'x', k_hex[byte >> 4], k_hex[byte & 15]};
  } else {
    to += text.substr(0, size);
  }
  text.remove_prefix(std::max<std::size_t>(size, 1));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  // Ends: every turn takes a byte at least.
  while (!text.empty()) move_character(text, shown);
  return shown;
}

std::string shown_text(std::string_view text) {
  const std::size_t size = text.size();
  std::string shown = "'";
  // Ends: every turn takes a byte at least.
  while (!text.empty() && size - text.size() < k_longest_shown) move_character(text, shown);
  return shown + (text.empty() ? "'" : "...'");
}

}  // namespace hypermatch::detail::io
