// SPDX-License-Identifier: MIT
// A weakly stable matching of at least two thirds of the largest one's size, where either side or
// both have ties: Kiraly 2013 (doi:10.3390/a6030471), with capacities on the right. Left agents
// propose; who was rejected by all has a second chance, in which it wins ties. An agent that could
// take a tied partner with a free place gives way to any other. One core; the answer is one.
// O(entries log capacity).
#pragma once

#include "algorithms/stable_matching/common/left_mates.hpp"
#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::stable_matching {

/// Left capacities are 1.
[[nodiscard]] LeftMates kiraly(const Context& context, const PairLists& lists);

}  // namespace hypermatch::detail::stable_matching
