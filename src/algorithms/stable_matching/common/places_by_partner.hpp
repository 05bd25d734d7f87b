// SPDX-License-Identifier: MIT
// Which place partners give an agent.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/stable_matching/common/incoming_entries.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

/// The places that some partners give one agent, by partner: a table of all agents that may be
/// partners where it is no longer than a hash table, which has open addressing.
class PlacesByPartner {
 public:
  explicit PlacesByPartner(AgentRange partners) : partners_(partners) {}

  void assign(std::span<const ProposalEntry> entries) {
    const std::size_t slots = std::bit_ceil(2 * entries.size() + 2);
    has_all_ = partners_.size() <= slots;
    table_.assign(has_all_ ? partners_.size() : slots, {k_none, 0});
    if (has_all_) {
      for (const ProposalEntry& entry : entries) table_[entry.partner - partners_.first] = entry;
      return;
    }
    shift_ = static_cast<unsigned>(32 - std::countr_zero(slots));
    for (const ProposalEntry& entry : entries) {
      std::size_t slot = first_slot(entry.partner);
      // Ends: at most half of the slots are taken.
      while (table_[slot].partner != k_none) slot = (slot + 1) & (slots - 1);
      table_[slot] = entry;
    }
  }
  /// The entry of this partner; if there is none, one without a partner.
  [[nodiscard]] ProposalEntry find(VertexId partner) const {
    if (has_all_) return table_[partner - partners_.first];
    std::size_t slot = first_slot(partner);
    // Ends: there are free slots.
    while (table_[slot].partner != partner && table_[slot].partner != k_none) {
      slot = (slot + 1) & (table_.size() - 1);
    }
    return table_[slot];
  }

 private:
  [[nodiscard]] std::size_t first_slot(VertexId partner) const {
    return static_cast<std::uint32_t>(partner * 0x9E3779B1U) >> shift_;
  }

  AgentRange partners_;
  std::vector<ProposalEntry> table_;
  bool has_all_ = false;
  unsigned shift_ = 0;
};

/// The places that a list gives its agents, which are of `partners`.
[[nodiscard]] inline PlacesByPartner places_in(std::span<const VertexId> list,
                                               AgentRange partners) {
  std::vector<ProposalEntry> entries(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    entries[i] = {list[i], static_cast<std::uint32_t>(i)};
  }
  PlacesByPartner places(partners);
  places.assign(entries);
  return places;
}

}  // namespace hypermatch::detail::stable_matching
