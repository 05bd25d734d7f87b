// SPDX-License-Identifier: MIT
// Text of a file as messages show it. Whatever a file holds, a message is one line and leaves the
// terminal that shows it as it is.
#pragma once

#include <string>
#include <string_view>

namespace hypermatch::detail::io {

/// `text`, each byte that is no part of a printable character of UTF-8 as `\x1b`.
[[nodiscard]] std::string printable(std::string_view text);

/// Bytes of a text that messages show.
inline constexpr std::size_t k_longest_shown = 40;

/// `text` printable, in quotes, shortened.
[[nodiscard]] std::string shown_text(std::string_view text);

/// True if `text` is UTF-8 without control characters: those of ASCII and of Latin-1, separators
/// of lines, what turns the direction of writing, and a byte order mark.
[[nodiscard]] bool is_plain(std::string_view text);
/// True if `text` holds such characters; bytes that are no UTF-8 are taken for Latin-1.
[[nodiscard]] bool holds_controls(std::string_view text);

/// `text` in double quotes: quotes and backslashes doubled, bytes of control characters and those
/// that are no UTF-8 as `\x1b`.
[[nodiscard]] std::string in_quotes(std::string_view text);
/// The inverse for what begins and ends with a quote. A backslash in front of something else stands
/// for itself.
[[nodiscard]] std::string without_quotes(std::string_view quoted);

}  // namespace hypermatch::detail::io
