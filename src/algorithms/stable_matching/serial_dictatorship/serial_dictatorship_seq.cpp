// SPDX-License-Identifier: MIT
#include "serial_dictatorship.hpp"

namespace hypermatch::detail::stable_matching {

std::vector<VertexId> serial_dictatorship(const WishLists& lists, std::span<const VertexId> order) {
  std::vector<VertexId> mates(lists.num_agents(), k_none);
  std::vector<std::uint32_t> left = lists.capacities;
  if (left.empty()) left.assign(lists.num_items, 1);
  for (const VertexId agent : order) {
    for (std::uint64_t entry = lists.offsets[agent]; entry < lists.offsets[agent + 1]; ++entry) {
      const VertexId item = lists.items[entry];
      if (left[item] == 0) continue;
      --left[item];
      mates[agent] = item;
      break;
    }
  }
  return mates;
}

}  // namespace hypermatch::detail::stable_matching
