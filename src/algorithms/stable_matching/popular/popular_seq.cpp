// SPDX-License-Identifier: MIT
#include "popular.hpp"

namespace hypermatch::detail::stable_matching {
namespace {

using Claim = WishGraph::Claim;

/// Leaves of the first choices what a largest matching of them can have, and adds each agent's best
/// items that are even among the first choices. Returns the agents that have such second items: the
/// others may stay without one.
std::vector<Claim> add_second_items(const WishLists& lists, WishGraph& graph) {
  std::vector<Parity> agents, items;
  graph.find_parities(agents, items);
  std::vector<Claim> claims(lists.num_agents(), Claim::may);
  for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
    std::uint32_t second = k_none;
    for (std::uint64_t entry = lists.offsets[agent]; entry < lists.offsets[agent + 1]; ++entry) {
      const std::uint32_t rank = lists.rank(agent, entry);
      const Parity item = items[lists.items[entry]];
      if (item == Parity::even && second == k_none) {
        second = rank;
        claims[agent] = Claim::must;
      }
      if (rank > second) break;
      const bool never = (agents[agent] == Parity::odd && item != Parity::even) ||
                         (agents[agent] == Parity::unreachable && item == Parity::odd);
      graph.set(entry, (rank == 0 && !never) || (item == Parity::even && rank == second));
    }
  }
  return claims;
}

/// Agents that alternating paths from this free one lead to, and all their items.
void find_violator(const WishGraph& graph, VertexId root, PopularResult& result) {
  const WishLists& lists = graph.lists();
  std::vector<std::uint8_t> seen(lists.num_items, 0);
  result.agents.assign(1, root);
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    const VertexId agent = result.agents[i];
    for (std::uint64_t entry = lists.offsets[agent]; entry < lists.offsets[agent + 1]; ++entry) {
      const VertexId item = lists.items[entry];
      if (!graph.has(entry) || seen[item] != 0) continue;
      seen[item] = 1;
      result.items.push_back(item);
      result.agents.push_back(graph.owner(item));
    }
  }
}

}  // namespace

PopularResult largest_popular(const Context& context, const WishLists& lists) {
  WishGraph graph(context, lists);
  for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
    for (std::uint64_t entry = lists.offsets[agent];
         entry < lists.offsets[agent + 1] && lists.rank(agent, entry) == 0; ++entry) {
      graph.set(entry, true);
    }
  }
  graph.augment(std::vector<Claim>(lists.num_agents(), Claim::may), Claim::may);
  // Agents with a second item have to be matched. No item that is matched becomes free, so as many
  // first choices as possible stay matched.
  const std::vector<Claim> claims = add_second_items(lists, graph);
  graph.augment(claims, Claim::must);
  PopularResult result;
  for (VertexId agent = 0; agent < lists.num_agents(); ++agent) {
    if (claims[agent] == Claim::may || graph.mates()[agent] != k_none) continue;
    result.exists = false;
    find_violator(graph, agent, result);
    return result;
  }
  graph.augment(claims, Claim::may);
  result.mates = graph.mates();
  return result;
}

}  // namespace hypermatch::detail::stable_matching
