// SPDX-License-Identifier: MIT
// Hand-sized cases of local max with known answers, for every variant and several contexts.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <ostream>
#include <vector>

#include "hypermatch/hypergraph_matching.hpp"
#include "tests/algorithms/hypergraph_matching/families.hpp"

namespace hypermatch {
namespace {

struct Case {
  LocalMaxVariant variant;
  const char* name;
  int threads;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name << c.threads;
}

class LocalMaxShapes : public testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] HypergraphMatching match(const Hypergraph& hypergraph,
                                         const OrderOptions& order = {}) const {
    return local_max(context_, hypergraph.view(), {.order = order, .variant = GetParam().variant});
  }
  [[nodiscard]] bool counts_rounds() const {
    return GetParam().variant != LocalMaxVariant::filtered;
  }
  using EdgeList = std::vector<EdgeId>;
  Context context_{{.threads = GetParam().threads}};
};

TEST_P(LocalMaxShapes, NothingAtAll) {
  const HypergraphMatching matching = match(Hypergraph{});
  EXPECT_TRUE(matching.edges.empty());
  if (counts_rounds()) {
    EXPECT_EQ(matching.stats.rounds, 0U);
  }
}

TEST_P(LocalMaxShapes, VerticesWithoutEdges) {
  EXPECT_TRUE(match(test::make_hypergraph(5, {})).edges.empty());
}

TEST_P(LocalMaxShapes, EmptyEdgesAreNeverMatched) {
  EXPECT_TRUE(match(test::make_hypergraph(0, {{}, {}, {}})).edges.empty());
  for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
    EXPECT_EQ(match(test::make_hypergraph<int>(2, {{}, {0}, {}, {1}, {}}, {9, 1, 9, 1, 9}),
                    {.nonpositive = nonpositive})
                  .edges,
              (EdgeList{1, 3}));
  }
}

TEST_P(LocalMaxShapes, OneVertex) {
  EXPECT_EQ(match(test::make_hypergraph(1, {{0}})).edges, EdgeList{0});
  EXPECT_EQ(match(test::make_hypergraph<int>(1, {{0}, {0}, {0}}, {1, 3, 2})).edges, EdgeList{1});
}

TEST_P(LocalMaxShapes, OneEdgeOverAllVertices) {
  std::vector<VertexId> all(20'000);
  for (VertexId v = 0; v < all.size(); ++v) all[v] = v;
  test::Edges edges = {{5}, all, {19'999}};
  EXPECT_EQ(
      match(test::make_hypergraph<int>(20'000, edges, {1, 2, 1}), {.rating = Rating::weight}).edges,
      EdgeList{1});
  // Per pin it is the lightest.
  EXPECT_EQ(match(test::make_hypergraph<int>(20'000, edges, {1, 2, 1})).edges, (EdgeList{0, 2}));
}

TEST_P(LocalMaxShapes, StarTakesTheHeaviest) {
  Hypergraph star = test::star(5000, 3);
  Array<std::int64_t> weights(5000, 7);
  weights[4321] = std::int64_t{1} << 62;
  star.weights = std::move(weights);
  const HypergraphMatching matching = match(star);
  EXPECT_EQ(matching.edges, EdgeList{4321});
  if (counts_rounds()) {
    EXPECT_EQ(matching.stats.rounds, 1U);
  }
}

TEST_P(LocalMaxShapes, StarOfEqualsTakesOne) {
  const Hypergraph star = test::star(100, 2);
  const HypergraphMatching matching = match(star, {.seed = 3});
  EXPECT_EQ(matching.edges.size(), 1U);
  EXPECT_EQ(matching.edges, greedy(context_, star.view(), {.order = {.seed = 3}}).edges);
}

TEST_P(LocalMaxShapes, DisjointEdgesAreAllMatchedInOneRound) {
  const HypergraphMatching matching =
      match(test::make_hypergraph<int>(7, {{6, 0}, {1, 2, 3}, {4}, {5}}, {1, 2, 3, 4}));
  EXPECT_EQ(matching.edges, (EdgeList{0, 1, 2, 3}));
  if (counts_rounds()) {
    EXPECT_EQ(matching.stats.rounds, 1U);
  }
}

TEST_P(LocalMaxShapes, ComponentsDoNotDisturbEachOther) {
  // A path of three edges with the heaviest in the middle, and one with the heaviest outside.
  const HypergraphMatching matching = match(test::make_hypergraph<int>(
      8, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {6, 7}}, {2, 3, 2, 3, 2, 1}));
  EXPECT_EQ(matching.edges, (EdgeList{1, 3, 5}));
  if (counts_rounds()) {
    EXPECT_EQ(matching.stats.rounds, 2U);
  }
}

TEST_P(LocalMaxShapes, ChainNeedsARoundForEachMatchedLink) {
  for (const std::uint32_t size : {2U, 4U}) {
    const HypergraphMatching matching = match(test::falling_chain(101, size));
    EdgeList every_other;
    for (EdgeId e = 0; e < 101; e += 2) every_other.push_back(e);
    EXPECT_EQ(matching.edges, every_other);
    if (counts_rounds()) {
      EXPECT_EQ(matching.stats.rounds, 51U);
    }
  }
}

TEST_P(LocalMaxShapes, TightExampleReachesTheGuaranteeAndNoMore) {
  // Lemma 2: weight + 1 out of d * weight, when edges are rated by weight.
  const Hypergraph tight = test::tight_example(5, 1000);
  const HypergraphMatching by_weight = match(tight, {.rating = Rating::weight});
  EXPECT_EQ(by_weight.edges, EdgeList{5});
  EXPECT_EQ(value_of(tight.view(), by_weight.edges).integer_weight, 1001);
  if (counts_rounds()) {
    EXPECT_EQ(by_weight.stats.rounds, 1U);
  }
  // Rated by weight per pin, the optimum.
  EXPECT_EQ(match(tight).edges, (EdgeList{0, 1, 2, 3, 4}));
}

TEST_P(LocalMaxShapes, NonPositiveWeightsAreDroppedOrKept) {
  const Hypergraph hypergraph =
      test::make_hypergraph<int>(6, {{0, 1}, {1, 2}, {3}, {4}, {5}}, {0, -5, 0, -1, 2});
  EXPECT_EQ(match(hypergraph, {.rating = Rating::weight}).edges, EdgeList{4});
  EXPECT_EQ(match(hypergraph, {.rating = Rating::weight, .nonpositive = NonPositive::keep}).edges,
            (EdgeList{0, 2, 3, 4}));
  EXPECT_EQ(match(hypergraph, {.objective = Objective::cardinality}).edges.size(), 4U);
  EXPECT_TRUE(match(test::make_hypergraph<double>(2, {{0}, {1}}, {-0.0, 0.0})).edges.empty());
  EXPECT_TRUE(match(test::make_hypergraph<int>(2, {{0}, {0, 1}}, {-1, -2})).edges.empty());
}

TEST_P(LocalMaxShapes, ExtremeWeightsKeepTheirOrder) {
  using Int = std::numeric_limits<std::int64_t>;
  using Real = std::numeric_limits<double>;
  const test::Edges path = {{0, 1}, {1, 2}, {2, 3}};
  // Neighbours that are equal once they are rounded to double or to float.
  EXPECT_EQ(match(test::make_hypergraph<std::int64_t>(4, path,
                                                      {Int::max() - 1, Int::max(), Int::max() - 1}))
                .edges,
            EdgeList{1});
  EXPECT_EQ(match(test::make_hypergraph<double>(4, path, {1.0, 1.0 + Real::epsilon(), 1.0})).edges,
            EdgeList{1});
  EXPECT_EQ(match(test::make_hypergraph<double>(4, path, {0.0, Real::denorm_min(), 0.0})).edges,
            EdgeList{1});
  EXPECT_EQ(match(test::make_hypergraph<double>(4, path, {Real::max(), 1.0, Real::max()})).edges,
            (EdgeList{0, 2}));
}

TEST_P(LocalMaxShapes, CardinalityPrefersSmallEdges) {
  const Hypergraph hypergraph = test::make_hypergraph(4, {{0, 1, 2, 3}, {0, 1}, {2}, {3, 2}});
  EXPECT_EQ(match(hypergraph).edges, (EdgeList{1, 2}));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const int threads : {1, 2, 5}) {
    all.insert(all.end(), {{LocalMaxVariant::filtered, "filtered", threads},
                           {LocalMaxVariant::crcw, "crcw", threads},
                           {LocalMaxVariant::crew, "crew", threads},
                           {LocalMaxVariant::work_optimal, "work_optimal", threads}});
  }
  all.push_back({LocalMaxVariant::sequential, "sequential", 1});
  return all;
}

INSTANTIATE_TEST_SUITE_P(, LocalMaxShapes, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& c) {
                           return c.param.name + std::to_string(c.param.threads);
                         });

}  // namespace
}  // namespace hypermatch
