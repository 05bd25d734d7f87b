// SPDX-License-Identifier: MIT
#include "io/text/printable.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hypermatch/instance_io.hpp"

namespace hypermatch::detail::io {

namespace {

using Range = std::pair<std::uint32_t, std::uint32_t>;

template <std::size_t N>
bool is_among(std::uint32_t code, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.first <= code && code <= range.second;
  });
}

// False for code points that are no characters, move the cursor, change the writing direction, or
// are invisible.
bool is_printable(std::uint32_t code) {
  static constexpr std::array<Range, 9> k_others = {{{0x00, 0x1F},
                                                     {0x7F, 0x9F},
                                                     {0x200B, 0x200F},
                                                     {0x2028, 0x202E},
                                                     {0x2060, 0x206F},
                                                     {0xD800, 0xDFFF},
                                                     {0xFEFF, 0xFEFF},
                                                     {0xFFF9, 0xFFFF},
                                                     {0xE0000, 0xFFFFFFFF}}};
  return !is_among(code, k_others);
}

// True for code points that end lines, control terminals, change the writing direction, or are the
// byte order mark.
bool is_control(std::uint32_t code) {
  static constexpr std::array<Range, 5> k_controls = {
      {{0x00, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}}};
  return is_among(code, k_controls);
}

struct Character {
  std::size_t size;    // 0: no UTF-8
  std::uint32_t code;  // then the first byte
};

// The first character of `text`, which is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first};
  const Character none = {0, first};
  if (first < 0xC2 || first > 0xF4) return none;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (text.size() < size) return none;
  std::uint32_t code = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return none;
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  // Longer than it has to be is another character in disguise; half of a pair of UTF-16 is none.
  constexpr std::array<std::uint32_t, 5> k_least = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_half = 0xD800 <= code && code <= 0xDFFF;
  return code >= k_least[size] && !is_half && code <= 0x10FFFF ? Character{size, code} : none;
}

// Bytes of the printable character that `text`, which is not empty, begins with; 0 if it begins
// with something else.
std::size_t printable_size(std::string_view text) {
  const auto [size, code] = first_character(text);
  return size != 0 && is_printable(code) ? size : 0;
}

void append_escaped(char c, std::string& to) {
  constexpr std::string_view k_hex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  to += {'\\', 'x', k_hex[byte >> 4], k_hex[byte & 15]};
}

// Appends what `text` begins with, and takes it off.
void move_character(std::string_view& text, std::string& to) {
  const std::size_t size = printable_size(text);
  if (size == 0) {
    append_escaped(text.front(), to);
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

bool is_plain(std::string_view text) {
  // Ends: every turn takes a byte at least.
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    if (size == 0 || is_control(code)) return false;
    text.remove_prefix(size);
  }
  return true;
}

bool holds_controls(std::string_view text) {
  // Ends: every turn takes a byte at least.
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    if (is_control(code)) return true;
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return false;
}

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  // Ends: every turn takes a byte at least.
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    const std::size_t taken = std::max<std::size_t>(size, 1);
    for (const char c : text.substr(0, taken)) {
      if (size == 0 || is_control(code)) {
        append_escaped(c, quoted);
      } else {
        quoted += c;
        if (c == '"' || c == '\\') quoted += c;
      }
    }
    text.remove_prefix(taken);
  }
  return quoted + '"';
}

std::string without_quotes(std::string_view quoted) {
  constexpr std::string_view k_hex = "0123456789abcdef";
  std::string_view text = quoted.substr(1, quoted.size() - 2);
  std::string held;
  // Ends: every turn takes a byte at least.
  while (!text.empty()) {
    const std::string_view next = text.substr(1);
    std::size_t taken = 1;
    char c = text.front();
    if ((c == '"' || c == '\\') && next.starts_with(c)) {
      taken = 2;
    } else if (c == '\\' && next.size() >= 3 && next[0] == 'x') {
      const std::size_t high = k_hex.find(next[1]);
      const std::size_t low = k_hex.find(next[2]);
      if (high != std::string_view::npos && low != std::string_view::npos) {
        c = static_cast<char>(high << 4 | low);
        taken = 4;
      }
    }
    held += c;
    text.remove_prefix(taken);
  }
  return held;
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

std::string printable(std::string_view text) {
  return detail::io::printable(text);
}

}  // namespace hypermatch::io
