// SPDX-License-Identifier: MIT
#include "hypermatch/shared_preferences.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch {

namespace {

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

void check_sizes(const SharedPreferencesView& preferences) {
  const std::size_t n = preferences.num_agents;
  if (preferences.num_left > n) {
    refuse(text(preferences.num_left) + " agents on the left, of " + text(n));
  }
  if (preferences.lists.size() != n) {
    refuse(text(preferences.lists.size()) + " numbers of lists for " + text(n) + " agents");
  }
  if (!preferences.capacities.empty() && preferences.capacities.size() != n) {
    refuse(text(preferences.capacities.size()) + " capacities for " + text(n) + " agents");
  }
  const auto& offsets = preferences.offsets;
  const Offset end = offsets.empty() ? 0 : offsets.back();
  if ((!offsets.empty() && offsets.front() != 0) || end != preferences.partners.size()) {
    refuse("offsets do not span the entries");
  }
  if (!std::is_sorted(offsets.begin(), offsets.end())) refuse("offsets do not ascend");
}

void check_list(const SharedPreferencesView& preferences, std::size_t number,
                detail::structures::Repeats& repeats) {
  const std::span<const VertexId> list = preferences.list(number);
  for (const VertexId y : list) {
    if (y >= preferences.num_agents) {
      refuse("list " + text(number) + " has agent " + text(y) + ", which does not exist");
    }
    if ((y < preferences.num_left) != (list.front() < preferences.num_left)) {
      refuse("list " + text(number) + " has agents of both sides, " + text(list.front()) + " and " +
             text(y));
    }
  }
  if (!repeats.in(list, preferences.num_agents)) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto before = list.first(i);
    if (std::find(before.begin(), before.end(), list[i]) != before.end()) {
      refuse("list " + text(number) + " has agent " + text(list[i]) + " twice");
    }
  }
}

}  // namespace

void check_preferences(const SharedPreferencesView& preferences) {
  check_sizes(preferences);
  detail::structures::Repeats repeats;
  for (std::size_t number = 0; number < preferences.num_lists(); ++number) {
    check_list(preferences, number, repeats);
  }
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    const VertexId number = preferences.lists[x];
    if (number >= preferences.num_lists()) {
      refuse("agent " + text(x) + " has list " + text(number) + " of " +
             text(preferences.num_lists()));
    }
    const std::span<const VertexId> list = preferences.list(number);
    const bool is_left = x < preferences.num_left;
    if (!list.empty() && (list.front() < preferences.num_left) == is_left) {
      refuse("agent " + text(x) + " has list " + text(number) + ", of agents of its own side");
    }
  }
}

std::uint64_t count_entries(const SharedPreferencesView& preferences) {
  std::uint64_t entries = 0;
  for (const VertexId number : preferences.lists) entries += preferences.list(number).size();
  return entries;
}

Preferences expand(const SharedPreferencesView& preferences) {
  check_preferences(preferences);
  Preferences expanded;
  expanded.num_left = preferences.num_left;
  expanded.offsets.resize(preferences.num_agents + std::size_t{1});
  expanded.partners.resize(count_entries(preferences));
  Offset begin = 0;
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    expanded.offsets[x] = begin;
    const std::span<const VertexId> list = preferences.list_of(x);
    std::copy(list.begin(), list.end(), expanded.partners.data() + begin);
    begin += list.size();
  }
  expanded.offsets[preferences.num_agents] = begin;
  expanded.capacities = Array<std::uint32_t>(preferences.capacities);
  return expanded;
}

}  // namespace hypermatch
