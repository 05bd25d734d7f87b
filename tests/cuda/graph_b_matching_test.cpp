// SPDX-License-Identifier: MIT
// b-matchings on a device: the bytes of sequential greedy for every kind of capacities and
// weights, on rows that threads, blocks and both work on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class DeviceBGraphs : public test::OnDevice {
 protected:
  void expect_greedy(const EdgeList& graph, const Capacities& capacities,
                     const GraphOrder& order = {}) {
    const Partners expected = greedy(host_, graph.view(), capacities, order);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(device(), rows.view());
    const DeviceArray<std::uint32_t> each = upload(device(), capacities.each);
    const DevicePartners found =
        local_max(device(), on_device.view(), {capacities.common, each.view()}, order, workspace_);
    ASSERT_EQ(download(device(), found.offsets), expected.offsets);
    std::vector<VertexId> partners = download(device(), found.partners);
    for (std::size_t v = 0; v < graph.num_vertices; ++v) {
      std::sort(partners.data() + expected.offsets[v], partners.data() + expected.offsets[v + 1]);
    }
    ASSERT_EQ(partners, expected.partners);
    if (!are_ones(host_, capacities)) {
      ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
    }
  }

  void expect_greedy_for_all_capacities(const EdgeList& graph, const GraphOrder& order = {}) {
    for (const std::uint32_t common : {0U, 1U, 2U, 3U, 10U, 16U, 17U, 100U, ~0U}) {
      SCOPED_TRACE("capacity " + std::to_string(common));
      expect_greedy(graph, {.common = common}, order);
      if (HasFatalFailure()) return;
    }
    const std::size_t n = graph.num_vertices;
    for (const auto& [lowest, highest] :
         {std::pair{0U, 1U}, std::pair{0U, 3U}, std::pair{1U, 20U}, std::pair{0U, 300U}}) {
      SCOPED_TRACE("capacities to " + std::to_string(highest));
      std::vector<std::uint32_t> each =
          test::random_capacities(graph.num_vertices, lowest, highest, n);
      expect_greedy(graph, {.each = each}, order);
      for (std::size_t v = 0; v < n; ++v) each[v] = v % 4 == 0 ? each[v] : 0;
      expect_greedy(graph, {.each = each}, order);
      if (HasFatalFailure()) return;
    }
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

TEST_F(DeviceBGraphs, EqualGreedyForAllWeights) {
  const EdgeList graph = test::random_graph(200, 2500, 1);
  for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
    SCOPED_TRACE(instance.name);
    expect_greedy_for_all_capacities(instance.graph, {.seed = 1});
    expect_greedy(instance.graph, {.common = 3}, {.nonpositive = NonPositive::keep, .seed = 8});
    expect_greedy(instance.graph, {.common = 3}, {.objective = Objective::cardinality});
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceBGraphs, EqualGreedyOnFamilies) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"rgg", {{"n", 20'000}}},
      {"delaunay", {{"n", 10'000}, {"shuffle", 1}}},
      {"rmat", {{"scale", 12}}},
      {"grid27", {{"x", 15}, {"y", 15}, {"z", 15}}},
      {"road", {{"x", 100}, {"y", 100}}},
      {"star", {{"leaves", 30'000}, {"shuffle", 1}}},
      {"star_of_stars", {{"hubs", 60}, {"leaves", 90}}},
  };
  for (const auto& [name, parameters] : families) {
    EdgeList graph = generate::graph(host_, name, parameters, 4);
    const std::vector<std::uint32_t> each = test::random_capacities(graph.num_vertices, 0, 5, 9);
    for (const char* weights : {"unit", "random:1..10", "random:1..2147483647"}) {
      SCOPED_TRACE(std::string(name) + ", " + weights);
      generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
      for (const std::uint32_t common : {2U, 3U, 10U}) expect_greedy(graph, {.common = common});
      expect_greedy(graph, {.each = each}, {.seed = 11});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceBGraphs, HubsWithRoomForMany) {
  EdgeList star = test::make_graph(30'001, test::star_pairs(30'000));
  std::vector<std::uint32_t> each(30'001, 1);
  for (const std::uint32_t room : {1U, 17U, 3000U, 29'999U, 30'000U, 40'000U}) {
    each[0] = room;
    expect_greedy(star, {.each = each});
    if (HasFatalFailure()) return;
  }
  test::Pairs pairs;
  for (VertexId u = 0; u < 150; ++u) {
    for (VertexId v = u + 1; v < 150; ++v) pairs.emplace_back(u, v);
  }
  expect_greedy_for_all_capacities(test::make_graph(150, pairs));
}

// One edge of the path is matched per round, so that the host is done sooner.
TEST_F(DeviceBGraphs, LongChainsAreLeftToTheHost) {
  constexpr VertexId k_vertices = 300'000;
  test::Pairs pairs;
  std::vector<std::int32_t> weights;
  for (VertexId v = 0; v + 1 < k_vertices; ++v) {
    pairs.emplace_back(v, v + 1);
    weights.push_back(static_cast<std::int32_t>(v + 1));
  }
  const EdgeList path = test::make_graph<std::int32_t>(k_vertices, pairs, weights);
  expect_greedy(path, {.common = 1});
  const CompressedGraph rows = compress(host_, path.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const DevicePartners found = local_max(device(), on_device.view(), {.common = 1}, {}, workspace_);
  EXPECT_NE(found.stats.stop_reason, "complete");
}

// Lists of every size, rows that fit no tile, and rows whose digests tell nothing.
TEST_F(DeviceBGraphs, ListsThatRunOutAreFilledAgain) {
  EdgeList graph = test::random_graph(600, 60'000, 12);
  for (const char* weights : {"unit", "random:1..3", "random:1..2147483647"}) {
    SCOPED_TRACE(weights);
    generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
    for (const std::uint32_t common : {4U, 5U, 6U, 12U, 13U, 20U, 21U}) {
      expect_greedy(graph, {.common = common});
    }
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceBGraphs, NothingOrAlmostNothing) {
  expect_greedy_for_all_capacities(EdgeList{});
  expect_greedy_for_all_capacities(test::make_graph(1, {}));
  expect_greedy_for_all_capacities(test::make_graph(70, {}));
  expect_greedy_for_all_capacities(test::make_graph(2, {{0, 1}}));
  expect_greedy_for_all_capacities(
      test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {2147483647, 2147483647}));
  expect_greedy_for_all_capacities(test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {0, -5}));
}

TEST_F(DeviceBGraphs, SmallOnesForSanitizers) {
  EdgeList graph = test::random_graph(90, 1500, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  const std::vector<std::uint32_t> each = test::random_capacities(90, 0, 30, 2);
  expect_greedy(graph, {.common = 3});
  expect_greedy(graph, {.each = each});
  test::weigh<double>(graph, 7, 3);
  expect_greedy(graph, {.common = 20});
  expect_greedy(test::make_graph(600, test::star_pairs(599)), {.common = 70});
}

// An edge whose key is 0 is an edge, and one with the largest key does not pass a closed vertex.
TEST_F(DeviceBGraphs, TakeEdgesOfExtremeKeys) {
  for (const auto& [u, v] : test::pairs_of_hash_zero(0, 200'000)) {
    const VertexId w = (v + 1) % 200'000, x = (v + 2) % 200'000;
    const EdgeList graph = test::make_graph(200'000, {{u, v}, {u, w}, {u, x}});
    for (const std::uint32_t common : {2U, 3U}) expect_greedy(graph, {.common = common});
  }
}

TEST_F(DeviceBGraphs, ASecondCallAllocatesNothing) {
  test::CountingMemory memory;
  {
    const DeviceContext context({.memory = &memory});
    EdgeList graph = test::random_graph(2000, 19'000, 6);
    test::weigh<double>(graph, 100, 6);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(context, rows.view());
    for (const std::uint32_t common : {3U, 20U}) {
      DeviceWorkspace workspace;
      const auto run = [&] {
        const DevicePartners found =
            local_max(context, on_device.view(), {.common = common}, {}, workspace);
        EXPECT_GE(found.stats.device_peak_bytes, workspace.size());
        return download(context, found.offsets);
      };
      const std::vector<Offset> first = run();
      const int before = memory.allocations;
      EXPECT_EQ(run(), first);
      EXPECT_EQ(memory.allocations, before);
    }
  }
  EXPECT_EQ(memory.held, 0U);
}

TEST_F(DeviceBGraphs, HostFormsAndTheRegistryGiveAscendingPartners) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 10}}, 4);
  generate::assign_weights(host_, graph.weights, graph.view().num_edges(), "random:1..100");
  const CompressedGraph rows = compress(host_, graph.view());
  const std::vector<std::uint32_t> each = test::random_capacities(graph.num_vertices, 0, 4, 1);
  const std::vector<std::uint32_t> ones(graph.num_vertices, 1);
  for (const Capacities& capacities :
       {Capacities{.common = 2}, Capacities{.each = each}, Capacities{.each = ones}}) {
    const Partners expected = greedy(host_, graph.view(), capacities);
    for (const AnyGraphView& form : {AnyGraphView(graph.view()), AnyGraphView(rows.view())}) {
      const Partners found = std::visit(
          [&](const auto& view) { return local_max(device(), view, capacities); }, form.form());
      EXPECT_EQ(found.offsets, expected.offsets);
      EXPECT_EQ(found.partners, expected.partners);
      registry::MatchingRequest request;
      request.problem = registry::Problem::graph_matching;
      request.capacities = capacities;
      GraphForms forms(host_, form);
      EXPECT_EQ(registry::b_match({device(), host_}, forms, request).partners, expected.partners);
    }
  }
}

TEST_F(DeviceBGraphs, RefusesCapacitiesThatDoNotFit) {
  const EdgeList graph = test::make_graph(2, {{0, 1}});
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)local_max(device(), graph.view(), Capacities{.each = three}), Error);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const DeviceArray<std::uint32_t> each = upload(device(), std::span(three));
  EXPECT_THROW((void)local_max(device(), on_device.view(), {.each = each.view()}, {}, workspace_),
               Error);
}

}  // namespace
}  // namespace hypermatch
