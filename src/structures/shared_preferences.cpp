// SPDX-License-Identifier: MIT
#include "hypermatch/shared_preferences.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/refuse_input.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

void check_sizes(const SharedPreferencesView& preferences) {
  const std::size_t n = preferences.num_agents;
  if (preferences.num_left > n) {
    refuse_input(std::to_string(preferences.num_left) + " agents on the left, of " +
                 std::to_string(n));
  }
  if (preferences.lists.size() != n) {
    refuse_input(std::to_string(preferences.lists.size()) + " numbers of lists for " +
                 std::to_string(n) + " agents");
  }
  if (!preferences.capacities.empty() && preferences.capacities.size() != n) {
    refuse_input(std::to_string(preferences.capacities.size()) + " capacities for " +
                 std::to_string(n) + " agents");
  }
  detail::structures::check_offsets(preferences.offsets, preferences.partners.size());
}

void check_ranking(const SharedPreferencesView& preferences, std::size_t number,
                   detail::structures::Repeats& repeats) {
  const std::span<const VertexId> list = preferences.list(number);
  for (const VertexId y : list) {
    if (y >= preferences.num_agents) {
      refuse_input("list " + std::to_string(number) + " has agent " + std::to_string(y) +
                   ", which does not exist");
    }
    if ((y < preferences.num_left) != (list.front() < preferences.num_left)) {
      refuse_input("list " + std::to_string(number) + " has agents of both sides, " +
                   std::to_string(list.front()) + " and " + std::to_string(y));
    }
  }
  if (!repeats.in(list, preferences.num_agents)) return;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto before = list.first(i);
    if (std::find(before.begin(), before.end(), list[i]) != before.end()) {
      refuse_input("list " + std::to_string(number) + " has agent " + std::to_string(list[i]) +
                   " twice");
    }
  }
}

}  // namespace

void check_preferences(const SharedPreferencesView& preferences) {
  check_sizes(preferences);
  detail::structures::Repeats repeats;
  for (std::size_t number = 0; number < preferences.num_lists(); ++number) {
    check_ranking(preferences, number, repeats);
  }
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    const VertexId number = preferences.lists[x];
    if (number >= preferences.num_lists()) {
      refuse_input("agent " + std::to_string(x) + " has list " + std::to_string(number) + " of " +
                   std::to_string(preferences.num_lists()));
    }
    const std::span<const VertexId> list = preferences.list(number);
    const bool is_left = x < preferences.num_left;
    if (!list.empty() && (list.front() < preferences.num_left) == is_left) {
      refuse_input("agent " + std::to_string(x) + " has list " + std::to_string(number) +
                   ", of agents of its own side");
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
