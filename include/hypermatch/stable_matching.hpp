// SPDX-License-Identifier: MIT
// Stable matchings of two sides: no two agents that list each other and are not partners would
// both rather be, each instead of a partner or of a place that is free.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// The side whose agents get the best partners that they have in any stable matching; those of the
/// other side get their worst ones.
enum class OptimalSide { left, right };

template <>
struct EnumNames<OptimalSide> {
  static constexpr EnumName<OptimalSide> all[] = {{OptimalSide::left, "left"},
                                                  {OptimalSide::right, "right"}};
};

/// How agents that were displaced go on.
enum class GaleShapleyVariant {
  queue,   ///< they wait until those before them have proposed
  rounds,  ///< all of a round propose, then those that it displaced
};

/// Which thread makes the first proposal of an agent. An agent that is displaced goes on where that
/// happened. (Threads share all turns anew in each round of `GaleShapleyVariant::rounds`.)
enum class TurnBalance {
  dynamic,  ///< threads take some hundred agents at a time
  fixed,    ///< each thread has one part of the agents, in the order of their numbers
};

template <>
struct EnumNames<TurnBalance> {
  static constexpr EnumName<TurnBalance> all[] = {{TurnBalance::dynamic, "dynamic"},
                                                  {TurnBalance::fixed, "static"}};
};

/// Which agents propose first where many share a list. No answer depends on it.
enum class ProposalOrder {
  automatic,  ///< best first, so that few agents are displaced; lists of one's own: by number
  given,      ///< by number, and who is displaced goes on from there
};

template <>
struct EnumNames<ProposalOrder> {
  static constexpr EnumName<ProposalOrder> all[] = {{ProposalOrder::automatic, "automatic"},
                                                    {ProposalOrder::given, "given"}};
};

struct StableMatchingOptions {
  OptimalSide optimal = OptimalSide::left;
  /// Orders the entries of each tie by a hash: the answer is one, and weakly stable. Of strict
  /// lists nothing depends on it.
  std::uint64_t seed = 0;
  GaleShapleyVariant variant = GaleShapleyVariant::queue;  ///< of `gale_shapley`
  TurnBalance balance = TurnBalance::dynamic;              ///< no answer depends on it
  /// For `mcvitie_wilson` on lists that agents share.
  ProposalOrder proposal_order = ProposalOrder::automatic;
};

struct StableMatching {
  /// Ascending: left and right agent, or of one side the lower one first. Numbers as in
  /// `PreferencesView`.
  std::vector<GraphEdge> pairs;
  std::uint64_t proposals = 0;  ///< entries of lists that were asked
  std::uint64_t dropped = 0;    ///< entries of partners whose list has not the agent
  RunStats stats = {};
};

/// The stable matching that is best for one side, by deferred acceptance (Gale, Shapley 1962,
/// doi:10.1080/00029890.1962.11989827; with capacities on both sides Roth 1984). With strict lists
/// it is unique whatever the order of proposals, hence the same for both algorithms on any number
/// of threads. Each entry of the proposing side is asked at most once: O(entries log capacity);
/// memory beside the preferences: 8 bytes per entry of the proposing side, 8 per place of the other
/// one, and 24 per agent; where an agent is listed by more agents than it lists, 8 bytes per entry
/// of the other side as well.
/// @throws Error{invalid_input} as `check_preferences`; Error{invalid_option} for lists of one
/// side; Error{resources, cancelled}
[[nodiscard]] StableMatching gale_shapley(const Context& context,
                                          const PreferencesView& preferences,
                                          const StableMatchingOptions& options = {});

/// The stable matching above, by the order of McVitie and Wilson (1971, doi:10.1145/362619.362631):
/// a displaced agent proposes next. Each thread takes agents in turn, and compare-and-swap takes
/// the places of an agent (Naim 2017, thesis, Paper IV). @throws as above
[[nodiscard]] StableMatching mcvitie_wilson(const Context& context,
                                            const PreferencesView& preferences,
                                            const StableMatchingOptions& options = {});

}  // namespace hypermatch
