// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/shared_lists.hpp"

#include <algorithm>
#include <vector>

#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// How many entries of lists that agents of `from` have are of agents with a given list, or how many
// agents have a list and stand in another one: ascending by the pair of lists, which is the key.
struct Count {
  std::uint64_t key;
  std::uint64_t entries;
};

template <class Key>
std::vector<Count> count_by_lists(const Context& context, const SharedPreferencesView& given,
                                  AgentRange from, const Key& key_of) {
  std::vector<bool> is_had(given.num_lists(), false);
  for (VertexId x = from.first; x < from.last; ++x) is_had[given.lists[x]] = true;
  parallel::StopCheck stop(context);
  std::vector<std::uint64_t> entries_of(given.num_lists(), 0);
  std::vector<VertexId> met;
  std::vector<Count> counts;
  for (std::size_t number = 0; number < given.num_lists(); ++number) {
    if (!is_had[number]) continue;
    stop.done(given.list(number).size() + 1);
    for (const VertexId y : given.list(number)) {
      if (entries_of[given.lists[y]]++ == 0) met.push_back(given.lists[y]);
    }
    for (const VertexId other : met) {
      counts.push_back({key_of(number, other), entries_of[other]});
      entries_of[other] = 0;
    }
    met.clear();
  }
  std::sort(counts.begin(), counts.end(),
            [](const Count& a, const Count& b) { return a.key < b.key; });
  return counts;
}

}  // namespace

bool have_one_list(const SharedPreferencesView& preferences, AgentRange agents) {
  const auto lists = preferences.lists.subspan(agents.first, agents.size());
  return !lists.empty() && std::all_of(lists.begin(), lists.end(),
                                       [&](VertexId number) { return number == lists.front(); });
}

std::uint64_t count_mutual(const Context& context, const SharedLists& lists) {
  const auto pair = [](std::size_t a, std::size_t b) { return (std::uint64_t{a} << 32) | b; };
  const std::vector<Count> asked =
      count_by_lists(context, lists.given(), lists.proposing(),
                     [&](std::size_t of_proposer, std::size_t of_receiver) {
                       return pair(of_proposer, of_receiver);
                     });
  const std::vector<Count> listed =
      count_by_lists(context, lists.given(), lists.receiving(),
                     [&](std::size_t of_receiver, std::size_t of_proposer) {
                       return pair(of_proposer, of_receiver);
                     });
  std::uint64_t mutual = 0;
  auto other = listed.begin();
  for (const Count& count : asked) {
    while (other != listed.end() && other->key < count.key) ++other;
    if (other == listed.end()) break;
    if (other->key == count.key) mutual += count.entries * other->entries;
  }
  return mutual;
}

bool deserve_copies(const SharedPreferencesView& preferences) {
  std::uint64_t left = 0, right = 0;
  for (VertexId x = 0; x < preferences.num_agents; ++x) {
    (x < preferences.num_left ? left : right) += preferences.list_of(x).size();
  }
  const std::uint64_t in_memory =
      preferences.partners.size() + 2 * std::uint64_t{preferences.num_agents};
  return std::min(left, right) <= 4 * in_memory;
}

}  // namespace hypermatch::detail::stable_matching
