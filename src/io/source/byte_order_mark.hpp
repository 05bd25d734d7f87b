// SPDX-License-Identifier: MIT
// The mark that some programs put in front of a text: that of UTF-8 is skipped, that of UTF-16 says
// that no reader here understands what follows.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// Bytes of the mark that a text begins with; three of its bytes tell.
/// @throws Error{invalid_input} naming line 1 of `name` if it is that of UTF-16
[[nodiscard]] std::size_t byte_order_mark(std::span<const char> front, std::string_view name);

/// Goes behind the mark; returns its bytes. @throws Error{invalid_input, io, resources}
std::size_t skip_byte_order_mark(Input& input);

/// Opens a file for a reader that wants its whole text, and goes behind the mark.
/// @throws Error{invalid_input, io, resources}
[[nodiscard]] Input open_text(const std::string& path);

}  // namespace hypermatch::detail::io
