// SPDX-License-Identifier: MIT
// Stable roommates: Irving 1985 (doi:10.1016/0196-6774(85)90033-1), incomplete lists as Gusfield
// and Irving 1989; where there is no stable matching, the stable partition of Tan 1991
// (doi:10.1016/0196-6774(91)90028-W). Phase 1 is unique. Phase 2 eliminates the rotation that the
// lowest agent with two candidates leads to, so the answer is one. Strict lists. O(entries).
#pragma once

#include <vector>

#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::stable_matching {

struct Partition {
  /// Size agents: the next agent of its party. An agent without a partner is its own successor, two
  /// agents that succeed each other are matched, all other parties are odd.
  std::vector<VertexId> successors;
  std::uint64_t proposals = 0;
  std::uint64_t rotations = 0;
  std::uint64_t odd_parties = 0;  ///< of three or more agents
};

[[nodiscard]] Partition stable_partition(const Context& context, const PairLists& lists);

}  // namespace hypermatch::detail::stable_matching
