// SPDX-License-Identifier: MIT
// The ways to match agents that have lists in common; `mcvitie_wilson` chooses one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "algorithms/stable_matching/common/proposal_lists.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

/// Sound lists, by who proposes.
class SharedLists {
 public:
  /// `given` must stay.
  SharedLists(const SharedPreferencesView& given, Proposers proposers)
      : given_(given),
        proposing_(proposers == Proposers::left ? left(given) : right(given)),
        receiving_(proposers == Proposers::left ? right(given) : left(given)) {}

  [[nodiscard]] const SharedPreferencesView& given() const { return given_; }
  [[nodiscard]] AgentRange proposing() const { return proposing_; }
  [[nodiscard]] AgentRange receiving() const { return receiving_; }
  [[nodiscard]] VertexId first() const { return proposing_.first; }
  [[nodiscard]] VertexId last() const { return proposing_.last; }
  [[nodiscard]] VertexId first_receiver() const { return receiving_.first; }
  [[nodiscard]] VertexId last_receiver() const { return receiving_.last; }
  /// Of either side, at most the length of the list.
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    const std::size_t length = given_.list_of(agent).size();
    return static_cast<std::uint32_t>(std::min<std::size_t>(given_.capacity(agent), length));
  }
  [[nodiscard]] bool all_capacities_are_1() const { return given_.capacities.empty(); }
  [[nodiscard]] std::uint32_t turns(VertexId agent) const {
    return all_capacities_are_1() ? 1 : capacity(agent);
  }

 private:
  [[nodiscard]] static AgentRange left(const SharedPreferencesView& given) {
    return {0, given.num_left};
  }
  [[nodiscard]] static AgentRange right(const SharedPreferencesView& given) {
    return {given.num_left, given.num_agents};
  }

  const SharedPreferencesView& given_;
  AgentRange proposing_;
  AgentRange receiving_;
};

/// Whether all agents of a side, of which there is one at least, have one list.
[[nodiscard]] bool have_one_list(const SharedPreferencesView& preferences, AgentRange agents);

/// Entries of partners whose list has the agent, on either side. O(entries of the lists, sorted, +
/// agents). @throws Error{resources, cancelled}
[[nodiscard]] std::uint64_t count_mutual(const Context& context, const SharedLists& lists);

/// The matching from lists of each agent's own: those of the side whose agents have fewer entries
/// together, and what is mutual of the others. Time and memory as `mcvitie_wilson` of that many
/// entries on each side. All of these leave `dropped` and the names to their caller.
/// @throws Error{resources, cancelled}
[[nodiscard]] StableMatching match_copies(const Context& context, const SharedLists& lists,
                                          const StableMatchingOptions& options);

/// Where all proposers have one list, and all receivers: proposers best first, in batches, which
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

}  // namespace hypermatch::detail::stable_matching
