// SPDX-License-Identifier: MIT
// The default for graphs on a device where weights rise or fall along rows, whose rounds look at no
// weight again, and where rounds go along a chain: the device sorts what they leave, and the host
// looks at each edge once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/cuda/graph_testing.hpp"
#include "tests/cuda/weights_along.hpp"

namespace hypermatch {
namespace {

using detail::graph_matching::DeviceGraphOutcome;
using detail::graph_matching::DeviceGraphTuning;
using detail::graph_matching::k_host_took_over;
using test::Along;
using test::for_each_type;
using test::weigh_along;

class DeviceGraphsChains : public test::OnDevice {
 protected:
  // The outcome, whose mates and count are checked against greedy.
  DeviceGraphOutcome run(const EdgeList& graph, const GraphOrder& order,
                         const DeviceGraphTuning& tuning) {
    const std::vector<VertexId> expected = greedy(host_, graph.view(), order).mates;
    const DeviceGraph on_device = upload(device(), compress(host_, graph.view()).view());
    GraphOrder resolved = order;
    resolved.objective = graph.view().is_weighted() ? Objective::weight : Objective::cardinality;
    const DeviceGraphOutcome outcome = detail::graph_matching::filtered_on_device(
        {device(), on_device.view(), resolved, workspace_, {}}, tuning);
    device().synchronize();
    const std::vector<VertexId> mates =
        download(device(), DeviceSpan<const VertexId>(outcome.mates, graph.num_vertices));
    EXPECT_EQ(mates, expected);
    const auto matched = static_cast<std::uint64_t>(
        std::count_if(mates.begin(), mates.end(), [](VertexId mate) { return mate != k_none; }));
    EXPECT_EQ(download(device(), DeviceSpan<const std::uint64_t>(outcome.count, 1))[0],
              matched / 2);
    return outcome;
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

// A hub's neighbours are taken one by one by others.
EdgeList caterpillar(VertexId legs) {
  test::Pairs pairs;
  for (VertexId leg = 0; leg < legs; ++leg) {
    pairs.emplace_back(0, 1 + leg);
    pairs.emplace_back(1 + leg, 1 + legs + leg);
  }
  for (VertexId v = 1; v + 1 < legs; v += 2) pairs.emplace_back(v, v + 1);
  return test::make_graph(1 + 2 * legs, pairs);
}

TEST_F(DeviceGraphsChains, OrderedRows) {
  EdgeList shapes[] = {test::random_graph(700, 20'000, 1), test::random_graph(40'000, 200'000, 2),
                       caterpillar(5000)};
  for (EdgeList& graph : shapes) {
    SCOPED_TRACE(graph.num_vertices);
    for (const Along along : {Along::rising, Along::falling}) {
      for_each_type([&](auto type) {
        weigh_along<decltype(type)>(graph, along);
        // With and without memory for the arcs that follow.
        for (const int choices : {2, 5, 6}) {
          const DeviceGraphOutcome outcome =
              run(graph, {.seed = 3}, {.choices = choices, .ordered_rows = 1});
          EXPECT_TRUE(outcome.has_ordered_rows);
          EXPECT_EQ(outcome.stop_reason, "complete");
        }
        // The default does not look in small graphs.
        EXPECT_FALSE(run(graph, {.seed = 3}, {}).has_ordered_rows);
      });
    }
  }
}

// Large enough for the default, and for blocks that have several turns.
TEST_F(DeviceGraphsChains, LargeOrderedRows) {
  EdgeList graph = generate::graph(host_, "random_graph", {{"n", 300'000}, {"alpha", 8}}, 1);
  weigh_along<std::int32_t>(graph, Along::rising);
  EXPECT_TRUE(run(graph, {}, {}).has_ordered_rows);
  test::weigh<std::int32_t>(graph, 100, 1);
  EXPECT_FALSE(run(graph, {}, {}).has_ordered_rows);
}

// A sample does not see what breaks the order: one edge, two that are equal, one that takes no
// part, a row that is too long for one warp.
TEST_F(DeviceGraphsChains, RowsThatAreNotOrdered) {
  for (const Along along : {Along::rising, Along::falling}) {
    EdgeList graph = test::random_graph(3000, 60'000, 4);
    const auto expect_rounds = [&](const GraphOrder& order) {
      EXPECT_FALSE(run(graph, order, {.ordered_rows = 1}).has_ordered_rows);
    };
    weigh_along<std::int32_t>(graph, along);
    auto& weights = std::get<Array<std::int32_t>>(graph.weights);
    const std::size_t place = weights.size() / 3;
    const std::int32_t before = weights[place];
    for (const std::int32_t weight : {1'000'000, weights[place + 1], 0}) {
      SCOPED_TRACE(weight);
      weights[place] = weight;
      expect_rounds({.seed = 1});
    }
    weights[place] = before;
    for (std::int32_t& weight : weights) weight -= 3;
    expect_rounds({.seed = 1});
    EXPECT_TRUE(run(graph, {.nonpositive = NonPositive::keep, .seed = 1}, {.ordered_rows = 1})
                    .has_ordered_rows);
    graph = caterpillar((1U << 17) + 1);
    weigh_along<float>(graph, along);
    expect_rounds({});
  }
}

TEST_F(DeviceGraphsChains, SortedEdges) {
  const EdgeList graph = test::random_graph(30'000, 300'000, 3);
  for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
    SCOPED_TRACE(instance.name);
    for (const std::uint32_t max_rounds : {1U, 2U, 4U}) {
      for (const int first_rounds : {0, 1}) {
        const bool keeps = max_rounds == 2;
        const GraphOrder order{.nonpositive = keeps ? NonPositive::keep : NonPositive::drop,
                               .seed = 5};
        const DeviceGraphOutcome outcome =
            run(instance.graph, order, {.first_rounds = first_rounds, .max_rounds = max_rounds});
        EXPECT_EQ(outcome.stop_reason, k_host_took_over);
        // A part of equal weights of 64 bits finds no room.
        const bool has_few = instance.name.find("few") != std::string::npos;
        if (!has_few) {
          EXPECT_TRUE(outcome.has_sorted_edges);
        }
      }
    }
  }
}

TEST_F(DeviceGraphsChains, SortedEdgesOfOrderedRows) {
  EdgeList graph = test::random_graph(30'000, 300'000, 3);
  for (const Along along : {Along::rising, Along::falling}) {
    weigh_along<std::int32_t>(graph, along);
    for (const std::uint32_t max_rounds : {1U, 3U, 6U}) {
      const DeviceGraphOutcome outcome =
          run(graph, {}, {.max_rounds = max_rounds, .ordered_rows = 1});
      EXPECT_TRUE(outcome.has_ordered_rows);
      EXPECT_TRUE(outcome.has_sorted_edges);
    }
    weigh_along<double>(graph, along);
    const DeviceGraphOutcome outcome = run(graph, {}, {.max_rounds = 3, .ordered_rows = 1});
    EXPECT_EQ(outcome.stop_reason, k_host_took_over);
    EXPECT_TRUE(outcome.has_sorted_edges);
  }
}

// Nearly all is matched before, so that few keys are drawn at first.
TEST_F(DeviceGraphsChains, FewSortedEdges) {
  EdgeList graph = test::random_graph(100'000, 400'000, 6);
  test::weigh<float>(graph, 1'000'000, 6);
  for (const std::uint32_t max_rounds : {4U, 5U}) {
    const DeviceGraphOutcome outcome = run(graph, {.seed = 6}, {.max_rounds = max_rounds});
    EXPECT_EQ(outcome.stop_reason, k_host_took_over);
  }
}

TEST_F(DeviceGraphsChains, StalledRounds) {
  std::vector<std::int32_t> weights;
  for (std::int32_t i = 1; i <= 40'000; ++i) weights.push_back(i);
  const EdgeList path = test::path_graph(weights);
  for (const std::uint32_t window : {1U, 8U, 50U}) {
    const DeviceGraphOutcome outcome = run(path, {}, {.stall_window = window});
    EXPECT_EQ(outcome.stop_reason, k_host_took_over);
    EXPECT_LE(outcome.rounds, 2 * window + 2);
  }
  // Of a slow host the number of rounds alone decides.
  EXPECT_GE(run(path, {}, {.stall_window = 8, .host_time_factor = 1e6}).rounds, 2000U);
  EdgeList graph = test::random_graph(30'000, 300'000, 3);
  test::weigh<std::int32_t>(graph, 100, 1);
  EXPECT_EQ(run(graph, {}, {.stall_window = 1}).stop_reason, "complete");
  weigh_along<std::int32_t>(graph, Along::rising);
  EXPECT_EQ(run(graph, {}, {.stall_window = 1}).stop_reason, "complete");
  EXPECT_EQ(run(graph, {}, {.stall_window = 1, .ordered_rows = 1}).stop_reason, "complete");
}

// Large graphs are watched by default.
TEST_F(DeviceGraphsChains, LongPaths) {
  std::vector<std::int32_t> weights;
  for (std::int32_t i = 1; i <= 400'000; ++i) weights.push_back(i);
  const DeviceGraphOutcome outcome = run(test::path_graph(weights), {}, {});
  EXPECT_EQ(outcome.stop_reason, k_host_took_over);
  EXPECT_TRUE(outcome.has_sorted_edges);
  EXPECT_LE(outcome.rounds, 100U);
}

}  // namespace
}  // namespace hypermatch
