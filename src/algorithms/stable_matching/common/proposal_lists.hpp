// SPDX-License-Identifier: MIT
// The lists of one side of two, as deferred acceptance reads them: strict, mutual, and with each
// partner the place that its list gives the agent. A proposal reads one entry and what the partner
// holds, and no list of the other side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/preferences.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

class ProposalLists {
 public:
  /// Time O(entries) and a sort of each tie; memory 8 bytes per entry of the proposing side, and
  /// while they are made that of `IncomingEntries`.
  /// @throws Error{invalid_input} as `check_preferences`, Error{invalid_option} for lists of one
  /// side, Error{resources, cancelled}
  ProposalLists(const Context& context, const PreferencesView& preferences,
                const StableMatchingOptions& options);

  [[nodiscard]] VertexId first() const { return first_; }  ///< of the proposing agents
  [[nodiscard]] VertexId last() const { return last_; }    ///< behind them
  [[nodiscard]] VertexId first_receiver() const { return first_ == 0 ? last_ : 0; }
  [[nodiscard]] VertexId last_receiver() const { return first_ == 0 ? given_.num_agents : first_; }

  /// An agent's list. Behind the mutual entries are those without a partner.
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

  PreferencesView given_;
  VertexId first_ = 0;
  VertexId last_ = 0;
  Offset base_ = 0;  // of the first proposing agent's list
  Array<ProposalEntry> entries_;
  std::uint64_t dropped_ = 0;
};

}  // namespace hypermatch::detail::stable_matching
