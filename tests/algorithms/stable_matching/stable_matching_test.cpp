// SPDX-License-Identifier: MIT
// Deferred acceptance against all stable matchings of small instances, and the same bytes from all
// algorithms, variants and numbers of threads.
#include "hypermatch/stable_matching.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "hypermatch/error.hpp"
#include "hypermatch/verify_stable.hpp"
#include "tests/algorithms/stable_matching/small_lists.hpp"
#include "tests/parallel/contexts.hpp"
#include "tests/sizes.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

using hypermatch::test::all_stable;
using hypermatch::test::random_lists;
using hypermatch::test::SmallLists;
using hypermatch::test::SmallShape;

Preferences preferences_of(const SmallLists& small) {
  Preferences all;
  all.num_left = small.num_left;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < small.num_agents(); ++x) {
    std::multimap<std::uint32_t, VertexId> list;
    for (VertexId y = 0; y < small.num_agents(); ++y) {
      if (small.ranks[x][y] != hypermatch::test::k_unlisted) list.emplace(small.ranks[x][y], y);
    }
    for (const auto& [rank, y] : list) {
      all.partners.push_back(y);
      all.ties.push_back(rank);
    }
    all.offsets.push_back(all.partners.size());
    all.capacities.push_back(small.capacities[x]);
  }
  return all;
}

// Lists of a bipartite graph in which each left agent knows `length` right ones, in any order.
Preferences random_preferences(VertexId left, VertexId right, std::uint32_t length,
                               std::uint64_t seed) {
  std::vector<std::vector<VertexId>> lists(left + std::size_t{right});
  for (VertexId x = 0; x < left; ++x) {
    std::map<std::uint64_t, VertexId> chosen;
    for (std::uint32_t i = 0; i < length; ++i) {
      const auto y =
          static_cast<VertexId>(left + detail::base::below(detail::base::hash(seed, x, i), right));
      chosen.emplace(detail::base::hash(seed + 1, x, y), y);
    }
    for (const auto& [key, y] : chosen) {
      lists[x].push_back(y);
      lists[y].push_back(x);
    }
  }
  Preferences all;
  all.num_left = left;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < lists.size(); ++x) {
    std::sort(lists[x].begin(), lists[x].end(), [&](VertexId a, VertexId b) {
      return detail::base::hash(seed + 2, x, a) < detail::base::hash(seed + 2, x, b);
    });
    for (const VertexId y : lists[x]) all.partners.push_back(y);
    all.offsets.push_back(all.partners.size());
  }
  return all;
}

using Call = StableMatching (*)(const Context&, const PreferencesView&,
                                const StableMatchingOptions&);
struct Algorithm {
  std::string name;
  Call call;
  GaleShapleyVariant variant;
};
std::vector<Algorithm> algorithms() {
  return {{"gale_shapley queue", gale_shapley, GaleShapleyVariant::queue},
          {"gale_shapley rounds", gale_shapley, GaleShapleyVariant::rounds},
          {"mcvitie_wilson", mcvitie_wilson, GaleShapleyVariant::queue}};
}

std::vector<std::pair<VertexId, VertexId>> as_pairs(const StableMatching& matching) {
  std::vector<std::pair<VertexId, VertexId>> pairs;
  for (const GraphEdge& pair : matching.pairs) pairs.emplace_back(pair.u, pair.v);
  return pairs;
}

// The ranks that one side's agents give their partners, ascending per agent; those without one
// last.
std::vector<std::vector<std::uint32_t>> ranks_of(const SmallLists& lists,
                                                 const hypermatch::test::Pairs& pairs,
                                                 VertexId first, VertexId last) {
  std::vector<std::vector<std::uint32_t>> ranks;
  for (VertexId x = first; x < last; ++x) {
    std::vector<std::uint32_t> mine;
    for (const auto& [a, b] : pairs) {
      if (a == x || b == x) mine.push_back(lists.ranks[x][a == x ? b : a]);
    }
    std::sort(mine.begin(), mine.end());
    ranks.push_back(mine);
  }
  return ranks;
}

// Each agent's partners are at least as good: as many, and none worse by order.
bool is_best_for_all(const std::vector<std::vector<std::uint32_t>>& best,
                     const std::vector<std::vector<std::uint32_t>>& other) {
  for (std::size_t x = 0; x < best.size(); ++x) {
    if (best[x].size() != other[x].size()) return false;
    for (std::size_t i = 0; i < best[x].size(); ++i) {
      if (best[x][i] > other[x][i]) return false;
    }
  }
  return true;
}

TEST(StableMatching, IsTheBestOfAllStableOnesForOneSide) {
  const Context context({.threads = 1});
  std::size_t several = 0;
  for (std::uint64_t seed = 0; seed < by_build(3000U, 300U); ++seed) {
    SmallShape shape{.num_left = static_cast<VertexId>(2 + seed % 3),
                     .num_agents = static_cast<VertexId>(5 + seed % 4),
                     .density = seed % 2 == 0 ? 100U : 60U};
    if (seed % 5 == 0) shape.max_right = 2;
    if (seed % 10 == 0) shape.max_left = 2;
    const SmallLists small = random_lists(shape, seed);
    const Preferences preferences = preferences_of(small);
    const auto stable = all_stable(small);
    ASSERT_FALSE(stable.empty());
    several += stable.size() > 1 ? 1 : 0;
    for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
      const StableMatching found = mcvitie_wilson(context, preferences.view(), {.optimal = side});
      const auto pairs = as_pairs(found);
      ASSERT_NE(std::find(stable.begin(), stable.end(), pairs), stable.end()) << seed;
      const VertexId first = side == OptimalSide::left ? 0 : small.num_left;
      const VertexId last = side == OptimalSide::left ? small.num_left : small.num_agents();
      for (const auto& other : stable) {
        EXPECT_TRUE(is_best_for_all(ranks_of(small, pairs, first, last),
                                    ranks_of(small, other, first, last)))
            << seed;
      }
      const verify::StableVerdict verdict = verify::check_stable(preferences.view(), found.pairs);
      EXPECT_TRUE(verdict.ok) << verdict.violation;
    }
  }
  EXPECT_GT(several, by_build(50U, 5U));
}

TEST(StableMatching, TiesGiveAWeaklyStableMatching) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  for (std::uint64_t seed = 0; seed < by_build(1000U, 200U); ++seed) {
    const SmallLists small = random_lists(
        {.num_left = 4, .num_agents = 8, .density = 70, .left_ties = 40, .right_ties = 40}, seed);
    const Preferences preferences = preferences_of(small);
    const StableMatching found = gale_shapley(context, preferences.view(), {.seed = seed});
    EXPECT_TRUE(hypermatch::test::is_stable(small, as_pairs(found))) << seed;
  }
}

TEST(CheckStable, AgreesWithTheDefinitionOnEveryMatching) {
  std::size_t stable = 0;
  std::size_t optimal = 0;
  std::size_t judged = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SmallShape shape{.num_left = 3, .num_agents = 6, .density = 80};
    if (seed % 3 == 0) shape.left_ties = shape.right_ties = 30;
    if (seed % 4 == 0) shape.max_left = shape.max_right = 2;
    const SmallLists small = random_lists(shape, seed);
    Preferences preferences = preferences_of(small);
    const bool is_plain = seed % 3 != 0 && seed % 4 != 0;
    if (is_plain) {
      preferences.ties.resize(0);
      preferences.capacities.resize(0);
    }
    std::vector<hypermatch::test::Pairs> all =
        is_plain ? all_stable(small) : std::vector<hypermatch::test::Pairs>{};
    hypermatch::test::for_each_matching(small, [&](const hypermatch::test::Pairs& pairs) {
      std::vector<GraphEdge> edges;
      for (const auto& [a, b] : pairs) edges.push_back({a, b});
      const verify::StableVerdict verdict = verify::check_stable(preferences.view(), edges);
      const bool expected = hypermatch::test::is_stable(small, pairs);
      EXPECT_EQ(verdict.ok, expected) << seed << ": " << verdict.violation;
      stable += expected ? 1 : 0;
      if (!expected || !is_plain) return;
      ++judged;
      for (const bool of_left : {true, false}) {
        const VertexId first = of_left ? 0 : small.num_left;
        const VertexId last = of_left ? small.num_left : small.num_agents();
        bool is_best = true;
        for (const auto& other : all) {
          is_best = is_best && is_best_for_all(ranks_of(small, pairs, first, last),
                                               ranks_of(small, other, first, last));
        }
        EXPECT_EQ(of_left ? verdict.is_left_optimal : verdict.is_right_optimal, is_best) << seed;
        optimal += is_best ? 1 : 0;
      }
    });
  }
  EXPECT_GT(stable, 50U);
  EXPECT_GT(2 * judged, optimal);  // some stable matchings are optimal for one side only
}

TEST(CheckStable, NamesWhatIsWrong) {
  // Two pairs; each left agent prefers the first right one, which prefers the first left one.
  Preferences all;
  all.num_left = 2;
  all.offsets = Array<Offset>(std::vector<Offset>{0, 2, 4, 6, 7});
  all.partners = Array<VertexId>(std::vector<VertexId>{2, 3, 2, 3, 0, 1, 1});
  const auto violation = [&](std::vector<GraphEdge> pairs) {
    return verify::check_stable(all.view(), pairs).violation;
  };
  EXPECT_EQ(violation({{0, 2}, {1, 3}}), "");
  EXPECT_EQ(violation({{1, 2}}), "0 and 2 would both rather be partners");
  EXPECT_EQ(violation({{0, 2}, {0, 2}}), "0 and 2 are matched twice");
  EXPECT_EQ(violation({{0, 3}, {1, 2}}),
            "3 and 0 are matched, and the former does not list the latter");
  EXPECT_EQ(violation({{0, 2}, {1, 2}}), "2 has 2 partners, and room for 1");
  EXPECT_THROW((void)verify::check_stable(all.view(), std::vector<GraphEdge>{{0, 4}}), Error);
}

class StableMatchings : public Everywhere {};

TEST_P(StableMatchings, AreTheSameFromAllAlgorithms) {
  const Context serial({.threads = 1});
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Preferences preferences = random_preferences(3000, seed % 2 == 0 ? 3000 : 900, 12, seed);
    if (seed >= 2) {
      for (VertexId x = 0; x < preferences.num_agents(); ++x) {
        preferences.capacities.push_back(
            static_cast<std::uint32_t>(detail::base::below(detail::base::hash(seed, x), 4)));
      }
    }
    if (seed >= 4) {
      for (VertexId x = 0; x < preferences.num_agents(); ++x) {
        const auto length = preferences.view().list_of(x).size();
        for (std::size_t i = 0; i < length; ++i) {
          preferences.ties.push_back(static_cast<std::uint32_t>(i / 3));
        }
      }
    }
    for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
      const StableMatching expected =
          gale_shapley(serial, preferences.view(), {.optimal = side, .seed = seed});
      EXPECT_TRUE(verify::check_stable(preferences.view(), expected.pairs).ok);
      EXPECT_GT(expected.pairs.size(), 500U);
      for (const Algorithm& algorithm : algorithms()) {
        const StableMatching found =
            algorithm.call(context_, preferences.view(),
                           {.optimal = side, .seed = seed, .variant = algorithm.variant});
        EXPECT_EQ(found.pairs, expected.pairs) << algorithm.name << ", seed " << seed;
        EXPECT_EQ(found.proposals, expected.proposals) << algorithm.name;
      }
    }
  }
}

auto members_of(const verify::StableVerdict& verdict) {
  return std::tuple(verdict.ok, verdict.violation, verdict.pairs, verdict.unmatched_left,
                    verdict.unmatched_right, verdict.rank_sum_left, verdict.rank_sum_right,
                    verdict.worst_rank_left, verdict.worst_rank_right, verdict.is_left_optimal,
                    verdict.is_right_optimal);
}

// Matchings that are right, and such with changes anywhere: a pair less, one twice, two pairs of
// other partners, one more than there is room for.
TEST_P(StableMatchings, AreJudgedTheSame) {
  const Context serial({.threads = 1});
  std::size_t wrong = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Preferences preferences = random_preferences(seed % 2 == 0 ? 2000 : 40, 1200, 9, seed);
    if (seed % 3 == 1) {
      for (VertexId x = 0; x < preferences.num_agents(); ++x) {
        preferences.capacities.push_back(
            static_cast<std::uint32_t>(detail::base::below(detail::base::hash(seed, x), 4)));
      }
    }
    const OptimalSide side = seed % 4 < 2 ? OptimalSide::left : OptimalSide::right;
    const std::vector<GraphEdge> stable =
        gale_shapley(serial, preferences.view(), {.optimal = side}).pairs;
    for (std::uint64_t change = 0; change < 20; ++change) {
      std::vector<GraphEdge> pairs = stable;
      const auto any = [&](std::uint64_t what) -> GraphEdge& {
        return pairs[detail::base::below(detail::base::hash(seed, change, what), pairs.size())];
      };
      if (change % 5 == 1) any(0) = pairs.back();
      if (change % 5 == 2) std::swap(any(1).v, any(2).v);
      if (change % 5 == 3) pairs.push_back(any(3));
      if (change % 5 == 4) any(4).v = any(5).v;
      const verify::StableVerdict expected = verify::check_stable(preferences.view(), pairs);
      wrong += expected.ok ? 0U : 1U;
      EXPECT_TRUE(expected.ok || change % 5 != 0);
      EXPECT_EQ(members_of(verify::check_stable(context_, preferences.view(), pairs)),
                members_of(expected))
          << "seed " << seed << ", change " << change;
    }
  }
  EXPECT_GT(wrong, 100U);
}

// The same lists, of which the agents of one side lost every fourth entry each: what is left on the
// other side has no partner that lists it, in one side's lists or in the other's.
Preferences with_one_sided_entries(const PreferencesView& lists, bool of_left,
                                   std::uint64_t& lost) {
  Preferences all;
  all.num_left = lists.num_left;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < lists.num_agents; ++x) {
    for (const VertexId y : lists.list_of(x)) {
      const VertexId left = std::min(x, y);
      const bool loses = detail::base::hash(77, left, std::max(x, y)) % 4 == 0;
      if (loses && (x == left) == of_left) {
        ++lost;
      } else {
        all.partners.push_back(y);
      }
    }
    all.offsets.push_back(all.partners.size());
  }
  return all;
}

TEST_P(StableMatchings, OneSidedEntriesChangeNothing) {
  const Preferences whole = random_preferences(700, 500, 9, 5);
  for (const bool of_left : {true, false}) {
    std::uint64_t lost = 0;
    std::uint64_t none = 0;
    const Preferences one = with_one_sided_entries(whole.view(), of_left, lost);
    const Preferences both = with_one_sided_entries(one.view(), !of_left, none);
    ASSERT_GT(lost, 500U);
    ASSERT_EQ(lost, none);
    for (const OptimalSide side : {OptimalSide::left, OptimalSide::right}) {
      for (const Algorithm& algorithm : algorithms()) {
        const StableMatchingOptions options{.optimal = side, .variant = algorithm.variant};
        const StableMatching found = algorithm.call(context_, one.view(), options);
        const StableMatching expected = algorithm.call(context_, both.view(), options);
        EXPECT_EQ(found.pairs, expected.pairs) << algorithm.name;
        EXPECT_EQ(found.proposals, expected.proposals) << algorithm.name;
        EXPECT_EQ(found.dropped, lost) << algorithm.name;
        EXPECT_EQ(expected.dropped, 0U);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Contexts, StableMatchings, ::testing::ValuesIn(everywhere()), CaseName());

TEST(StableMatching, OneSidedEntriesAreDropped) {
  Preferences all;
  all.num_left = 1;
  all.offsets = Array<Offset>(std::vector<Offset>{0, 2, 3, 3});
  all.partners = Array<VertexId>(std::vector<VertexId>{2, 1, 0});
  const Context context({.threads = 1});
  const StableMatching found = mcvitie_wilson(context, all.view());
  EXPECT_EQ(found.dropped, 1U);
  EXPECT_EQ(found.proposals, 1U);
  EXPECT_EQ(found.pairs, (std::vector<GraphEdge>{{0, 1}}));
}

// One agent's list is cut for several threads, within a tie.
TEST(StableMatching, TiesOfALongListAreBrokenOnce) {
  // The only agent of the right side likes all the same.
  const VertexId n = 150'000;
  Preferences preferences = random_preferences(n, 1, 1, 7);
  preferences.ties = Array<std::uint32_t>(preferences.partners.size(), 0);
  for (const Algorithm& algorithm : algorithms()) {
    const StableMatchingOptions options{.variant = algorithm.variant};
    const StableMatching alone =
        algorithm.call(Context({.threads = 1}), preferences.view(), options);
    EXPECT_EQ(alone.dropped, 0U);
    for (const int threads : {2, 3}) {
      const StableMatching found =
          algorithm.call(Context({.threads = threads}), preferences.view(), options);
      EXPECT_EQ(found.dropped, 0U);
      EXPECT_EQ(found.pairs, alone.pairs) << algorithm.name << ", threads " << threads;
      EXPECT_EQ(found.proposals, alone.proposals);
    }
  }
}

TEST(StableMatching, IsTheSameHoweverThreadsShareAgents) {
  for (const VertexId n : {1U, 511U, 513U, 1024U, 4001U}) {
    const Preferences preferences = random_preferences(n, n / 2 + 1, 4, n);
    for (const Algorithm& algorithm : algorithms()) {
      const StableMatching alone = algorithm.call(Context({.threads = 1}), preferences.view(),
                                                  {.variant = algorithm.variant});
      for (const int threads : {1, 2, 3, 7}) {
        for (const TurnBalance balance : {TurnBalance::dynamic, TurnBalance::fixed}) {
          const StableMatching found =
              algorithm.call(Context({.threads = threads}), preferences.view(),
                             {.variant = algorithm.variant, .balance = balance});
          ASSERT_EQ(found.pairs, alone.pairs) << algorithm.name << ", " << n << ", " << threads;
          ASSERT_EQ(found.proposals, alone.proposals);
        }
      }
    }
  }
}

// Both sides have one list: agent i asks i + 1 entries, one displaced agent after another.
TEST(StableMatching, ChainsOfDisplacementNeedNoStack) {
  const VertexId n = by_build(1500U, 400U);
  Preferences all;
  all.num_left = n;
  all.offsets.push_back(0);
  for (VertexId x = 0; x < 2 * n; ++x) {
    for (VertexId i = 0; i < n; ++i) all.partners.push_back(x < n ? n + i : n - 1 - i);
    all.offsets.push_back(all.partners.size());
  }
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    for (const Algorithm& algorithm : algorithms()) {
      const StableMatching found =
          algorithm.call(context, all.view(), {.variant = algorithm.variant});
      EXPECT_EQ(found.proposals, std::uint64_t{n} * (n + 1) / 2);
      EXPECT_EQ(found.pairs.front(), (GraphEdge{0, 2 * n - 1}));
    }
  }
}

TEST(StableMatching, RefusesWhatIsNoPreferenceList) {
  const Context context({.threads = 1});
  Preferences all;
  all.num_left = 1;
  all.offsets = Array<Offset>(std::vector<Offset>{0, 1, 2});
  all.partners = Array<VertexId>(std::vector<VertexId>{1, 0});
  EXPECT_NO_THROW((void)gale_shapley(context, all.view()));
  const auto refused = [&](const PreferencesView& view) {
    EXPECT_THROW((void)gale_shapley(context, view), Error);
  };
  PreferencesView view = all.view();
  const std::vector<VertexId> self = {0, 0};
  view.partners = self;
  refused(view);
  const std::vector<VertexId> beyond = {2, 0};
  view.partners = beyond;
  refused(view);
  view = all.view();
  view.sides = Sides::one;
  view.num_left = 2;
  refused(view);
  view = all.view();
  const std::vector<std::uint32_t> ties = {1, 0};
  view.ties = ties;
  refused(view);
  const std::vector<Offset> falling = {0, 3, 2};
  view = all.view();
  view.offsets = falling;
  refused(view);
}

TEST(StableMatching, StopsWhenAsked) {
  const Preferences preferences =
      random_preferences(by_build(20'000U, 6'000U), by_build(20'000U, 6'000U), 12, 3);
  for (const Algorithm& algorithm : algorithms()) {
    expect_stops(
        [&](const Context& context) {
          (void)algorithm.call(context, preferences.view(), {.variant = algorithm.variant});
        },
        2, {0.2, 0.6});
  }
}

}  // namespace
}  // namespace hypermatch::test
