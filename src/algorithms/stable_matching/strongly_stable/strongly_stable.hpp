// SPDX-License-Identifier: MIT
// Strongly stable matchings under ties, or that there is none: Irving 1994
// (doi:10.1016/0166-218X(92)00179-P), incomplete lists as Manlove 1999, one augmenting search at a
// time as Kavitha, Mehlhorn, Michail, Paluch 2007 (doi:10.1145/1240233.1240238).
// O(agents entries).
#pragma once

#include "algorithms/stable_matching/common/left_mates.hpp"
#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::stable_matching {

/// All capacities are 1.
[[nodiscard]] DecidedMates strongly_stable(const Context& context, const PairLists& lists);

}  // namespace hypermatch::detail::stable_matching
