// SPDX-License-Identifier: MIT
// The closed sets of rotations are the stable matchings, each once; the egalitarian one and that of
// minimum regret against all of them.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "algorithms/stable_matching/rotations/rotations.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::test;
using namespace hypermatch::detail::stable_matching;

struct Cost {
  std::uint64_t sum = 0;
  std::uint32_t worst = 0;
};

Cost cost_of(const SmallLists& lists, const Pairs& pairs) {
  Cost cost;
  for (const auto& [x, y] : pairs) {
    cost.sum += lists.ranks[x][y] + lists.ranks[y][x];
    cost.worst = std::max({cost.worst, lists.ranks[x][y], lists.ranks[y][x]});
  }
  return cost;
}

/// Whether no left agent is worse off in `a` than in `b`.
bool is_left_better(const SmallLists& lists, const Pairs& a, const Pairs& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].first != b[i].first) return false;
    if (lists.ranks[a[i].first][a[i].second] > lists.ranks[b[i].first][b[i].second]) return false;
  }
  return true;
}

/// Complete lists of which each is another one turned: many stable matchings.
SmallLists latin(VertexId n) {
  SmallLists lists;
  lists.num_left = n;
  lists.ranks.assign(2 * std::size_t{n},
                     std::vector<std::uint32_t>(2 * std::size_t{n}, k_unlisted));
  lists.capacities.assign(2 * std::size_t{n}, 1);
  for (VertexId x = 0; x < n; ++x) {
    for (VertexId y = 0; y < n; ++y) {
      lists.ranks[x][n + y] = (y + n - x) % n;
      lists.ranks[n + y][x] = n - 1 - lists.ranks[x][n + y];
    }
  }
  return lists;
}

void expect_all(const SmallLists& small) {
  const PairLists lists = pair_lists(small);
  const RotationPoset poset = rotation_poset(Context(), lists);
  const auto stable = all_stable(small);
  std::set<Pairs> found;
  ClosedSet set(poset.num_rotations(), 0);
  do {
    const Pairs pairs = pairs_of_mates(mates_of(lists, poset, set));
    ASSERT_TRUE(found.insert(pairs).second);
  } while (next_closed_set(poset, set));
  ASSERT_EQ(found, std::set<Pairs>(stable.begin(), stable.end()));

  Cost least{~std::uint64_t{0}, k_none};
  for (const Pairs& pairs : stable) {
    const Cost cost = cost_of(small, pairs);
    least.sum = std::min(least.sum, cost.sum);
    least.worst = std::min(least.worst, cost.worst);
  }
  const Pairs sum = pairs_of_mates(mates_of(lists, poset, egalitarian(Context(), lists, poset)));
  const Pairs worst = pairs_of_mates(mates_of(lists, poset, minimum_regret(lists, poset)));
  ASSERT_TRUE(found.contains(sum));
  ASSERT_TRUE(found.contains(worst));
  EXPECT_EQ(cost_of(small, sum).sum, least.sum);
  EXPECT_EQ(cost_of(small, worst).worst, least.worst);
  for (const Pairs& pairs : stable) {
    const Cost cost = cost_of(small, pairs);
    if (cost.sum == least.sum) {
      EXPECT_TRUE(is_left_better(small, sum, pairs));
    }
    if (cost.worst == least.worst) {
      EXPECT_TRUE(is_left_better(small, worst, pairs));
    }
  }
}

TEST(Rotations, GiveAllStableMatchings) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_left = static_cast<VertexId>(seed % 6);
    const auto num_right = static_cast<VertexId>(1 + seed / 6 % 5);
    expect_all(random_lists({.num_left = std::max<VertexId>(1, num_left),
                             .num_agents = std::max<VertexId>(1, num_left) + num_right,
                             .density = static_cast<std::uint32_t>(60 + 20 * (seed % 3)),
                             .max_right = static_cast<std::uint32_t>(1 + seed % 3)},
                            seed));
    if (HasFatalFailure()) return;
  }
}

TEST(Rotations, OfLatinSquares) {
  for (VertexId n = 1; n <= 4; ++n) expect_all(latin(n));
}

}  // namespace
}  // namespace hypermatch
