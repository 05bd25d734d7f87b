// SPDX-License-Identifier: MIT
// Rank-maximal matchings with capacities on both sides: after each rank a search finds no way to
// match more, and the entries that a better rank decides are left as they are. Nothing is matched
// here.
#include <algorithm>

#include "ranked_rows.hpp"
#include "wish_checks.hpp"

namespace hypermatch::detail::verify {
namespace {

/// Vertices by what reaches them along alternating paths.
enum class Reach : std::uint8_t { none, from_agents, from_items };

class RankChecks {
 public:
  explicit RankChecks(const WishRows& rows)
      : rows_(rows),
        has_(rows.items.size(), 0),
        is_matched_(rows.items.size(), 0),
        agent_room_(rows.size()),
        item_room_(rows.num_items),
        done_agents_(rows.size(), 0),
        done_items_(rows.num_items, 0),
        by_item_(rows.num_items) {
    for (VertexId agent = 0; agent < rows.size(); ++agent) {
      agent_room_[agent] = rows.agent_capacities.empty() ? 1 : rows.agent_capacities[agent];
      for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
        by_item_[rows.items[e]].push_back({agent, e});
      }
    }
    for (VertexId item = 0; item < rows.num_items; ++item) {
      item_room_[item] = rows.capacities.empty() ? 1 : rows.capacities[item];
    }
  }

  std::string violation(std::span<const AgentPair> pairs) {
    if (std::string wrong = read(pairs); !wrong.empty()) return wrong;
    std::uint32_t num_ranks = 0;
    for (const std::uint32_t rank : rows_.ranks) num_ranks = std::max(num_ranks, rank + 1);
    std::ranges::fill(agent_used_, 0);
    std::ranges::fill(item_used_, 0);
    for (std::uint32_t rank = 0; rank < num_ranks; ++rank) {
      const std::string named = std::to_string(std::uint64_t{rank} + 1);
      if (const VertexId agent = begin_rank(rank); agent != k_none) {
        return wish_name(agent) + " is matched by rank " + named + " where others are needed";
      }
      if (search_from_agents()) return "more agents could be matched up to rank " + named;
      search_from_items();
      leave_decided();
    }
    return {};
  }

 private:
  struct ItemEntry {
    VertexId agent;
    std::uint64_t entry;
  };

  /// Pairs are entries, each once, and within capacities.
  std::string read(std::span<const AgentPair> pairs) {
    agent_used_.assign(rows_.size(), 0);
    item_used_.assign(rows_.num_items, 0);
    for (const auto& [agent, item] : pairs) {
      const std::string called = wish_name(agent);
      if (agent >= rows_.size()) {
        return "agent " + std::to_string(agent) + " of the left side does not exist, there are " +
               std::to_string(rows_.size());
      }
      if (item >= rows_.num_items) {
        return "the item of " + called + " does not exist";
      }
      const auto begin = rows_.items.begin() + static_cast<std::ptrdiff_t>(rows_.offsets[agent]);
      const auto end = rows_.items.begin() + static_cast<std::ptrdiff_t>(rows_.offsets[agent + 1]);
      const auto found = std::find(begin, end, item);
      if (found == end) return called + " does not list its item";
      std::uint8_t& matched = is_matched_[static_cast<std::size_t>(found - rows_.items.begin())];
      const std::string called_item = "r " + std::to_string(std::uint64_t{item} + 1);
      if (matched != 0) return called + " has " + called_item + " twice";
      matched = 1;
      if (++agent_used_[agent] > agent_room_[agent]) return called + " has too many items";
      if (++item_used_[item] > item_room_[item])
        return called_item + " is given to too many agents";
    }
    return {};
  }

  /// Adds entries between vertices that may still have room. An agent whose pair of this rank is
  /// not one of them, or k_none.
  VertexId begin_rank(std::uint32_t rank) {
    VertexId wrong = k_none;
    for (VertexId agent = 0; agent < rows_.size(); ++agent) {
      for (std::uint64_t e = rows_.offsets[agent]; e < rows_.offsets[agent + 1]; ++e) {
        if (rows_.ranks[e] != rank) continue;
        const VertexId item = rows_.items[e];
        has_[e] = done_agents_[agent] == 0 && done_items_[item] == 0 ? 1 : 0;
        if (is_matched_[e] == 0) continue;
        if (has_[e] == 0 && wrong == k_none) wrong = agent;
        ++agent_used_[agent];
        ++item_used_[item];
      }
    }
    return wrong;
  }

  /// Whether a path from an agent with room ends at an item with room.
  bool search_from_agents() {
    agents_.assign(rows_.size(), Reach::none);
    items_.assign(rows_.num_items, Reach::none);
    std::vector<VertexId> open;
    const auto reach = [&](VertexId agent) {
      if (agents_[agent] != Reach::none) return;
      agents_[agent] = Reach::from_agents;
      open.push_back(agent);
    };
    for (VertexId agent = 0; agent < rows_.size(); ++agent) {
      if (agent_used_[agent] < agent_room_[agent]) reach(agent);
    }
    while (!open.empty()) {
      const VertexId agent = open.back();
      open.pop_back();
      for (std::uint64_t e = rows_.offsets[agent]; e < rows_.offsets[agent + 1]; ++e) {
        const VertexId item = rows_.items[e];
        if (has_[e] == 0 || is_matched_[e] != 0 || items_[item] != Reach::none) continue;
        if (item_used_[item] < item_room_[item]) return true;
        items_[item] = Reach::from_agents;
        for (const ItemEntry& one : by_item_[item]) {
          if (has_[one.entry] != 0 && is_matched_[one.entry] != 0) reach(one.agent);
        }
      }
    }
    return false;
  }

  void search_from_items() {
    std::vector<VertexId> open;
    const auto reach = [&](VertexId item) {
      if (items_[item] != Reach::none) return;
      items_[item] = Reach::from_items;
      open.push_back(item);
    };
    for (VertexId item = 0; item < rows_.num_items; ++item) {
      if (item_used_[item] < item_room_[item]) reach(item);
    }
    while (!open.empty()) {
      const VertexId item = open.back();
      open.pop_back();
      for (const ItemEntry& one : by_item_[item]) {
        if (has_[one.entry] == 0 || is_matched_[one.entry] != 0 ||
            agents_[one.agent] != Reach::none) {
          continue;
        }
        agents_[one.agent] = Reach::from_items;
        for (std::uint64_t e = rows_.offsets[one.agent]; e < rows_.offsets[one.agent + 1]; ++e) {
          if (has_[e] != 0 && is_matched_[e] != 0) reach(rows_.items[e]);
        }
      }
    }
  }

  /// Entries between vertices of different kinds are in all of the largest matchings so far, or in
  /// none of them: no later path may use them.
  void leave_decided() {
    for (VertexId agent = 0; agent < rows_.size(); ++agent) {
      for (std::uint64_t e = rows_.offsets[agent]; e < rows_.offsets[agent + 1]; ++e) {
        if (agents_[agent] != items_[rows_.items[e]]) has_[e] = 0;
      }
      if (agents_[agent] != Reach::from_agents) done_agents_[agent] = 1;
    }
    for (VertexId item = 0; item < rows_.num_items; ++item) {
      if (items_[item] != Reach::from_items) done_items_[item] = 1;
    }
  }

  const WishRows& rows_;
  std::vector<std::uint8_t> has_, is_matched_;  ///< per entry
  std::vector<std::uint32_t> agent_room_, item_room_;
  std::vector<std::uint32_t> agent_used_, item_used_;  ///< by the ranks so far
  std::vector<Reach> agents_, items_;
  /// Vertices that every rank-maximal matching fills by the ranks so far.
  std::vector<std::uint8_t> done_agents_, done_items_;
  std::vector<std::vector<ItemEntry>> by_item_;
};

}  // namespace

std::string rank_maximal_violation(const WishRows& rows, std::span<const AgentPair> pairs) {
  return RankChecks(rows).violation(pairs);
}

}  // namespace hypermatch::detail::verify
