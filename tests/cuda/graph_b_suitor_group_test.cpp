// SPDX-License-Identifier: MIT
// b-Suitor on several devices: the bytes of sequential greedy for every number of parts. A machine
// with one device has several parts of it, which send each other the same messages.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/group_testing.hpp"

namespace hypermatch {
namespace {

class DeviceBSuitorGroup : public test::OnDevice {
 protected:
  void expect_greedy(const DeviceGroup& group, const EdgeList& graph, const Capacities& capacities,
                     const GraphOrder& order = {}) {
    SCOPED_TRACE(std::to_string(group.size()) + " parts, capacity " +
                 (capacities.each.empty() ? std::to_string(capacities.common) : "of each"));
    const Partners expected = greedy(host_, graph.view(), capacities, order);
    const CompressedGraph rows = compress(host_, graph.view());
    const Partners found =
        detail::graph_matching::b_suitor_in_parts(group, rows.view(), capacities, order, 0);
    ASSERT_EQ(found.offsets, expected.offsets);
    ASSERT_EQ(found.partners, expected.partners);
    ASSERT_EQ(found.stats.algorithm, "b_suitor");
    ASSERT_EQ(found.stats.objective, expected.stats.objective);
    ASSERT_EQ(found.stats.guarantee, expected.stats.guarantee);
  }

  void expect_greedy_for_all_capacities(const DeviceGroup& group, const EdgeList& graph,
                                        const GraphOrder& order = {}) {
    for (const std::uint32_t common : {0U, 1U, 2U, 3U, 10U, 32U, 33U, 100U, ~0U}) {
      expect_greedy(group, graph, {.common = common}, order);
      if (HasFatalFailure()) return;
    }
    const VertexId n = graph.num_vertices;
    for (const std::uint32_t most : {1U, 3U, 60U, 300U}) {
      expect_greedy(group, graph, {.each = test::random_capacities(n, 0, most, n)}, order);
      if (HasFatalFailure()) return;
    }
    expect_greedy(group, graph, {.each = test::zero_rich_capacities(n, 3)}, order);
  }

  const Context host_{{.threads = 1}};
};

TEST_F(DeviceBSuitorGroup, EqualsGreedyForAllWeights) {
  for (const std::size_t parts : {2UL, 5UL}) {
    const DeviceGroup group = test::group_of(parts);
    // Rows of about 25 and 150 arcs.
    for (const std::size_t edges : {2500UL, 15'000UL}) {
      const EdgeList graph = test::random_graph(200, edges, 1);
      for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
        SCOPED_TRACE(instance.name);
        expect_greedy_for_all_capacities(group, instance.graph, {.seed = 1});
        expect_greedy(group, instance.graph, {.common = 3},
                      {.nonpositive = NonPositive::keep, .seed = 8});
        expect_greedy(group, instance.graph, {.common = 40}, {.objective = Objective::cardinality});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(DeviceBSuitorGroup, EqualsGreedyOnFamilies) {
  std::vector<DeviceGroup> groups;
  for (const std::size_t parts : {1UL, 2UL, 3UL, 16UL}) groups.push_back(test::group_of(parts));
  std::size_t turn = 0;
  test::for_each_family(host_, [&](const EdgeList& graph) {
    for (const DeviceGroup& group : groups) {
      expect_greedy(group, graph, {.common = turn % 2 == 0 ? 1U : 3U});
      expect_greedy(group, graph, {.common = turn % 2 == 0 ? 50U : 10U});
      expect_greedy(group, graph,
                    {.each = test::random_capacities(graph.num_vertices, 0, 80, turn)},
                    {.seed = 7});
      ++turn;
      if (HasFatalFailure()) return;
    }
  });
}

// Each vertex displaces its neighbour on another device: messages go back and forth.
TEST_F(DeviceBSuitorGroup, EqualsGreedyOnChainsAcrossDevices) {
  const EdgeList zigzag = test::zigzag(416);
  for (const std::size_t parts : {2UL, 3UL}) {
    const DeviceGroup group = test::group_of(parts);
    expect_greedy(group, zigzag, {.common = 1});
    expect_greedy(group, zigzag, {.each = test::random_capacities(832, 1, 2, 5)});
  }
}

// All prefer the same few, and boxes have room for few proposals: vertices wait for later rounds.
TEST_F(DeviceBSuitorGroup, AllPreferTheSame) {
  // Rows for small teams, warps and blocks.
  for (const VertexId n : {30U, 100U, 250U}) {
    test::Pairs pairs;
    std::vector<std::int32_t> weights;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        pairs.emplace_back(u, v);
        weights.push_back(static_cast<std::int32_t>(n * v + u));
      }
    }
    const EdgeList graph = test::make_graph(n, pairs, weights);
    const CompressedGraph rows = compress(host_, graph.view());
    for (const std::size_t parts : {2UL, 4UL}) {
      const DeviceGroup group = test::group_of(parts);
      for (const std::uint32_t common : {1U, 2U, 20U, 40U, 200U}) {
        expect_greedy(group, graph, {.common = common});
      }
      expect_greedy(group, graph, {.each = test::random_capacities(n, 0, 3, 1)});
      for (const std::uint32_t common : {1U, n / 3}) {
        const Partners expected = greedy(host_, graph.view(), Capacities{.common = common});
        const auto found_with = [&](std::uint64_t most_reserved) {
          const Partners found = detail::graph_matching::b_suitor_in_parts(
              group, rows.view(), {.common = common}, {}, most_reserved);
          EXPECT_EQ(found.partners, expected.partners);
          return found.stats.rounds;
        };
        EXPECT_GT(found_with(1), found_with(0));
      }
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceBSuitorGroup, HubsWithRoomForMany) {
  const DeviceGroup group = test::group_of(3);
  // The hub is the first vertex, on the first device; the last one, on the last.
  for (const bool is_first : {true, false}) {
    test::Pairs pairs = test::star_pairs(9000);
    if (!is_first) {
      for (auto& [u, v] : pairs) {
        u = 9000 - u;
        v = 9000 - v;
      }
    }
    EdgeList star = test::make_graph(9001, pairs);
    std::vector<std::uint32_t> each(9001, 1);
    for (const std::uint32_t room : {1U, 32U, 33U, 3000U, 8999U, 9000U, 40'000U}) {
      each[is_first ? 0 : 9000] = room;
      expect_greedy(group, star, {.each = each});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceBSuitorGroup, NothingOrAlmostNothing) {
  for (const std::size_t parts : {1UL, 2UL, 16UL}) {
    const DeviceGroup group = test::group_of(parts);
    EXPECT_EQ(b_suitor(group, GraphView{}, {.common = 3}).offsets, std::vector<Offset>(1));
    expect_greedy_for_all_capacities(group, EdgeList{});
    expect_greedy_for_all_capacities(group, test::make_graph(1, {}));
    expect_greedy_for_all_capacities(group, test::make_graph(70, {}));
    expect_greedy_for_all_capacities(group, test::make_graph(2, {{0, 1}}));
    const std::vector<std::int32_t> largest(2, 2147483647);
    expect_greedy_for_all_capacities(group, test::make_graph(3, {{0, 1}, {1, 2}}, largest));
    const std::vector<std::int32_t> none = {0, -5};
    expect_greedy_for_all_capacities(group, test::make_graph(3, {{0, 1}, {1, 2}}, none));
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceBSuitorGroup, SmallOnesForSanitizers) {
  const DeviceGroup group = test::group_of(3);
  EdgeList graph = test::random_graph(90, 1500, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  expect_greedy(group, graph, {.common = 3});
  expect_greedy(group, graph, {.each = test::random_capacities(90, 0, 60, 2)});
  test::weigh<double>(graph, 7, 3);
  expect_greedy(group, graph, {.common = 34});
  expect_greedy(group, test::make_graph(600, test::star_pairs(599)), {.common = 70});
}

// An edge whose key is 0 is an edge, and one with the largest key is not taken from capacity 0.
TEST_F(DeviceBSuitorGroup, TakesEdgesOfExtremeKeys) {
  const DeviceGroup group = test::group_of(2);
  for (const auto& [u, v] : test::pairs_of_hash_zero(0, 200'000)) {
    const VertexId w = (v + 1) % 200'000, x = (v + 2) % 200'000;
    const EdgeList graph = test::make_graph(200'000, {{u, v}, {u, w}, {u, x}});
    for (const std::uint32_t common : {1U, 2U, 3U}) expect_greedy(group, graph, {.common = common});
  }
  // The largest key: the largest weight, and a hash of ones.
  for (const auto& [u, v] : test::pairs_of_hash(~std::uint32_t{0}, 0, 200'000)) {
    const VertexId w = (v + 1) % 200'000, x = (v + 2) % 200'000;
    std::vector<std::int32_t> weights = {2147483647, 2147483647, 5};
    for (const VertexId leaves : {0U, 200U}) {
      test::Pairs pairs = {{u, v}, {u, w}, {v, x}};
      // A row for a block.
      for (VertexId i = 0; i < leaves; ++i) pairs.emplace_back(u, (u + 1000 + i) % 200'000);
      weights.resize(pairs.size(), 1);
      const EdgeList graph = test::make_graph(200'000, pairs, weights);
      const CompressedGraph rows = compress(host_, graph.view());
      std::vector<std::uint32_t> each(200'000, 1);
      for (const std::uint32_t room : {0U, 1U}) {
        each[v] = room;
        const Partners expected = greedy(host_, graph.view(), Capacities{.each = each});
        for (const std::uint64_t most_reserved : {0UL, 1UL}) {
          const Partners found = detail::graph_matching::b_suitor_in_parts(
              group, rows.view(), {.each = each}, {}, most_reserved);
          ASSERT_EQ(found.offsets, expected.offsets);
          ASSERT_EQ(found.partners, expected.partners);
        }
      }
    }
  }
}

TEST_F(DeviceBSuitorGroup, TheRegistryRunsIt) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 10}}, 4);
  generate::assign_weights(host_, graph.weights, graph.view().num_edges(), "random:1..100");
  const DeviceGroup group = test::group_of(2);
  for (const std::string name : {"", "b_suitor"}) {
    for (const std::uint32_t common : {1U, 3U}) {
      // With capacity 1 the default is another one.
      if (name.empty() && common == 1) continue;
      registry::MatchingRequest request;
      request.problem = registry::Problem::graph_matching;
      request.algorithm = name;
      request.capacities.common = common;
      GraphForms forms(host_, AnyGraphView(graph.view()));
      const Partners found = registry::b_match({group, host_}, forms, request);
      const Partners expected = greedy(host_, graph.view(), request.capacities);
      EXPECT_EQ(found.offsets, expected.offsets);
      EXPECT_EQ(found.partners, expected.partners);
      EXPECT_EQ(found.stats.algorithm, "b_suitor");
    }
  }
}

TEST_F(DeviceBSuitorGroup, RefusesWhatDoesNotFit) {
  const EdgeList graph = test::make_graph(2, {{0, 1}});
  const CompressedGraph rows = compress(host_, graph.view());
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)b_suitor(test::group_of(2), rows.view(), {.each = three}), Error);
  EXPECT_THROW((void)test::group_of(0), Error);
  EXPECT_THROW((void)test::group_of(17), Error);
}

TEST_F(DeviceBSuitorGroup, AStopEndsTheCallAndMemoryIsGivenBack) {
  std::stop_source stop;
  const DeviceGroup group = test::stopping_group(stop);
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 12}}, 4);
  const CompressedGraph rows = compress(host_, graph.view());
  EXPECT_THROW((void)detail::graph_matching::b_suitor_in_parts(group, rows.view(),
                                                               Capacities{.common = 3}, {}, 0),
               Error);
  for (const DeviceContext& each : group) EXPECT_EQ(each.device_bytes(), 0U);
}

TEST_F(DeviceBSuitorGroup, TakesTheCallersMemory) {
  test::CountingMemory memory;
  {
    const DeviceGroup group = test::group_of(2, {.memory = &memory});
    EdgeList graph = test::random_graph(2000, 20'000, 6);
    test::weigh<std::int64_t>(graph, 100, 6);
    expect_greedy(group, graph, {.common = 3});
    EXPECT_GT(memory.allocations, 0);
  }
  EXPECT_EQ(memory.held, 0U);
}

// Arcs without a counterpart: an error or some answer, but an end.
TEST_F(DeviceBSuitorGroup, EndsOnBrokenPromises) {
  const DeviceGroup group = test::group_of(2);
  const std::vector<Offset> offsets = {0, 3, 3, 4, 6};
  const std::vector<VertexId> neighbours = {2, 3, 3, 0, 1, 1};
  const GraphView graph{4, offsets, neighbours, {}};
  for (const std::uint32_t common : {1U, 2U, 40U}) {
    try {
      const Partners found =
          detail::graph_matching::b_suitor_in_parts(group, graph, {.common = common}, {}, 0);
      EXPECT_EQ(found.offsets.size(), 5U);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    }
  }
}

}  // namespace
}  // namespace hypermatch
