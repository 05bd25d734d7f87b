// SPDX-License-Identifier: MIT
// b-matchings on a device where rounds go along a chain: the device sorts all edges, and the host
// looks at each of them once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"
#include "tests/cuda/weights_along.hpp"

namespace hypermatch {
namespace {

using detail::graph_matching::DeviceBGraphOutcome;
using detail::graph_matching::k_host_took_over;

class DeviceBGraphsChains : public test::OnDevice {
 protected:
  // The outcome, whose partners are checked against greedy.
  DeviceBGraphOutcome run(const EdgeList& graph, const Capacities& capacities,
                          const GraphOrder& order, std::uint64_t max_rounds = 0) {
    const Partners expected = greedy(host_, graph.view(), capacities, order);
    const DeviceGraph on_device = upload(device(), compress(host_, graph.view()).view());
    const DeviceArray<std::uint32_t> each = upload(device(), capacities.each);
    GraphOrder resolved = order;
    resolved.objective = graph.view().is_weighted() ? Objective::weight : Objective::cardinality;
    const DeviceBGraphOutcome outcome =
        detail::graph_matching::on_device().claim_lists({device(),
                                                         on_device.view(),
                                                         {capacities.common, each.view()},
                                                         resolved,
                                                         workspace_,
                                                         max_rounds});
    device().synchronize();
    if (outcome.is_for_host) return outcome;
    const std::size_t n = graph.num_vertices;
    const std::vector<Offset> offsets =
        download(device(), DeviceSpan<const Offset>(outcome.offsets, n + 1));
    EXPECT_EQ(offsets, expected.offsets);
    if (offsets != expected.offsets) return outcome;
    std::vector<VertexId> partners =
        download(device(), DeviceSpan<const VertexId>(outcome.partners, offsets.back()));
    for (std::size_t v = 0; v < n; ++v) {
      std::sort(partners.data() + offsets[v], partners.data() + offsets[v + 1]);
    }
    EXPECT_EQ(partners, expected.partners);
    return outcome;
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

// Each vertex is joined to the next `reach` ones.
EdgeList band(VertexId n, VertexId reach) {
  test::Pairs pairs;
  for (VertexId v = 0; v < n; ++v) {
    for (VertexId step = 1; step <= reach && v + step < n; ++step) pairs.emplace_back(v, v + step);
  }
  return test::make_graph(n, pairs);
}

// Lists (places for up to 20 partners) and rows (for more), counters of one byte and of four.
TEST_F(DeviceBGraphsChains, SortedEdgesOfAllWeights) {
  const EdgeList graph = test::random_graph(3000, 90'000, 3);
  for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
    SCOPED_TRACE(instance.name);
    const bool has_few = instance.name.find("few") != std::string::npos;
    const auto expect_sorted = [&](const Capacities& capacities, const GraphOrder& order) {
      const DeviceBGraphOutcome outcome = run(instance.graph, capacities, order, 1);
      EXPECT_EQ(outcome.stop_reason, k_host_took_over);
      // A part of equal weights of 64 bits finds no room.
      if (!has_few) {
        EXPECT_TRUE(outcome.has_sorted_edges);
      }
    };
    for (const std::uint32_t common : {1U, 2U, 3U, 10U, 20U, 21U, 40U}) {
      SCOPED_TRACE(common);
      expect_sorted({.common = common}, {.seed = 5});
      expect_sorted({.common = common}, {.nonpositive = NonPositive::keep, .seed = 6});
    }
    for (const std::uint32_t count : {2U, 6U, 20U, 90U}) {
      SCOPED_TRACE(count);
      const std::vector<std::uint32_t> each =
          test::random_capacities(graph.num_vertices, 0, count - 1, count);
      expect_sorted({.each = each}, {.seed = 7});
    }
  }
}

TEST_F(DeviceBGraphsChains, LongChains) {
  EdgeList graph = band(200'000, 5);
  std::vector<std::uint32_t> each = test::random_capacities(graph.num_vertices, 0, 5, 2);
  for (const test::Along along : {test::Along::rising, test::Along::falling}) {
    test::for_each_type([&](auto type) {
      test::weigh_along<decltype(type)>(graph, along);
      for (const std::uint32_t common : {2U, 3U}) {
        const DeviceBGraphOutcome outcome = run(graph, {.common = common}, {});
        EXPECT_EQ(outcome.stop_reason, k_host_took_over);
        EXPECT_TRUE(outcome.has_sorted_edges);
        EXPECT_LE(outcome.rounds, 100U);
      }
      EXPECT_TRUE(run(graph, {.each = each}, {}, 9).has_sorted_edges);
    });
  }
}

// Rounds of small graphs are not played to the end of a chain either; and one place too many for
// lists leaves the whole graph to rounds over rows.
TEST_F(DeviceBGraphsChains, SmallOnesAndHubs) {
  EdgeList graph = band(20'000, 3);
  const VertexId hub = graph.num_vertices;
  graph.num_vertices += 1;
  for (VertexId v = 0; v < 400; ++v) graph.edges.push_back({hub, v * 50});
  std::vector<std::uint32_t> each(graph.num_vertices, 1);
  for (const std::uint32_t room : {3U, 30U, 254U, 255U, 300U, 400U, 5000U}) {
    SCOPED_TRACE(room);
    each[hub] = room;
    test::weigh_along<std::int32_t>(graph, test::Along::rising);
    const DeviceBGraphOutcome outcome = run(graph, {.each = each}, {});
    EXPECT_EQ(outcome.stop_reason, k_host_took_over);
    EXPECT_TRUE(outcome.has_sorted_edges);
    EXPECT_LE(outcome.rounds, 400U);
  }
}

// No edge is left, or none at all takes part.
TEST_F(DeviceBGraphsChains, NothingToSort) {
  EdgeList graph = band(600, 4);
  test::weigh_along<std::int32_t>(graph, test::Along::rising);
  std::vector<std::uint32_t> each(600, 0);
  for (std::size_t v = 0; v < 600; v += 10) each[v] = 3;  // no two of them are joined
  (void)run(graph, {.each = each}, {}, 1);
  for (std::int32_t& weight : std::get<Array<std::int32_t>>(graph.weights)) weight = -weight;
  (void)run(graph, {.common = 2}, {}, 1);
}

TEST_F(DeviceBGraphsChains, SmallOnesForSanitizers) {
  EdgeList graph = band(300, 4);
  const std::vector<std::uint32_t> each = test::random_capacities(300, 0, 5, 4);
  test::weigh_along<std::int32_t>(graph, test::Along::rising);
  EXPECT_TRUE(run(graph, {.each = each}, {}, 1).has_sorted_edges);
  test::weigh_along<double>(graph, test::Along::falling);
  EXPECT_TRUE(run(graph, {.common = 2}, {}, 1).has_sorted_edges);
}

}  // namespace
}  // namespace hypermatch
