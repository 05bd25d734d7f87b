// SPDX-License-Identifier: MIT
// The ways to match agents that have lists in common; `mcvitie_wilson` chooses one. They leave
// `dropped` and the names to their caller.
#pragma once

#include <cstdint>

#include "algorithms/stable_matching/common/shared_lists.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/stable_matching.hpp"

namespace hypermatch::detail::stable_matching {

/// One list of all proposers, and one of all receivers: proposers best first, in batches, which
/// pass parts of the receivers one after the other. A batch and a part that no thread has are free
/// once the batch has left the part before and the batch before has left the part, so that the
/// threads sweep a diagonal of them at a time.
/// Time O(proposals), many at once; memory 8 bytes per agent. @throws Error{resources, cancelled}
[[nodiscard]] StableMatching match_one_list_each(const Context& context, const SharedLists& lists);

/// How many turns agents have on average before scans become questions to trees.
inline constexpr std::uint64_t k_turns_before_trees = 64;

/// Any lists, on one thread: an agent that proposes or is displaced looks along its list for the
/// first receiver whose bound is worse than its place, many entries at a time. Agents of few lists
/// that have more turns than `turns` on average, since they displace each other again and again, go
/// on in the order of their places, by trees of bounds (`bound_trees.hpp`).
/// Memory 16 bytes per entry of the lists, 24 per agent. @throws as above
[[nodiscard]] StableMatching match_by_scans(const Context& context, const SharedLists& lists,
                                            std::uint64_t turns = k_turns_before_trees);

/// Any lists, on all threads: agents propose in the order of their numbers, and one that is
/// displaced goes on at once. Memory as `SharedProposals`. @throws as above
[[nodiscard]] StableMatching match_by_number(const Context& context, const SharedLists& lists,
                                             TurnBalance balance = TurnBalance::dynamic);

}  // namespace hypermatch::detail::stable_matching
