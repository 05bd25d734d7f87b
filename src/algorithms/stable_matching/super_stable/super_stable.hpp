// SPDX-License-Identifier: MIT
// Super-stable matchings under ties, or that there is none: Irving 1994
// (doi:10.1016/0166-218X(92)00179-P), incomplete lists and capacities on the right as Irving,
// Manlove, Scott 2000 (doi:10.1007/3-540-44985-X_24). Left-optimal, so the answer is one.
// O(entries).
#pragma once

#include "algorithms/stable_matching/common/left_mates.hpp"
#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::stable_matching {

/// Left capacities are 1.
[[nodiscard]] DecidedMates super_stable(const Context& context, const PairLists& lists);

}  // namespace hypermatch::detail::stable_matching
