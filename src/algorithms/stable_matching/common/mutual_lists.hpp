// SPDX-License-Identifier: MIT
// Preferences as algorithms read them: mutual, with the place of each entry in the partner's list.
#pragma once

#include <cstdint>

#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"

namespace hypermatch::detail::stable_matching {

/// What becomes of ties.
enum class TiesOfLists {
  keep,      ///< `PairLists::ranks` has them
  by_order,  ///< entries of a tie are ordered by a hash of both agents and the seed
};

struct MutualLists {
  PairLists lists;
  std::uint64_t dropped = 0;  ///< entries of partners whose list has not the agent
};

/// O(entries) and a sort of each tie. Capacities above the length of a list are cut to it. Agents
/// of capacity 0 are in no pair; the ranks count them all the same.
/// @throws Error{invalid_input} as `check_preferences`; Error{resources, cancelled}
[[nodiscard]] MutualLists mutual_lists(const Context& context, const PreferencesView& preferences,
                                       TiesOfLists ties, std::uint64_t seed);

}  // namespace hypermatch::detail::stable_matching
