// SPDX-License-Identifier: MIT
// What answers to preferences are held to, by the rows of their algorithms.
#pragma once

#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/registry_stable.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/verify_stable.hpp"

namespace hypermatch::cli {

/// The right side has preferences, too: pairs can block.
[[nodiscard]] bool has_blocking_pairs(registry::PreferencesClaim claim);

/// Judges pairs by what the algorithm of the request claims. Of items without preferences the
/// facts are those of the left side.
[[nodiscard]] verify::StableVerdict judge_claim(const Context& context,
                                                const registry::AlgorithmInfo& algorithm,
                                                const registry::StableRequest& request,
                                                const PreferencesView& preferences,
                                                std::span<const GraphEdge> pairs);

/// Whether the proof can be checked: that of roommates.
[[nodiscard]] bool has_checked_proof(const PreferencesView& preferences);

}  // namespace hypermatch::cli
