// SPDX-License-Identifier: MIT
// Matching in graphs on a device: all algorithms but red_blue return the bytes of sequential
// greedy, red_blue those of the host's, for every type of weights, from CSR and from lists of
// edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/cuda/graph_testing.hpp"

namespace hypermatch {
namespace {

class DeviceGraphs : public test::OnDevice {
 protected:
  void expect_greedy(const EdgeList& graph, const GraphOrder& order) {
    const GraphMatching expected = greedy(host_, graph.view(), order);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(device(), rows.view());
    for (const test::DeviceGreedy& algorithm : test::device_greedy_algorithms()) {
      SCOPED_TRACE(algorithm.name);
      const DeviceGraphMatching found =
          algorithm.run(device(), on_device.view(), order, workspace_);
      ASSERT_EQ(test::mates_of(device(), found), expected.mates);
      ASSERT_EQ(found.stats.objective, expected.stats.objective);
      ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
      ASSERT_EQ(found.stats.stop_reason, "complete");
    }
    expect_greedy_of_list(graph, order, expected.mates);
  }

  void expect_greedy_of_list(const EdgeList& graph, const GraphOrder& order,
                             const std::vector<VertexId>& expected) {
    const DeviceArray<GraphEdge> edges = upload(device(), graph.view().edges);
    DeviceEdgeListView view{graph.num_vertices, edges.view(), {}};
    std::visit(
        [&](const auto& weights) {
          using Held = std::decay_t<decltype(weights)>;
          if constexpr (std::is_same_v<Held, std::monostate>) {
            run_on_list(view, order, expected);
          } else {
            const auto uploaded = upload(device(), weights);
            view.weights = uploaded.view();
            run_on_list(view, order, expected);
          }
        },
        graph.view().weights);
  }

  void run_on_list(const DeviceEdgeListView& view, const GraphOrder& order,
                   const std::vector<VertexId>& expected) {
    for (const GraphLocalMaxVariant variant :
         {GraphLocalMaxVariant::filtered, GraphLocalMaxVariant::crcw}) {
      const DeviceGraphMatching found =
          local_max(device(), view, {.order = order, .variant = variant}, workspace_);
      ASSERT_EQ(test::mates_of(device(), found), expected) << "edges";
    }
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;

  void expect_redrawn(const EdgeList& graph, const GraphOrder& order) {
    const CompressedGraph rows = compress(host_, graph.view());
    for (const double noise : {0.0, 2.5}) {
      GraphLocalMaxOptions options{.order = order,
                                   .variant = GraphLocalMaxVariant::sequential,
                                   .ties = Ties::redraw,
                                   .noise = noise};
      const GraphMatching expected = local_max(host_, graph.view(), options);
      for (const auto variant : {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
        options.variant = variant;
        const GraphMatching found = local_max(device(), rows.view(), options);
        ASSERT_EQ(found.mates, expected.mates) << name_of(variant) << ", noise " << noise;
        ASSERT_EQ(found.stats.rounds, expected.stats.rounds);
        ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
      }
    }
  }
};

constexpr std::uint64_t k_seeds[] = {1, 2};

TEST_F(DeviceGraphs, EqualGreedyForAllWeights) {
  for (const std::uint64_t seed : k_seeds) {
    const EdgeList graph = test::random_graph(200, 900, seed);
    for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, seed)) {
      SCOPED_TRACE(instance.name);
      expect_greedy(instance.graph, {.seed = seed});
      expect_greedy(instance.graph, {.nonpositive = NonPositive::keep, .seed = seed + 7});
      expect_greedy(instance.graph, {.objective = Objective::cardinality, .seed = seed});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceGraphs, RedrawnTiesAndNoiseFollowTheHost) {
  for (const std::uint64_t seed : k_seeds) {
    const EdgeList graph = test::random_graph(300, 1500, seed);
    for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, seed)) {
      SCOPED_TRACE(instance.name);
      expect_redrawn(instance.graph, {.seed = seed});
      expect_redrawn(instance.graph, {.nonpositive = NonPositive::keep, .seed = seed});
      expect_redrawn(instance.graph, {.objective = Objective::cardinality, .seed = seed});
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_THROW((void)local_max(device(), GraphView{}, {.ties = Ties::redraw}), Error);
}

TEST_F(DeviceGraphs, NothingOrAlmostNothing) {
  expect_greedy(EdgeList{}, {});
  expect_greedy(test::make_graph(1, {}), {});
  expect_greedy(test::make_graph(70, {}), {});
  expect_greedy(test::make_graph(2, {{0, 1}}), {});
  expect_greedy(test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {0, -5}), {});
  expect_greedy(test::make_graph<float>(3, {{0, 1}, {1, 2}}, {-0.0F, 0.0F}),
                {.nonpositive = NonPositive::keep});
  expect_greedy(test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {2147483647, 2147483647}), {});
  expect_greedy(test::make_graph(40, test::star_pairs(39)), {});
}

TEST_F(DeviceGraphs, SmallOnesForSanitizers) {
  EdgeList graph = test::random_graph(60, 200, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  expect_greedy(graph, {.seed = 3});
  expect_greedy(test::make_graph(600, test::star_pairs(599)), {});
  EdgeList wide = test::random_graph(60, 200, 5);
  test::weigh<double>(wide, 7, 3);
  expect_greedy(wide, {.seed = 3});
  test::weigh<std::int64_t>(wide, 1'000'000, 3);
  expect_greedy(wide, {.seed = 3});
  expect_redrawn(wide, {.seed = 3});
  const CompressedGraph rows = compress(host_, graph.view());
  const GraphMatching expected = red_blue(host_, rows.view());
  EXPECT_EQ(red_blue(device(), rows.view()).mates, expected.mates);
}

TEST_F(DeviceGraphs, EqualGreedyOnFamilies) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"rgg", {{"n", 20'000}}},
      {"delaunay", {{"n", 10'000}, {"shuffle", 1}}},
      {"rmat", {{"scale", 13}}},
      {"grid27", {{"x", 20}, {"y", 20}, {"z", 20}}},
      {"road", {{"x", 150}, {"y", 150}}},
      {"star", {{"leaves", 30'000}, {"shuffle", 1}}},
      {"star_of_stars", {{"hubs", 60}, {"leaves", 90}}},
  };
  for (const auto& [name, parameters] : families) {
    SCOPED_TRACE(name);
    EdgeList graph = generate::graph(host_, name, parameters, 4);
    for (const char* weights : {"unit", "random:1..10", "random:1..2147483647"}) {
      SCOPED_TRACE(weights);
      generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
      expect_greedy(graph, {.seed = 11});
      if (HasFatalFailure()) return;
    }
  }
}

// An edge whose key is 0 is an edge, though vertices without edges have that word, too.
TEST_F(DeviceGraphs, TakeEdgesOfKeyZero) {
  constexpr VertexId k_vertices = 200'000;
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    for (const auto& [u, v] : test::pairs_of_hash_zero(seed, k_vertices)) {
      ++found;
      const VertexId w = (v + 1) % k_vertices;
      expect_greedy(test::make_graph(k_vertices, {{u, v}}), {.seed = seed});
      expect_greedy(test::make_graph(k_vertices, {{u, v}, {u, w}}), {.seed = seed});
      expect_greedy(test::make_graph(k_vertices, {{u, v}, {u, w}, {v, (u + 1) % k_vertices}}),
                    {.seed = seed});
      if (HasFatalFailure()) return;
    }
  }
  ASSERT_GE(found, 2U);
}

TEST_F(DeviceGraphs, RedBlueFollowsTheHost) {
  for (const std::uint64_t seed : k_seeds) {
    const EdgeList graph = test::random_graph(300, 1500, seed);
    for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, seed)) {
      SCOPED_TRACE(instance.name);
      const CompressedGraph rows = compress(host_, instance.graph.view());
      for (const RedBlueVariant variant : {RedBlueVariant::weighted, RedBlueVariant::random}) {
        const RedBlueOptions options{.order = {.seed = seed}, .variant = variant};
        const GraphMatching expected = red_blue(host_, rows.view(), options);
        const GraphMatching found = red_blue(device(), rows.view(), options);
        ASSERT_EQ(found.mates, expected.mates);
        ASSERT_EQ(found.stats.rounds, expected.stats.rounds);
        ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
      }
    }
  }
  // Long rows, and rounds in which no vertex leaves.
  const EdgeList star = test::make_graph(300, test::star_pairs(299));
  const CompressedGraph rows = compress(host_, star.view());
  for (const double share : {0.001, 0.5, 0.999}) {
    const RedBlueOptions options{.blue_share = share};
    EXPECT_EQ(red_blue(device(), rows.view(), options).mates,
              red_blue(host_, rows.view(), options).mates);
  }
  const EdgeList large_star = test::make_graph(100'001, test::star_pairs(100'000));
  EXPECT_EQ(red_blue(device(), compress(host_, large_star.view()).view()).stats.rounds, 2U);
}

TEST_F(DeviceGraphs, SuitorTakesAnyShapeOfBlocks) {
  EdgeList graph = test::random_graph(3000, 9000, 3);
  test::weigh<float>(graph, 50, 3);
  const CompressedGraph rows = compress(host_, graph.view());
  const GraphMatching expected = greedy(host_, graph.view());
  for (const std::uint32_t vertices : {1, 32, 256}) {
    for (const std::uint32_t threads : {32, 256, 1024}) {
      for (const std::uint32_t shared_rounds : {0, 1, 5}) {
        const DeviceSuitorOptions options{.variant = DeviceSuitorVariant::sync_lb,
                                          .exchange = shared_rounds == 1
                                                          ? DeviceSuitorExchange::locks
                                                          : DeviceSuitorExchange::lock_free,
                                          .vertices_per_warp = vertices,
                                          .threads_per_block = threads,
                                          .shared_rounds = shared_rounds};
        ASSERT_EQ(suitor(device(), rows.view(), options).mates, expected.mates)
            << vertices << " " << threads << " " << shared_rounds;
      }
    }
  }
}

TEST_F(DeviceGraphs, ASecondCallAllocatesNothing) {
  test::CountingMemory memory;
  {
    const DeviceContext context({.memory = &memory});
    EdgeList graph = test::random_graph(2000, 9000, 6);
    test::weigh<double>(graph, 100, 6);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(context, rows.view());
    for (const test::DeviceGreedy& algorithm : test::device_greedy_algorithms()) {
      DeviceWorkspace workspace;
      const std::vector<VertexId> first =
          test::mates_of(context, algorithm.run(context, on_device.view(), {}, workspace));
      const int before = memory.allocations;
      for (int repeat = 0; repeat < 3; ++repeat) {
        const DeviceGraphMatching again = algorithm.run(context, on_device.view(), {}, workspace);
        EXPECT_EQ(test::mates_of(context, again), first) << algorithm.name;
        EXPECT_GE(again.stats.device_peak_bytes, workspace.size());
      }
      EXPECT_EQ(memory.allocations, before) << algorithm.name;
    }
  }
  EXPECT_EQ(memory.held, 0U);
}

TEST_F(DeviceGraphs, TheDefaultTakesHalfAsMuchMemoryAsTheGraph) {
  constexpr VertexId k_vertices = 60'000;
  for (const std::size_t degree : {3, 5, 7, 8, 10, 12, 16, 30}) {
    EdgeList graph = test::random_graph(k_vertices, k_vertices * degree / 2, degree);
    test::weigh<std::int32_t>(graph, 1000, degree);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(device(), rows.view());
    const std::size_t bytes = 8 * (std::size_t{k_vertices} + 1) + 8 * rows.view().num_arcs();
    DeviceWorkspace workspace;
    const DeviceGraphMatching found = local_max(device(), on_device.view(), {}, workspace);
    EXPECT_LE(found.stats.device_peak_bytes, bytes + bytes / 2) << degree;
  }
}

TEST_F(DeviceGraphs, TheAnswerMayLieInTheCallersMemory) {
  const EdgeList graph = test::random_graph(500, 2000, 8);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  DeviceArray<VertexId> mates(device(), graph.num_vertices);
  DeviceArray<std::uint64_t> count(device(), 1);
  const DeviceGraphMatching found = local_max(device(), on_device.view(), {}, workspace_,
                                              {.mates = mates.span(), .count = count.span()});
  EXPECT_EQ(found.mates.data(), mates.span().data());
  EXPECT_EQ(found.count.data(), count.span().data());
  EXPECT_EQ(test::mates_of(device(), found), greedy(host_, graph.view()).mates);
  EXPECT_THROW((void)local_max(device(), on_device.view(), {}, workspace_,
                               {.mates = mates.span().subspan(0, 3), .count = {}}),
               Error);
}

TEST_F(DeviceGraphs, SeveralStreamsAtOnce) {
  constexpr int k_calls = 4;
  std::vector<std::thread> threads;
  std::vector<std::string> wrong(k_calls);
  for (int call = 0; call < k_calls; ++call) {
    threads.emplace_back([&, call] {
      const auto i = static_cast<std::size_t>(call);
      EdgeList graph = test::random_graph(4000, 20'000, 20 + i);
      test::weigh<std::int32_t>(graph, 1000, i);
      const Context host({.threads = 1});
      const CompressedGraph rows = compress(host, graph.view());
      const std::vector<VertexId> expected = greedy(host, graph.view()).mates;
      const DeviceContext context;
      const DeviceGraph on_device = upload(context, rows.view());
      DeviceWorkspace workspace;
      const std::vector<test::DeviceGreedy> all = test::device_greedy_algorithms();
      for (std::size_t repeat = 0; repeat < 2 * all.size(); ++repeat) {
        const test::DeviceGreedy& algorithm = all[(i + repeat) % all.size()];
        const DeviceGraphMatching found = algorithm.run(context, on_device.view(), {}, workspace);
        if (download(context, found.mates) != expected) wrong[i] = algorithm.name;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& name : wrong) EXPECT_EQ(name, "");
}

TEST_F(DeviceGraphs, RefusesWhatItCannotUse) {
  const EdgeList graph = test::make_graph(2, {{0, 1}});
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const auto code_of = [&](const auto& call) {
    try {
      (void)call();
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  DeviceGraphView wrong = on_device.view();
  wrong.num_vertices = 3;
  EXPECT_EQ(code_of([&] { return local_max(device(), wrong, {}, workspace_); }),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of([&] {
              return local_max(device(), rows.view(),
                               {.variant = GraphLocalMaxVariant::sequential});
            }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { return suitor(device(), rows.view(), {.vertices_per_warp = 0}); }),
            ErrorCode::invalid_option);
  EXPECT_EQ(code_of([&] { return suitor(device(), rows.view(), {.threads_per_block = 48}); }),
            ErrorCode::invalid_option);
  EXPECT_EQ(code_of([&] { return red_blue(device(), rows.view(), {.blue_share = 1.0}); }),
            ErrorCode::invalid_option);
}

}  // namespace
}  // namespace hypermatch
