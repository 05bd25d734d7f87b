// SPDX-License-Identifier: MIT
// The value and the edges of a matching, its completion; and wrong answers.
#include <gtest/gtest.h>

#include <limits>

#include "graph_cases.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::test {
namespace {

template <class Call>
void expect_refused(const Call& call, const std::string& message) {
  try {
    call();
    ADD_FAILURE() << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input);
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
  }
}

constexpr VertexId k_free = k_none;

TEST(MatchingOfAGraph, HasEdgesAndAValue) {
  const EdgeList ints = path_graph<std::int32_t>({5, 7, -2});
  const std::vector<VertexId> ends = {1, 0, 3, 2};
  EXPECT_EQ(matched_edges(ints.view(), ends), (std::vector<EdgeId>{0, 2}));
  MatchingValue value = value_of(ints.view(), ends);
  EXPECT_EQ(value.edges, 2U);
  EXPECT_EQ(value.integer_weight, 3);
  EXPECT_EQ(value.weight, 3.0);
  EXPECT_TRUE(value.is_integer);
  value = value_of(path_graph<double>({0.5, 7, 0.25}).view(), ends);
  EXPECT_EQ(value.weight, 0.75);
  EXPECT_FALSE(value.is_integer);
  value = value_of(make_graph(4, {{2, 1}}).view(), std::vector<VertexId>{k_free, 2, 1, k_free});
  EXPECT_EQ(value.integer_weight, 1);
  EXPECT_EQ(value_of(make_graph(0, {}).view(), {}).edges, 0U);
  constexpr std::int64_t k_large = std::numeric_limits<std::int64_t>::max();
  value = value_of(path_graph<std::int64_t>({k_large, 0, 1}).view(), ends);
  EXPECT_FALSE(value.is_integer) << "beyond 64 bits";
  EXPECT_EQ(value.weight, 0x1p63);
  EXPECT_EQ(value.integer_weight, 0);
}

TEST(MatchingOfAGraph, RefusesWhatIsNone) {
  const EdgeList graph = path_graph<std::int32_t>({5, 7, 2});
  const Context one({.threads = 1});
  const auto check = [&](const std::vector<VertexId>& mates, const std::string& message) {
    expect_refused([&] { (void)matched_edges(graph.view(), mates); }, message);
    expect_refused([&] { (void)value_of(graph.view(), mates); }, message);
    expect_refused([&] { (void)complete(one, graph.view(), mates); }, message);
  };
  check({1, 0}, "2 mates for 4 vertices");
  check({1, 0, k_free, 4}, "mates[3] is 4, must be below 4");
  check({1, 2, 1, k_free}, "mates[0] is 1, but mates[1] is not 0");
  check({0, k_free, k_free, k_free}, "mates[0] is 0");
  check({2, k_free, 0, k_free}, "mates[0] is 2, but no edge joins them");
  check({3, 2, 1, 0}, "mates[0] is 3, but no edge joins them");
}

TEST(MatchingOfAGraph, RefusesGraphsThatAreNotSimple) {
  const auto check = [](const Pairs& pairs, const std::vector<VertexId>& mates,
                        const std::string& message) {
    const EdgeList graph = make_graph(static_cast<VertexId>(mates.size()), pairs);
    for (const int threads : {1, 3}) {
      const Context context({.threads = threads});
      expect_refused([&] { (void)matched_edges(context, graph.view(), mates); }, message);
      expect_refused([&] { (void)value_of(context, graph.view(), mates); }, message);
      expect_refused([&] { (void)weigh_matching(context, graph.view(), mates); }, message);
      expect_refused([&] { (void)complete(context, graph.view(), mates); }, message);
    }
    expect_refused([&] { (void)matched_edges(graph.view(), mates); }, message);
    expect_refused([&] { (void)value_of(graph.view(), mates); }, message);
  };
  check({{0, 1}, {1, 0}}, {1, 0}, "edges[1] joins 1 and 0, as an earlier edge does");
  check({{0, 1}, {1, 2}, {0, 1}}, {1, 0, k_free}, "edges[2] joins 0 and 1");
  // As many edges as pairs: one pair twice, the other one never.
  check({{0, 1}, {0, 1}}, {1, 0, 3, 2}, "edges[1] joins 0 and 1");
  check({{0, 1}, {7, 2}}, {1, 0, k_free}, "edges[1] has vertex 7, must be below 3");
  check({{0, 1}, {2, 3}}, {1, 0, k_free}, "edges[1] has vertex 3, must be below 3");
  // A loop is a pair of one vertex, which is as many vertices too few as vertex 1 is too many.
  check({{0, 0}, {1, 2}}, {0, 2, k_free}, "mates[0] is 0, but mates[0] is not another vertex");
  check({{0, 1}, {k_none, 0}}, {1, 0}, "edges[1] has vertex 4294967295");
}

TEST(MatchingOfAGraph, LeavesLoopsAlone) {
  const EdgeList graph = make_graph(3, {{0, 0}, {0, 1}, {2, 2}});
  const std::vector<VertexId> none(3, k_free);
  EXPECT_TRUE(matched_edges(graph.view(), none).empty());
}

// Large enough for several chunks, and sums whose last bits depend on their order.
TEST(MatchingOfAGraph, HasTheSameValueOnAnyNumberOfThreads) {
  const Context one({.threads = 1});
  EdgeList graph = random_graph(30000, 90000, 5);
  weigh<double>(graph, 1'000'000'000, 7);
  const std::vector<VertexId> mates = greedy(one, graph.view()).mates;
  const std::vector<EdgeId> edges = matched_edges(graph.view(), mates);
  ASSERT_GT(edges.size(), 10000U);
  EXPECT_TRUE(std::is_sorted(edges.begin(), edges.end()));
  double sum = 0;
  for (const EdgeId e : edges) sum += weight_at(graph.view().weights, e);
  for (const int threads : {1, 2, 3, 8}) {
    const Context context({.threads = threads});
    const MatchedEdges matched = weigh_matching(context, graph.view(), mates);
    EXPECT_EQ(matched.edges, edges) << threads;
    EXPECT_EQ(matched.value.weight, sum) << threads;
    EXPECT_EQ(matched.value.edges, edges.size()) << threads;
    EXPECT_EQ(value_of(context, graph.view(), mates).weight, sum) << threads;
  }
}

TEST(MatchingOfAGraph, IsCompletedGreedily) {
  const Context one({.threads = 1});
  const EdgeList path = path_graph<std::int32_t>({1, 9, 1, 5, 4, 3});
  const std::vector<VertexId> start = {1, 0, k_free, k_free, k_free, k_free, k_free};
  EXPECT_EQ(complete(one, path.view(), start).mates,
            (std::vector<VertexId>{1, 0, k_free, 4, 3, 6, 5}));
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const NamedGraph& named : weighted_in_all_ways(random_graph(60, 150, seed), seed)) {
      const GraphOrder order{.seed = seed};
      const EdgeListView view = named.graph.view();
      // Nothing is greedy's; what greedy leaves can be taken out and is found again.
      std::vector<VertexId> mates(view.num_vertices, k_none);
      const std::vector<VertexId> all = greedy(one, view, order).mates;
      EXPECT_EQ(complete(one, view, mates, order).mates, all) << named.name;
      EXPECT_EQ(complete(one, view, all, order).mates, all) << named.name;
      mates[view.edges[0].u] = view.edges[0].v;
      mates[view.edges[0].v] = view.edges[0].u;
      const GraphMatching completed = complete(one, view, mates, order);
      EXPECT_EQ(completed.mates[view.edges[0].u], view.edges[0].v);
      EXPECT_NO_THROW((void)matched_edges(view, completed.mates));
      for (std::size_t e = 0; e < view.edges.size(); ++e) {
        const auto [u, v] = view.edges[e];
        EXPECT_FALSE(takes_part(view, e, order) && completed.mates[u] == k_none &&
                     completed.mates[v] == k_none)
            << named.name << ", edge " << e;
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
