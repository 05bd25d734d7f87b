// SPDX-License-Identifier: MIT
// `check_preferences` on all threads.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"

namespace hypermatch::detail::parallel {

/// O(entries), with a bit per agent on each thread. @throws Error{invalid_input} as
/// `check_preferences`, naming the same agent; Error{resources, cancelled}
void check_preferences(const Context& context, const PreferencesView& preferences);

}  // namespace hypermatch::detail::parallel
