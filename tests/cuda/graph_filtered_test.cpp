// SPDX-License-Identifier: MIT
// The rare paths of the default for graphs on a device: rows that fit no tile and are shared by
// warps, rows that all blocks look at again, digests that do not tell, rows that find no room among
// those that wait, arrays that are not aligned, chains that the host takes over.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/cuda/graph_testing.hpp"

namespace hypermatch {
namespace {

using detail::graph_matching::DeviceGraphOutcome;
using detail::graph_matching::DeviceGraphTuning;

class DeviceGraphsFiltered : public test::OnDevice {
 protected:
  DeviceGraphOutcome run(const DeviceGraphView& graph, const GraphOrder& order,
                         const DeviceGraphTuning& tuning) {
    GraphOrder resolved = order;
    if (resolved.objective == Objective::automatic) {
      resolved.objective = graph.is_weighted() ? Objective::weight : Objective::cardinality;
    }
    DeviceGraphOutcome outcome = detail::graph_matching::filtered_on_device(
        {device(), graph, resolved, workspace_, {}}, tuning);
    device().synchronize();
    return outcome;
  }
  std::vector<VertexId> mates(const DeviceGraphOutcome& outcome, VertexId num_vertices) {
    return download(device(), DeviceSpan<const VertexId>(outcome.mates, num_vertices));
  }

  // With all layouts of choices, small and large tiles, and rounds by either kind of kernels.
  void expect_greedy(const EdgeList& graph, const GraphOrder& order = {}) {
    expect_greedy(graph, order, {2, 3, 6, 7}, {64U, 1152U});
  }
  void expect_greedy(const EdgeList& graph, const GraphOrder& order,
                     const std::vector<int>& all_choices, const std::vector<std::uint32_t>& tiles) {
    const GraphMatching expected = greedy(host_, graph.view(), order);
    const CompressedGraph rows = compress(host_, graph.view());
    const DeviceGraph on_device = upload(device(), rows.view());
    for (const int choices : all_choices) {
      for (const std::uint32_t tile : tiles) {
        for (const int first_rounds : {0, 3}) {
          const DeviceGraphTuning tuning{
              .choices = choices, .tile = tile, .first_rounds = first_rounds, .patience = 1000};
          const DeviceGraphOutcome outcome = run(on_device.view(), order, tuning);
          ASSERT_EQ(mates(outcome, graph.num_vertices), expected.mates)
              << choices << " choices, tile " << tile << ", first rounds " << first_rounds;
          ASSERT_EQ(outcome.stop_reason, "complete");
        }
      }
    }
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

TEST_F(DeviceGraphsFiltered, WithEveryTuning) {
  const EdgeList graph = test::random_graph(700, 20'000, 1);
  for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
    SCOPED_TRACE(instance.name);
    expect_greedy(instance.graph, {.seed = 5});
    if (HasFatalFailure()) return;
  }
}

TEST_F(DeviceGraphsFiltered, RowsThatWarpsShare) {
  test::Pairs pairs = test::star_pairs(30'000);
  for (VertexId v = 2; v < 20'000; ++v) pairs.emplace_back(1, v);
  EdgeList graph = test::make_graph(30'001, pairs);
  expect_greedy(graph);
  test::weigh<std::int32_t>(graph, 3, 1);
  expect_greedy(graph);
  test::weigh<float>(graph, 1'000'000, 2);
  expect_greedy(graph, {.nonpositive = NonPositive::keep});
}

// Hubs whose heaviest neighbours prefer one another: they look along their rows again and again.
TEST_F(DeviceGraphsFiltered, LongRowsThatLookAgain) {
  constexpr VertexId k_hubs = 3;
  constexpr VertexId k_leaves = 40'000;
  test::Pairs pairs;
  std::vector<std::int32_t> weights;
  for (VertexId leaf = 0; leaf < k_leaves; ++leaf) {
    for (VertexId hub = 0; hub < k_hubs; ++hub) {
      if (hub != 0 && leaf % (hub * 13) != 0) continue;
      pairs.emplace_back(hub, k_hubs + leaf);
      weights.push_back(static_cast<std::int32_t>(leaf % 1000 + 1));
    }
    if (leaf % 2 == 1 && leaf < k_leaves - 50) {
      pairs.emplace_back(k_hubs + leaf, k_hubs + leaf - 1);
      weights.push_back(2000);
    }
  }
  expect_greedy(test::make_graph(k_hubs + k_leaves, pairs, weights));
}

// Most weights are equal, and a few of them lie far apart: nothing is left for the hash.
TEST_F(DeviceGraphsFiltered, DigestsThatDoNotTell) {
  EdgeList graph = test::random_graph(500, 12'000, 9);
  Array<std::int32_t> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    weights.push_back(e % 5 == 0 ? static_cast<std::int32_t>(e * 170'000) : 5);
  }
  graph.weights = std::move(weights);
  expect_greedy(graph, {.seed = 2});
}

// The same, and more rows have to wait for a warp than there is room for.
TEST_F(DeviceGraphsFiltered, RowsThatFindNoRoom) {
  EdgeList graph = test::random_graph(20'000, 100'000, 6);
  Array<std::int32_t> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    weights.push_back(e % 50 == 0 ? static_cast<std::int32_t>(e % 12'000 * 170'000) : 5);
  }
  graph.weights = std::move(weights);
  expect_greedy(graph, {.seed = 3});
}

// So few edges take no part that samples hardly see one.
TEST_F(DeviceGraphsFiltered, FewThatTakeNoPart) {
  EdgeList graph = test::random_graph(900, 15'000, 12);
  for (const int most : {10, 2'000'000'000}) {
    Array<std::int32_t> weights;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto value = static_cast<std::int32_t>(e * 2'654'435'761U % 2'147'483'647U);
      weights.push_back(e % 5000 == 17 ? -static_cast<std::int32_t>(e) : value % most + 1);
    }
    weights[3] = 0;
    graph.weights = std::move(weights);
    expect_greedy(graph, {.seed = 8});
    expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 8});
  }
}

// make(e, random) for every edge.
template <class T, class Make>
void weigh_each(EdgeList& graph, const Make& make) {
  Array<T> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    weights.push_back(static_cast<T>(make(e, (e + 1) * 0x9E3779B97F4A7C15ULL >> 20)));
  }
  graph.weights = std::move(weights);
}

// Few floats have zeros at their end, which are left out; some edges differ in just these.
TEST_F(DeviceGraphsFiltered, FloatsOfFewDigits) {
  EdgeList graph = test::random_graph(900, 15'000, 21);
  const auto expect_both = [&] {
    expect_greedy(graph, {.seed = 4});
    expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 4});
  };
  for (const float rare : {3.0000002F, 1e20F, 1e-20F, -2.0F, -0.0F, 2.5F}) {
    SCOPED_TRACE(rare);
    weigh_each<float>(graph, [&](std::size_t e, std::uint64_t random) {
      return e % 500 == 7 ? rare : static_cast<float>(1 + random % 10);
    });
    expect_both();
  }
  weigh_each<float>(graph, [&](std::size_t, std::uint64_t random) {
    return static_cast<float>(random % 9) / 4 - 1;
  });
  expect_both();
}

// Few values that lie anywhere, and rarely others between them and beyond.
TEST_F(DeviceGraphsFiltered, FewValuesAnywhere) {
  EdgeList graph = test::random_graph(900, 15'000, 25);
  const auto expect_both = [&] {
    expect_greedy(graph, {.seed = 12});
    expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 12});
  };
  for (const float rare : {0.1F, 0.15F, 1e30F, 1e-30F, -5.0F, -0.0F}) {
    SCOPED_TRACE(rare);
    weigh_each<float>(graph, [&](std::size_t e, std::uint64_t random) {
      return e % 300 == 7 ? rare : static_cast<float>(random % 17 + 1) / 10;
    });
    expect_both();
  }
  weigh_each<float>(graph, [&](std::size_t, std::uint64_t random) {
    return static_cast<float>(random % 40) / 10 - 1;
  });
  expect_both();
  for (const std::int32_t rare : {5, 40, 500'000'000, 2'000'000'000, -3}) {
    SCOPED_TRACE(rare);
    weigh_each<std::int32_t>(graph, [&](std::size_t e, std::uint64_t random) {
      return e % 300 == 7 ? rare : 1 + random / 3 % 20 + random % 3 * 700'000'000;
    });
    expect_both();
  }
  weigh_each<std::int32_t>(graph, [](std::size_t, std::uint64_t random) {
    return random % 2 == 0 ? std::numeric_limits<std::int32_t>::min() : 1'000'000'000 - random % 3;
  });
  expect_both();
}

// The same kernels on few edges: a launch under a sanitizer is slow.
TEST_F(DeviceGraphsFiltered, FewValuesForSanitizers) {
  EdgeList graph = test::random_graph(90, 700, 25);
  weigh_each<float>(graph, [&](std::size_t e, std::uint64_t random) {
    return e % 300 == 7 ? 0.15F : static_cast<float>(random % 17 + 1) / 10;
  });
  expect_greedy(graph, {.seed = 12}, {2}, {64U, 1152U});
  weigh_each<std::int32_t>(graph, [&](std::size_t e, std::uint64_t random) {
    return e % 300 == 7 ? 40 : 1 + random / 3 % 5 + random % 3 * 700'000'000;
  });
  expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 12}, {2}, {64U});
}

// Nearly all words lie in a narrow range at either end of a wide one.
TEST_F(DeviceGraphsFiltered, OutliersBeyondTheRange) {
  EdgeList graph = test::random_graph(900, 15'000, 22);
  for (const std::size_t one_in : {40U, 200U, 1000U}) {
    for (const bool upper : {false, true}) {
      weigh_each<std::int32_t>(graph, [&](std::size_t e, std::uint64_t random) {
        const std::uint64_t low = 1 + random % 10;
        const std::uint64_t high = 1'000'000'000 + random % 10;
        return (e % one_in == 3) == upper ? high : low;
      });
      expect_greedy(graph, {.seed = 6});
      expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 6});
    }
  }
}

// More values than leave room for hashes, fewer than that ties were rare.
TEST_F(DeviceGraphsFiltered, TiesThatThreadsSettle) {
  EdgeList graph = test::random_graph(3000, 25'000, 23);
  const auto tenths = [](std::size_t, std::uint64_t random) {
    return static_cast<double>(1 + random % 1000) / 10;
  };
  weigh_each<float>(graph, tenths);
  expect_greedy(graph, {.seed = 7});
  weigh_each<double>(graph, tenths);
  expect_greedy(graph, {.seed = 7});
  weigh_each<std::int32_t>(graph, [](std::size_t, std::uint64_t random) {
    return random % 3 == 0 ? 1'000'000'000 - random % 5 : 1 + random % 5;
  });
  expect_greedy(graph, {.seed = 7});
}

// Some rows are full of weights that lie so close together that no sample shows it: their codes are
// equal, the weights are not.
TEST_F(DeviceGraphsFiltered, EqualCodesOfDifferentWeights) {
  constexpr VertexId k_hubs = 3;  // of a long row, of one that fits a tile, and of a short one
  test::Pairs pairs;
  for (const auto& [u, v] : test::random_graph(4000, 60'000, 24).edges) {
    pairs.emplace_back(u + k_hubs, v + k_hubs);
  }
  const std::size_t num_far = pairs.size();
  for (VertexId v = k_hubs; v < 3000; ++v) pairs.emplace_back(0, v);
  for (VertexId v = 100; v < 400; ++v) pairs.emplace_back(1, v);
  for (VertexId v = 100; v < 130; ++v) pairs.emplace_back(2, v);
  EdgeList graph = test::make_graph(4000 + k_hubs, pairs);
  const auto is_close = [&](std::size_t e) { return e >= num_far; };
  const auto expect_all = [&] {
    expect_greedy(graph, {.seed = 9});
    expect_greedy(graph, {.nonpositive = NonPositive::keep, .seed = 9});
  };
  weigh_each<std::int64_t>(graph, [&](std::size_t e, std::uint64_t random) {
    const auto close = static_cast<std::int64_t>(3'000'000'000'000'000'000 + random % 1000);
    const auto far = static_cast<std::int64_t>(random << 19);
    return is_close(e) ? close : e % 97 == 0 ? -far : far;
  });
  expect_all();
  weigh_each<double>(graph, [&](std::size_t e, std::uint64_t random) {
    const double close = 1 + static_cast<double>(random % 1000) * 0x1.0p-50;
    return is_close(e) ? close : std::exp(static_cast<double>(random % 1'000'000) / 2000 - 250);
  });
  expect_all();
  // In a narrow range, and beyond it.
  weigh_each<std::int64_t>(graph, [&](std::size_t e, std::uint64_t random) {
    const std::int64_t common = 5'000'000'001 + static_cast<std::int64_t>(random % 10);
    return e % 3000 == 5 ? 1 + common * 1000 : e % 3000 == 6 ? common / 1000 : common;
  });
  expect_all();
}

// Most rows are empty, so that warps skip many when they look for those of their arcs.
TEST_F(DeviceGraphsFiltered, WideWeightsOfScatteredRows) {
  test::Pairs pairs;
  for (VertexId v = 0; v < 3000; ++v) {
    pairs.emplace_back(v * 97, v * 97 + 1);
    if (v % 3 == 0) pairs.emplace_back(v * 97, v * 97 + 50);
    if (v != 1500 && v % 2 == 0) pairs.emplace_back(1500 * 97, v * 97);
  }
  EdgeList graph = test::make_graph(300'000, pairs);
  weigh_each<double>(graph, [](std::size_t, std::uint64_t random) { return 1 + random % 4; });
  expect_greedy(graph, {.seed = 10});
}

TEST_F(DeviceGraphsFiltered, ArraysThatAreNotAligned) {
  EdgeList graph = test::random_graph(900, 8000, 4);
  test::weigh<std::int32_t>(graph, 1000, 4);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const std::vector<VertexId> expected = greedy(host_, graph.view()).mates;
  for (std::size_t shift = 1; shift < 4; ++shift) {
    std::vector<VertexId> neighbours(shift);
    neighbours.insert(neighbours.end(), rows.neighbours.begin(), rows.neighbours.end());
    const DeviceArray<VertexId> moved = upload(device(), std::span<const VertexId>(neighbours));
    DeviceGraphView view = on_device.view();
    view.neighbours = moved.view().subspan(shift, rows.neighbours.size());
    EXPECT_EQ(mates(run(view, {}, {}), graph.num_vertices), expected) << shift;
  }
}

TEST_F(DeviceGraphsFiltered, TheHostTakesChainsOver) {
  std::vector<std::int32_t> weights;
  for (std::int32_t i = 1; i <= 3000; ++i) weights.push_back(i);
  const EdgeList graph = test::path_graph(weights);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const std::vector<VertexId> expected = greedy(host_, graph.view()).mates;
  const DeviceGraphOutcome whole = run(on_device.view(), {}, {.patience = 1000});
  EXPECT_EQ(mates(whole, graph.num_vertices), expected);
  EXPECT_EQ(whole.stop_reason, "complete");
  const DeviceGraphOutcome cut = run(on_device.view(), {}, {.max_rounds = 50});
  EXPECT_EQ(mates(cut, graph.num_vertices), expected);
  EXPECT_EQ(cut.stop_reason.substr(0, 7), "a chain");
}

// Weights that fall along paths: rounds match hardly anything.
TEST_F(DeviceGraphsFiltered, AlongPaths) {
  for (const VertexId vertices : {40U, 3000U, 60'000U}) {
    for (const std::uint64_t paths : {1U, 7U, 150U}) {
      SCOPED_TRACE(std::to_string(vertices) + " vertices, " + std::to_string(paths) + " paths");
      test::Pairs pairs;
      std::vector<std::int32_t> weights;
      for (VertexId v = 0; v + 1 < vertices; ++v) {
        if (v % (vertices / paths + 1) == 0) continue;
        pairs.emplace_back(v, v + 1);
        weights.push_back(static_cast<std::int32_t>(v % 2000 + 1));
      }
      expect_greedy(test::make_graph(vertices, pairs, weights), {}, {2, 7}, {64U});
      if (HasFatalFailure()) return;
    }
  }
}

// The weight of an edge is its place in the list, which ascends, or that from the end.
TEST_F(DeviceGraphsFiltered, AlongTheNumbering) {
  const auto expect_along = [&](EdgeList graph) {
    std::vector<std::size_t> places(graph.edges.size());
    for (std::size_t e = 0; e < places.size(); ++e) places[e] = e;
    std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      const GraphEdge& x = graph.edges[a];
      const GraphEdge& y = graph.edges[b];
      return std::make_pair(std::min(x.u, x.v), std::max(x.u, x.v)) <
             std::make_pair(std::min(y.u, y.v), std::max(y.u, y.v));
    });
    for (const bool rises : {true, false}) {
      for (const std::size_t ties : {1U, 10U, 1000U}) {
        SCOPED_TRACE(std::to_string(ties) + (rises ? " rising" : " falling"));
        Array<std::int32_t> narrow(places.size());
        Array<double> wide(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
          const std::size_t rank = (rises ? i : places.size() - i) / ties;
          narrow[places[i]] = static_cast<std::int32_t>(rank + 1);
          wide[places[i]] = static_cast<double>(rank + 1) / 8;
        }
        graph.weights = std::move(narrow);
        expect_greedy(graph, {.seed = 3});
        graph.weights = std::move(wide);
        expect_greedy(graph, {.seed = 3}, {3, 7}, {64U});
        if (HasFatalFailure()) return;
      }
    }
  };
  expect_along(test::random_graph(2000, 30'000, 31));
  expect_along(test::random_graph(30'000, 60'000, 32));
  // Two hubs whose rows many warps look along again and again, and whose arcs tie.
  test::Pairs pairs = test::star_pairs(30'000);
  for (VertexId v = 2; v < 20'000; ++v) pairs.emplace_back(1, v);
  for (VertexId v = 2; v < 20'000; v += 3) pairs.emplace_back(v, v + 5000);
  for (VertexId v = 2; v < 9'000; ++v) pairs.emplace_back(v, v + 1);
  expect_along(test::make_graph(30'001, pairs));
}

// A chain of 20 000 links takes many times the half a millisecond after which its end is in sight.
TEST_F(DeviceGraphsFiltered, TheHostTakesStallsOver) {
  std::vector<std::int32_t> weights;
  for (std::int32_t i = 1; i <= 40'000; ++i) weights.push_back(i);
  const EdgeList graph = test::path_graph(weights);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const std::vector<VertexId> expected = greedy(host_, graph.view()).mates;
  for (const int first_rounds : {0, 3}) {
    const DeviceGraphOutcome outcome =
        run(on_device.view(), {},
            {.first_rounds = first_rounds, .max_rounds = 1'000'000, .patience = 1e-3});
    EXPECT_EQ(mates(outcome, graph.num_vertices), expected);
    EXPECT_EQ(outcome.stop_reason.substr(0, 7), "a chain");
  }
  const DeviceGraphOutcome whole =
      run(on_device.view(), {}, {.max_rounds = 1'000'000, .patience = 1e6});
  EXPECT_EQ(mates(whole, graph.num_vertices), expected);
  EXPECT_EQ(whole.stop_reason, "complete");
}

// From host memory: the host solves the graph that it has, not a copy.
TEST_F(DeviceGraphsFiltered, TheHostTakesItsOwnChainsOver) {
  std::vector<std::int32_t> weights;
  for (std::int32_t i = 1; i <= 200'000; ++i) weights.push_back(i);
  const EdgeList graph = test::path_graph(weights);
  const CompressedGraph rows = compress(host_, graph.view());
  const GraphMatching matching = local_max(device(), rows.view());
  EXPECT_EQ(matching.mates, greedy(host_, graph.view()).mates);
  EXPECT_EQ(matching.stats.stop_reason.substr(0, 7), "a chain");
}

TEST_F(DeviceGraphsFiltered, AgainAndAgain) {
  EdgeList graph = test::random_graph(20'000, 150'000, 3);
  test::weigh<std::int32_t>(graph, 1'000'000'000, 3);
  const CompressedGraph rows = compress(host_, graph.view());
  const DeviceGraph on_device = upload(device(), rows.view());
  const std::vector<VertexId> expected = greedy(host_, graph.view()).mates;
  std::uint64_t rounds = 0;
  for (int repeat = 0; repeat < 30; ++repeat) {
    const DeviceGraphOutcome outcome = run(on_device.view(), {}, {});
    ASSERT_EQ(mates(outcome, graph.num_vertices), expected) << repeat;
    if (repeat != 0) {
      EXPECT_EQ(outcome.rounds, rounds);
    }
    rounds = outcome.rounds;
  }
}

}  // namespace
}  // namespace hypermatch
