// SPDX-License-Identifier: MIT
// Roommates and fixtures against all matchings of small instances.
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "algorithms/stable_matching/fixtures/fixtures.hpp"
#include "algorithms/stable_matching/irving/irving.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "verify/ranked_rows.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::test;
using namespace hypermatch::detail::stable_matching;

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
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_lists(
        {.num_agents = static_cast<VertexId>(seed % 8),
         .density = static_cast<std::uint32_t>(40 + 15 * (seed % 5))},
        seed);
    const Partition partition = stable_partition(Context(), pair_lists(small));
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

TEST(StablePartitions, AreToldFromAllOtherPermutations) {
  std::uint64_t proofs = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_lists(
        {.num_agents = static_cast<VertexId>(seed % 7), .density = 80}, seed);
    const PairLists lists = pair_lists(small);
    const detail::verify::RankedRows rows{
        small.num_left, false, lists.offsets, lists.partners, lists.ranks, {}};
    const bool exists = stable_partition(Context(), lists).odd_parties == 0;
    std::vector<VertexId> successors(small.num_agents());
    std::iota(successors.begin(), successors.end(), VertexId{0});
    do {
      const bool proof = detail::verify::partition_violation(rows, successors).empty();
      EXPECT_EQ(proof, !exists && is_stable_partition(small, successors));
      if (proof) ++proofs;
    } while (std::next_permutation(successors.begin(), successors.end()));
  }
  EXPECT_GT(proofs, 30U);
}

TEST(Fixtures, AreStableWhereExhaustionFindsAny) {
  std::uint64_t with = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SmallLists small = random_lists(
        {.num_agents = static_cast<VertexId>(seed % 7),
         .density = static_cast<std::uint32_t>(40 + 15 * (seed % 5)),
         .max_left = static_cast<std::uint32_t>(1 + seed % 3)},
        seed);
    const FixturesResult result = stable_fixtures(Context(), pair_lists(small));
    const auto stable = all_stable(small);
    ASSERT_EQ(result.exists, !stable.empty());
    (result.exists ? with : without) += 1;
    if (result.exists) {
      EXPECT_TRUE(std::find(stable.begin(), stable.end(), result.pairs) != stable.end());
    }
  }
  EXPECT_GT(with, 1000U);
  EXPECT_GT(without, 100U);
}

}  // namespace
}  // namespace hypermatch
