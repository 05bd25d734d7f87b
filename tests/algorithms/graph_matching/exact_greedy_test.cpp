// SPDX-License-Identifier: MIT
// Sorted greedy against its definition, and everything that must return its bytes against it.
#include "exact_greedy.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <stop_token>

#include "algorithms/graph_matching/locally_dominant/on_threads.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/error.hpp"
#include "tests/stopping.hpp"

namespace hypermatch::test {
namespace {

using detail::base::PairMixer;

// Edges from the top of the order, as its definition reads: weights by value, then hashes, then
// ends.
std::vector<VertexId> greedy_by_definition(const EdgeListView& graph, const GraphOrder& order) {
  const bool by_weight = order.objective == Objective::weight ||
                         (order.objective == Objective::automatic && graph.is_weighted());
  const PairMixer mix(order.seed);
  const auto place = [&](EdgeId e) {
    const auto [u, v] = graph.edges[e];
    return std::tuple(by_weight ? weight_at(graph.weights, e) : 1.0, mix(u, v), std::min(u, v),
                      std::max(u, v));
  };
  std::vector<EdgeId> edges;
  for (EdgeId e = 0; e < graph.num_edges(); ++e) {
    if (takes_part(graph, e, order)) edges.push_back(e);
  }
  std::sort(edges.begin(), edges.end(), [&](EdgeId a, EdgeId b) { return place(a) > place(b); });
  std::vector<VertexId> mates(graph.num_vertices, k_none);
  for (const EdgeId e : edges) {
    const auto [u, v] = graph.edges[e];
    if (mates[u] != k_none || mates[v] != k_none) continue;
    mates[u] = v;
    mates[v] = u;
  }
  return mates;
}

TEST(ExactGreedy, FollowsItsDefinition) {
  const Context one({.threads = 1});
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (const NamedGraph& named : weighted_in_all_ways(random_graph(60, 200, seed), seed)) {
      for (const Objective objective : {Objective::automatic, Objective::cardinality}) {
        for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
          const GraphOrder order{objective, nonpositive, seed};
          const EdgeListView view = named.graph.view();
          const GraphMatching matching = greedy(one, view, order);
          EXPECT_EQ(matching.mates, greedy_by_definition(view, order)) << named.name;
          expect_matching(view, matching.mates, order, true, named.name);
        }
      }
    }
  }
}

TEST(ExactGreedy, IsOneMatchingOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const auto& [n, m] :
         {std::pair{200U, 300U}, std::pair{40U, 500U}, std::pair{900U, 700U}}) {
      for (const NamedGraph& named : weighted_in_all_ways(random_graph(n, m, seed), seed)) {
        expect_all_greedy(named.graph, {.seed = seed}, named.name);
        expect_all_greedy(named.graph, {.nonpositive = NonPositive::keep, .seed = seed + 7},
                          named.name + ", all weights kept");
      }
    }
  }
  EdgeList graph = random_graph(50, 200, 3);
  weigh<double>(graph, 50, 3);
  expect_all_greedy(graph, {.objective = Objective::cardinality}, "cardinality");
}

TEST(ExactGreedy, TakesExtremeWeights) {
  const EdgeList base = random_graph(40, 160, 5);
  const auto check = [&](auto type) {
    using T = decltype(type);
    using Limits = std::numeric_limits<T>;
    const T values[] = {Limits::max(), Limits::lowest(), Limits::min(), T{0}, T{1}, T{-1}, -T{0}};
    std::vector<T> weights;
    for (std::size_t e = 0; e < base.edges.size(); ++e) {
      weights.push_back(values[detail::base::hash(1, e) % std::size(values)]);
    }
    EdgeList graph = make_graph(base.num_vertices, {});
    graph.edges = base.edges.clone();
    graph.weights = Array<T>(std::span<const T>(weights));
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      expect_all_greedy(graph, {.nonpositive = nonpositive}, "extreme weights");
    }
  };
  check(std::int32_t{});
  check(std::int64_t{});
  check(float{});
  check(double{});
}

TEST(ExactGreedy, KnowsSmallShapes) {
  for (const VertexId n : {0U, 1U, 2U, 5U, 64U, 65U}) {
    expect_all_greedy(make_graph(n, {}), {}, std::to_string(n) + " vertices without edges");
  }
  expect_all_greedy(make_graph(2, {{1, 0}}), {}, "one edge");
  expect_all_greedy(make_graph(300, star_pairs(200)), {}, "star and isolated vertices");
  const std::vector<std::int32_t> none(30, 0);
  expect_all_greedy(cycle_graph(none), {}, "all weights zero");
  const Context one({.threads = 1});
  EXPECT_EQ(greedy(one, path_graph<std::int32_t>({1, 3, 2}).view()).mates,
            (std::vector<VertexId>{k_none, 2, 1, k_none}));
}

TEST(ExactGreedy, FinishesRisingPathsInFewRounds) {
  std::vector<std::int32_t> weights(20'000);
  std::iota(weights.begin(), weights.end(), 1);
  const EdgeList rising = path_graph(weights);
  const Context two({.threads = 2});
  const Context one({.threads = 1});
  const std::vector<VertexId> expected = greedy(one, rising.view()).mates;
  const CompressedGraph rows = compress(one, rising.view());
  for (const ExactGreedy& algorithm : exact_greedy_algorithms()) {
    // The rounds of the literature need one for each edge that is matched.
    const bool in_rounds = algorithm.name.find("local_max") == 0;
    if (in_rounds && algorithm.name.find("filtered") == std::string::npos) continue;
    for (const Context* context : {&one, &two}) {
      const GraphMatching matching = algorithm.run(*context, rising.view(), rows.view(), {});
      EXPECT_EQ(matching.mates, expected) << algorithm.name;
      EXPECT_LT(matching.stats.rounds, 40U) << algorithm.name;
    }
  }
}

// An edge whose key is 0 is an edge, though vertices without edges have that word, too.
TEST(ExactGreedy, TakesEdgesOfKeyZero) {
  constexpr VertexId k_vertices = 200'000;
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const auto& [u, v] : pairs_of_hash_zero(seed, k_vertices)) {
      ++found;
      const GraphOrder order{.seed = seed};
      expect_all_greedy(make_graph(k_vertices, {{u, v}}), order, "alone");
      // Nothing stands below it: it is left out, and its ends are matched in an earlier round.
      const Pairs path = {{u, v}, {u, (v + 1) % k_vertices}, {v, (u + 1) % k_vertices}};
      expect_all_greedy(make_graph(k_vertices, path), order, "both ends go");
      expect_all_greedy(make_graph(k_vertices, {{v, u}, {v, (u + 1) % k_vertices}}), order,
                        "one end goes");
      // The lowest weight there is, and so the lowest image.
      EdgeList lowest = make_graph(k_vertices, path);
      lowest.weights = Array<std::int32_t>(path.size(), std::numeric_limits<std::int32_t>::min());
      const GraphOrder keep{
          .objective = Objective::weight, .nonpositive = NonPositive::keep, .seed = seed};
      expect_all_greedy(lowest, keep, "lowest weights");
      lowest.edges.resize(1);
      std::get<Array<std::int32_t>>(lowest.weights).resize(1);
      expect_all_greedy(lowest, keep, "lowest weight");
    }
  }
  ASSERT_GE(found, 2U);
}

// So many edges and vertices that every loop has work for several threads.
TEST(ExactGreedy, IsOneMatchingWhereThreadsMeet) {
  EdgeList graph = random_graph(9'000, 30'000, 4);
  weigh<std::int32_t>(graph, 5, 4);
  expect_all_greedy(graph, {}, "many edges");
  const Context one({.threads = 1});
  const CompressedGraph rows = compress(one, graph.view());
  const std::vector<VertexId> expected = greedy(one, graph.view()).mates;
  const Context four({.threads = 4, .backend = HostBackend::std_threads});
  const GraphOrder order{.objective = Objective::weight};
  for (int repeat = 0; repeat < 3; ++repeat) {
    using detail::graph_matching::locally_dominant_on_threads;
    for (const DominantVariant variant : {DominantVariant::unsorted, DominantVariant::sorted}) {
      EXPECT_EQ(
          locally_dominant_on_threads(four, rows.view(), order, variant, {.alone = 1, .grain = 1}),
          expected);
      EXPECT_EQ(
          locally_dominant_on_threads(four, rows.view(), order, variant, {.alone = 50, .grain = 8}),
          expected);
    }
  }
}

TEST(ExactGreedy, ReportsWhatItDid) {
  const EdgeList graph = random_graph(50, 120, 1);
  const Context context({.threads = 2});
  const CompressedGraph rows = compress(context, graph.view());
  for (const ExactGreedy& algorithm : exact_greedy_algorithms()) {
    const MatchingStats stats = algorithm.run(context, graph.view(), rows.view(), {}).stats;
    EXPECT_GE(stats.rounds, 1U) << algorithm.name;
    EXPECT_EQ(stats.rating, Rating::weight) << algorithm.name;
    EXPECT_EQ(stats.objective, Objective::cardinality) << algorithm.name;
    EXPECT_EQ(stats.guarantee, "1/2 of the most edges") << algorithm.name;
    EXPECT_EQ(stats.stop_reason, "complete") << algorithm.name;
  }
}

TEST(ExactGreedy, StopsOnRequest) {
  std::stop_source source;
  source.request_stop();
  const Context context({.threads = 2, .stop = source.get_token()});
  const Context running({.threads = 1});
  const EdgeList graph = random_graph(50, 120, 1);
  const CompressedGraph rows = compress(running, graph.view());
  for (const ExactGreedy& algorithm : exact_greedy_algorithms()) {
    try {
      (void)algorithm.run(context, graph.view(), rows.view(), {});
      ADD_FAILURE() << algorithm.name;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled) << algorithm.name;
    }
  }
}

// Complete, with weights that rise with the ends' numbers: the worst case of algorithms that look
// at rows again and again.
TEST(ExactGreedy, StopsWhileItWorks) {
  constexpr VertexId k_vertices = 420;
  Pairs pairs;
  std::vector<std::int32_t> weights;
  for (VertexId u = 0; u < k_vertices; ++u) {
    for (VertexId v = u + 1; v < k_vertices; ++v) {
      pairs.push_back({u, v});
      weights.push_back(static_cast<std::int32_t>(u + v));
    }
  }
  EdgeList graph = make_graph(k_vertices, pairs);
  graph.weights = Array<std::int32_t>(std::span<const std::int32_t>(weights));
  const CompressedGraph rows = compress(Context({.threads = 1}), graph.view());
  for (const SuitorVariant variant : {SuitorVariant::unsorted, SuitorVariant::locks}) {
    expect_stops(
        [&](const Context& context) { (void)suitor(context, rows.view(), {.variant = variant}); },
        1, {0.2});
  }
}

}  // namespace
}  // namespace hypermatch::test
