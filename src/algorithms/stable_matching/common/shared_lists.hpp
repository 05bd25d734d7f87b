// SPDX-License-Identifier: MIT
// Lists that agents have in common, by side, and the frame of all algorithms that take them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "algorithms/stable_matching/common/proposal_lists.hpp"
#include "base/clock.hpp"
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
  /// At most the length of the list; for agents of either side.
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

/// Whether few agents have each list, so that a copy per agent costs little memory and saves the
/// search for places.
[[nodiscard]] bool deserve_copies(const SharedPreferencesView& preferences);

/// Lists of each agent's own: those of the side whose agents have fewer entries together, and what
/// is mutual of the others. Time and memory as that many entries on each side.
/// @throws Error{resources, cancelled}
[[nodiscard]] Preferences copy_lists(const Context& context, const SharedLists& lists);

using OnCopies = std::function<StableMatching(const PreferencesView&)>;
using OnLists = std::function<StableMatching(const SharedLists&)>;

/// Checks the lists and matches them by `on_copies(preferences)` where they deserve copies, unless
/// it is null, else by `on_lists(shared lists)`. Both leave `dropped` and the names to this.
/// @throws Error{invalid_input} as `check_preferences`, Error{resources, cancelled}
[[nodiscard]] inline StableMatching match_shared(const Context& context,
                                                 const SharedPreferencesView& preferences,
                                                 Proposers proposers, std::string_view algorithm,
                                                 std::string_view variant,
                                                 const OnCopies& on_copies,
                                                 const OnLists& on_lists) {
  const base::Clock::time_point began = base::Clock::now();
  check_preferences(preferences);
  const SharedLists lists(preferences, proposers);
  const std::uint64_t mutual = count_mutual(context, lists);
  const double prepared = base::seconds_since(began);
  StableMatching found = on_copies && deserve_copies(preferences)
                             ? on_copies(copy_lists(context, lists).view())
                             : on_lists(lists);
  found.dropped = count_entries(preferences) - 2 * mutual;
  found.stats.algorithm = algorithm;
  found.stats.variant = variant;
  found.stats.stop_reason = "complete";
  found.stats.prepare_seconds += prepared;
  return found;
}

}  // namespace hypermatch::detail::stable_matching
