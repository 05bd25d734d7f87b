// SPDX-License-Identifier: MIT
// All stable matchings of a two-sided instance, as the closed sets of its rotation poset: Gusfield
// and Irving 1989 (The Stable Marriage Problem), with capacities on the right as the meta-rotations
// of Cheng, McDermid, Suzuki 2008 (doi:10.1007/978-3-540-87744-8_22). A rotation moves left agents
// down their lists, each to a right agent that gives up its worst one for it. Strict lists, one
// core, O(entries).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/stable_matching/common/left_mates.hpp"
#include "algorithms/stable_matching/common/pair_lists.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::stable_matching {

/// One agent's part in a rotation.
struct Move {
  VertexId agent;
  std::uint32_t from, to;     ///< places in its list
  std::uint32_t worst_after;  ///< the place of the worst one that the agent moved to then holds
};

struct RotationPoset {
  std::vector<std::uint32_t> start;  ///< left-optimal: per left agent its place, or k_no_place
  std::vector<std::uint64_t> move_offsets{0};  ///< size rotations + 1
  std::vector<Move> moves;
  std::vector<std::uint64_t> predecessor_offsets{0};  ///< size rotations + 1
  std::vector<std::uint32_t> predecessors;  ///< smaller numbers; with these, a set is closed
  std::uint64_t proposals = 0;

  static constexpr std::uint32_t k_no_place = ~std::uint32_t{0};

  [[nodiscard]] std::uint32_t num_rotations() const {
    return static_cast<std::uint32_t>(move_offsets.size() - 1);
  }
  [[nodiscard]] std::span<const Move> moves_of(std::uint32_t rotation) const {
    return std::span(moves).subspan(move_offsets[rotation],
                                    move_offsets[rotation + 1] - move_offsets[rotation]);
  }
  [[nodiscard]] std::span<const std::uint32_t> predecessors_of(std::uint32_t rotation) const {
    return std::span(predecessors)
        .subspan(predecessor_offsets[rotation],
                 predecessor_offsets[rotation + 1] - predecessor_offsets[rotation]);
  }
};

/// Left capacities are 1.
[[nodiscard]] RotationPoset rotation_poset(const Context& context, const PairLists& lists);

/// A closed set of rotations, per rotation whether it is in it.
using ClosedSet = std::vector<std::uint8_t>;

/// The stable matching of a closed set.
[[nodiscard]] std::vector<VertexId> mates_of(const PairLists& lists, const RotationPoset& poset,
                                             const ClosedSet& set);

/// The smallest sum of ranks over both sides; of those the one best for the left side. A closure of
/// least weight, by a minimum cut (Picard 1976, Dinic 1970).
[[nodiscard]] ClosedSet egalitarian(const Context& context, const PairLists& lists,
                                    const RotationPoset& poset);

/// The smallest worst rank over both sides; of those the one best for the left side. O(entries).
[[nodiscard]] ClosedSet minimum_regret(const PairLists& lists, const RotationPoset& poset);

/// Turns a closed set into the next one in lexicographic order, which begins with the empty set.
/// False after the last.
[[nodiscard]] bool next_closed_set(const RotationPoset& poset, ClosedSet& set);

}  // namespace hypermatch::detail::stable_matching
