// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/verify_stable.hpp"

namespace hypermatch::verify {

namespace {

/// Ranks that `partner` gives the agent and the one of its holders that it likes least, one that it
/// does not list above all. `holders` ascends.
void rank_holders(const PreferencesView& preferences, VertexId agent,
                  const std::vector<VertexId>& holders, PreferredPartner& partner) {
  const auto list = preferences.list_of(partner.partner);
  std::vector<VertexId> listed;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::uint64_t rank = preferences.tie(partner.partner, i) + std::uint64_t{1};
    if (list[i] == agent) partner.rank_of_agent = rank;
    if (!std::binary_search(holders.begin(), holders.end(), list[i])) continue;
    listed.push_back(list[i]);
    partner.worst_holder = list[i];
    partner.rank_of_holder = rank;
  }
  partner.holders = holders.size();
  if (listed.size() == holders.size()) return;
  std::sort(listed.begin(), listed.end());
  partner.worst_holder = *std::find_if(holders.begin(), holders.end(), [&](VertexId holder) {
    return !std::binary_search(listed.begin(), listed.end(), holder);
  });
  partner.rank_of_holder.reset();
}

/// The partners of some agents, each ascending.
class Holders {
 public:
  void ask(VertexId agent) { of_.try_emplace(agent); }
  void read(std::span<const GraphEdge> pairs) {
    for (const GraphEdge& pair : pairs) {
      add(pair.u, pair.v);
      add(pair.v, pair.u);
    }
    for (auto& [agent, partners] : of_) std::sort(partners.begin(), partners.end());
  }
  [[nodiscard]] const std::vector<VertexId>& of(VertexId agent) const { return of_.at(agent); }

 private:
  void add(VertexId agent, VertexId partner) {
    const auto found = of_.find(agent);
    if (found != of_.end()) found->second.push_back(partner);
  }

  std::unordered_map<VertexId, std::vector<VertexId>> of_;
};

}  // namespace

std::vector<PreferredPartner> explain(const PreferencesView& preferences,
                                      std::span<const GraphEdge> pairs, VertexId agent) {
  check_preferences(preferences);
  for (const GraphEdge& pair : pairs) {
    if (pair.u < preferences.num_agents && pair.v < preferences.num_agents) continue;
    throw Error(ErrorCode::invalid_input, "a pair has an agent that does not exist");
  }
  if (agent >= preferences.num_agents) {
    throw Error(ErrorCode::invalid_option, "agent " + std::to_string(agent) + " is none of " +
                                               std::to_string(preferences.num_agents));
  }
  const auto list = preferences.list_of(agent);
  Holders holders;
  holders.ask(agent);
  for (const VertexId partner : list) holders.ask(partner);
  holders.read(pairs);
  const std::vector<VertexId>& mine = holders.of(agent);
  const auto is_mine = [&](VertexId partner) {
    return std::binary_search(mine.begin(), mine.end(), partner);
  };
  // With room it would take any other one, else those above its worst partner.
  std::uint64_t bar = preferences.capacity(agent) == 0 ? 0 : ~std::uint64_t{0};
  if (mine.size() >= preferences.capacity(agent)) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (is_mine(list[i])) bar = preferences.tie(agent, i);
    }
  }
  std::vector<PreferredPartner> preferred;
  for (std::size_t i = 0; i < list.size() && preferences.tie(agent, i) < bar; ++i) {
    if (is_mine(list[i])) continue;
    PreferredPartner one;
    one.partner = list[i];
    one.rank = preferences.tie(agent, i) + std::uint64_t{1};
    one.places = preferences.capacity(list[i]);
    rank_holders(preferences, agent, holders.of(list[i]), one);
    preferred.push_back(one);
  }
  return preferred;
}

}  // namespace hypermatch::verify
