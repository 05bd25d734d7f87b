// SPDX-License-Identifier: MIT
// Popular matchings: searches of alternating paths in the graphs that characterise them. Nothing is
// matched here.
#include <algorithm>

#include "ranked_rows.hpp"
#include "wish_checks.hpp"

namespace hypermatch::detail::verify {
namespace {

enum class Side : std::uint8_t { none, even, odd };

/// Entries that count, and a matching of agents and items by some of them.
struct Part {
  const WishRows& rows;
  std::vector<std::uint8_t> counts;  ///< per entry
  std::vector<VertexId> mates;       ///< per agent
  std::vector<VertexId> owners;      ///< per item

  explicit Part(const WishRows& all)
      : rows(all),
        counts(all.items.size(), 0),
        mates(all.size(), k_none),
        owners(all.num_items, k_none) {}

  void match(VertexId agent, VertexId item) {
    mates[agent] = item;
    owners[item] = agent;
  }
};

/// Searches from all free agents, then from all free items. `augments`: the first of them met a
/// free item.
struct Search {
  std::vector<Side> agents, items;
  bool augments = false;

  explicit Search(const Part& part)
      : agents(part.rows.size(), Side::none), items(part.rows.num_items, Side::none) {
    from_agents(part);
    if (!augments) from_items(part);
  }

 private:
  void from_agents(const Part& part) {
    std::vector<VertexId> open;
    for (VertexId agent = 0; agent < agents.size(); ++agent) {
      if (part.mates[agent] != k_none) continue;
      agents[agent] = Side::even;
      open.push_back(agent);
    }
    while (!open.empty()) {
      const VertexId agent = open.back();
      open.pop_back();
      for (std::uint64_t e = part.rows.offsets[agent]; e < part.rows.offsets[agent + 1]; ++e) {
        const VertexId item = part.rows.items[e];
        if (part.counts[e] == 0 || items[item] != Side::none) continue;
        items[item] = Side::odd;
        if (part.owners[item] == k_none) {
          augments = true;
          return;
        }
        agents[part.owners[item]] = Side::even;
        open.push_back(part.owners[item]);
      }
    }
  }

  /// Agents by rounds of a search along the entries of each item.
  void from_items(const Part& part) {
    std::vector<std::uint64_t> begins(items.size() + 1, 0);
    for (std::size_t e = 0; e < part.counts.size(); ++e) {
      if (part.counts[e] != 0) ++begins[part.rows.items[e] + 1];
    }
    for (std::size_t item = 0; item < items.size(); ++item) begins[item + 1] += begins[item];
    std::vector<VertexId> takers(begins.back());
    std::vector<std::uint64_t> ends = begins;
    for (VertexId agent = 0; agent < agents.size(); ++agent) {
      for (std::uint64_t e = part.rows.offsets[agent]; e < part.rows.offsets[agent + 1]; ++e) {
        if (part.counts[e] != 0) takers[ends[part.rows.items[e]]++] = agent;
      }
    }
    std::vector<VertexId> open;
    for (VertexId item = 0; item < items.size(); ++item) {
      if (part.owners[item] != k_none) continue;
      items[item] = Side::even;
      open.push_back(item);
    }
    while (!open.empty()) {
      const VertexId item = open.back();
      open.pop_back();
      for (std::uint64_t at = begins[item]; at < begins[item + std::size_t{1}]; ++at) {
        const VertexId agent = takers[at];
        if (agents[agent] != Side::none) continue;
        agents[agent] = Side::odd;
        items[part.mates[agent]] = Side::even;
        open.push_back(part.mates[agent]);
      }
    }
  }
};

/// No largest matching has this entry.
bool is_never_matched(Side agent, Side item) {
  return (agent == Side::odd && item != Side::even) || (item == Side::odd && agent != Side::even);
}

}  // namespace

std::string popular_violation(const WishRows& rows, std::span<const VertexId> mates) {
  std::vector<std::uint32_t> ranks;
  if (std::string violation = own_ranks(rows, mates, ranks, false); !violation.empty()) {
    return violation;
  }
  Part part(rows);
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    if (ranks[agent] == 0) part.match(agent, mates[agent]);
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      part.counts[e] = rows.ranks[e] == 0 ? 1 : 0;
    }
  }
  const Search firsts(part);
  if (firsts.augments) return "more agents could have one of their first choices";
  // The best items that no largest matching of first choices needs.
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    std::uint32_t second = k_none;
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      const Side item = firsts.items[rows.items[e]];
      if (item == Side::even) second = std::min(second, rows.ranks[e]);
      const bool first = part.counts[e] != 0 && !is_never_matched(firsts.agents[agent], item);
      part.counts[e] = first || (item == Side::even && rows.ranks[e] == second) ? 1 : 0;
    }
    if (mates[agent] == k_none) {
      if (second != k_none) return wish_name(agent) + " has to have an item, and has none";
      continue;
    }
    if (ranks[agent] != 0 &&
        !(ranks[agent] == second && firsts.items[mates[agent]] == Side::even)) {
      return wish_name(agent) + " has neither a first choice nor its best item beside these";
    }
    part.match(agent, mates[agent]);
  }
  return Search(part).augments ? "a popular matching has more pairs" : "";
}

}  // namespace hypermatch::detail::verify
