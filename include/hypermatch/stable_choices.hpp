// SPDX-License-Identifier: MIT
// All stable matchings of two sides, and the fairest of them. Left agents have one place, right
// ones their capacities.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

/// Which of all stable matchings.
enum class StableChoice {
  egalitarian,     ///< the smallest sum of ranks over both sides
  minimum_regret,  ///< the smallest worst rank over both sides
  left,            ///< the best one for the left side
  right,           ///< the best one for the right side
};

template <>
struct EnumNames<StableChoice> {
  static constexpr EnumName<StableChoice> all[] = {{StableChoice::egalitarian, "egalitarian"},
                                                   {StableChoice::minimum_regret, "minimum_regret"},
                                                   {StableChoice::left, "left"},
                                                   {StableChoice::right, "right"}};
};

struct StableChoiceOptions {
  StableChoice choice = StableChoice::egalitarian;
  /// Orders the entries of each tie by a hash.
  std::uint64_t seed = 0;
};

/// One of all stable matchings, by the poset of rotations (Gusfield, Irving 1989, The Stable
/// Marriage Problem; with capacities as Cheng, McDermid, Suzuki 2008,
/// doi:10.1007/978-3-540-87744-8_22). Where several are as good, the one that is best for the left
/// side, so the answer is one. An egalitarian one is a closure of least weight, by a minimum cut
/// (Picard 1976, doi:10.1287/mnsc.22.11.1268); all others take O(entries). The rank of a partner is
/// its place in the list, partners that do not list the agent left out. `stats.rounds` counts
/// rotations. One core; beside the preferences up to 60 bytes per entry.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one side
/// or capacities of the left side above 1; Error{resources, cancelled}
[[nodiscard]] StableMatching gusfield_irving(const Context& context,
                                             const PreferencesView& preferences,
                                             const StableChoiceOptions& options = {});

/// The first `limit` stable matchings, or all; the first one is best for the left side. In an order
/// that depends on the preferences and the seed alone. Each takes O(entries) more.
/// @throws as `gusfield_irving`
[[nodiscard]] std::vector<StableMatching> stable_matchings(const Context& context,
                                                           const PreferencesView& preferences,
                                                           std::uint64_t limit,
                                                           std::uint64_t seed = 0);

}  // namespace hypermatch
