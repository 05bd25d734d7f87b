// SPDX-License-Identifier: MIT
#include "hypermatch/preferences.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch {

namespace {

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

void check_shape(const PreferencesView& preferences) {
  const std::size_t n = preferences.num_agents;
  if (preferences.num_left > n) {
    refuse(text(preferences.num_left) + " agents on the left, of " + text(n));
  }
  if (preferences.sides == Sides::one && preferences.num_left != n) {
    refuse("with one side all agents are left");
  }
  const auto& offsets = preferences.offsets;
  if (!(n == 0 && offsets.empty())) {
    if (offsets.size() != n + 1)
      refuse(text(offsets.size()) + " offsets for " + text(n) + " agents");
    if (offsets.front() != 0 || offsets.back() != preferences.partners.size()) {
      refuse("offsets do not span the entries");
    }
    if (!std::is_sorted(offsets.begin(), offsets.end())) refuse("offsets do not ascend");
  }
  if (!preferences.ties.empty() && preferences.ties.size() != preferences.partners.size()) {
    refuse(text(preferences.ties.size()) + " numbers of ties for " +
           text(preferences.partners.size()) + " entries");
  }
  if (!preferences.capacities.empty() && preferences.capacities.size() != n) {
    refuse(text(preferences.capacities.size()) + " capacities for " + text(n) + " agents");
  }
}

[[nodiscard]] bool may_list(const PreferencesView& preferences, VertexId x, VertexId y) {
  if (y >= preferences.num_agents || x == y) return false;
  if (preferences.sides == Sides::one) return true;
  return (x < preferences.num_left) != (y < preferences.num_left);
}

}  // namespace

void check_preferences(const PreferencesView& preferences) {
  check_shape(preferences);
  std::vector<VertexId> listed_by(preferences.num_agents, k_none);
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    const std::span<const VertexId> list = preferences.list_of(x);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const VertexId y = list[i];
      if (!may_list(preferences, x, y)) {
        refuse("agent " + text(x) + " lists agent " + text(y) +
               ", which is itself, on its side, or does not exist");
      }
      if (listed_by[y] == x) refuse("agent " + text(x) + " lists agent " + text(y) + " twice");
      listed_by[y] = x;
      if (preferences.ties.empty()) continue;
      const std::uint32_t before = i == 0 ? 0 : preferences.tie(x, i - 1);
      const std::uint32_t tie = preferences.tie(x, i);
      if (tie < before || tie - before > 1 || (i == 0 && tie != 0)) {
        refuse("ties of agent " + text(x) + " do not ascend by at most 1 from 0");
      }
    }
  }
}

PreferencesFacts facts_of(const PreferencesView& preferences) {
  check_preferences(preferences);
  const VertexId n = preferences.num_agents;
  PreferencesFacts facts;
  facts.entries = preferences.partners.size();
  std::vector<std::uint64_t> begin(n + std::size_t{1}, 0);
  for (const VertexId y : preferences.partners) ++begin[y + std::size_t{1}];
  for (std::size_t y = 0; y < n; ++y) begin[y + 1] += begin[y];
  std::vector<std::uint64_t> next(begin);
  std::vector<VertexId> listed_by(preferences.partners.size());
  for (VertexId x = 0; x < n; ++x) {
    const std::span<const VertexId> list = preferences.list_of(x);
    for (const VertexId y : list) listed_by[next[y]++] = x;
    facts.places += preferences.capacity(x);
    facts.empty_lists += list.empty() ? 1 : 0;
    facts.longest_list = std::max<std::uint64_t>(facts.longest_list, list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint32_t tie = preferences.tie(x, i);
      const bool is_tied = (i > 0 && preferences.tie(x, i - 1) == tie) ||
                           (i + 1 < list.size() && preferences.tie(x, i + 1) == tie);
      facts.tied_entries += is_tied ? 1 : 0;
    }
  }
  std::vector<VertexId> lists_me(n, k_none);
  for (VertexId y = 0; y < n; ++y) {
    for (std::uint64_t i = begin[y]; i < begin[y + std::size_t{1}]; ++i) lists_me[listed_by[i]] = y;
    for (const VertexId x : preferences.list_of(y)) {
      facts.one_sided_entries += lists_me[x] == y ? 0 : 1;
    }
  }
  return facts;
}

}  // namespace hypermatch
