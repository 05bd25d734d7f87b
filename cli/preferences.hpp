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
[[nodiscard]] InstanceFacts facts_of(const std::string& path, const PreferencesView& preferences,
                                     io::PreferencesFormat format);
/// "3 agents on the left, 4 on the right, 7 entries of 2 shared lists".
[[nodiscard]] std::string describe(const SharedPreferencesView& preferences);
[[nodiscard]] InstanceFacts facts_of(const std::string& path,
                                     const SharedPreferencesView& preferences,
                                     io::PreferencesFormat format);

/// How a verb reads preferences.
struct PreferencesInput {
  io::PreferencesReadOptions read;
  std::string capacity;  ///< of the right side, of one side of all agents; empty: as the file says
};

/// Where the lists of the right side are, and whether there are two sides.
/// `lists`: options of edge lists that are rows and columns, which have sides as well; null: none.
void add_side_flags(Command& command, io::PreferencesReadOptions& options,
                    io::ReadOptions* lists = nullptr);
/// Takes the flags of `add_side_flags` only with preferences, and the number of sides where an
/// instance is rows and columns. @throws Error{invalid_option}
void refuse_side_flags(const Command& command, bool takes_rows);
/// Refuses how other instances are read. @throws Error{invalid_option}
void refuse_flags_of_instances(const Command& command);

/// Whether a file holds preferences, or flags say so: those of `add_side_flags` with columns.
[[nodiscard]] bool reads_preferences(const Command& command, const std::string& file);

/// Reads preferences, and notes and logs what was read.
[[nodiscard]] io::PreferencesFile load_preferences(RunContext& run, const std::string& file,
                                                   const PreferencesInput& options);
/// The same of lists that agents share.
[[nodiscard]] SharedPreferences load_shared_preferences(RunContext& run, const std::string& file);
/// The same of pairs with scores.
[[nodiscard]] io::ScoredPairsFile load_scored_pairs(RunContext& run, const std::string& file);
[[nodiscard]] Preferences agents_of(const ScoredPairsView& pairs);
/// Whether preferences are written to `path` as a native file: `to` says so, or else the name; all
/// others are `.prefs`. @throws Error{unsupported} naming the flag where such a file is packed
[[nodiscard]] bool writes_native(const std::string& flag, const std::string& path,
                                 const std::string& to);
/// Its agents, whose lists are empty: what numbers and names them.
[[nodiscard]] Preferences agents_of(const SharedPreferencesView& preferences);
[[nodiscard]] std::uint64_t longest_list(const SharedPreferencesView& preferences);
[[nodiscard]] std::uint64_t longest_list(const PreferencesView& preferences);

/// "3 pairs, 1 agent on the left without partner, ranks ...".
[[nodiscard]] std::string verdict_words(const verify::StableVerdict& verdict,
                                        const PreferencesView& preferences);
/// Members of `result`: pairs, agents without partner, ranks, blocking pairs, optimality.
void add_members(Json& result, const verify::StableVerdict& verdict);

struct VerifyStableOptions {
  std::string file;
  std::string matching;
  PreferencesInput read;
  std::string explained;  ///< an agent; empty: none
  RunOptions run;
};

/// Judges a matching of agents; an exit code.
[[nodiscard]] int verify_stable(Interrupts& interrupts, const VerifyStableOptions& options);

}  // namespace hypermatch::cli
