// SPDX-License-Identifier: MIT
// Blocking pairs and stable partitions, from the definitions.
#include <algorithm>

#include "ranked_rows.hpp"

namespace hypermatch::detail::verify {
namespace {

/// Offers from both ends of a pair meet at its smaller agent.
class Offers {
 public:
  explicit Offers(const RankedRows& rows) : rows_(rows) {}

  void add(VertexId from, VertexId to, bool gains) { offers_.push_back({from, to, gains}); }

  /// The first pair with offers from both ends, of which `enough` gain; or (k_none, k_none).
  [[nodiscard]] AgentPair find(int enough) {
    // Sorted by counting: offers of one smaller agent stand together.
    std::vector<std::uint64_t> ends(std::size_t{rows_.size()} + 1, 0);
    for (const Offer& offer : offers_) ++ends[std::min(offer.from, offer.to) + 1];
    for (VertexId agent = 0; agent < rows_.size(); ++agent) ends[agent + 1] += ends[agent];
    std::vector<std::uint64_t> begins = ends;
    std::vector<Offer> sorted(offers_.size());
    for (const Offer& offer : offers_) sorted[begins[std::min(offer.from, offer.to)]++] = offer;
    // By the larger agent: the offer of the smaller one, that gains or not.
    std::vector<std::uint8_t> seen(rows_.size(), 0);
    for (VertexId agent = 0; agent < rows_.size(); ++agent) {
      const auto mine = std::span(sorted).subspan(ends[agent], ends[agent + 1] - ends[agent]);
      for (const Offer& offer : mine) {
        if (offer.from == agent) seen[offer.to] = offer.gains ? 2 : 1;
      }
      VertexId other = k_none;
      for (const Offer& offer : mine) {
        if (offer.to != agent || seen[offer.from] == 0) continue;
        const int gaining = (offer.gains ? 1 : 0) + (seen[offer.from] == 2 ? 1 : 0);
        if (gaining >= enough) other = std::min(other, offer.from);
      }
      if (other != k_none) return {agent, other};
      for (const Offer& offer : mine) {
        if (offer.from == agent) seen[offer.to] = 0;
      }
    }
    return {k_none, k_none};
  }

 private:
  struct Offer {
    VertexId from, to;
    bool gains;
  };

  const RankedRows& rows_;
  std::vector<Offer> offers_;
};

/// Partners of each agent, sorted by agent.
struct Held {
  std::vector<std::uint64_t> offsets;
  std::vector<VertexId> partners;

  Held(const RankedRows& rows, std::span<const AgentPair> pairs)
      : offsets(std::size_t{rows.size()} + 1, 0), partners(2 * pairs.size()) {
    for (const auto& [a, b] : pairs) ++offsets[a + 1], ++offsets[b + 1];
    for (VertexId agent = 0; agent < rows.size(); ++agent) offsets[agent + 1] += offsets[agent];
    std::vector<std::uint64_t> ends = offsets;
    for (const auto& [a, b] : pairs) {
      partners[ends[a]++] = b;
      partners[ends[b]++] = a;
    }
  }
  [[nodiscard]] std::span<const VertexId> of(VertexId agent) const {
    return std::span(partners).subspan(offsets[agent], offsets[agent + 1] - offsets[agent]);
  }
};

/// Marks of the partners of the current agent.
class Marks {
 public:
  Marks(const RankedRows& rows, const Held& held) : held_(held), marked_(rows.size(), k_none) {}
  void enter(VertexId agent) {
    for (const VertexId partner : held_.of(agent)) marked_[partner] = agent;
  }
  [[nodiscard]] bool has(VertexId agent, VertexId partner) const {
    return marked_[partner] == agent;
  }

 private:
  const Held& held_;
  std::vector<VertexId> marked_;
};

}  // namespace

std::string blocking_violation(const RankedRows& rows, std::span<const AgentPair> pairs,
                               Blocking blocking) {
  for (const auto& [a, b] : pairs) {
    if (a >= rows.size() || b >= rows.size()) {
      return "agent " + std::to_string(std::max(a, b)) + " does not exist, there are " +
             std::to_string(rows.size());
    }
    if (a == b) return rows.name(a) + " is matched to itself";
  }
  const Held held(rows, pairs);
  Marks marks(rows, held);
  Offers offers(rows);
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    std::vector<VertexId> mine(held.of(agent).begin(), held.of(agent).end());
    std::sort(mine.begin(), mine.end());
    const auto twice = std::adjacent_find(mine.begin(), mine.end());
    if (twice != mine.end()) return rows.name(agent, *twice) + " are matched twice";
    if (mine.size() > rows.capacity(agent)) {
      return rows.name(agent) + " has more partners than its capacity, which is " +
             std::to_string(rows.capacity(agent));
    }
    marks.enter(agent);
    std::size_t found = 0;
    std::uint32_t worst = 0;
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      if (!marks.has(agent, rows.partners[e])) continue;
      ++found;
      worst = rows.ranks[e];
    }
    if (found < mine.size()) return rows.name(agent) + " has a partner that it does not list";
    const bool has_room = mine.size() < rows.capacity(agent);
    for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
      if (marks.has(agent, rows.partners[e]) || rows.capacity(agent) == 0) continue;
      if (has_room || rows.ranks[e] <= worst) {
        offers.add(agent, rows.partners[e], has_room || rows.ranks[e] < worst);
      }
    }
  }
  const int enough = blocking == Blocking::weak ? 2 : blocking == Blocking::strong ? 1 : 0;
  const auto [a, b] = offers.find(enough);
  return a == k_none ? std::string() : rows.name(a, b) + " block the matching";
}

namespace {

/// Positions of agents in the parties.
struct Circles {
  std::vector<AgentPair> pairs;          ///< parties of two
  std::vector<VertexId> next, previous;  ///< in the larger party of an agent, or k_none
  bool any_odd = false;
};

std::string collect(const RankedRows& rows, const std::vector<std::vector<VertexId>>& parties,
                    Circles& circles) {
  circles.next.assign(rows.size(), k_none);
  circles.previous.assign(rows.size(), k_none);
  for (const auto& party : parties) {
    for (const VertexId agent : party) {
      if (agent >= rows.size()) {
        return "agent " + std::to_string(agent) + " does not exist, there are " +
               std::to_string(rows.size());
      }
    }
    if (party.size() == 2) circles.pairs.emplace_back(party[0], party[1]);
    if (party.size() < 3) continue;
    if (party.size() % 2 == 1) circles.any_odd = true;
    for (std::size_t i = 0; i < party.size(); ++i) {
      if (circles.next[party[i]] != k_none)
        return rows.name(party[i]) + " is in two larger parties";
      circles.next[party[i]] = party[(i + 1) % party.size()];
    }
    for (const VertexId agent : party) circles.previous[circles.next[agent]] = agent;
  }
  return {};
}

/// Ranks, in an agent's list, of its partners and of its neighbours in a party.
struct Standing {
  std::size_t partners = 0;  ///< found
  std::uint32_t worst = 0;   ///< of partners
  std::uint32_t next = k_none, previous = k_none;
};

Standing standing_of(const RankedRows& rows, const Circles& circles, const Marks& marks,
                     VertexId agent) {
  Standing standing;
  for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
    const VertexId other = rows.partners[e];
    if (other == circles.next[agent]) standing.next = rows.ranks[e];
    if (other == circles.previous[agent]) standing.previous = rows.ranks[e];
    if (!marks.has(agent, other)) continue;
    ++standing.partners;
    standing.worst = rows.ranks[e];
  }
  return standing;
}

/// The first fact that an agent and its own list violate, or nothing; and its offers.
std::string check_agent(const RankedRows& rows, const Circles& circles, const Held& held,
                        Marks& marks, Offers& offers, VertexId agent) {
  const bool in_circle = circles.next[agent] != k_none;
  const std::size_t taken = held.of(agent).size() + (in_circle ? 1 : 0);
  if (taken > rows.capacity(agent))
    return rows.name(agent) + " is in more parties than it has places";
  marks.enter(agent);
  const Standing standing = standing_of(rows, circles, marks, agent);
  if (standing.partners < held.of(agent).size()) {
    return rows.name(agent) + " is twice with one agent, or with one that it does not list";
  }
  if (in_circle) {
    if (standing.next == k_none || standing.previous == k_none) {
      return rows.name(agent) + " does not list its successor or its predecessor";
    }
    if (marks.has(agent, circles.next[agent]) || marks.has(agent, circles.previous[agent])) {
      return rows.name(agent) + " is with one agent in two parties";
    }
    if (standing.next >= standing.previous || standing.worst > standing.previous) {
      return rows.name(agent) +
             " does not prefer its successor and its partners to its predecessor";
    }
  }
  const bool has_room = taken < rows.capacity(agent);
  const std::uint32_t limit = in_circle ? standing.previous : standing.worst;
  for (std::uint64_t e = rows.offsets[agent]; e < rows.offsets[agent + 1]; ++e) {
    if (marks.has(agent, rows.partners[e]) || rows.capacity(agent) == 0) continue;
    if (has_room || rows.ranks[e] < limit) offers.add(agent, rows.partners[e], true);
  }
  return {};
}

}  // namespace

std::string partition_violation(const RankedRows& rows,
                                const std::vector<std::vector<VertexId>>& parties) {
  Circles circles;
  if (std::string violation = collect(rows, parties, circles); !violation.empty()) {
    return violation;
  }
  const Held held(rows, circles.pairs);
  Marks marks(rows, held);
  Offers offers(rows);
  for (VertexId agent = 0; agent < rows.size(); ++agent) {
    std::string violation = check_agent(rows, circles, held, marks, offers, agent);
    if (!violation.empty()) return violation;
  }
  if (const auto [a, b] = offers.find(2); a != k_none) {
    return rows.name(a, b) + " would rather be together than with the worst before them";
  }
  return circles.any_odd ? ""
                         : "no party is odd and has three or more agents: a matching is stable";
}

}  // namespace hypermatch::detail::verify
