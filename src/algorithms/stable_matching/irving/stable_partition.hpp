// SPDX-License-Identifier: MIT
// Stable roommates: Irving 1985 (doi:10.1016/0196-6774(85)90033-1), incomplete lists as Gusfield
// and Irving 1989; where there is no stable matching, the stable partition of Tan 1991
// (doi:10.1016/0196-6774(91)90028-W). Phase 1 is unique. Phase 2 walks from the lowest agent
// with two candidates to a rotation, eliminates it, and goes on where it entered it: the way there
// is not walked again, so the answer is one and the work linear. An agent on the way may have lost
// its second candidate meanwhile. Strict lists. O(entries).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/stable_matching/common/proposal_lists.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/roommates.hpp"

namespace hypermatch::detail::stable_matching {

/// Phase 1: all propose, as in a marriage of two copies of the agents.
struct FirstPhase {
  std::vector<VertexId> mates;  ///< per agent: who holds its proposal, or k_none
  std::uint64_t proposals = 0;  ///< entries that were asked
  RunStats stats = {};          ///< of a device
};

[[nodiscard]] FirstPhase first_phase(const Context& context, const ProposalLists& lists);

struct Partition {
  /// Size agents: the next agent of its party. An agent without a partner is its own successor, two
  /// agents that succeed each other are matched, all other parties are odd.
  std::vector<VertexId> successors;
  std::uint64_t rotations = 0;
  std::uint64_t odd_parties = 0;  ///< of three or more agents
};

/// Phase 2. Lists of all agents of one side.
[[nodiscard]] Partition stable_partition(const Context& context, const ProposalLists& lists,
                                         const FirstPhase& first);

/// Both phases. @throws as `hypermatch::irving`
[[nodiscard]] StableOrNone roommates(const Context& context, const PreferencesView& preferences,
                                     const RoommatesOptions& options,
                                     const std::function<FirstPhase(const ProposalLists&)>& first);

}  // namespace hypermatch::detail::stable_matching
