// SPDX-License-Identifier: MIT
// Whether a matching of agents is stable, from the definition.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/shared_preferences.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::verify {

struct StableVerdict {
  bool ok = false;
  /// The first thing that is wrong: a pair that is none, or the first pair that blocks. Empty:
  /// none.
  std::string violation;
  std::uint64_t pairs = 0;
  std::uint64_t unmatched_left = 0;  ///< agents without a partner; of one side all of them
  std::uint64_t unmatched_right = 0;
  /// Sums and largest ones of the ranks that agents give their partners, the best one 1; of ties
  /// the same for all of a tie.
  std::uint64_t rank_sum_left = 0;
  std::uint64_t rank_sum_right = 0;
  std::uint64_t worst_rank_left = 0;
  std::uint64_t worst_rank_right = 0;
  /// Whether each agent of that side has its best partner of all stable matchings: no rotation of
  /// the other side is exposed. Of strict lists of two sides without capacities only.
  std::optional<bool> is_left_optimal;
  std::optional<bool> is_right_optimal;
};

/// Each pair once, of agents that list each other, none with more partners than its capacity; and
/// no two agents that list each other and are not partners would both take the other, instead of a
/// strictly worse partner or of a free place (weak stability where there are ties). On all threads
/// of the context; the same verdict on any number of them. O(entries log entries of a list); 20
/// bytes per entry.
/// `name` calls agents in `violation`; empty: their numbers.
/// @throws Error{invalid_input} as `check_preferences` and for pairs of agents that do not exist;
/// Error{cancelled}
[[nodiscard]] StableVerdict check_stable(const Context& context, const PreferencesView& preferences,
                                         std::span<const GraphEdge> pairs,
                                         const std::function<std::string(VertexId)>& name = {});

/// Checks the pairs on one thread.
[[nodiscard]] StableVerdict check_stable(const PreferencesView& preferences,
                                         std::span<const GraphEdge> pairs,
                                         const std::function<std::string(VertexId)>& name = {});

/// Checks pairs of shared lists. The first blocking pair is that of the first left agent that has
/// one. `is_left_optimal` and `is_right_optimal` are set where a side has one list and no
/// capacities: then the stable matching is unique. With p lists of left agents and r of right ones
/// O(entries of the lists + r (agents + p) + (agents r + pairs r) log agents); 24 bytes per entry
/// of the lists and 24 per agent. @throws as above
[[nodiscard]] StableVerdict check_stable(const SharedPreferencesView& preferences,
                                         std::span<const GraphEdge> pairs,
                                         const std::function<std::string(VertexId)>& name = {});

/// A partner that an agent would rather have, and why it does not. Ranks count from 1.
struct PreferredPartner {
  VertexId partner = k_none;
  std::uint64_t rank = 0;                       ///< that the agent gives it
  std::optional<std::uint64_t> rank_of_agent;   ///< that it gives the agent; empty: not on its list
  std::uint64_t places = 0;                     ///< its capacity
  std::uint64_t holders = 0;                    ///< its partners
  VertexId worst_holder = k_none;               ///< the one that it likes least; k_none: has none
  std::optional<std::uint64_t> rank_of_holder;  ///< that it gives that one; empty: not on its list
};

/// For every partner that `agent` prefers to its worst one, of an agent with room for every one on
/// its list, what holds the place. O(entries + the pairs for each of its partners).
/// @throws Error{invalid_option} for an agent that does not exist; Error{invalid_input} as
/// `check_preferences`, and for pairs of agents that do not exist
[[nodiscard]] std::vector<PreferredPartner> explain(const PreferencesView& preferences,
                                                    std::span<const GraphEdge> pairs,
                                                    VertexId agent);

}  // namespace hypermatch::verify
