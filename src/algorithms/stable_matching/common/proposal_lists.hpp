// SPDX-License-Identifier: MIT
// The lists of those who propose, as deferred acceptance reads them: strict, mutual, and with each
// partner the place that its list gives the agent. A proposal reads one entry and what the partner
// holds, and no list of the partner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

enum class Proposers {
  left,
  right,
  all,  ///< of one side; each is proposed to, too
};

class ProposalLists {
 public:
  /// Time O(entries) and a sort of each tie; memory 8 bytes per entry of the proposing side, and
  /// while they are made that of `IncomingEntries`.
  /// The preferences' arrays must stay. @throws Error{invalid_input} as `check_preferences`,
  /// Error{invalid_option} if one of two sides is to propose and there is one, Error{resources,
  /// cancelled}
  ProposalLists(const Context& context, const PreferencesView& preferences, Proposers proposers,
                std::uint64_t seed);

  [[nodiscard]] VertexId first() const { return proposing_.first; }  ///< of the proposing agents
  [[nodiscard]] VertexId last() const { return proposing_.last; }    ///< behind them
  [[nodiscard]] VertexId first_receiver() const { return receiving_.first; }
  [[nodiscard]] VertexId last_receiver() const { return receiving_.last; }

  /// An agent's list. Behind the mutual entries are those without a partner. Of two sides, places
  /// are those in the partner's list as it was given; of one side, those among its mutual entries.
  [[nodiscard]] std::span<const ProposalEntry> list_of(VertexId agent) const {
    const Offset begin = given_.offsets[agent];
    return {entries_.data() + (begin - base_), given_.offsets[agent + std::size_t{1}] - begin};
  }
  [[nodiscard]] std::uint32_t num_mutual(VertexId agent) const;

  /// Of either side, at most the length of the list.
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    const std::size_t length = given_.list_of(agent).size();
    return static_cast<std::uint32_t>(std::min<std::size_t>(given_.capacity(agent), length));
  }
  [[nodiscard]] bool all_capacities_are_1() const { return given_.capacities.empty(); }
  /// Entries of both sides' lists of partners whose list has not the agent.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  [[nodiscard]] std::uint64_t join(const Context& context, std::uint64_t seed,
                                   const IncomingEntries& incoming);
  void count_places_of_mutual(const Context& context, std::uint64_t seed);

  PreferencesView given_;
  AgentRange proposing_;
  AgentRange receiving_;
  Offset base_ = 0;  // of the first proposing agent's list
  Array<ProposalEntry> entries_;
  std::uint64_t dropped_ = 0;
};

}  // namespace hypermatch::detail::stable_matching
