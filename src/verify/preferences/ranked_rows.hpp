// SPDX-License-Identifier: MIT
// Preference lists as the verifiers of stable matchings read them, and how they call agents.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::verify {

/// Lists of agents of one numbering: one-sided, or the left side before the right one.
struct RankedRows {
  VertexId num_left = 0;  ///< one-sided: all
  bool two_sided = false;
  std::span<const std::uint64_t> offsets;     ///< size agents + 1
  std::span<const VertexId> partners;         ///< best first
  std::span<const std::uint32_t> ranks;       ///< per entry: its tie, rising in a row
  std::span<const std::uint32_t> capacities;  ///< per agent; empty: all 1

  [[nodiscard]] VertexId size() const { return static_cast<VertexId>(offsets.size() - 1); }
  [[nodiscard]] std::uint32_t capacity(VertexId agent) const {
    return capacities.empty() ? 1 : capacities[agent];
  }
  /// As files have it: `a 3`, `l 3`, `r 3`.
  [[nodiscard]] std::string name(VertexId agent) const {
    if (!two_sided) return "a " + std::to_string(std::uint64_t{agent} + 1);
    const bool left = agent < num_left;
    return (left ? "l " : "r ") +
           std::to_string(std::uint64_t{left ? agent : agent - num_left} + 1);
  }
  [[nodiscard]] std::string name(VertexId a, VertexId b) const {
    return name(a) + " and " + name(b);
  }
};

/// Which pairs that are not matched block.
enum class Blocking {
  weak,    ///< both gain
  strong,  ///< one gains and the other does not lose
  super,   ///< none loses
};

using AgentPair = std::pair<VertexId, VertexId>;

/// Pairs are on each other's lists, within capacities, no two alike, and none blocks. The first
/// violated fact, or nothing. O(entries).
[[nodiscard]] std::string blocking_violation(const RankedRows& rows,
                                             std::span<const AgentPair> pairs, Blocking blocking);

/// The parties are a generalised stable partition with an odd party of three or more: then no
/// matching is stable (Tan 1991, doi:10.1016/0196-6774(91)90028-W; with capacities Glitzner,
/// Manlove 2025, arXiv 2505.11456). Agents of a party precede each other in a circle; two alone are
/// a pair. An agent is in one party of three or more at most. Strict lists. O(entries).
[[nodiscard]] std::string partition_violation(const RankedRows& rows,
                                              const std::vector<std::vector<VertexId>>& parties);

/// Lists over items without preferences.
struct WishRows {
  VertexId num_items = 0;
  std::span<const std::uint64_t> offsets;
  std::span<const VertexId> items;
  std::span<const std::uint32_t> ranks;
  std::span<const std::uint32_t> capacities;  ///< per item; empty: all 1
  /// Per agent; empty: all 1. Those that have one item each do not look at it.
  std::span<const std::uint32_t> agent_capacities = {};

  [[nodiscard]] VertexId size() const { return static_cast<VertexId>(offsets.size() - 1); }
};

/// Each agent has the best item that agents before it in `order` left.
[[nodiscard]] std::string dictatorship_violation(const WishRows& rows,
                                                 std::span<const VertexId> mates,
                                                 std::span<const VertexId> order);

/// No agents can trade the items that they own (agent i item i) so that none has a worse one than
/// now and one has a better one: the strict core, for strict lists. O(entries).
[[nodiscard]] std::string core_violation(const WishRows& rows, std::span<const VertexId> mates);

/// For each rank, a search finds no way to match more by it and better ones (Irving et al. 2006,
/// doi:10.1145/1198513.1198520; with capacities Paluch 2013, doi:10.1007/978-3-642-38233-8_27).
/// `pairs`: agents and items. O(ranks entries).
[[nodiscard]] std::string rank_maximal_violation(const WishRows& rows,
                                                 std::span<const AgentPair> pairs);

/// The matching is popular and no popular one is larger (Abraham et al. 2007,
/// doi:10.1137/06067328X). O(entries).
[[nodiscard]] std::string popular_violation(const WishRows& rows, std::span<const VertexId> mates);

}  // namespace hypermatch::detail::verify
