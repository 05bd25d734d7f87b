// SPDX-License-Identifier: MIT
// Mutual preference lists of all agents in one numbering (two-sided: the left side first), with the
// place of each entry in the partner's list. What the algorithms beside Gale and Shapley's read.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

struct PairLists {
  VertexId num_left = 0;                  ///< agents of the left side; one-sided: of all
  std::vector<std::uint64_t> offsets{0};  ///< size agents + 1
  std::vector<VertexId> partners;         ///< best first
  std::vector<std::uint32_t> ranks;       ///< per entry, ascending; empty: its place
  std::vector<std::uint32_t> places;      ///< per entry: where the partner's list has this agent
  std::vector<std::uint32_t> capacities;  ///< per agent; empty where all are 1

  [[nodiscard]] VertexId num_agents() const { return static_cast<VertexId>(offsets.size() - 1); }
  [[nodiscard]] std::uint32_t length(VertexId x) const {
    return static_cast<std::uint32_t>(offsets[x + 1] - offsets[x]);
  }
  [[nodiscard]] VertexId partner(VertexId x, std::uint32_t place) const {
    return partners[offsets[x] + place];
  }
  /// Where the partner at this place of x's list has x.
  [[nodiscard]] std::uint32_t place_at_partner(VertexId x, std::uint32_t place) const {
    return places[offsets[x] + place];
  }
  [[nodiscard]] std::uint32_t rank(VertexId x, std::uint32_t place) const {
    return ranks.empty() ? place : ranks[offsets[x] + place];
  }
  [[nodiscard]] std::uint32_t capacity(VertexId x) const {
    return capacities.empty() ? 1 : capacities[x];
  }
};

}  // namespace hypermatch::detail::stable_matching
