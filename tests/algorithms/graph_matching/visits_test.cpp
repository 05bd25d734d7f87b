// SPDX-License-Identifier: MIT
// Heavy edge and random greedy matching: vertices visited in turn.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "algorithms/graph_matching/common/match_by_visits.hpp"
#include "simple_rows.hpp"

namespace hypermatch::test {
namespace {

using detail::graph_matching::shuffled_vertices;

template <class Visits>
std::vector<VertexId> simple_matching(const SimpleRows& rows, const Visits& visits,
                                      std::uint64_t seed, bool random) {
  std::vector<VertexId> mates(rows.arcs.size(), k_none);
  for (const VertexId v : visits) {
    if (mates[v] != k_none) continue;
    const auto arc =
        rows.uppermost(v, seed, random, [&](VertexId other) { return mates[other] == k_none; });
    if (!arc) continue;
    mates[v] = arc->head;
    mates[arc->head] = v;
  }
  return mates;
}

TEST(Visits, AreTheSimpleVersionsMatchings) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const EdgeList shape = random_graph(60, 60 + 40 * (seed % 4), seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      const EdgeListView graph = instance.graph.view();
      const CompressedGraph csr = compress(context, graph);
      for (const GraphOrder& order : orders_to_try(seed)) {
        const SimpleRows rows(graph, order);
        const Array<VertexId> shuffled =
            shuffled_vertices(graph.num_vertices, detail::base::hash(order.seed, 1));
        std::vector<VertexId> natural(graph.num_vertices);
        std::iota(natural.begin(), natural.end(), VertexId{0});

        const GraphMatching heavy = hem(context, csr.view(), {.order = order});
        EXPECT_EQ(heavy.mates, simple_matching(rows, shuffled, order.seed, false)) << instance.name;
        expect_matching(graph, heavy.mates, order, true, instance.name);
        const GraphMatching in_order =
            hem(context, csr.view(), {.order = order, .visit = VisitOrder::natural});
        EXPECT_EQ(in_order.mates, simple_matching(rows, natural, order.seed, false))
            << instance.name;
        expect_matching(graph, in_order.mates, order, true, instance.name);
        const GraphMatching random = random_greedy(context, csr.view(), order);
        EXPECT_EQ(random.mates,
                  simple_matching(rows, shuffled, detail::base::hash(order.seed, 2), true))
            << instance.name;
        expect_matching(graph, random.mates, order, true, instance.name);
      }
    }
  }
}

TEST(Visits, AreRightOnShapes) {
  const Context context({.threads = 1});
  using Weights = std::vector<std::int64_t>;
  using Mates = std::vector<VertexId>;
  const auto mates = [&](const EdgeList& graph) {
    return hem(context, compress(context, graph.view()).view(), {.visit = VisitOrder::natural})
        .mates;
  };
  // 0 has but one edge to take, and spoils the heavy one.
  EXPECT_EQ(mates(path_graph(Weights{1, 9, 1})), (Mates{1, 0, 3, 2}));
  EXPECT_EQ(mates(path_graph(Weights{-1, 9, 1})), (Mates{k_none, 2, 1, k_none}));
  EXPECT_EQ(mates(make_graph(4, star_pairs(3), Weights{1, 9, 7})), (Mates{2, k_none, 0, k_none}));
  EXPECT_EQ(mates(make_graph(0, {})), Mates{});
  const GraphMatching empty = random_greedy(context, GraphView{});
  EXPECT_EQ(empty.mates, Mates{});
}

TEST(Visits, ShufflesAllOrdersAlike) {
  std::map<std::vector<VertexId>, int> seen;
  for (std::uint64_t seed = 0; seed < 24 * 200; ++seed) {
    const Array<VertexId> vertices = shuffled_vertices(4, seed);
    ++seen[{vertices.begin(), vertices.end()}];
  }
  EXPECT_EQ(seen.size(), 24U);
  // 200 expected, standard deviation 14.
  for (const auto& [vertices, times] : seen) EXPECT_NEAR(times, 200, 60);
}

TEST(Visits, RandomGreedyTakesEachNeighbourAlike) {
  const Context context({.threads = 1});
  const EdgeList star = make_graph(6, star_pairs(5));
  const CompressedGraph rows = compress(context, star.view());
  std::vector<int> taken(6, 0);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    ++taken[random_greedy(context, rows.view(), {.seed = seed}).mates[0]];
  }
  EXPECT_EQ(taken[0], 0);
  // 600 expected, standard deviation 22.
  for (VertexId v = 1; v < 6; ++v) EXPECT_NEAR(taken[v], 600, 100) << v;
}

}  // namespace
}  // namespace hypermatch::test
