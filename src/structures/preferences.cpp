// SPDX-License-Identifier: MIT
#include "hypermatch/preferences.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/refuse_input.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/types.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

// Whether two agents of the list have the same bit; none is set before or afterwards.
template <class Bit>
bool repeats_bit(std::span<const VertexId> list, std::vector<std::uint64_t>& bits,
                 const Bit& bit_of) {
  std::uint64_t found = 0;
  for (const VertexId y : list) {
    std::uint64_t& word = bits[bit_of(y) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (bit_of(y) % 64);
    found |= word & bit;
    word |= bit;
  }
  for (const VertexId y : list) bits[bit_of(y) / 64] = 0;
  return found != 0;
}

}  // namespace

namespace detail::structures {

void check_offsets(std::span<const Offset> offsets, std::uint64_t entries) {
  const std::uint64_t first = offsets.empty() ? 0 : offsets.front();
  const std::uint64_t last = offsets.empty() ? 0 : offsets.back();
  if (first != 0 || last != entries) {
    refuse_input("offsets are " + std::to_string(first) + " .. " + std::to_string(last) +
                 ", must be 0 .. " + std::to_string(entries) + ", the number of entries");
  }
  const auto fallen = std::is_sorted_until(offsets.begin(), offsets.end());
  if (fallen == offsets.end()) return;
  refuse_input("offset " + std::to_string(fallen - offsets.begin()) + " is " +
               std::to_string(*fallen) + ", below the one before it");
}

void check_shape(const PreferencesView& preferences) {
  check_enum("sides", preferences.sides);
  const std::size_t n = preferences.num_agents;
  if (preferences.num_left > n) {
    refuse_input(std::to_string(preferences.num_left) + " agents on the left, of " +
                 std::to_string(n));
  }
  if (preferences.sides == Sides::one && preferences.num_left != n) {
    refuse_input("with one side all agents are left");
  }
  const auto& offsets = preferences.offsets;
  if (!(n == 0 && offsets.empty())) {
    if (offsets.size() != n + 1)
      refuse_input(std::to_string(offsets.size()) + " offsets for " + std::to_string(n) +
                   " agents");
    check_offsets(offsets, preferences.partners.size());
  }
  if (!preferences.ties.empty() && preferences.ties.size() != preferences.partners.size()) {
    refuse_input(std::to_string(preferences.ties.size()) + " numbers of ties for " +
                 std::to_string(preferences.partners.size()) + " entries");
  }
  if (!preferences.capacities.empty() && preferences.capacities.size() != n) {
    refuse_input(std::to_string(preferences.capacities.size()) + " capacities for " +
                 std::to_string(n) + " agents");
  }
}

bool Repeats::in(std::span<const VertexId> list, VertexId num_agents) {
  constexpr std::size_t k_short = 8;     // compared pair by pair
  constexpr std::size_t k_medium = 128;  // hashed first: then most lists have no two of one hash
  constexpr unsigned k_hash_log = 16;
  if (list.size() <= k_short) {
    bool found = false;
    for (std::size_t i = 1; i < list.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) found |= list[k] == list[i];
    }
    return found;
  }
  if (list.size() <= k_medium) {
    if (hashed_.empty()) hashed_.assign((std::size_t{1} << k_hash_log) / 64, 0);
    const auto hash = [](VertexId y) { return (y * 0x9E3779B1U) >> (32 - k_hash_log); };
    if (!repeats_bit(list, hashed_, hash)) return false;
  }
  if (listed_.empty()) listed_.assign(num_agents / 64 + std::size_t{1}, 0);
  return repeats_bit(list, listed_, [](VertexId y) { return y; });
}

bool ListChecks::has_sound_ties(VertexId x) const {
  if (preferences_.ties.empty()) return true;
  const std::span<const std::uint32_t> ties =
      preferences_.ties.subspan(preferences_.offsets[x], preferences_.list_of(x).size());
  bool is_sound = ties.empty() || ties[0] == 0;
  for (std::size_t i = 1; i < ties.size(); ++i) {
    is_sound &= ties[i] == ties[i - 1] || (ties[i] > ties[i - 1] && ties[i] - ties[i - 1] == 1);
  }
  return is_sound;
}

bool ListChecks::is_sound(VertexId x) {
  const std::span<const VertexId> list = preferences_.list_of(x);
  const bool has_two = preferences_.sides == Sides::two;
  const VertexId first = has_two && x < preferences_.num_left ? preferences_.num_left : 0;
  const VertexId last =
      has_two && x >= preferences_.num_left ? preferences_.num_left : preferences_.num_agents;
  VertexId wrong = 0;  // a word, not a truth value, is made a vector of
  for (const VertexId y : list) {
    wrong |= static_cast<VertexId>(y - first >= last - first) | static_cast<VertexId>(y == x);
  }
  return wrong == 0 && !repeats_.in(list, preferences_.num_agents) && has_sound_ties(x);
}

void ListChecks::check(VertexId x) {
  if (is_sound(x)) return;
  const std::span<const VertexId> list = preferences_.list_of(x);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const VertexId y = list[i];
    const bool is_other_side = preferences_.sides == Sides::one ||
                               (x < preferences_.num_left) != (y < preferences_.num_left);
    if (y >= preferences_.num_agents || x == y || !is_other_side) {
      refuse_input("agent " + std::to_string(x) + " lists agent " + std::to_string(y) +
                   ", which is itself, on its side, or does not exist");
    }
    const auto before = list.first(i);
    if (std::find(before.begin(), before.end(), y) != before.end()) {
      refuse_input("agent " + std::to_string(x) + " lists agent " + std::to_string(y) + " twice");
    }
  }
  refuse_input("ties of agent " + std::to_string(x) + " do not ascend by at most 1 from 0");
}

}  // namespace detail::structures

void check_preferences(const PreferencesView& preferences) {
  detail::structures::check_shape(preferences);
  detail::structures::ListChecks lists(preferences);
  for (VertexId x = 0; x < preferences.num_agents; ++x) lists.check(x);
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
      if (lists_me[x] == y) continue;
      if (facts.one_sided_entries++ == 0) {
        facts.first_one_sided_agent = y;
        facts.first_one_sided_partner = x;
      }
    }
  }
  return facts;
}

}  // namespace hypermatch
