// SPDX-License-Identifier: MIT
// Preference lists that many agents have in common: all schools rank pupils by one examination, all
// pupils of a district rank schools alike. A list stands in memory once, however many agents have
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// Non-owning view of strict lists of two sides. Agents are numbered as in `PreferencesView`.
struct SharedPreferencesView {
  VertexId num_agents = 0;
  VertexId num_left = 0;
  std::span<const VertexId> lists = {};     ///< per agent: the number of its list
  std::span<const Offset> offsets = {};     ///< size of the number of lists + 1: where each list is
  std::span<const VertexId> partners = {};  ///< agents of one side, best first; each once per list
  /// Per agent: how many partners it may have. Empty: one each.
  std::span<const std::uint32_t> capacities = {};

  [[nodiscard]] std::size_t num_lists() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] std::span<const VertexId> list(std::size_t number) const {
    return partners.subspan(offsets[number], offsets[number + 1] - offsets[number]);
  }
  [[nodiscard]] std::span<const VertexId> list_of(VertexId agent) const {
    return list(lists[agent]);
  }
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    return capacities.empty() ? 1 : capacities[agent];
  }
};

/// Owning lists of that kind.
struct SharedPreferences {
  VertexId num_left = 0;
  Array<VertexId> lists;            ///< size n, as of the view
  Array<Offset> offsets;            ///< as of the view
  Array<VertexId> partners;         ///< as of the view
  Array<std::uint32_t> capacities;  ///< as of the view

  [[nodiscard]] SharedPreferencesView view() const {
    return {static_cast<VertexId>(lists.size()),
            num_left,
            lists.view(),
            offsets.view(),
            partners.view(),
            capacities.view()};
  }
};

/// O(entries of the lists + agents). @throws Error{invalid_input} for sizes that do not fit, and
/// naming the first list that holds an agent that does not exist, agents of both sides, or one
/// twice, or the first agent that has no list or one of its own side
void check_preferences(const SharedPreferencesView& preferences);

/// How many entries the agents have together, each list counted for all of its agents. O(agents).
[[nodiscard]] std::uint64_t count_entries(const SharedPreferencesView& preferences);

/// Expands the shared lists to one copy per agent. O(count_entries). @throws Error{invalid_input}
/// as `check_preferences`, Error{resources}
[[nodiscard]] Preferences expand(const SharedPreferencesView& preferences);

/// The result of `mcvitie_wilson` on the expanded lists, byte for byte, without expanding them.
/// Memory: 16 bytes per entry of the lists and 40 per agent; where the agents have few entries in
/// total, 12 bytes per entry of an agent. Where each side has one list, agents propose best first,
/// so that none is displaced. They propose in batches, to a part of the receivers that fits the
/// cache, on all cores. Other lists are matched on one core. Time O(proposals log capacity), many
/// proposals at a time, and O(k) for an agent that proposes or is displaced where receivers have k
/// lists, k at most 32. `ProposalOrder::given` lets agents propose in the order of their numbers on
/// all cores, and displace each other. @throws Error{invalid_input} as `check_preferences`;
/// Error{resources, cancelled}
[[nodiscard]] StableMatching mcvitie_wilson(const Context& context,
                                            const SharedPreferencesView& preferences,
                                            const StableMatchingOptions& options = {});

/// The result of `gale_shapley` on the expanded lists, byte for byte, without expanding them.
/// Agents propose in the order of their numbers. Memory: 16 bytes per entry of the lists and 40 per
/// agent; where the agents have few entries in total, 12 bytes per entry of an agent. Time
/// O(proposals log capacity), on all cores; a `queue` passes partners that would refuse without
/// asking them.
/// @throws as above
[[nodiscard]] StableMatching gale_shapley(const Context& context,
                                          const SharedPreferencesView& preferences,
                                          const StableMatchingOptions& options = {});

}  // namespace hypermatch
