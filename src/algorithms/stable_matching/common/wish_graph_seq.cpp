// SPDX-License-Identifier: MIT
#include "wish_graph.hpp"

namespace hypermatch::detail::stable_matching {

WishGraph::WishGraph(const Context& context, const WishLists& lists)
    : stop_(context),
      lists_(lists),
      has_(lists.items.size(), 0),
      mates_(lists.num_agents(), k_none),
      owners_(lists.num_items, k_none),
      item_offsets_(std::size_t{lists.num_items} + 1, 0),
      item_entries_(lists.items.size()),
      entry_agents_(lists.items.size()) {
  for (const VertexId item : lists.items) ++item_offsets_[item + 1];
  for (VertexId item = 0; item < lists.num_items; ++item) {
    item_offsets_[item + 1] += item_offsets_[item];
  }
  std::vector<std::uint64_t> ends = item_offsets_;
  for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
    for (std::uint64_t entry = lists.offsets[agent]; entry < lists.offsets[agent + 1]; ++entry) {
      const std::uint64_t at = ends[lists.items[entry]]++;
      item_entries_[at] = entry;
      entry_agents_[at] = agent;
    }
  }
}

void WishGraph::augment(const std::vector<Claim>& claims, Claim least) {
  claims_ = &claims;
  least_ = least;
  // Ends: every phase but the last one matches one more admitted agent.
  while (find_levels()) {
    stop_.done(lists_.items.size());
    next_.assign(lists_.offsets.begin(), lists_.offsets.end() - 1);
    for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
      if (mates_[agent] == k_none && is_admitted(agent)) augment_from(agent);
    }
  }
}

/// Distances of agents from free ones. False where no open item is reached.
bool WishGraph::find_levels() {
  levels_.assign(lists_.num_agents(), k_none);
  queue_.clear();
  for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
    if (mates_[agent] != k_none || !is_admitted(agent)) continue;
    levels_[agent] = 0;
    queue_.push_back(agent);
  }
  bool found = false;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const VertexId agent = queue_[i];
    for (std::uint64_t entry = lists_.offsets[agent]; entry < lists_.offsets[agent + 1]; ++entry) {
      if (!has(entry)) continue;
      const VertexId item = lists_.items[entry];
      if (is_open(item)) {
        found = true;
      } else if (levels_[owners_[item]] == k_none) {
        levels_[owners_[item]] = levels_[agent] + 1;
        queue_.push_back(owners_[item]);
      }
    }
  }
  return found;
}

/// One path along the levels, by a stack. Each entry is looked at once per phase.
void WishGraph::augment_from(VertexId root) {
  path_.assign(1, root);
  while (!path_.empty()) {
    const VertexId agent = path_.back();
    std::uint64_t& entry = next_[agent];
    const auto leads_on = [&] {
      const VertexId item = lists_.items[entry];
      return has(entry) && (is_open(item) || levels_[owners_[item]] == levels_[agent] + 1);
    };
    while (entry < lists_.offsets[agent + 1] && !leads_on()) ++entry;
    if (entry == lists_.offsets[agent + 1]) {
      path_.pop_back();
      if (!path_.empty()) ++next_[path_.back()];
      continue;
    }
    const VertexId last = lists_.items[entry];
    if (!is_open(last)) {
      path_.push_back(owners_[last]);
      continue;
    }
    if (owners_[last] != k_none) mates_[owners_[last]] = k_none;
    // Each agent of the path takes the item that its next_ points to.
    for (const VertexId taker : path_) {
      const VertexId item = lists_.items[next_[taker]];
      mates_[taker] = item;
      owners_[item] = taker;
      levels_[taker] = k_none;
    }
    return;
  }
}

void WishGraph::find_parities(std::vector<Parity>& agents, std::vector<Parity>& items) {
  stop_.done(lists_.items.size());
  agents.assign(lists_.num_agents(), Parity::unreachable);
  items.assign(lists_.num_items, Parity::unreachable);
  queue_.clear();
  for (VertexId agent = 0; agent < lists_.num_agents(); ++agent) {
    if (mates_[agent] != k_none) continue;
    agents[agent] = Parity::even;
    queue_.push_back(agent);
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const VertexId agent = queue_[i];
    for (std::uint64_t entry = lists_.offsets[agent]; entry < lists_.offsets[agent + 1]; ++entry) {
      const VertexId item = lists_.items[entry];
      if (!has(entry) || items[item] != Parity::unreachable) continue;
      items[item] = Parity::odd;
      agents[owners_[item]] = Parity::even;
      queue_.push_back(owners_[item]);
    }
  }
  queue_.clear();
  for (VertexId item = 0; item < lists_.num_items; ++item) {
    if (owners_[item] != k_none) continue;
    items[item] = Parity::even;
    queue_.push_back(item);
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const VertexId item = queue_[i];
    for (std::uint64_t at = item_offsets_[item]; at < item_offsets_[item + 1]; ++at) {
      const VertexId agent = entry_agents_[at];
      if (!has(item_entries_[at]) || agents[agent] != Parity::unreachable) continue;
      agents[agent] = Parity::odd;
      items[mates_[agent]] = Parity::even;
      queue_.push_back(mates_[agent]);
    }
  }
}

}  // namespace hypermatch::detail::stable_matching
