// SPDX-License-Identifier: MIT
// Agents of the left side want items of the right one, which have no preferences: lists of the
// right side are not read. Right capacities count where that is said; left ones are not read.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

/// In which order agents take their turn.
enum class DictatorOrder {
  number,  ///< the lowest one first
  random,  ///< by a hash of number and seed
};

template <>
struct EnumNames<DictatorOrder> {
  static constexpr EnumName<DictatorOrder> all[] = {{DictatorOrder::number, "number"},
                                                    {DictatorOrder::random, "random"}};
};

struct SerialDictatorshipOptions {
  DictatorOrder order = DictatorOrder::number;
  std::uint64_t seed = 0;  ///< of `random`
};

/// The agents in the order of their turns.
[[nodiscard]] std::vector<VertexId> dictator_order(VertexId num_left,
                                                   const SerialDictatorshipOptions& options);

/// One agent after another takes the best item that is left, of a tie the first one. Items have
/// capacities. Pareto-optimal where lists are strict. One core, O(entries).
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one
/// side; Error{resources, cancelled}
[[nodiscard]] StableMatching serial_dictatorship(const Context& context,
                                                 const PreferencesView& preferences,
                                                 const SerialDictatorshipOptions& options = {});

/// Top trading cycles (Gale; Shapley, Scarf 1974, doi:10.1016/0304-4068(74)90033-0): agent i owns
/// item i, and likes it least where it does not list it. With strict lists, the one matching in the
/// strict core; ties fall in the order of the list. Agents and items without a counterpart stay
/// alone. One core, O(entries). @throws as `serial_dictatorship`; Error{invalid_option} for
/// capacities of the right side other than 1
[[nodiscard]] StableMatching top_trading_cycles(const Context& context,
                                                const PreferencesView& preferences);

/// As many first choices as possible, of those matchings as many second ones, and so on (Irving,
/// Kavitha, Mehlhorn, Michail, Paluch 2006, doi:10.1145/1198513.1198520). Agents and items have
/// capacities (Paluch 2013, doi:10.1007/978-3-642-38233-8_27); an agent has an item once at most.
/// Ties count. One core, O(min(agents, ranks sqrt(agents)) entries), of equal lists O(entries); 22
/// bytes per entry beside the preferences. @throws as `serial_dictatorship`
[[nodiscard]] StableMatching rank_maximal(const Context& context,
                                          const PreferencesView& preferences);

/// A popular matching of most pairs, or that none is popular: whatever the other matching, no more
/// agents prefer it to this one than this one to it (Abraham, Irving, Kavitha, Mehlhorn 2007,
/// doi:10.1137/06067328X). Ties count. The proof names agents which must all have one of fewer
/// items. One core, O(entries sqrt(agents)); 38 bytes per entry beside the preferences. @throws as
/// `top_trading_cycles`
[[nodiscard]] std::variant<StableMatching, NoSolution> popular(const Context& context,
                                                               const PreferencesView& preferences);

}  // namespace hypermatch
