// SPDX-License-Identifier: MIT
#include "top_trading_cycles.hpp"

#include <algorithm>

namespace hypermatch::detail::stable_matching {

std::vector<VertexId> top_trading_cycles(const WishLists& lists) {
  const VertexId num_owners = std::min(lists.num_agents(), lists.num_items);
  std::vector<VertexId> mates(lists.num_agents(), k_none);
  std::vector<std::uint64_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  std::vector<std::uint8_t> on_path(lists.num_agents(), 0);
  std::vector<VertexId> path;
  // The best item that an agent who has not traded yet owns; at the end of the list its own one.
  const auto wanted = [&](VertexId agent) {
    for (; next[agent] < lists.offsets[agent + 1]; ++next[agent]) {
      const VertexId item = lists.items[next[agent]];
      if (item < num_owners && mates[item] == k_none) return item;
    }
    return agent;
  };
  for (VertexId agent = 0; agent < num_owners; ++agent) {
    // Ends: each step lengthens the path, or trades.
    while (mates[agent] == k_none) {
      if (path.empty()) {
        path.push_back(agent);
        on_path[agent] = 1;
      }
      const VertexId owner = wanted(path.back());
      if (on_path[owner] == 0) {
        path.push_back(owner);
        on_path[owner] = 1;
        continue;
      }
      VertexId item = owner;
      for (bool closed = false; !closed;) {
        const VertexId taker = path.back();
        path.pop_back();
        on_path[taker] = 0;
        mates[taker] = item;
        item = taker;
        closed = taker == owner;
      }
    }
  }
  return mates;
}

}  // namespace hypermatch::detail::stable_matching
