// SPDX-License-Identifier: MIT
#include "rank_maximal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

/// Entries that are switched on, and a matching of some of them that grows. Agents and items have
/// room for several.
class RoomGraph {
 public:
  RoomGraph(const Context& context, const WishLists& lists)
      : stop_(context),
        lists_(lists),
        states_(lists.items.size(), State::off),
        agent_room_(lists.num_agents()),
        item_room_(lists.num_items),
        owners_(lists.num_items),
        live_(lists.num_items, 0) {
    for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
      agent_room_[agent] = lists.agent_capacities.empty() ? 1 : lists.agent_capacities[agent];
    }
    for (VertexId item = 0; item < lists.num_items; ++item) {
      item_room_[item] = lists.capacities.empty() ? 1 : lists.capacities[item];
    }
  }

  enum class State : std::uint8_t {
    off,
    on,
    taken,
    fixed,  ///< matched for good
  };
  [[nodiscard]] State state(std::uint64_t entry) const { return states_[entry]; }
  [[nodiscard]] bool is_live(std::uint64_t entry) const {
    return states_[entry] == State::on || states_[entry] == State::taken;
  }
  void switch_on(std::uint64_t entry) {
    const VertexId item = lists_.items[entry];
    states_[entry] = State::on;
    if (live_[item]++ == 0) ++num_live_;
  }
  /// Leaves the matching as it is: a taken entry is in it for good.
  void switch_off(std::uint64_t entry) {
    const VertexId item = lists_.items[entry];
    if (states_[entry] == State::taken) {
      states_[entry] = State::fixed;
      fixed_items_.push_back(item);
    } else {
      states_[entry] = State::off;
    }
    if (--live_[item] == 0) --num_live_;
  }
  /// Call it behind all of these.
  void forget_fixed_owners() {
    std::sort(fixed_items_.begin(), fixed_items_.end());
    fixed_items_.erase(std::unique(fixed_items_.begin(), fixed_items_.end()), fixed_items_.end());
    for (const VertexId item : fixed_items_) {
      std::erase_if(owners_[item],
                    [&](const Owner& owner) { return states_[owner.entry] == State::fixed; });
    }
    fixed_items_.clear();
  }
  /// Whether an entry of the item is on or taken.
  [[nodiscard]] bool is_live_item(VertexId item) const { return live_[item] != 0; }
  [[nodiscard]] bool has_room(VertexId agent) const { return agent_room_[agent] != 0; }
  [[nodiscard]] bool item_has_room(VertexId item) const { return item_room_[item] != 0; }

  struct Owner {
    VertexId agent;
    std::uint64_t entry;
  };
  [[nodiscard]] const std::vector<Owner>& owners(VertexId item) const { return owners_[item]; }
  /// Items that some entry is on for.
  [[nodiscard]] VertexId num_live_items() const { return num_live_; }

  /// Matches as many entries as possible; what an agent or item has is exchanged, never lost
  /// (Hopcroft, Karp 1973). `ends`: per agent the end of its entries that may be on.
  void augment(const std::vector<std::uint64_t>& ends) {
    // Ends: every phase but the last one matches one more entry.
    while (find_levels(ends)) {
      stop_.done(lists_.num_agents());
      next_.assign(lists_.offsets.begin(), lists_.offsets.end() - 1);
      next_owner_.assign(lists_.num_items, 0);
      for (VertexId agent = 0; agent < lists_.num_agents() && num_open_ != 0; ++agent) {
        // Ends: each path takes a place of the agent.
        while (agent_room_[agent] != 0 && augment_from(agent, ends)) {
        }
      }
    }
  }

 private:
  /// Distances from agents with room, in agents. False where no item with room is reached.
  bool find_levels(const std::vector<std::uint64_t>& ends) {
    levels_.assign(lists_.num_agents(), k_none);
    item_levels_.assign(lists_.num_items, k_none);
    queue_.clear();
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (agent_room_[agent] == 0) continue;
      levels_[agent] = 0;
      queue_.push_back(agent);
    }
    num_open_ = 0;
    VertexId seen = 0;
    for (std::size_t i = 0; i < queue_.size() && seen != num_live_; ++i) {
      const VertexId agent = queue_[i];
      for (std::uint64_t entry = lists_.offsets[agent]; entry < ends[agent]; ++entry) {
        const VertexId item = lists_.items[entry];
        if (states_[entry] != State::on || item_levels_[item] != k_none) continue;
        item_levels_[item] = levels_[agent];
        ++seen;
        num_open_ += item_room_[item] != 0 ? 1 : 0;
        for (const Owner& owner : owners_[item]) {
          if (levels_[owner.agent] != k_none) continue;
          levels_[owner.agent] = levels_[agent] + 1;
          queue_.push_back(owner.agent);
        }
      }
      stop_.done(ends[agent] - lists_.offsets[agent]);
    }
    return num_open_ != 0;
  }

  /// One path along the levels, by a stack. Each entry and each owner is passed once per phase.
  bool augment_from(VertexId root, const std::vector<std::uint64_t>& ends) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const VertexId agent = path_.back();
      std::uint64_t& entry = next_[agent];
      while (entry < ends[agent] && !leads_on(agent, entry)) ++entry;
      if (entry == ends[agent]) {
        path_.pop_back();
        if (!path_.empty()) ++next_owner_[lists_.items[next_[path_.back()]]];
        continue;
      }
      const VertexId item = lists_.items[entry];
      if (item_room_[item] == 0) {
        path_.push_back(owners_[item][next_owner_[item]].agent);
        continue;
      }
      if (--item_room_[item] == 0) --num_open_;
      --agent_room_[root];
      exchange();
      return true;
    }
    return false;
  }

  /// Whether an entry leads to an item with room, or to an owner of the next level.
  bool leads_on(VertexId agent, std::uint64_t entry) {
    const VertexId item = lists_.items[entry];
    if (states_[entry] != State::on) return false;
    if (item_room_[item] != 0) return true;
    if (item_levels_[item] != levels_[agent]) return false;
    std::size_t& place = next_owner_[item];
    const auto& owners = owners_[item];
    while (place < owners.size() && levels_[owners[place].agent] != levels_[agent] + 1) ++place;
    return place < owners.size();
  }

  /// Each agent of the path takes the item that its next_ points to, and gives up the one by which
  /// it was reached.
  void exchange() {
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const std::uint64_t entry = next_[path_[i]];
      const VertexId item = lists_.items[entry];
      if (i + 1 < path_.size()) {
        auto& owners = owners_[item];
        Owner& left = owners[next_owner_[item]];
        states_[left.entry] = State::on;
        left = owners.back();
        owners.pop_back();
      }
      states_[entry] = State::taken;
      owners_[item].push_back({path_[i], entry});
    }
  }

  parallel::StopCheck stop_;
  const WishLists& lists_;
  std::vector<State> states_;
  std::vector<std::uint32_t> agent_room_, item_room_;
  std::vector<std::vector<Owner>> owners_;  ///< per item, by entries that are taken
  std::vector<std::uint32_t> live_;         ///< per item: entries that are on or taken
  std::vector<VertexId> fixed_items_;
  VertexId num_live_ = 0;
  VertexId num_open_ = 0;  ///< items with room that the search reached
  std::vector<std::uint32_t> levels_, item_levels_;
  std::vector<std::uint64_t> next_;
  std::vector<std::size_t> next_owner_;
  std::vector<VertexId> queue_, path_;
};

class Phases {
 public:
  Phases(const Context& context, const WishLists& lists)
      : lists_(lists),
        graph_(context, lists),
        stop_(context),
        ends_(lists.offsets.begin(), lists.offsets.end() - 1),
        agents_(lists.num_agents(), Parity::even),
        items_(lists.num_items, Parity::even),
        closed_agents_(lists.num_agents(), 0),
        closed_items_(lists.num_items, 0),
        of_items_(lists) {}

  std::vector<std::uint64_t> run() {
    // Ends: every agent that is left goes down its list in each phase.
    for (std::uint32_t rank = 0; add_entries(rank); ++rank) {
      graph_.augment(ends_);
      find_parities();
      reduce();
    }
    std::vector<std::uint64_t> matched;
    for (std::uint64_t entry = 0; entry < lists_.items.size(); ++entry) {
      const RoomGraph::State state = graph_.state(entry);
      if (state == RoomGraph::State::taken || state == RoomGraph::State::fixed) {
        matched.push_back(entry);
      }
    }
    return matched;
  }

 private:
  /// The entries of each item.
  struct ItemEntries {
    explicit ItemEntries(const WishLists& lists)
        : offsets(std::size_t{lists.num_items} + 1, 0),
          entries(lists.items.size()),
          agents(lists.items.size()) {
      for (const VertexId item : lists.items) ++offsets[item + std::size_t{1}];
      for (VertexId item = 0; item < lists.num_items; ++item) {
        offsets[item + std::size_t{1}] += offsets[item];
      }
      std::vector<std::uint64_t> ends = offsets;
      for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
        for (std::uint64_t e = lists.offsets[agent]; e < lists.offsets[agent + 1]; ++e) {
          const std::uint64_t at = ends[lists.items[e]]++;
          entries[at] = e;
          agents[at] = agent;
        }
      }
    }
    std::vector<std::uint64_t> offsets, entries;
    std::vector<VertexId> agents;
  };

  /// Entries of this rank between vertices that may have room in the end. False where no agent has
  /// any from here on.
  bool add_entries(std::uint32_t rank) {
    bool any_left = false;
    added_.clear();
    stop_.done(lists_.num_agents());
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (closed_agents_[agent] != 0) continue;
      std::uint64_t& entry = ends_[agent];
      for (; entry < lists_.offsets[agent + 1] && lists_.rank(agent, entry) == rank; ++entry) {
        any_left = true;
        if (closed_items_[lists_.items[entry]] != 0) continue;
        graph_.switch_on(entry);
        added_.emplace_back(agent, entry);
      }
      any_left = any_left || entry < lists_.offsets[agent + 1];
    }
    return any_left;
  }

  /// Parities of all vertices: agents that a path from an agent with room reaches are even, the
  /// items on it odd; those before an item with room the other way round. All others, and odd ones,
  /// have no room in any largest matching.
  void find_parities() {
    old_agents_.swap(agents_);
    old_items_.swap(items_);
    agents_.assign(lists_.num_agents(), Parity::unreachable);
    items_.assign(lists_.num_items, Parity::unreachable);
    queue_.clear();
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (graph_.has_room(agent)) reach(agents_[agent], Parity::even, agent);
    }
    VertexId seen = 0;
    for (std::size_t i = 0; i < queue_.size() && seen != graph_.num_live_items(); ++i) {
      const VertexId agent = queue_[i];
      for (std::uint64_t entry = lists_.offsets[agent]; entry < ends_[agent]; ++entry) {
        const VertexId item = lists_.items[entry];
        if (graph_.state(entry) != RoomGraph::State::on || items_[item] != Parity::unreachable) {
          continue;
        }
        items_[item] = Parity::odd;
        ++seen;
        for (const RoomGraph::Owner& owner : graph_.owners(item)) {
          reach(agents_[owner.agent], Parity::even, owner.agent);
        }
      }
      stop_.done(ends_[agent] - lists_.offsets[agent]);
    }
    queue_.clear();
    for (VertexId item = 0; item < lists_.num_items; ++item) {
      if (graph_.item_has_room(item)) reach(items_[item], Parity::even, item);
    }
    for (std::size_t i = 0; i < queue_.size(); ++i) reach_from_item(queue_[i]);
  }

  void reach(Parity& parity, Parity value, VertexId vertex) {
    if (parity != Parity::unreachable) return;
    parity = value;
    queue_.push_back(vertex);
  }

  void reach_from_item(VertexId item) {
    if (!graph_.is_live_item(item)) return;
    for (std::uint64_t at = of_items_.offsets[item]; at < of_items_.offsets[item + 1]; ++at) {
      const VertexId agent = of_items_.agents[at];
      if (graph_.state(of_items_.entries[at]) != RoomGraph::State::on ||
          agents_[agent] != Parity::unreachable) {
        continue;
      }
      agents_[agent] = Parity::odd;
      for (std::uint64_t entry = lists_.offsets[agent]; entry < ends_[agent]; ++entry) {
        if (graph_.state(entry) != RoomGraph::State::taken) continue;
        reach(items_[lists_.items[entry]], Parity::even, lists_.items[entry]);
      }
    }
  }

  /// Every rank-maximal matching has the same choice at an entry whose ends are not reached from
  /// the same side. It is switched off, and with it nothing that a later path could undo.
  void reduce() {
    for (const auto& [agent, entry] : added_) settle(agent, entry);
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (agents_[agent] == old_agents_[agent]) continue;
      for (std::uint64_t entry = lists_.offsets[agent]; entry < ends_[agent]; ++entry) {
        settle(agent, entry);
      }
    }
    for (VertexId item = 0; item < lists_.num_items; ++item) {
      if (items_[item] == old_items_[item]) continue;
      for (std::uint64_t at = of_items_.offsets[item]; at < of_items_.offsets[item + 1]; ++at) {
        settle(of_items_.agents[at], of_items_.entries[at]);
      }
    }
    graph_.forget_fixed_owners();
    // Without room in every largest matching so far, a vertex has none for worse ranks.
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (agents_[agent] != Parity::even) closed_agents_[agent] = 1;
    }
    for (VertexId item = 0; item < lists_.num_items; ++item) {
      if (items_[item] != Parity::even) closed_items_[item] = 1;
    }
  }
  void settle(VertexId agent, std::uint64_t entry) {
    if (!graph_.is_live(entry)) return;
    const Parity mine = agents_[agent];
    const Parity other = items_[lists_.items[entry]];
    const bool is_kept = mine == Parity::unreachable ? other == Parity::unreachable
                         : mine == Parity::even      ? other == Parity::odd
                                                     : other == Parity::even;
    if (!is_kept) graph_.switch_off(entry);
  }

  const WishLists& lists_;
  RoomGraph graph_;
  parallel::StopCheck stop_;
  std::vector<std::uint64_t> ends_;  ///< per agent: its first entry that no phase has had
  std::vector<Parity> agents_, items_, old_agents_, old_items_;
  std::vector<std::uint8_t> closed_agents_, closed_items_;
  ItemEntries of_items_;
  std::vector<std::pair<VertexId, std::uint64_t>> added_;  ///< in this phase: agent and entry
  std::vector<VertexId> queue_;
};

}  // namespace

std::vector<std::uint64_t> rank_maximal(const Context& context, const WishLists& lists) {
  return Phases(context, lists).run();
}

}  // namespace hypermatch::detail::stable_matching
