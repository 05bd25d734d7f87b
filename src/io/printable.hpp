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

}  // namespace hypermatch::detail::io
