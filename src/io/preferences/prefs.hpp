// SPDX-License-Identifier: MIT
// The parser of preferences as text (.prefs).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hypermatch/context.hpp"
#include "hypermatch/preferences_io.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Whether a line that begins at `at`, behind its blanks, is a comment of preferences.
[[nodiscard]] inline bool is_comment_of_preferences(const char* at, const char* end) {
  return *at == '%' || (*at == 'c' && (at + 1 == end || is_space(at[1])));
}

/// Whether these first bytes of a file are those of preferences, in any of their formats.
[[nodiscard]] bool begins_preferences(std::span<const char> front);
/// The format that the ending of a name tells; automatic: none.
[[nodiscard]] hypermatch::io::PreferencesFormat preferences_format_of(std::string_view name);
/// Whether the ending of a name says so.
[[nodiscard]] bool has_name_of_preferences(std::string_view path);

/// Refuses preferences in a reader of graphs and hypergraphs. @throws Error{invalid_option} naming
/// the verb
[[noreturn]] void refuse_preferences(const std::string& name);

/// Throws TextFailure for a number that is none of `count` agents.
[[noreturn]] void fail_agent(const char* at, const char* end, VertexId count);

/// A header of few bytes must not ask for memory that no machine has. @throws Error{resources}
void check_room(std::string_view name, std::uint64_t agents);

/// @throws TextFailure, and Error{resources, cancelled}; `name` is the file's
[[nodiscard]] hypermatch::io::PreferencesFile parse_preferences(const Context& context,
                                                                std::string_view name,
                                                                TextRange text);

}  // namespace hypermatch::detail::io
