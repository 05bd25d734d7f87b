// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using test::array_of;
using test::make_hypergraph;
using Ids = std::vector<std::uint64_t>;

MatchingVerdict check_edges(const Hypergraph& hypergraph, const Ids& ids,
                            const MatchingDemands& demands = {}) {
  return check_matching(Context({.threads = 1}), hypergraph.view(), ids, demands);
}

// Edges 1 .. 5: a heavy triple, two pairs that meet it, an empty one, and one apart of weight -4.
Hypergraph example() {
  return make_hypergraph(8, {{0, 1, 2}, {2, 3}, {1, 4}, {}, {5, 6}},
                         array_of<std::int32_t>({10, 6, 5, 9, -4}));
}

TEST(CheckMatching, AcceptsInAnyOrder) {
  const MatchingVerdict verdict = check_edges(example(), {2, 1});
  EXPECT_TRUE(verdict.ok);
  EXPECT_EQ(verdict.violation, "");
  EXPECT_EQ(verdict.value.edges, 2U);
  EXPECT_EQ(verdict.value.integer_weight, 11);
  EXPECT_EQ(verdict.value.weight, 11.0);
  EXPECT_TRUE(verdict.value.is_integer);
  EXPECT_EQ(verdict.upper_bound, 11.0);
  EXPECT_EQ(verdict.certified_ratio, 1.0);
}

TEST(CheckMatching, NamesTheFirstViolatedFact) {
  const auto violation = [](const Ids& ids, const MatchingDemands& demands = {}) {
    const MatchingVerdict verdict = check_edges(example(), ids, demands);
    EXPECT_FALSE(verdict.ok);
    EXPECT_EQ(verdict.upper_bound, 0.0);
    return verdict.violation;
  };
  EXPECT_EQ(violation({5}), "edge 6 does not exist, there are 5 edges");
  EXPECT_EQ(violation({~0ULL}), "edge 0 does not exist, there are 5 edges");
  EXPECT_EQ(violation({1ULL << 32}), "edge 4294967297 does not exist, there are 5 edges");
  EXPECT_EQ(violation({1, 2, 1}), "edge 2 occurs twice");
  EXPECT_EQ(violation({3}), "edge 4 has no pins, an empty edge is never matched");
  EXPECT_EQ(violation({4}), "edge 5 has weight -4, only edges of positive weight take part");
  EXPECT_EQ(violation({2, 0}), "edges 1 and 3 share vertex 2");
  EXPECT_EQ(violation({1, 0, 9}), "edges 1 and 2 share vertex 3");
  EXPECT_EQ(violation({1}, {.maximal = true}),
            "not maximal: edge 3 meets no matched edge and could be added");
  EXPECT_EQ(violation({0}, {.order = {.nonpositive = NonPositive::keep}, .maximal = true}),
            "not maximal: edge 5 meets no matched edge and could be added");
  EXPECT_EQ(violation({1, 2}, {.order = {.rating = Rating::weight}, .greedy = true}),
            "not greedy: edge 1 comes before every matched edge that it meets, such as edge 3 at "
            "vertex 2");
}

TEST(CheckMatching, ValueOfAnInvalidMatchingIsOfTheEdgesBefore) {
  const MatchingVerdict verdict = check_edges(example(), {1, 2, 3});
  EXPECT_EQ(verdict.value.edges, 2U);
  EXPECT_EQ(verdict.value.integer_weight, 11);
}

TEST(CheckMatching, GreedinessDependsOnTheRating) {
  const Hypergraph hypergraph = example();
  const auto greedy = [&](const Ids& ids, Rating rating) {
    return check_edges(hypergraph, ids, {.order = {.rating = rating}, .greedy = true}).ok;
  };
  // By weight 10 > 6 > 5, per pin 10/3 > 6/2 > 5/2, per root 10/1.73 > 6/1.41 > 5/1.41.
  EXPECT_TRUE(greedy({0}, Rating::weight));
  EXPECT_TRUE(greedy({0}, Rating::weight_per_pin));
  EXPECT_TRUE(greedy({0}, Rating::weight_per_sqrt_pins));
  EXPECT_FALSE(greedy({1, 2}, Rating::weight_per_pin));
  // 7 > 2 * 3 by weight, 7/4 < 6/2 per pin; per root 7/2 < 6/1.41.
  const Hypergraph other =
      make_hypergraph(5, {{0, 1, 2, 3}, {3, 4}}, array_of<std::int32_t>({7, 6}));
  const auto other_greedy = [&](const Ids& ids, Rating rating) {
    return check_edges(other, ids, {.order = {.rating = rating}, .greedy = true}).ok;
  };
  EXPECT_TRUE(other_greedy({0}, Rating::weight));
  EXPECT_FALSE(other_greedy({0}, Rating::automatic));
  EXPECT_TRUE(other_greedy({1}, Rating::automatic));
  EXPECT_TRUE(other_greedy({1}, Rating::weight_per_sqrt_pins));
  EXPECT_FALSE(other_greedy({1}, Rating::weight));
}

TEST(CheckMatching, TiesAreBrokenBySeedOrNotAtAll) {
  const Hypergraph hypergraph = make_hypergraph(3, {{0, 1}, {1, 2}});
  int first = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    const bool a = check_edges(hypergraph, {0}, {.order = {.seed = seed}, .greedy = true}).ok;
    const bool b = check_edges(hypergraph, {1}, {.order = {.seed = seed}, .greedy = true}).ok;
    EXPECT_NE(a, b) << "seed " << seed;
    first += a ? 1 : 0;
    for (const std::uint64_t id : {0ULL, 1ULL}) {
      EXPECT_TRUE(check_edges(hypergraph, {id},
                              {.order = {.seed = seed}, .greedy = true, .ties = Ties::redraw})
                      .ok);
    }
  }
  EXPECT_GT(first, 10);
  EXPECT_LT(first, 54);
  const Hypergraph unequal =
      make_hypergraph(3, {{0, 1}, {1, 2}}, array_of<float>({1.0F, 1.0000001F}));
  EXPECT_FALSE(check_edges(unequal, {0}, {.greedy = true, .ties = Ties::redraw}).ok);
  EXPECT_TRUE(check_edges(unequal, {1}, {.greedy = true, .ties = Ties::redraw}).ok);
}

TEST(CheckMatching, MinusZeroIsZero) {
  const Hypergraph hypergraph = make_hypergraph(3, {{0, 1}, {1, 2}}, array_of<double>({-0.0, 0.0}));
  EXPECT_NE(check_edges(hypergraph, {0}).violation.find("has weight"), std::string::npos);
  const OrderOptions keep = {.rating = Rating::weight, .nonpositive = NonPositive::keep};
  for (const std::uint64_t id : {0ULL, 1ULL}) {
    EXPECT_TRUE(
        check_edges(hypergraph, {id}, {.order = keep, .greedy = true, .ties = Ties::redraw}).ok);
  }
}

TEST(CheckMatching, NothingToGainIsFullyReached) {
  EXPECT_EQ(check_edges(Hypergraph{}, {}).certified_ratio, 1.0);
  EXPECT_EQ(check_edges(make_hypergraph(3, {}), {}).certified_ratio, 1.0);
  EXPECT_EQ(check_edges(make_hypergraph(3, {{}, {}}), {}).certified_ratio, 1.0);
  const Hypergraph negative = make_hypergraph(3, {{0, 1}, {1, 2}}, array_of<std::int64_t>({-1, 0}));
  const MatchingVerdict verdict = check_edges(negative, {}, {.greedy = true});
  EXPECT_TRUE(verdict.ok);
  EXPECT_EQ(verdict.upper_bound, 0.0);
  EXPECT_EQ(verdict.certified_ratio, 1.0);
  // A matching that may hold negative edges, and does, is no share of an optimum of 0.
  const MatchingVerdict lost =
      check_edges(negative, {0}, {.order = {.nonpositive = NonPositive::keep}});
  EXPECT_TRUE(lost.ok);
  EXPECT_EQ(lost.value.integer_weight, -1);
  EXPECT_TRUE(std::isnan(lost.certified_ratio));
}

TEST(CheckMatching, AnEmptyMatchingOfAGainfulInstanceReachesNothing) {
  const MatchingVerdict verdict = check_edges(example(), {});
  EXPECT_TRUE(verdict.ok);
  EXPECT_EQ(verdict.certified_ratio, 0.0);
  EXPECT_GE(verdict.upper_bound, 11.0);
}

TEST(CheckMatching, CardinalityCountsEdgesOfAnyWeight) {
  const MatchingDemands cardinality = {.order = {.objective = Objective::cardinality}};
  const MatchingVerdict verdict = check_edges(example(), {1, 2, 4}, cardinality);
  EXPECT_TRUE(verdict.ok);
  EXPECT_EQ(verdict.upper_bound, 3.0);
  EXPECT_EQ(verdict.certified_ratio, 1.0);
  EXPECT_EQ(verdict.value.integer_weight, 7);
}

TEST(CheckMatching, KnownBoundsAreUsedWhereTighter) {
  // Three edges of a triangle: the fractional optimum is 1.5, its whole part 1.
  const Hypergraph path = make_hypergraph(4, {{0, 1}, {1, 2}, {2, 3}}, array_of<double>({1, 1, 1}));
  EXPECT_NEAR(check_edges(path, {1}).upper_bound, 2.0, 1e-6);
  const MatchingVerdict tighter = check_edges(path, {0, 2}, {.known_bound = 2.0});
  EXPECT_EQ(tighter.upper_bound, 2.0);
  EXPECT_EQ(tighter.certified_ratio, 1.0);
  EXPECT_EQ(check_edges(path, {1}, {.bound = false, .known_bound = 8.0}).certified_ratio, 0.125);
  const MatchingVerdict without = check_edges(path, {1}, {.bound = false});
  EXPECT_TRUE(without.ok);
  EXPECT_EQ(without.upper_bound, 0.0);
  EXPECT_LT(check_edges(path, {1}, {.known_bound = 100.0}).upper_bound, 2.1);
}

TEST(CheckMatching, SumsBeyond64BitsAreGivenInDouble) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Hypergraph hypergraph =
      make_hypergraph(4, {{0, 1}, {2, 3}}, array_of<std::int64_t>({most, most}));
  const MatchingVerdict verdict = check_edges(hypergraph, {0, 1}, {.greedy = true});
  EXPECT_TRUE(verdict.ok);
  EXPECT_FALSE(verdict.value.is_integer);
  EXPECT_EQ(verdict.value.weight, 0x1p64);
  EXPECT_GE(verdict.upper_bound, 0x1p64);
  EXPECT_NEAR(verdict.certified_ratio, 1.0, 1e-12);
}

TEST(CheckMatching, BrokenHypergraphsAndStopRequests) {
  const Hypergraph twice = make_hypergraph(3, {{0, 1, 0}});
  const Hypergraph infinite = make_hypergraph(3, {{0, 1}}, array_of<double>({INFINITY}));
  for (const Hypergraph* broken : {&twice, &infinite}) {
    try {
      static_cast<void>(check_edges(*broken, {}));
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    }
  }
  std::stop_source stop;
  stop.request_stop();
  const Context context({.threads = 1, .stop = stop.get_token()});
  const Hypergraph hypergraph = example();
  try {
    static_cast<void>(check_matching(context, hypergraph.view(), Ids{}, {}));
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
}

}  // namespace
}  // namespace hypermatch::verify
