// SPDX-License-Identifier: MIT
// b-Suitor on a device: the bytes of sequential greedy for every kind of capacities and weights;
// suitors held in slots, by bars and in whole rows; rows that teams, warps and blocks work on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

class DeviceBSuitor : public test::OnDevice {
 protected:
  void expect_greedy(const EdgeList& graph, const Capacities& capacities,
                     const GraphOrder& order = {}) {
    const Partners expected = greedy(host_, graph.view(), capacities, order);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(device(), rows.view());
    const DeviceArray<std::uint32_t> each = upload(device(), capacities.each);
    const DevicePartners found =
        b_suitor(device(), on_device.view(), {capacities.common, each.view()}, order, workspace_);
    ASSERT_EQ(download(device(), found.offsets), expected.offsets);
    std::vector<VertexId> partners = download(device(), found.partners);
    for (std::size_t v = 0; v < graph.num_vertices; ++v) {
      std::sort(partners.data() + expected.offsets[v], partners.data() + expected.offsets[v + 1]);
    }
    ASSERT_EQ(partners, expected.partners);
    ASSERT_EQ(found.stats.algorithm, "b_suitor");
    ASSERT_EQ(found.stats.objective, expected.stats.objective);
  }

  void expect_greedy_for_all_capacities(const EdgeList& graph, const GraphOrder& order = {}) {
    for (const std::uint32_t common : {0U, 1U, 2U, 3U, 10U, 32U, 33U, 100U, ~0U}) {
      SCOPED_TRACE("capacity " + std::to_string(common));
      expect_greedy(graph, {.common = common}, order);
      if (HasFatalFailure()) return;
    }
    const VertexId n = graph.num_vertices;
    for (const std::uint32_t most : {1U, 3U, 60U, 300U}) {
      SCOPED_TRACE("capacities to " + std::to_string(most));
      expect_greedy(graph, {.each = test::random_capacities(n, 0, most, n)}, order);
      if (HasFatalFailure()) return;
    }
    SCOPED_TRACE("zero-rich");
    expect_greedy(graph, {.each = test::zero_rich_capacities(n, 3)}, order);
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

TEST_F(DeviceBSuitor, EqualsGreedyForAllWeights) {
  // Rows of about 25, 75 and 150 arcs.
  for (const std::size_t edges : {2500UL, 7500UL, 15'000UL}) {
    const EdgeList graph = test::random_graph(200, edges, 1);
    for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
      SCOPED_TRACE(instance.name);
      expect_greedy_for_all_capacities(instance.graph, {.seed = 1});
      expect_greedy(instance.graph, {.common = 3}, {.nonpositive = NonPositive::keep, .seed = 8});
      expect_greedy(instance.graph, {.common = 40}, {.objective = Objective::cardinality});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceBSuitor, EqualsGreedyOnFamilies) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"rgg", {{"n", 20'000}}},
      {"delaunay", {{"n", 10'000}, {"shuffle", 1}}},
      {"rmat", {{"scale", 12}}},
      {"grid27", {{"x", 15}, {"y", 15}, {"z", 15}}},
      {"road", {{"x", 100}, {"y", 100}}},
      {"path", {{"n", 5000}}},
      {"star", {{"leaves", 30'000}, {"shuffle", 1}}},
      {"star_of_stars", {{"hubs", 60}, {"leaves", 90}}},
      {"caterpillar", {{"spine", 320}, {"legs", 9}}},
      {"planted_partition", {{"n", 2000}, {"communities", 10}}},
  };
  for (const auto& [name, parameters] : families) {
    for (const std::uint64_t seed : {4UL, 5UL}) {
      EdgeList graph = generate::graph(host_, name, parameters, seed);
      const VertexId n = graph.num_vertices;
      for (const char* weights : {"unit", "random:1..10", "random:1..2147483647"}) {
        SCOPED_TRACE(std::string(name) + ", " + weights + ", seed " + std::to_string(seed));
        generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
        for (const std::uint32_t common : {1U, 2U, 3U, 10U, 50U}) {
          expect_greedy(graph, {.common = common}, {.seed = seed});
        }
        expect_greedy(graph, {.each = test::random_capacities(n, 0, 5, seed)}, {.seed = 11});
        expect_greedy(graph, {.each = test::random_capacities(n, 0, 80, seed)}, {.seed = 12});
        expect_greedy(graph, {.each = test::zero_rich_capacities(n, seed)}, {.seed = 13});
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Displaced vertices displace others: weights that rise along a path, and towards a hub.
TEST_F(DeviceBSuitor, EqualsGreedyOnChains) {
  std::vector<std::int32_t> rising(60'000);
  for (std::size_t e = 0; e < rising.size(); ++e) rising[e] = static_cast<std::int32_t>(e + 1);
  const EdgeList path = test::path_graph(rising);
  expect_greedy(path, {.common = 1});
  expect_greedy(path, {.each = test::random_capacities(path.num_vertices, 1, 2, 5)});
  const EdgeList cycle = test::cycle_graph(rising);
  expect_greedy(cycle, {.common = 1});
  const auto leaves = static_cast<VertexId>(rising.size());
  const EdgeList star = test::make_graph(leaves + 1, test::star_pairs(leaves), rising);
  for (const std::uint32_t room : {1U, 32U, 33U, 30'000U}) {
    std::vector<std::uint32_t> each(star.num_vertices, 1);
    each[0] = room;
    expect_greedy(star, {.each = each});
  }
}

TEST_F(DeviceBSuitor, HubsWithRoomForMany) {
  const EdgeList star = test::make_graph(30'001, test::star_pairs(30'000));
  std::vector<std::uint32_t> each(30'001, 1);
  for (const std::uint32_t room : {1U, 32U, 33U, 3000U, 29'999U, 30'000U, 40'000U}) {
    each[0] = room;
    expect_greedy(star, {.each = each});
    if (HasFatalFailure()) return;
  }
  for (const VertexId n : {20U, 100U, 300U}) {
    test::Pairs pairs;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) pairs.emplace_back(u, v);
    }
    EdgeList complete = test::make_graph(n, pairs);
    expect_greedy_for_all_capacities(complete);
    expect_greedy(complete, {.common = n / 2});
    test::weigh<std::int32_t>(complete, 1000, n);
    expect_greedy(complete, {.common = n / 2});
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceBSuitor, NothingOrAlmostNothing) {
  expect_greedy_for_all_capacities(EdgeList{});
  expect_greedy_for_all_capacities(test::make_graph(1, {}));
  expect_greedy_for_all_capacities(test::make_graph(70, {}));
  expect_greedy_for_all_capacities(test::make_graph(2, {{0, 1}}));
  expect_greedy_for_all_capacities(
      test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {2147483647, 2147483647}));
  expect_greedy_for_all_capacities(test::make_graph<std::int32_t>(3, {{0, 1}, {1, 2}}, {0, -5}));
}

TEST_F(DeviceBSuitor, SmallOnesForSanitizers) {
  EdgeList graph = test::random_graph(90, 1500, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  expect_greedy(graph, {.common = 3});
  expect_greedy(graph, {.each = test::random_capacities(90, 0, 60, 2)});
  test::weigh<double>(graph, 7, 3);
  expect_greedy(graph, {.common = 34});
  for (const std::uint32_t room : {20U, 70U}) {
    expect_greedy(test::make_graph(600, test::star_pairs(599)), {.common = room});
  }
}

// An edge whose key is 0 is an edge, and one with the largest key is not taken from capacity 0.
TEST_F(DeviceBSuitor, TakesEdgesOfExtremeKeys) {
  for (const auto& [u, v] : test::pairs_of_hash_zero(0, 200'000)) {
    const VertexId w = (v + 1) % 200'000, x = (v + 2) % 200'000;
    const EdgeList graph = test::make_graph(200'000, {{u, v}, {u, w}, {u, x}});
    for (const std::uint32_t common : {1U, 2U, 3U}) expect_greedy(graph, {.common = common});
  }
}

TEST_F(DeviceBSuitor, ASecondCallAllocatesNothing) {
  test::CountingMemory memory;
  {
    const DeviceContext context({.memory = &memory});
    EdgeList graph = test::random_graph(2000, 190'000, 6);
    test::weigh<double>(graph, 100, 6);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(context, rows.view());
    for (const std::uint32_t common : {3U, 50U}) {
      DeviceWorkspace workspace;
      const auto run = [&] {
        const DevicePartners found =
            b_suitor(context, on_device.view(), {.common = common}, {}, workspace);
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

TEST_F(DeviceBSuitor, HostFormsAndTheRegistryGiveAscendingPartners) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 10}}, 4);
  generate::assign_weights(host_, graph.weights, graph.view().num_edges(), "random:1..100");
  const CompressedGraph rows = compress(host_, graph.view());
  const std::vector<std::uint32_t> each = test::random_capacities(graph.num_vertices, 0, 4, 1);
  for (const Capacities& capacities :
       {Capacities{}, Capacities{.common = 2}, Capacities{.each = each}}) {
    const Partners expected = greedy(host_, graph.view(), capacities);
    for (const AnyGraphView& form : {AnyGraphView(graph.view()), AnyGraphView(rows.view())}) {
      const Partners found = std::visit(
          [&](const auto& view) { return b_suitor(device(), view, capacities); }, form.form());
      EXPECT_EQ(found.offsets, expected.offsets);
      EXPECT_EQ(found.partners, expected.partners);
      EXPECT_EQ(found.stats.algorithm, "b_suitor");
      registry::MatchingRequest request;
      request.problem = registry::Problem::graph_matching;
      request.algorithm = "b_suitor";
      request.capacities = capacities;
      GraphForms forms(host_, form);
      const Partners by_name = registry::b_match({device(), host_}, forms, request);
      EXPECT_EQ(by_name.partners, expected.partners);
      EXPECT_EQ(by_name.stats.algorithm, "b_suitor");
    }
  }
}

TEST_F(DeviceBSuitor, RefusesCapacitiesThatDoNotFit) {
  const EdgeList graph = test::make_graph(2, {{0, 1}});
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)b_suitor(device(), graph.view(), Capacities{.each = three}), Error);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const DeviceArray<std::uint32_t> each = upload(device(), std::span(three));
  EXPECT_THROW((void)b_suitor(device(), on_device.view(), {.each = each.view()}, {}, workspace_),
               Error);
}

}  // namespace
}  // namespace hypermatch
