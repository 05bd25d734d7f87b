// SPDX-License-Identifier: MIT
// The rows of those who propose: partners in no order, with the scores of both agents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/scored_preferences.hpp"

namespace hypermatch::detail::stable_matching {

/// How an agent orders partners of equal score: as `TieOrder` does, smaller is better.
class TieBreak {
 public:
  TieBreak(std::uint64_t seed, VertexId agent) : hash_(base::hash(seed, agent)) {}
  [[nodiscard]] std::pair<std::uint64_t, VertexId> operator()(VertexId partner) const {
    return {base::hash(hash_, partner), partner};
  }

 private:
  std::uint64_t hash_;
};

/// Agents as `ProposalLists` has them. Scores are no NaN; larger is better.
template <class Score>
struct ScoreRows {
  AgentRange proposing;
  AgentRange receiving;
  std::span<const Offset> offsets;  ///< of the proposing agents, size + 1
  std::span<const VertexId> partners;
  std::span<const Score> mine;      ///< what the proposing agent gives the partner
  std::span<const Score> theirs;    ///< what the partner gives it
  Array<std::uint32_t> capacities;  ///< per agent, at most its entries. Empty: one each
  std::uint64_t seed = 0;           ///< of ties
  std::uint64_t dropped = 0;        ///< scores of pairs that lack the other one

  // Behind the spans, where these are no caller's.
  Array<Offset> own_offsets;
  Array<VertexId> own_partners;
  Array<Score> own_mine;
  Array<Score> own_theirs;

  [[nodiscard]] VertexId first() const { return proposing.first; }
  [[nodiscard]] VertexId last() const { return proposing.last; }
  [[nodiscard]] VertexId first_receiver() const { return receiving.first; }
  [[nodiscard]] VertexId last_receiver() const { return receiving.last; }
  [[nodiscard]] bool all_capacities_are_1() const { return capacities.empty(); }
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    return capacities.empty() ? 1 : capacities[agent];
  }
  [[nodiscard]] Offset begin(VertexId agent) const { return offsets[agent - proposing.first]; }
  [[nodiscard]] std::uint32_t length(VertexId agent) const {
    const std::size_t i = agent - proposing.first;
    return static_cast<std::uint32_t>(offsets[i + 1] - offsets[i]);
  }

  void view_own() {
    offsets = own_offsets.view();
    partners = own_partners.view();
    mine = own_mine.view();
    theirs = own_theirs.view();
  }
};

/// Rows of pairs that were checked; only of the left side, without pairs that are left out, without
/// a copy. O(entries). `left` and `right` are the scores. @throws Error{resources, cancelled}
template <class Score>
[[nodiscard]] ScoreRows<Score> rows_of_pairs(const Context& context, const ScoredPairsView& pairs,
                                             std::span<const Score> left,
                                             std::span<const Score> right,
                                             const StableMatchingOptions& options);

/// Rows of lists: places of the entries are scores. @throws as `ProposalLists`
[[nodiscard]] ScoreRows<std::int32_t> rows_of_lists(const Context& context,
                                                    const PreferencesView& preferences,
                                                    const StableMatchingOptions& options);

}  // namespace hypermatch::detail::stable_matching
