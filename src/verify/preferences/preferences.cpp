// SPDX-License-Identifier: MIT
// Answers to preferences, in the form in which users have them.
#include "hypermatch/preferences.hpp"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_allocation.hpp"
#include "ranked_rows.hpp"

namespace hypermatch::verify {

namespace rows = detail::verify;

namespace {

/// Entries that both agents have, with ranks as given.
struct MutualRows {
  std::vector<Offset> offsets{0};
  std::vector<VertexId> partners;
  std::vector<std::uint32_t> ranks;
  rows::RankedRows view;

  explicit MutualRows(const PreferencesView& preferences) {
    check_preferences(preferences);
    const VertexId size = preferences.num_agents;
    // Agents by which an agent is listed, ascending; then one list after the other is compared.
    std::vector<Offset> begins(std::size_t{size} + 1, 0);
    for (const VertexId partner : preferences.partners) ++begins[std::size_t{partner} + 1];
    for (VertexId agent = 0; agent < size; ++agent) begins[agent + 1] += begins[agent];
    std::vector<VertexId> listed_by(preferences.partners.size());
    std::vector<Offset> ends = begins;
    for (VertexId agent = 0; agent < size; ++agent) {
      for (const VertexId partner : preferences.list_of(agent)) listed_by[ends[partner]++] = agent;
    }
    std::vector<VertexId> lists_me(size, k_none);
    for (VertexId agent = 0; agent < size; ++agent) {
      for (Offset e = begins[agent]; e < begins[agent + 1]; ++e) lists_me[listed_by[e]] = agent;
      const auto list = preferences.list_of(agent);
      for (std::size_t place = 0; place < list.size(); ++place) {
        if (lists_me[list[place]] != agent) continue;
        partners.push_back(list[place]);
        ranks.push_back(preferences.tie(agent, place));
      }
      offsets.push_back(partners.size());
    }
    view = {preferences.num_left,  preferences.sides == Sides::two, offsets, partners, ranks,
            preferences.capacities};
  }
  MutualRows(const MutualRows&) = delete;
  MutualRows& operator=(const MutualRows&) = delete;
  ~MutualRows() = default;
};

/// Lists of the left side, items from 0, and the item of each agent.
struct WishesAndMates {
  std::vector<VertexId> items;
  std::vector<std::uint32_t> ranks;
  std::vector<VertexId> mates;         // where agents have one item each
  std::vector<rows::AgentPair> pairs;  // agents and items
  rows::WishRows view;
  std::string violation;

  enum class Items { one, several };
  WishesAndMates(const PreferencesView& preferences, std::span<const GraphEdge> given,
                 Items per_agent = Items::one) {
    check_preferences(preferences);
    if (preferences.sides != Sides::two) {
      throw Error(ErrorCode::invalid_option, "items are the right side of lists of two sides");
    }
    for (VertexId agent = 0; agent < preferences.num_left; ++agent) {
      const auto list = preferences.list_of(agent);
      for (std::size_t place = 0; place < list.size(); ++place) {
        items.push_back(list[place] - preferences.num_left);
        ranks.push_back(preferences.tie(agent, place));
      }
    }
    // The lists of the left side come first: their offsets are those of all.
    view = {preferences.num_right(),
            preferences.offsets.empty()
                ? std::span<const Offset>(k_no_agents)
                : preferences.offsets.first(std::size_t{preferences.num_left} + 1),
            items,
            ranks,
            preferences.capacities.empty() ? preferences.capacities
                                           : preferences.capacities.subspan(preferences.num_left),
            preferences.capacities.empty() ? preferences.capacities
                                           : preferences.capacities.first(preferences.num_left)};
    mates.assign(preferences.num_left, k_none);
    for (const GraphEdge& pair : given) {
      if (pair.u >= preferences.num_left || pair.v < preferences.num_left ||
          pair.v >= preferences.num_agents) {
        violation = "a pair is not of an agent of the left side and one of the right side";
        return;
      }
      pairs.emplace_back(pair.u, pair.v - preferences.num_left);
      if (per_agent == Items::several) continue;
      if (mates[pair.u] != k_none) {
        violation = "l " + std::to_string(std::uint64_t{pair.u} + 1) + " has two items";
        return;
      }
      mates[pair.u] = pair.v - preferences.num_left;
    }
  }
  WishesAndMates(const WishesAndMates&) = delete;
  WishesAndMates& operator=(const WishesAndMates&) = delete;
  ~WishesAndMates() = default;

 private:
  static constexpr Offset k_no_agents[1] = {0};
};

/// Numbers from 1, separated by blanks, one party per line. False for other text.
bool parse_parties(const std::string& text, VertexId num_agents,
                   std::vector<std::vector<VertexId>>& parties) {
  const char* at = text.data();
  const char* const end = at + text.size();
  parties.assign(1, {});
  while (at != end) {
    std::uint64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number == 0 || number > num_agents) return false;
    parties.back().push_back(static_cast<VertexId>(number - 1));
    at = next;
    if (at == end) return true;
    if (*at == '\n') parties.emplace_back();
    if (*at != '\n' && *at != ' ') return false;
    ++at;
  }
  return false;
}

}  // namespace

PreferencesVerdict check_no_blocking_pair(const PreferencesView& preferences,
                                          std::span<const GraphEdge> pairs, Stability stability) {
  const MutualRows mutual(preferences);
  std::vector<rows::AgentPair> given;
  given.reserve(pairs.size());
  for (const GraphEdge& pair : pairs) given.emplace_back(pair.u, pair.v);
  detail::check_enum("stability", stability);
  const rows::Blocking blocking = stability == Stability::weak     ? rows::Blocking::weak
                                  : stability == Stability::strong ? rows::Blocking::strong
                                                                   : rows::Blocking::super;
  return {rows::blocking_violation(mutual.view, given, blocking)};
}

PreferencesVerdict check_no_stable_matching(const PreferencesView& preferences,
                                            const NoSolution& none) {
  const MutualRows mutual(preferences);
  if (preferences.sides != Sides::one || !preferences.ties.empty()) {
    throw Error(ErrorCode::invalid_option,
                "stable partitions are proofs for strict lists of one side");
  }
  std::vector<std::vector<VertexId>> parties;
  if (!parse_parties(none.proof, preferences.num_agents, parties)) {
    return {"the proof does not consist of lines of agents"};
  }
  return {rows::partition_violation(mutual.view, parties)};
}

PreferencesVerdict check_serial_dictatorship(const PreferencesView& preferences,
                                             std::span<const GraphEdge> pairs,
                                             std::span<const VertexId> order) {
  const WishesAndMates given(preferences, pairs);
  if (!given.violation.empty()) return {given.violation};
  std::vector<bool> had_turn(preferences.num_left, false);
  for (const VertexId agent : order) {
    if (agent >= preferences.num_left) return {"an agent that takes its turn does not exist"};
    if (had_turn[agent]) return {"an agent takes its turn twice"};
    had_turn[agent] = true;
  }
  if (order.size() != preferences.num_left) return {"an agent takes no turn"};
  return {rows::dictatorship_violation(given.view, given.mates, order)};
}

PreferencesVerdict check_strict_core(const PreferencesView& preferences,
                                     std::span<const GraphEdge> pairs) {
  const WishesAndMates given(preferences, pairs);
  if (!given.violation.empty()) return {given.violation};
  return {rows::core_violation(given.view, given.mates)};
}

PreferencesVerdict check_rank_maximal(const PreferencesView& preferences,
                                      std::span<const GraphEdge> pairs) {
  const WishesAndMates given(preferences, pairs, WishesAndMates::Items::several);
  if (!given.violation.empty()) return {given.violation};
  return {rows::rank_maximal_violation(given.view, given.pairs)};
}

PreferencesVerdict check_popular(const PreferencesView& preferences,
                                 std::span<const GraphEdge> pairs) {
  const WishesAndMates given(preferences, pairs);
  if (!given.violation.empty()) return {given.violation};
  return {rows::popular_violation(given.view, given.mates)};
}

}  // namespace hypermatch::verify
