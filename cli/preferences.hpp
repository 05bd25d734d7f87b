// SPDX-License-Identifier: MIT
// What `stable` and `verify` share: preferences as an instance, and what is said of a matching.
#pragma once

#include <string>

#include "hypermatch/preferences_io.hpp"
#include "hypermatch/verify_stable.hpp"
#include "pipeline.hpp"

namespace hypermatch::cli {

/// "3 agents on the left, 4 on the right, 7 entries, with ties".
[[nodiscard]] std::string describe(const PreferencesView& preferences);
[[nodiscard]] InstanceFacts facts_of(const std::string& path, const PreferencesView& preferences);

/// Reads preferences, and notes and logs what was read.
[[nodiscard]] Preferences load_preferences(RunContext& run, const std::string& file);
[[nodiscard]] std::uint64_t longest_list(const PreferencesView& preferences);

/// "3 pairs, 1 agent on the left without partner, ranks ...".
[[nodiscard]] std::string verdict_words(const verify::StableVerdict& verdict,
                                        const PreferencesView& preferences);
/// Members of `result`: pairs, agents without partner, ranks, blocking pairs, optimality.
void add_members(Json& result, const verify::StableVerdict& verdict);

struct VerifyStableOptions {
  std::string file;
  std::string matching;
  RunOptions run;
};

/// Judges a matching of agents; an exit code.
[[nodiscard]] int verify_stable(Interrupts& interrupts, const VerifyStableOptions& options);

}  // namespace hypermatch::cli
