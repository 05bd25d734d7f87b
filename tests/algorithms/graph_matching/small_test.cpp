// SPDX-License-Identifier: MIT
// What matches small and dense graphs, and what threads share once a graph is large enough for
// several: held to sequential greedy.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"
#include "algorithms/graph_matching/local_max/lazy_walks/lazy_walks.hpp"
#include "graph_cases.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch::test {
namespace {

using detail::graph_matching::batched_greedy;
using detail::graph_matching::lazy_walks;
using detail::graph_matching::LazyTuning;

EdgeList complete_graph(VertexId n) {
  EdgeList graph;
  graph.num_vertices = n;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) graph.edges.push_back({u, v});
  }
  return graph;
}

// Both forms by what local max takes for few edges, or many per vertex.
void expect_small(const EdgeList& graph, const GraphOrder& options, const std::string& what) {
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, graph.view());
  const GraphOrder order = resolve(options, graph.view().is_weighted());
  const std::vector<VertexId> expected = greedy(one, graph.view(), order).mates;
  const auto walked = lazy_walks(one, rows.view(), order, {.small = ~std::uint64_t{0}});
  ASSERT_TRUE(walked.has_value()) << what;
  EXPECT_EQ(walked->mates, expected) << what;
  EXPECT_EQ(batched_greedy(one, graph.view(), order, {.few = ~std::size_t{0}}).mates, expected)
      << what;
}

TEST(SmallGraphs, AreMatchedGreedily) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const EdgeList shapes[] = {random_graph(40, 60, seed),
                               random_graph(900, 1500, seed),
                               random_graph(60, 1700, seed),
                               complete_graph(90),
                               complete_graph(2),
                               random_graph(5, 0, seed)};
    for (const EdgeList& shape : shapes) {
      for (const NamedGraph& named : weighted_in_all_ways(shape, seed)) {
        const std::string what = named.name + ", " + std::to_string(shape.edges.size()) + " edges";
        expect_small(named.graph, {.seed = seed}, what);
        expect_small(named.graph, {.nonpositive = NonPositive::keep, .seed = seed}, what);
        expect_small(named.graph, {.objective = Objective::cardinality, .seed = seed}, what);
      }
    }
  }
}

// Few vertices are at the top of the order: the first batch takes some, the second the rest.
TEST(SmallGraphs, TakeASecondBatchWhereThereAreManyEdgesPerVertex) {
  EdgeList graph = complete_graph(150);
  weigh<std::int32_t>(graph, 1'000'000, 1);
  const Context one({.threads = 1});
  EXPECT_EQ(batched_greedy(one, graph.view(), resolve(GraphOrder{}, true)).stats.rounds, 2U);
  EdgeList sparse = random_graph(2000, 3000, 1);
  weigh<std::int32_t>(sparse, 1'000'000, 1);
  EXPECT_EQ(batched_greedy(one, sparse.view(), resolve(GraphOrder{}, true)).stats.rounds, 1U);
}

TEST(LazyWalks, TakeSmallAndDenseGraphsOnly) {
  const Context one({.threads = 1});
  const Context two({.threads = 2, .backend = HostBackend::std_threads});
  const GraphOrder order = resolve(GraphOrder{}, true);
  EdgeList dense = complete_graph(200);
  weigh<std::int32_t>(dense, 1'000'000, 1);
  const CompressedGraph rows = compress(one, dense.view());
  EXPECT_TRUE(lazy_walks(two, rows.view(), order).has_value());
  EXPECT_FALSE(lazy_walks(two, rows.view(), order, {.small = 100, .long_row = 200}).has_value());
  EXPECT_FALSE(lazy_walks(two, rows.view(), order, {.small = 100, .small_dense = 100}).has_value());
  EXPECT_TRUE(lazy_walks(one, rows.view(), order, {.small = 100, .small_dense = 100}).has_value());
  // Hashes would decide of half of the arcs.
  EdgeList tied = complete_graph(200);
  weigh<std::int32_t>(tied, 2, 1);
  const CompressedGraph tied_rows = compress(one, tied.view());
  EXPECT_FALSE(lazy_walks(one, tied_rows.view(), order).has_value());
  EXPECT_TRUE(lazy_walks(one, tied_rows.view(), order, {.small = 1'000'000}).has_value());
}

// The centre of a star of paths looks once for each neighbour that another vertex takes.
TEST(LazyWalks, GiveUpAfterTooManyLooks) {
  constexpr VertexId k_arms = 2000;
  EdgeList graph;
  graph.num_vertices = 1 + 2 * k_arms;
  std::vector<std::int32_t> weights;
  for (VertexId i = 0; i < k_arms; ++i) {
    graph.edges.push_back({0, 1 + i});
    weights.push_back(static_cast<std::int32_t>(2 * i + 1));
    graph.edges.push_back({1 + i, 1 + k_arms + i});
    weights.push_back(static_cast<std::int32_t>(2 * i + 2));
  }
  graph.weights = Array<std::int32_t>(std::span<const std::int32_t>(weights));
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, graph.view());
  EXPECT_FALSE(lazy_walks(one, rows.view(), resolve(GraphOrder{}, true)).has_value());
  EXPECT_EQ(local_max(one, rows.view()).mates, greedy(one, graph.view()).mates);
}

template <class Weight>
void expect_shared_suitor(EdgeList& graph, std::uint64_t most) {
  weigh<Weight>(graph, most, 4);
  const Context many({.threads = 4, .backend = HostBackend::std_threads});
  const CompressedGraph rows = compress(many, graph.view());
  const std::vector<VertexId> expected = greedy(many, graph.view()).mates;
  for (const SuitorVariant variant : {SuitorVariant::lock_free, SuitorVariant::locks}) {
    EXPECT_EQ(suitor(many, rows.view(), {.variant = variant}).mates, expected)
        << name_of(variant) << ", up to " << most;
  }
}

// Large enough that threads propose at once. Weights of 32 and of 64 bits, with and without ties.
TEST(Suitor, IsGreedyWhereThreadsShareVertices) {
  EdgeList graph = random_graph(12'000, 66'000, 4);
  expect_shared_suitor<std::int32_t>(graph, 100);
  expect_shared_suitor<double>(graph, 3);
  expect_shared_suitor<double>(graph, 1'000'000);
}

}  // namespace
}  // namespace hypermatch::test
