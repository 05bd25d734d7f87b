// SPDX-License-Identifier: MIT
// Checks of one row of scores, for `check_scored_pairs`.
#pragma once

#include "hypermatch/scored_preferences.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::structures {

/// Sizes, types and offsets. @throws Error{invalid_input}
void check_shape(const ScoredPairsView& pairs);

/// Whether the row of a left agent of pairs of sound shape holds right agents only, each once.
[[nodiscard]] bool is_sound_row(const ScoredPairsView& pairs, VertexId left, Repeats& repeats);

/// @throws Error{invalid_input} naming what is wrong with the row, if something is
void check_row(const ScoredPairsView& pairs, VertexId left);

}  // namespace hypermatch::detail::structures
