// SPDX-License-Identifier: MIT
// Local max of graphs on several devices: the bytes of sequential greedy for every number of parts.
// A machine with one device has several parts of it, which send each other the same messages.
#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/cuda/group_testing.hpp"

namespace hypermatch {
namespace {

using detail::graph_matching::DeviceGraphTuning;

class DeviceLocalMaxGroup : public test::OnDevice {
 protected:
  void expect_greedy(const DeviceGroup& group, const EdgeList& graph, const GraphOrder& order = {},
                     const DeviceGraphTuning& tuning = {}) {
    SCOPED_TRACE(std::to_string(group.size()) + " parts");
    const GraphMatching expected = greedy(host_, graph.view(), order);
    const CompressedGraph rows = compress(host_, graph.view());
    const GraphMatching found =
        detail::graph_matching::local_max_in_parts(group, rows.view(), {.order = order}, tuning);
    ASSERT_EQ(found.mates, expected.mates);
    ASSERT_EQ(found.stats.algorithm, "local_max");
    ASSERT_EQ(found.stats.variant, "filtered");
    ASSERT_EQ(found.stats.objective, expected.stats.objective);
    ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
  }

  const Context host_{{.threads = 1}};
};

TEST_F(DeviceLocalMaxGroup, EqualsGreedyForAllWeights) {
  for (const std::size_t parts : {2UL, 5UL}) {
    const DeviceGroup group = test::group_of(parts);
    for (const std::size_t edges : {300UL, 2500UL, 15'000UL}) {
      const EdgeList graph = test::random_graph(400, edges, 1);
      for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
        SCOPED_TRACE(instance.name);
        expect_greedy(group, instance.graph, {.seed = 1});
        expect_greedy(group, instance.graph, {.seed = 1}, {.is_staged = true});
        expect_greedy(group, instance.graph, {.nonpositive = NonPositive::keep, .seed = 8});
        expect_greedy(group, instance.graph, {.objective = Objective::cardinality});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(DeviceLocalMaxGroup, EqualsGreedyOnFamilies) {
  std::vector<DeviceGroup> groups;
  for (const std::size_t parts : {1UL, 2UL, 4UL, 7UL, 16UL}) {
    groups.push_back(test::group_of(parts));
  }
  test::for_each_family(host_, [&](const EdgeList& graph) {
    for (const DeviceGroup& group : groups) {
      expect_greedy(group, graph, {.seed = 7});
      expect_greedy(group, graph, {.seed = 7}, {.is_staged = true});
      if (HasFatalFailure()) return;
    }
  });
}

// Rows of more than a million vertices have kernels of their own in the first rounds.
TEST_F(DeviceLocalMaxGroup, TakesEveryPathOfTheRounds) {
  EdgeList graph = generate::graph(host_, "rgg", {{"n", 30'000}}, 4);
  generate::assign_weights(host_, graph.weights, graph.view().num_edges(), "random:1..50");
  const DeviceGroup group = test::group_of(3);
  for (const int choices : {2, 3, 5, 6, 7}) {
    for (const int first_rounds : {0, 1, 3}) {
      expect_greedy(group, graph, {}, {.choices = choices, .first_rounds = first_rounds});
      if (HasFatalFailure()) return;
    }
  }
  // Rows that wait for all warps: longer than teams take.
  EdgeList hubs = test::random_graph(300, 40'000, 3);
  test::weigh<std::int32_t>(hubs, 5, 3);
  expect_greedy(group, hubs, {}, {.choices = 2});
}

// Each vertex waits for its neighbour on another device: one edge per exchange.
TEST_F(DeviceLocalMaxGroup, ChainsAcrossDevicesAreLeftToTheHost) {
  const EdgeList zigzag = test::zigzag(416);
  const CompressedGraph rows = compress(host_, zigzag.view());
  for (const std::size_t parts : {2UL, 3UL}) {
    const DeviceGroup group = test::group_of(parts);
    expect_greedy(group, zigzag);
    expect_greedy(group, zigzag, {}, {.is_staged = true});
    expect_greedy(group, zigzag, {}, {.max_rounds = 5});
    const GraphMatching given_up =
        detail::graph_matching::local_max_in_parts(group, rows.view(), {}, {.max_rounds = 5});
    EXPECT_NE(given_up.stats.stop_reason, "complete");
    // From parts that are on the devices alone.
    std::vector<DeviceWorkspace> workspaces(parts);
    const GroupGraph shared = upload(group, rows.view());
    EXPECT_EQ(local_max(group, shared, {}, workspaces).mates, given_up.mates);
  }
}

// Exchanges that are enqueued already find choices of long rows that were not made.
TEST_F(DeviceLocalMaxGroup, RoundsMayBeGivenUpAnywhere) {
  EdgeList hubs = test::random_graph(300, 40'000, 3);
  test::weigh<std::int32_t>(hubs, 5, 3);
  for (const std::size_t parts : {2UL, 5UL}) {
    const DeviceGroup group = test::group_of(parts);
    for (const std::uint32_t rounds : {2U, 3U, 5U}) {
      expect_greedy(group, hubs, {}, {.choices = 2, .max_rounds = rounds});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceLocalMaxGroup, NothingOrAlmostNothing) {
  for (const std::size_t parts : {1UL, 2UL, 16UL}) {
    const DeviceGroup group = test::group_of(parts);
    EXPECT_TRUE(local_max(group, GraphView{}).mates.empty());
    expect_greedy(group, EdgeList{});
    expect_greedy(group, test::make_graph(1, {}));
    expect_greedy(group, test::make_graph(70, {}));
    expect_greedy(group, test::make_graph(2, {{0, 1}}));
    expect_greedy(group, test::make_graph(100, {{0, 99}}));
    const std::vector<std::int32_t> largest(2, 2147483647);
    expect_greedy(group, test::make_graph(300, {{0, 150}, {150, 299}}, largest));
    const std::vector<std::int32_t> none = {0, -5};
    expect_greedy(group, test::make_graph(300, {{0, 150}, {150, 299}}, none));
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceLocalMaxGroup, SmallOnesForSanitizers) {
  const DeviceGroup group = test::group_of(3);
  EdgeList graph = test::random_graph(200, 1500, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  expect_greedy(group, graph);
  test::weigh<double>(graph, 7, 3);
  expect_greedy(group, graph);
  expect_greedy(group, graph, {}, {.is_staged = true});
  expect_greedy(group, test::make_graph(600, test::star_pairs(599)));
}

TEST_F(DeviceLocalMaxGroup, SaysWhatItSent) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 12}}, 4);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGroup group = test::group_of(2);
  std::vector<DeviceWorkspace> workspaces(2);
  const GroupGraph shared = upload(group, rows.view());
  const GraphMatching found = local_max(group, shared, {}, workspaces);
  EXPECT_GT(found.stats.traffic.exchanges, 1U);
  // The bits of all vertices once.
  EXPECT_GT(found.stats.traffic.bytes, 4096U / 8);
  EXPECT_LE(found.stats.traffic.staged_bytes, found.stats.traffic.bytes);
  const std::size_t bytes = workspaces[0].size();
  const GraphMatching again = local_max(group, shared, {}, workspaces);
  EXPECT_EQ(again.mates, found.mates);
  EXPECT_EQ(again.stats.rounds, found.stats.rounds);
  EXPECT_EQ(again.stats.traffic.bytes, found.stats.traffic.bytes);
  EXPECT_EQ(workspaces[0].size(), bytes);
}

TEST_F(DeviceLocalMaxGroup, TheRegistryRunsIt) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 10}}, 4);
  generate::assign_weights(host_, graph.weights, graph.view().num_edges(), "random:1..100");
  const DeviceGroup group = test::group_of(2);
  for (const std::string name : {"", "local_max"}) {
    registry::MatchingRequest request;
    request.problem = registry::Problem::graph_matching;
    request.algorithm = name;
    GraphForms forms(host_, AnyGraphView(graph.view()));
    const GraphMatching found = registry::match({group, host_}, forms, request);
    EXPECT_EQ(found.mates, greedy(host_, graph.view()).mates);
    EXPECT_EQ(found.stats.algorithm, "local_max");
  }
}

TEST_F(DeviceLocalMaxGroup, OneDeviceRunsWhatWouldMostlyCross) {
  const CompressedGraph near =
      compress(host_, generate::graph(host_, "path", {{"n", 9000}}, 4).view());
  const CompressedGraph far =
      compress(host_, generate::graph(host_, "rmat", {{"scale", 10}}, 4).view());
  const DeviceGroup group = test::group_of(2);
  EXPECT_GT(local_max(group, near.view()).stats.traffic.exchanges, 0U);
  const GraphMatching found = local_max(group, far.view());
  EXPECT_EQ(found.stats.traffic.exchanges, 0U);
  EXPECT_NE(found.stats.stop_reason.find("on one device: about "), std::string::npos);
  EXPECT_EQ(found.mates, local_max(host_, far.view()).mates);
  EXPECT_NE(b_suitor(group, far.view(), {.common = 3}).stats.stop_reason.find("on one device"),
            std::string::npos);
}

TEST_F(DeviceLocalMaxGroup, RefusesWhatDoesNotFit) {
  const EdgeList graph = test::make_graph(100, {{0, 1}});
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGroup two = test::group_of(2);
  for (const GraphLocalMaxVariant variant :
       {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::sequential}) {
    EXPECT_THROW((void)local_max(two, rows.view(), {.variant = variant}), Error);
  }
  const GroupGraph shared = upload(two, rows.view());
  std::vector<DeviceWorkspace> workspaces(3);
  EXPECT_THROW((void)local_max(two, shared, {}, workspaces), Error);
  EXPECT_THROW((void)local_max(test::group_of(3), shared, {}, workspaces), Error);
}

// A row that its neighbour's row does not answer: nothing hangs.
TEST_F(DeviceLocalMaxGroup, AnArcWithoutACounterpartIsRefused) {
  std::vector<Offset> offsets(129, 1);
  offsets[0] = 0;
  const std::vector<VertexId> neighbours = {100};
  const GraphView half{128, offsets, neighbours, std::monostate{}};
  const DeviceGroup group = test::group_of(2, {.validation = Validation::sizes});
  EXPECT_THROW((void)detail::graph_matching::local_max_in_parts(group, half, {}, {}), Error);
}

TEST_F(DeviceLocalMaxGroup, AStopEndsTheCallAndMemoryIsGivenBack) {
  EdgeList graph = generate::graph(host_, "rgg", {{"n", 20'000}, {"shuffle", 1}}, 4);
  const CompressedGraph rows = compress(host_, graph.view());
  std::stop_source stop;
  const DeviceGroup group = test::stopping_group(stop);
  EXPECT_THROW((void)detail::graph_matching::local_max_in_parts(group, rows.view(), {}, {}), Error);
  for (const DeviceContext& each : group) EXPECT_EQ(each.device_bytes(), 0U);
}

}  // namespace
}  // namespace hypermatch
