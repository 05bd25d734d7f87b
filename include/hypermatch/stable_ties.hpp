// SPDX-License-Identifier: MIT
// Two sides whose lists have ties. Left agents have one place, right ones their capacities.
//
// With ties there are three kinds of stability. A pair blocks a matching if both gain (weakly
// stable matchings have no such pair), if one gains and the other does not lose (strongly stable),
// or if neither loses (super-stable). Weakly stable ones always exist, and differ in size.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/roommates.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch {

/// A weakly stable matching of at least two thirds of the largest one's size, whichever side has
/// ties (Kiraly 2013, doi:10.3390/a6030471). Left agents propose. The answer is one. One core,
/// O(entries log capacity); beside the preferences 12 bytes per entry and 20 while these are made,
/// 80 per agent.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one side
/// or capacities of the left side above 1; Error{resources, cancelled}
[[nodiscard]] StableMatching kiraly(const Context& context, const PreferencesView& preferences);

/// The super-stable matching that is best for the left side, or that there is none (Irving 1994,
/// doi:10.1016/0166-218X(92)00179-P; with capacities Irving, Manlove, Scott 2000,
/// doi:10.1007/3-540-44985-X_24). One core, O(entries); memory as `kiraly`. @throws as `kiraly`
[[nodiscard]] StableOrNone super_stable(const Context& context, const PreferencesView& preferences);

/// A strongly stable matching, or that there is none (Irving 1994; incomplete lists as Manlove
/// 1999, search by search as Kavitha, Mehlhorn, Michail, Paluch 2007, doi:10.1145/1240233.1240238).
/// The answer is one. One core, O(agents entries) at worst; memory as `kiraly`.
/// @throws as `kiraly`; Error{invalid_option} for capacities of the right side above 1, too
[[nodiscard]] StableOrNone strongly_stable(const Context& context,
                                           const PreferencesView& preferences);

}  // namespace hypermatch
