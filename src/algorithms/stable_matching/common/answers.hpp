// SPDX-License-Identifier: MIT
// From preferences to the lists that an algorithm can serve, and from its answer to a matching.
#pragma once

#include <string_view>
#include <vector>

#include "algorithms/stable_matching/common/left_mates.hpp"
#include "algorithms/stable_matching/common/mutual_lists.hpp"
#include "algorithms/stable_matching/common/wish_graph.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// Capacities that an algorithm serves.
enum class Places {
  any,
  one_on_the_left,
  one,
};

/// @throws Error{invalid_option} for lists of other sides and capacities that are not served
void check_served(const PreferencesView& preferences, std::string_view algorithm, Sides sides,
                  Places places);

/// Mutual lists of agents that have places: pairs with an agent of capacity 0 are dropped, too.
/// @throws as `check_served` and `mutual_lists`
[[nodiscard]] MutualLists lists_for(const Context& context, const PreferencesView& preferences,
                                    std::string_view algorithm, Sides sides, Places places,
                                    TiesOfLists ties, std::uint64_t seed);

/// The lists of the left side. Capacities are kept for `Places::any` only.
/// @throws as `lists_for`
[[nodiscard]] WishLists wishes_for(const PreferencesView& preferences, std::string_view algorithm,
                                   Places places);

/// Pairs of left agents and their mates, numbers of all agents; k_none: no partner.
[[nodiscard]] StableMatching answer_of(std::string_view algorithm,
                                       const std::vector<VertexId>& mates);
/// `dropped`: entries of lists.
[[nodiscard]] StableMatching answer_of(std::string_view algorithm, const LeftMates& left,
                                       std::uint64_t dropped);
[[nodiscard]] StableOrNone answer_of(std::string_view algorithm, const DecidedMates& decided,
                                     std::uint64_t dropped, const std::string& proof);

/// Pairs of agents and items, which are numbered from 0.
[[nodiscard]] StableMatching answer_of_items(std::string_view algorithm, VertexId num_left,
                                             const std::vector<VertexId>& mates);

/// As files have agents: `l 3`, `r 3`, of one side `a 3`.
[[nodiscard]] std::string called(const PreferencesView& preferences, VertexId agent);

}  // namespace hypermatch::detail::stable_matching
