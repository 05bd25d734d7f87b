// SPDX-License-Identifier: MIT
// Scores that are searched, beside scores that are sorted into lists first.
#pragma once

#include <string>

#include "hypermatch/preferences.hpp"
#include "stable.hpp"

namespace hypermatch::bench {

/// The mutual pairs of two-sided lists in the order of their agents, with scores that fall along
/// the lists. Prints one row per way to match them: milliseconds with all that depends on scores,
/// on one thread and on `threads`, and how many times as fast as sorting both sides first. Exits if
/// the answers differ.
void compare_scores(const StableSettings& settings, const std::string& name,
                    const PreferencesView& preferences);

}  // namespace hypermatch::bench
