// SPDX-License-Identifier: MIT
// Lists of the left side over items without preferences, and largest matchings of parts of them.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

struct WishLists {
  VertexId num_items = 0;
  std::vector<std::uint64_t> offsets{0};        ///< size agents + 1
  std::vector<VertexId> items;                  ///< best first
  std::vector<std::uint32_t> ranks;             ///< per entry: its tie, from 0; empty where strict
  std::vector<std::uint32_t> capacities;        ///< per item; empty where all are 1
  std::vector<std::uint32_t> agent_capacities;  ///< per agent; empty where all are 1

  [[nodiscard]] VertexId num_agents() const { return static_cast<VertexId>(offsets.size() - 1); }
  [[nodiscard]] std::uint32_t rank(VertexId agent, std::uint64_t entry) const {
    return ranks.empty() ? static_cast<std::uint32_t>(entry - offsets[agent]) : ranks[entry];
  }
};

/// Where alternating paths from free vertices lead to (Dulmage, Mendelsohn 1958): after an even
/// number of edges, an odd one, or not at all.
enum class Parity : std::uint8_t { unreachable, even, odd };

/// A graph made of entries that are switched on, with a matching that grows.
class WishGraph {
 public:
  WishGraph(const Context& context, const WishLists& lists);

  [[nodiscard]] const WishLists& lists() const { return lists_; }
  [[nodiscard]] bool has(std::uint64_t entry) const { return has_[entry] != 0; }
  void set(std::uint64_t entry, bool on) { has_[entry] = on ? 1 : 0; }

  /// The item of each agent, or k_none.
  [[nodiscard]] const std::vector<VertexId>& mates() const { return mates_; }
  [[nodiscard]] VertexId owner(VertexId item) const { return owners_[item]; }

  /// Which agents a search is for.
  enum class Claim : std::uint8_t {
    must,  ///< to be matched, at the cost of agents that may be
    may,   ///< to be matched where that costs no other
  };

  /// Matches agents until no more can be; items stay matched (Hopcroft, Karp 1973). With `must`,
  /// agents of that claim only, which take items of the others too; with `may`, all agents, and
  /// those that are matched stay matched. O(entries sqrt(vertices)).
  void augment(const std::vector<Claim>& claims, Claim least);

  /// Labels of all vertices, where no path augments.
  void find_parities(std::vector<Parity>& agents, std::vector<Parity>& items);

 private:
  [[nodiscard]] bool is_open(VertexId item) const {
    const VertexId owner = owners_[item];
    return owner == k_none || !is_admitted(owner);
  }
  [[nodiscard]] bool is_admitted(VertexId agent) const {
    return least_ == Claim::may || (*claims_)[agent] == Claim::must;
  }
  bool find_levels();
  void augment_from(VertexId root);

  parallel::StopCheck stop_;
  const WishLists& lists_;
  const std::vector<Claim>* claims_ = nullptr;  ///< of the search that runs
  Claim least_ = Claim::may;
  std::vector<std::uint8_t> has_;
  std::vector<VertexId> mates_, owners_;
  std::vector<std::uint64_t> item_offsets_, item_entries_;  ///< the entries of each item
  std::vector<VertexId> entry_agents_;                      ///< as item_entries_
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint64_t> next_;
  std::vector<VertexId> queue_, path_;
};

}  // namespace hypermatch::detail::stable_matching
