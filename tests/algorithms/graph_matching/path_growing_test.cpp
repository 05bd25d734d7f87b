// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "hypermatch/graph_matching.hpp"
#include "simple_rows.hpp"

namespace hypermatch::test {
namespace {

// The sum of the heaviest matchings of the paths, by the textbook's recursion.
double simple_path_growing(const EdgeListView& graph, const GraphOrder& order) {
  const SimpleRows rows(graph, order);
  std::vector<bool> used(graph.num_vertices, false);
  double sum = 0;
  for (VertexId start = 0; start < graph.num_vertices; ++start) {
    if (used[start]) continue;
    double one_back = 0;
    double two_back = 0;
    VertexId end = start;
    while (true) {  // ends: each turn uses up a vertex
      used[end] = true;
      const auto arc = rows.uppermost(end, order.seed, false, [&](VertexId v) { return !used[v]; });
      if (!arc) break;
      two_back = std::exchange(one_back, std::max(one_back, two_back + arc->weight));
      end = arc->head;
    }
    sum += one_back;
  }
  return sum;
}

TEST(PathGrowing, WeighsWhatTheSimpleVersionDoes) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const EdgeList shape = random_graph(60, 60 + 40 * (seed % 4), seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      const EdgeListView graph = instance.graph.view();
      const CompressedGraph rows = compress(context, graph);
      for (const GraphOrder& order : orders_to_try(seed)) {
        const GraphMatching matching = path_growing(context, rows.view(), order);
        expect_matching(graph, matching.mates, order, false, instance.name);
        const MatchingValue value = value_of(graph, matching.mates);
        const double got = order.objective == Objective::cardinality
                               ? static_cast<double>(value.edges)
                               : value.weight;
        const double expected = simple_path_growing(graph, order);
        EXPECT_NEAR(got, expected, 1e-9 * expected) << instance.name;
      }
    }
  }
}

TEST(PathGrowing, IsRightOnShapes) {
  const Context context({.threads = 1});
  using Weights = std::vector<float>;
  using Mates = std::vector<VertexId>;
  const auto mates = [&](const EdgeList& graph) {
    return path_growing(context, compress(context, graph.view()).view()).mates;
  };
  // From 0 along the whole path: two times 3 beats the 4 that greedy takes.
  EXPECT_EQ(mates(path_graph(Weights{3, 4, 3})), (Mates{1, 0, 3, 2}));
  // 0, 1, 2, 3 and no way back to 0: 5 + 2 although 4 + 4 is more.
  EXPECT_EQ(mates(cycle_graph(Weights{5, 4, 2, 4})), (Mates{1, 0, 3, 2}));
  EXPECT_EQ(mates(cycle_graph(Weights{3, 2, 1})), (Mates{1, 0, k_none}));
  EXPECT_EQ(mates(make_graph(4, star_pairs(3), Weights{1, 9, 7})), (Mates{2, k_none, 0, k_none}));
  EXPECT_EQ(mates(make_graph(2, {})), (Mates{k_none, k_none}));
  EXPECT_EQ(mates(make_graph(0, {})), Mates{});
}

TEST(PathGrowing, WeighsHalfOfTheHeaviestAtLeast) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    EdgeList graph = random_graph(8, 14, seed);
    weigh<std::int32_t>(graph, 30, seed);
    const GraphMatching matching = path_growing(context, compress(context, graph.view()).view());
    EXPECT_GE(2 * value_of(graph.view(), matching.mates).weight, heaviest_by_force(graph.view()))
        << seed;
  }
}

}  // namespace
}  // namespace hypermatch::test
