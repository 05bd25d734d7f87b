// SPDX-License-Identifier: MIT
// The parser of lists that agents share (.prefs whose first line is `p shared-lists LEFT RIGHT`).
#pragma once

#include <span>
#include <string_view>

#include "hypermatch/context.hpp"
#include "hypermatch/preferences_io.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// Whether these first bytes of a file are those of shared lists.
[[nodiscard]] bool begins_shared_lists(std::span<const char> front);

/// @throws TextFailure, and Error{resources, cancelled}; `name` is the file's
[[nodiscard]] hypermatch::io::SharedPreferencesFile parse_shared_preferences(const Context& context,
                                                                             std::string_view name,
                                                                             TextRange text);

}  // namespace hypermatch::detail::io
