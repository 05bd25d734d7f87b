// SPDX-License-Identifier: MIT
// Preference lists of agents: what stable matchings are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// Which agents are matched.
enum class Sides {
  two,  ///< agents of the left side to agents of the right one
  one,  ///< any two agents that list each other
};

template <>
struct EnumNames<Sides> {
  static constexpr EnumName<Sides> all[] = {{Sides::two, "two"}, {Sides::one, "one"}};
};

/// Non-owning view of preference lists. All agents have one numbering: 0 .. num_left - 1 are the
/// left side, the others the right one; with one side all are left.
struct PreferencesView {
  Sides sides = Sides::two;
  VertexId num_agents = 0;
  VertexId num_left = 0;
  std::span<const Offset> offsets = {};  ///< size num_agents + 1: where the list of each agent is
  std::span<const VertexId> partners = {};  ///< agents, best first; each once per list
  /// Per entry of `partners` the number of its tie: ascending in a list, from 0 on, and entries of
  /// one number are equally good. Empty: no list has ties.
  std::span<const std::uint32_t> ties = {};
  /// Per agent: how many partners it may have. Empty: one each.
  std::span<const std::uint32_t> capacities = {};

  [[nodiscard]] std::span<const VertexId> list_of(VertexId agent) const {
    return partners.subspan(offsets[agent], offsets[agent + std::size_t{1}] - offsets[agent]);
  }
  /// The tie of an entry, from 0 on: its place in the list where there are none.
  [[nodiscard]] std::uint32_t tie(VertexId agent, std::size_t place) const {
    return ties.empty() ? static_cast<std::uint32_t>(place) : ties[offsets[agent] + place];
  }
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    return capacities.empty() ? 1 : capacities[agent];
  }
  [[nodiscard]] VertexId num_right() const { return num_agents - num_left; }
};

/// Owning preference lists.
struct Preferences {
  Sides sides = Sides::two;
  VertexId num_left = 0;
  Array<Offset> offsets;            ///< size n + 1, or empty for n = 0
  Array<VertexId> partners;         ///< as of the view
  Array<std::uint32_t> ties;        ///< as of the view
  Array<std::uint32_t> capacities;  ///< as of the view

  [[nodiscard]] VertexId num_agents() const {
    return offsets.empty() ? 0 : static_cast<VertexId>(offsets.size() - 1);
  }
  [[nodiscard]] PreferencesView view() const {
    return {sides,           num_agents(), num_left,         offsets.view(),
            partners.view(), ties.view(),  capacities.view()};
  }
};

/// Counts of the entries of lists.
struct PreferencesFacts {
  std::uint64_t entries = 0;
  std::uint64_t one_sided_entries = 0;  ///< of partners whose list has not the agent
  /// The first of these, by agent and place: the agent and its partner. k_none: there is none.
  VertexId first_one_sided_agent = k_none;
  VertexId first_one_sided_partner = k_none;
  std::uint64_t tied_entries = 0;  ///< that are equally good as another one of their list
  std::uint64_t empty_lists = 0;
  std::uint64_t longest_list = 0;
  std::uint64_t places = 0;  ///< sum of the capacities of all agents
};

/// Treatment of one-sided entries: the partner's list does not contain the agent.
enum class OneSidedEntries {
  drop,   ///< they are counted and left out
  error,  ///< the first one is bad input
};

template <>
struct EnumNames<OneSidedEntries> {
  static constexpr EnumName<OneSidedEntries> all[] = {{OneSidedEntries::drop, "drop"},
                                                      {OneSidedEntries::error, "error"}};
};

/// O(entries), 12 bytes per entry. @throws Error{invalid_input} as `check_preferences`
[[nodiscard]] PreferencesFacts facts_of(const PreferencesView& preferences);

/// O(entries). @throws Error{invalid_input} for sizes that do not fit, and naming the first agent
/// whose list holds an agent that does not exist, is on its own side or is itself, or holds one
/// twice, or whose ties do not ascend by at most 1 from 0
void check_preferences(const PreferencesView& preferences);

}  // namespace hypermatch
