// SPDX-License-Identifier: MIT
// Matchings of agents to items without preferences: serial dictatorship and the strict core, from
// the definitions.
#include <algorithm>

#include "ranked_rows.hpp"
#include "wish_checks.hpp"

namespace hypermatch::detail::verify {

std::string wish_name(VertexId agent) {
  return "l " + std::to_string(std::uint64_t{agent} + 1);
}

std::string own_ranks(const WishRows& rows, std::span<const VertexId> mates,
                      std::vector<std::uint32_t>& ranks, bool own_item_unlisted) {
  if (mates.size() != rows.size()) return "there is not one item for each agent";
  ranks.assign(rows.size(), k_none);
  std::vector<std::uint32_t> taken(rows.num_items, 0);
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    const VertexId item = mates[agent];
    if (item == k_none) continue;
    if (item >= rows.num_items) return "the item of " + wish_name(agent) + " does not exist";
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      if (rows.items[e] == item) ranks[agent] = rows.ranks[e];
    }
    if (ranks[agent] == k_none && !(own_item_unlisted && item == agent)) {
      return wish_name(agent) + " does not list its item";
    }
    if (++taken[item] > (rows.capacities.empty() ? 1 : rows.capacities[item])) {
      return "r " + std::to_string(std::uint64_t{item} + 1) + " is given to too many agents";
    }
  }
  return {};
}

std::string dictatorship_violation(const WishRows& rows, std::span<const VertexId> mates,
                                   std::span<const VertexId> order) {
  std::vector<std::uint32_t> ranks;
  if (std::string violation = own_ranks(rows, mates, ranks, false); !violation.empty()) {
    return violation;
  }
  std::vector<VertexId> turns(rows.size(), k_none);
  for (VertexId turn = 0; turn < order.size(); ++turn) turns[order[turn]] = turn;
  // When an item ran out: the last turn of those that have it, where it is full.
  std::vector<std::uint32_t> taken(rows.num_items, 0);
  std::vector<VertexId> gone(rows.num_items, 0);
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    if (turns[agent] == k_none) return wish_name(agent) + " has no turn";
    if (mates[agent] == k_none) continue;
    ++taken[mates[agent]];
    gone[mates[agent]] = std::max(gone[mates[agent]], turns[agent]);
  }
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      if (rows.ranks[e] >= ranks[agent]) break;
      const VertexId item = rows.items[e];
      const std::uint32_t capacity = rows.capacities.empty() ? 1 : rows.capacities[item];
      if (taken[item] < capacity || (capacity > 0 && gone[item] > turns[agent])) {
        return wish_name(agent) + " could have had r " + std::to_string(std::uint64_t{item} + 1);
      }
    }
  }
  return {};
}

namespace {

/// Strongly connected components, without recursion (Tarjan 1972).
class Components {
 public:
  explicit Components(const std::vector<std::vector<VertexId>>& heads)
      : heads_(heads), order_(heads.size(), 0), low_(heads.size(), 0), of_(heads.size(), k_none) {
    for (VertexId root = 0; root < heads.size(); ++root) {
      if (order_[root] == 0) visit(root);
    }
  }
  [[nodiscard]] VertexId of(VertexId vertex) const { return of_[vertex]; }

 private:
  void visit(VertexId root) {
    std::vector<std::pair<VertexId, std::size_t>> frames;
    open(root);
    frames.emplace_back(root, 0);
    while (!frames.empty()) {
      const VertexId vertex = frames.back().first;
      if (frames.back().second < heads_[vertex].size()) {
        const VertexId head = heads_[vertex][frames.back().second++];
        if (order_[head] == 0) {
          open(head);
          frames.emplace_back(head, 0);
        } else if (of_[head] == k_none) {
          low_[vertex] = std::min(low_[vertex], order_[head]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        VertexId& low = low_[frames.back().first];
        low = std::min(low, low_[vertex]);
      }
      if (low_[vertex] != order_[vertex]) continue;
      for (bool last = false; !last;) {
        last = stack_.back() == vertex;
        of_[stack_.back()] = vertex;
        stack_.pop_back();
      }
    }
  }
  void open(VertexId vertex) {
    order_[vertex] = low_[vertex] = ++count_;
    stack_.push_back(vertex);
  }

  const std::vector<std::vector<VertexId>>& heads_;
  std::vector<VertexId> order_, low_, of_, stack_;
  VertexId count_ = 0;
};

}  // namespace

std::string core_violation(const WishRows& rows, std::span<const VertexId> mates) {
  std::vector<std::uint32_t> ranks;
  if (std::string violation = own_ranks(rows, mates, ranks, true); !violation.empty()) {
    return violation;
  }
  const VertexId num_owners = std::min(rows.size(), rows.num_items);
  // Arcs from each agent to the owner of its item, and to the owners of items that it prefers. A
  // cycle with an arc of the second kind is a trade.
  std::vector<std::vector<VertexId>> owners(rows.size());
  for (VertexId agent = 0; agent < num_owners; ++agent) {
    if (mates[agent] >= num_owners) return wish_name(agent) + " has nothing that an agent owns";
    owners[agent].push_back(mates[agent]);
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      if (rows.ranks[e] < ranks[agent] && rows.items[e] < num_owners) {
        owners[agent].push_back(rows.items[e]);
      }
    }
  }
  for (VertexId agent = num_owners; agent < rows.size(); ++agent) {
    if (mates[agent] != k_none) return wish_name(agent) + " owns nothing and has an item";
  }
  const Components components(owners);
  for (VertexId agent = 0; agent < num_owners; ++agent) {
    for (std::size_t i = 1; i < owners[agent].size(); ++i) {
      if (components.of(owners[agent][i]) == components.of(agent)) {
        return wish_name(agent) + " gains r " +
               std::to_string(std::uint64_t{owners[agent][i]} + 1) +
               " by a trade in which no agent loses";
      }
    }
  }
  return {};
}

}  // namespace hypermatch::detail::verify
