// SPDX-License-Identifier: MIT
// Roommates and fixtures against all matchings of small instances.
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "algorithms/stable_matching/fixtures/fixtures.hpp"
#include "algorithms/stable_matching/irving/stable_partition.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "tests/sizes.hpp"
#include "verify/preferences/ranked_rows.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::test;
using namespace hypermatch::detail::stable_matching;

/// Of strict lists.
Partition partition_of(const SmallLists& small) {
  const PairLists pairs = pair_lists(small);
  const Context context;
  const ProposalLists lists(context,
                            {.sides = Sides::one,
                             .num_agents = small.num_agents(),
                             .num_left = small.num_agents(),
                             .offsets = pairs.offsets,
                             .partners = pairs.partners},
                            Proposers::all, 0);
  return stable_partition(context, lists, first_phase(context, lists));
}

/// Tan's conditions, pair by pair.
bool is_stable_partition(const SmallLists& lists, const std::vector<VertexId>& successors) {
  const VertexId n = lists.num_agents();
  std::vector<VertexId> predecessors(n, k_none);
  for (VertexId x = 0; x < n; ++x) {
    if (successors[x] >= n || predecessors[successors[x]] != k_none) return false;
    predecessors[successors[x]] = x;
  }
  for (VertexId x = 0; x < n; ++x) {
    const VertexId next = successors[x], previous = predecessors[x];
    if (next == x) continue;
    if (!lists.acceptable(x, next)) return false;
    if (next != previous && lists.ranks[x][next] >= lists.ranks[x][previous]) return false;
  }
  const auto beats_previous = [&](VertexId x, VertexId y) {
    return predecessors[x] == x || lists.ranks[x][y] < lists.ranks[x][predecessors[x]];
  };
  for (VertexId x = 0; x < n; ++x) {
    for (VertexId y = 0; y < n; ++y) {
      if (x == y || !lists.acceptable(x, y)) continue;
      if (beats_previous(x, y) && beats_previous(y, x)) return false;
    }
  }
  return true;
}

TEST(Irving, FindsAMatchingOrAnOddPartyAsExhaustionDoes) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_agents = static_cast<VertexId>(seed % 8),
                      .density = static_cast<std::uint32_t>(40 + 15 * (seed % 5))},
                     seed);
    const Partition partition = partition_of(small);
    ASSERT_TRUE(is_stable_partition(small, partition.successors));
    const auto stable = all_stable(small);
    ASSERT_EQ(partition.odd_parties == 0, !stable.empty());
    if (stable.empty()) {
      ++without;
      continue;
    }
    ++with;
    Pairs pairs;
    for (VertexId x = 0; x < small.num_agents(); ++x) {
      if (partition.successors[x] > x) pairs.emplace_back(x, partition.successors[x]);
    }
    EXPECT_TRUE(std::find(stable.begin(), stable.end(), pairs) != stable.end());
  }
  EXPECT_GT(with, 1000U);
  EXPECT_GT(without, 100U);
}

/// Irving's two phases on lists that shrink, as he writes them down. A walk starts at the lowest
/// agent with two candidates; behind a rotation that is eliminated it goes on where it entered it.
std::vector<VertexId> by_tables(const SmallLists& small) {
  const PairLists pairs = pair_lists(small);
  const VertexId n = small.num_agents();
  std::vector<std::vector<VertexId>> lists(n);
  for (VertexId x = 0; x < n; ++x) {
    for (std::uint32_t i = 0; i < pairs.length(x); ++i) lists[x].push_back(pairs.partner(x, i));
  }
  // x refuses all that it ranks below y.
  const auto refuse_below = [&](VertexId x, VertexId y) {
    while (lists[x].back() != y) {
      std::erase(lists[lists[x].back()], x);
      lists[x].pop_back();
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (VertexId x = 0; x < n; ++x) {
      if (lists[x].empty() || lists[lists[x].front()].back() == x) continue;
      refuse_below(lists[x].front(), x);
      changed = true;
    }
  }
  std::vector<VertexId> walk;
  while (true) {
    while (!walk.empty() && lists[walk.back()].size() < 2) walk.pop_back();
    const auto lowest =
        std::find_if(lists.begin(), lists.end(), [](const auto& list) { return list.size() > 1; });
    if (lowest == lists.end()) break;
    if (walk.empty()) walk.push_back(static_cast<VertexId>(lowest - lists.begin()));
    const VertexId next = lists[lists[walk.back()][1]].back();
    const auto entry = std::find(walk.begin(), walk.end(), next);
    if (entry == walk.end()) {
      walk.push_back(next);
      continue;
    }
    const std::vector<VertexId> rotation(entry, walk.end());
    walk.erase(entry, walk.end());
    std::vector<VertexId> seconds;
    for (const VertexId agent : rotation) seconds.push_back(lists[agent][1]);
    for (std::size_t i = 0; i < rotation.size(); ++i) refuse_below(seconds[i], rotation[i]);
  }
  std::vector<VertexId> mates;
  for (const auto& list : lists) mates.push_back(list.empty() ? k_none : list.front());
  return mates;
}

TEST(Irving, EliminatesRotationsInTheOrderOfItsWalk) {
  std::uint64_t with_choice = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_agents = static_cast<VertexId>(4 + seed % 5), .density = 90}, seed);
    const Partition partition = partition_of(small);
    if (partition.odd_parties > 0) continue;
    std::vector<VertexId> mates = partition.successors;
    for (VertexId x = 0; x < mates.size(); ++x) {
      if (mates[x] == x) mates[x] = k_none;
    }
    ASSERT_EQ(mates, by_tables(small));
    with_choice += partition.rotations > 0 ? 1 : 0;
  }
  EXPECT_GT(with_choice, 150U);
}

std::vector<std::vector<VertexId>> parties_of(const std::vector<VertexId>& successors) {
  std::vector<std::vector<VertexId>> parties;
  std::vector<bool> seen(successors.size(), false);
  for (VertexId first = 0; first < successors.size(); ++first) {
    if (seen[first]) continue;
    auto& party = parties.emplace_back();
    for (VertexId x = first; !seen[x]; x = successors[x]) {
      seen[x] = true;
      party.push_back(x);
    }
  }
  return parties;
}

TEST(StablePartitions, AreToldFromAllOtherPermutations) {
  std::uint64_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_agents = static_cast<VertexId>(seed % 7), .density = 80}, seed);
    const PairLists lists = pair_lists(small);
    const detail::verify::RankedRows rows{small.num_left, false,       lists.offsets,
                                          lists.partners, lists.ranks, {}};
    const bool exists = partition_of(small).odd_parties == 0;
    std::vector<VertexId> successors(small.num_agents());
    std::iota(successors.begin(), successors.end(), VertexId{0});
    do {
      const bool proof = detail::verify::partition_violation(rows, parties_of(successors)).empty();
      EXPECT_EQ(proof, !exists && is_stable_partition(small, successors));
      if (proof) ++proofs;
    } while (std::next_permutation(successors.begin(), successors.end()));
  }
  EXPECT_GT(proofs, 30U);
}

/// Odd parties and pairs, as the proof has them.
std::vector<std::vector<VertexId>> parties_of(const FixturesResult& result) {
  auto parties = result.odd_parties;
  for (const auto& [a, b] : result.pairs) parties.push_back({a, b});
  return parties;
}

detail::verify::RankedRows rows_of_roommates(const SmallLists& small, const PairLists& lists) {
  return {small.num_left, false, lists.offsets, lists.partners, lists.ranks, lists.capacities};
}

TEST(Fixtures, AreStableOrAPartitionProvesThatExhaustionFindsNone) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < test::by_build<std::uint64_t>(6000, 1500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small =
        random_lists({.num_agents = static_cast<VertexId>(seed % 7),
                      .density = static_cast<std::uint32_t>(40 + 15 * (seed % 5)),
                      .max_left = static_cast<std::uint32_t>(1 + seed % 3)},
                     seed);
    const PairLists lists = pair_lists(small);
    const FixturesResult result = stable_fixtures(Context(), lists);
    const auto stable = all_stable(small);
    ASSERT_EQ(result.odd_parties.empty(), !stable.empty());
    const std::string violation =
        detail::verify::partition_violation(rows_of_roommates(small, lists), parties_of(result));
    if (result.odd_parties.empty()) {
      ++with;
      EXPECT_TRUE(std::find(stable.begin(), stable.end(), result.pairs) != stable.end());
      EXPECT_EQ(violation, "no party is odd and has three or more agents: a matching is stable");
    } else {
      ++without;
      EXPECT_EQ(violation, "");
    }
  }
  EXPECT_GT(with, 1000U);
  EXPECT_GT(without, 50U);
}

/// The parties of a relation: for each pair of agents in neither direction, in one, or in both.
/// False where an agent bids in one direction twice, or bids are no circles.
bool parties_of(const Pairs& pairs, std::uint64_t code, VertexId n,
                std::vector<std::vector<VertexId>>& parties) {
  parties.clear();
  std::vector<VertexId> next(n, k_none);
  for (const auto& [a, b] : pairs) {
    const std::uint64_t state = code % 4;
    code /= 4;
    if (state == 3) parties.push_back({a, b});
    if (state != 1 && state != 2) continue;
    const VertexId from = state == 1 ? a : b, to = state == 1 ? b : a;
    if (next[from] != k_none) return false;
    next[from] = to;
  }
  std::vector<bool> seen(n, false);
  for (VertexId first = 0; first < n; ++first) {
    if (next[first] == k_none || seen[first]) continue;
    auto& party = parties.emplace_back();
    VertexId x = first;
    for (; x != k_none && !seen[x]; x = next[x]) {
      seen[x] = true;
      party.push_back(x);
    }
    if (x != first) return false;
  }
  return true;
}

TEST(StablePartitions, WithCapacitiesProveNothingThatIsFalse) {
  std::uint64_t proofs = 0, unsolvable = 0;
  for (std::uint64_t seed = 0; seed < test::by_build<std::uint64_t>(500, 120); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_lists({.num_agents = 5, .density = 65, .max_left = 2}, seed);
    const PairLists lists = pair_lists(small);
    Pairs pairs;
    for (VertexId x = 0; x < 5; ++x) {
      for (VertexId y = x + 1; y < 5; ++y) {
        if (small.acceptable(x, y)) pairs.emplace_back(x, y);
      }
    }
    if (pairs.size() > 6) continue;
    const bool exists = !all_stable(small).empty();
    if (!exists) ++unsolvable;
    std::vector<std::vector<VertexId>> parties;
    bool any = false;
    for (std::uint64_t code = 0; code < std::uint64_t{1} << (2 * pairs.size()); ++code) {
      if (!parties_of(pairs, code, 5, parties)) continue;
      if (!detail::verify::partition_violation(rows_of_roommates(small, lists), parties).empty())
        continue;
      ++proofs;
      any = true;
    }
    EXPECT_EQ(any, !exists);
  }
  EXPECT_GE(proofs, unsolvable);
  EXPECT_GT(unsolvable, 0U);
}

}  // namespace
}  // namespace hypermatch
