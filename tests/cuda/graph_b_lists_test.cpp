// SPDX-License-Identifier: MIT
// Claim lists of b-matchings on a device, in each form in which they lie in memory: the bytes of
// sequential greedy in all of them, and the memory that the form is chosen by.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/device/functions.hpp"
#include "base/random.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/capacities.hpp"
#include "tests/cuda/device_testing.hpp"
#include "tests/cuda/weights_along.hpp"

namespace hypermatch {
namespace {

using detail::graph_matching::ClaimListForm;
using detail::graph_matching::DeviceBGraphOutcome;

constexpr std::pair<const char*, ClaimListForm> k_forms[] = {
    {"all, long", {.is_indexed = false, .is_short = false}},
    {"indexed, long", {.is_indexed = true, .is_short = false}},
    {"all, short", {.is_indexed = false, .is_short = true}},
    {"indexed, short", {.is_indexed = true, .is_short = true}},
};

class DeviceClaimLists : public test::OnDevice {
 protected:
  /// The partners of each vertex in ascending order. The workspace holds what no code has left
  /// there.
  std::vector<VertexId> partners_in_form(const EdgeList& graph, const Capacities& capacities,
                                         const GraphOrder& order, const ClaimListForm& form,
                                         const Partners& expected, std::uint64_t max_rounds) {
    const DeviceGraph on_device = upload(device(), compress(host_, graph.view()).view());
    const DeviceArray<std::uint32_t> each = upload(device(), capacities.each);
    GraphOrder resolved = order;
    resolved.objective = graph.view().is_weighted() ? Objective::weight : Objective::cardinality;
    if (workspace_.size() != 0) {
      EXPECT_EQ(cudaMemset(workspace_.data(), 0xA5, workspace_.size()), cudaSuccess);
      // It returns before it is done, and the context's stream does not wait for it.
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    }
    const DeviceBGraphOutcome outcome =
        detail::graph_matching::on_device().claim_lists({device(),
                                                         on_device.view(),
                                                         {capacities.common, each.view()},
                                                         resolved,
                                                         workspace_,
                                                         max_rounds,
                                                         form});
    device().synchronize();
    if (max_rounds != 0) {
      EXPECT_TRUE(outcome.has_sorted_edges);
    }
    const std::size_t n = graph.num_vertices;
    const std::vector<Offset> offsets =
        download(device(), DeviceSpan<const Offset>(outcome.offsets, n + 1));
    EXPECT_EQ(offsets, expected.offsets);
    if (offsets != expected.offsets) return {};
    std::vector<VertexId> partners =
        download(device(), DeviceSpan<const VertexId>(outcome.partners, offsets.back()));
    for (std::size_t v = 0; v < n; ++v) {
      std::sort(partners.data() + offsets[v], partners.data() + offsets[v + 1]);
    }
    return partners;
  }

  void expect_greedy(const EdgeList& graph, const Capacities& capacities,
                     const GraphOrder& order = {}, std::uint64_t max_rounds = 0) {
    const Partners expected = greedy(host_, graph.view(), capacities, order);
    for (const auto& [name, form] : k_forms) {
      SCOPED_TRACE(name);
      ASSERT_EQ(partners_in_form(graph, capacities, order, form, expected, max_rounds),
                expected.partners);
    }
  }

  const Context host_{{.threads = 1}};
  DeviceWorkspace workspace_;
};

TEST_F(DeviceClaimLists, HandSized) {
  // The two heaviest edges of a star, from a centre that chooses.
  const EdgeList star = test::make_graph<std::int32_t>(6, test::star_pairs(5), {3, 1, 5, 2, 4});
  const Partners two =
      greedy(host_, star.view(), {.each = std::vector<std::uint32_t>{2, 1, 1, 1, 1, 1}});
  ASSERT_EQ(two.partners, (std::vector<VertexId>{3, 5, 0, 0}));
  for (std::uint32_t room = 0; room <= 6; ++room) {
    SCOPED_TRACE("centre " + std::to_string(room));
    expect_greedy(star, {.each = std::vector<std::uint32_t>{room, 1, 1, 1, 1, 1}});
    expect_greedy(star, {.each = std::vector<std::uint32_t>{room, 1, 0, 3, 0, 1}});
    if (HasFatalFailure()) return;
  }
  // All vertices choose: a cycle, and a complete graph, whose lists of three slots run out.
  for (const std::uint32_t common : {0U, 1U, 2U, 3U}) {
    SCOPED_TRACE("capacity " + std::to_string(common));
    expect_greedy(test::cycle_graph<std::int32_t>({4, 2, 7, 1, 5, 3, 6}), {.common = common});
    test::Pairs pairs;
    for (VertexId u = 0; u < 9; ++u) {
      for (VertexId v = u + 1; v < 9; ++v) pairs.emplace_back(u, v);
    }
    expect_greedy(test::make_graph(9, pairs), {.common = common});
    if (HasFatalFailure()) return;
  }
}

// Vertices at the ends of the words of the index, and of what a warp numbers.
TEST_F(DeviceClaimLists, FewVerticesChoose) {
  for (const VertexId n : {1U, 2U, 31U, 32U, 33U, 64U, 65U, 1023U, 1024U, 1025U, 2049U, 40'000U}) {
    SCOPED_TRACE("vertices " + std::to_string(n));
    std::vector<std::int32_t> weights(n - 1);
    for (std::size_t e = 0; e < weights.size(); ++e) {
      weights[e] = static_cast<std::int32_t>(detail::base::hash(3, e) % 1000);
    }
    const EdgeList path = test::path_graph(weights);
    for (const std::size_t step : {1U, 31U, 32U, 1000U, 1024U}) {
      std::vector<std::uint32_t> each(n, 2);
      for (std::size_t v = n - 1; v < n; v -= step) each[v] = 1;
      expect_greedy(path, {.each = each});
      for (std::size_t v = n / 2; v < n; v += step) each[v] = 0;
      expect_greedy(path, {.each = each});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceClaimLists, NoneAndAllChoose) {
  EdgeList graph = test::random_graph(3000, 9000, 2);
  test::weigh<std::int32_t>(graph, 50, 2);
  std::vector<std::uint32_t> degrees(3000, 0);
  for (const GraphEdge& edge : graph.edges) ++degrees[edge.u], ++degrees[edge.v];
  expect_greedy(graph, {.each = degrees});
  expect_greedy(graph, {.common = 3000});
  expect_greedy(graph, {.common = 0});
  std::vector<std::uint32_t> each = degrees;
  for (std::uint32_t& capacity : each) capacity = std::min(capacity - (capacity != 0 ? 1 : 0), 20U);
  expect_greedy(graph, {.each = each});
  for (std::uint32_t& capacity : each) capacity = std::min(capacity, 3U);
  expect_greedy(graph, {.each = each});
}

TEST_F(DeviceClaimLists, AllKindsOfWeights) {
  const EdgeList graph = test::random_graph(2000, 6000, 1);
  for (const test::NamedGraph& instance : test::weighted_in_all_ways(graph, 1)) {
    SCOPED_TRACE(instance.name);
    for (const std::uint32_t common : {1U, 2U, 3U, 5U, 12U, 20U}) {
      SCOPED_TRACE("capacity " + std::to_string(common));
      expect_greedy(instance.graph, {.common = common}, {.seed = 3});
      if (HasFatalFailure()) return;
    }
    for (const std::uint32_t count : {2U, 4U, 21U}) {
      SCOPED_TRACE("capacities below " + std::to_string(count));
      expect_greedy(instance.graph, {.each = test::random_capacities(2000, 0, count - 1, count)},
                    {.nonpositive = NonPositive::keep, .seed = 4});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(DeviceClaimLists, Families) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"road", {{"x", 150}, {"y", 100}}},
      {"grid", {{"x", 120}, {"y", 100}}},
      {"rgg", {{"n", 8000}}},
      {"delaunay", {{"n", 8000}, {"shuffle", 1}}},
      {"rmat", {{"scale", 12}}},
      {"star_of_stars", {{"hubs", 60}, {"leaves", 90}}},
  };
  for (const auto& [name, parameters] : families) {
    EdgeList graph = generate::graph(host_, name, parameters, 4);
    for (const char* weights : {"unit", "random:1..10", "random:1..2147483647"}) {
      SCOPED_TRACE(std::string(name) + ", " + weights);
      generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
      for (const std::uint32_t common : {1U, 2U, 3U, 10U}) expect_greedy(graph, {.common = common});
      expect_greedy(graph, {.each = test::random_capacities(graph.num_vertices, 0, 3, 9)},
                    {.seed = 11});
      expect_greedy(graph, {.each = test::random_capacities(graph.num_vertices, 0, 19, 9)},
                    {.seed = 12});
      if (HasFatalFailure()) return;
    }
  }
}

// Rows that stand for their lists: noted in a byte or, beside lists of more than seven slots, in a
// word, looked at twice by a thread, and by blocks.
TEST_F(DeviceClaimLists, WholeRowsOfAllSizes) {
  for (const VertexId leaves : {7U, 8U, 9U, 31U, 32U, 33U, 63U, 64U, 65U, 700U}) {
    for (const bool has_long_lists : {false, true}) {
      SCOPED_TRACE("leaves " + std::to_string(leaves) + (has_long_lists ? ", long lists" : ""));
      // Two centres that share their leaves, of which each takes one edge.
      test::Pairs pairs;
      for (VertexId leaf = 0; leaf < leaves; ++leaf) {
        pairs.emplace_back(leaf, leaves);
        pairs.emplace_back(leaves + 1, leaf);
      }
      std::vector<std::uint32_t> each(leaves + 2, 1);
      each[leaves] = each[leaves + 1] = leaves;
      // A star whose centre chooses 7 of 9 edges.
      if (has_long_lists) {
        const VertexId centre = leaves + 2;
        for (VertexId i = 1; i <= 9; ++i) pairs.emplace_back(centre, centre + i);
        each.push_back(7);
        each.insert(each.end(), 9, 1);
      }
      EdgeList graph = test::make_graph(static_cast<VertexId>(each.size()), pairs);
      test::weigh<std::int32_t>(graph, 100, leaves);
      expect_greedy(graph, {.each = each});
      each[leaves] = 3;
      expect_greedy(graph, {.each = each});
      if (HasFatalFailure()) return;
    }
  }
}

// Where rounds go along a chain, sorted edges take the memory of the lists.
TEST_F(DeviceClaimLists, ChainsInAllForms) {
  EdgeList graph = test::random_graph(20'000, 60'000, 3);
  const std::vector<std::uint32_t> each = test::random_capacities(graph.num_vertices, 0, 5, 3);
  test::for_each_type([&](auto type) {
    test::weigh_along<decltype(type)>(graph, test::Along::rising);
    for (const std::uint32_t common : {2U, 3U}) expect_greedy(graph, {.common = common}, {}, 1);
    expect_greedy(graph, {.each = each}, {}, 1);
  });
}

// On graphs of few arcs per vertex. Units of capacity that cannot be used count nothing.
TEST_F(DeviceClaimLists, KeepMemoryNearTheGraphs) {
  const std::pair<const char*, std::map<std::string, double>> families[] = {
      {"road", {{"x", 700}, {"y", 700}}},
      {"grid", {{"x", 700}, {"y", 700}}},
      {"delaunay", {{"n", 300'000}}},
  };
  for (const auto& [name, parameters] : families) {
    EdgeList graph = generate::graph(host_, name, parameters, 4);
    for (const bool is_weighted : {false, true}) {
      graph.weights = {};
      if (is_weighted) {
        generate::assign_weights(host_, graph.weights, graph.view().num_edges(),
                                 "random:1..1000000");
      }
      const CompressedGraph rows = compress(host_, graph.view());
      const DeviceGraph on_device = upload(device(), rows.view());
      for (const std::uint32_t common : {2U, 3U, 4U, 5U, 20U}) {
        SCOPED_TRACE(std::string(name) + (is_weighted ? "" : " without weights") + ", capacity " +
                     std::to_string(common));
        std::uint64_t units = 0;
        for (std::size_t v = 0; v < rows.num_vertices; ++v) {
          units += std::min<std::uint64_t>(common, rows.offsets[v + 1] - rows.offsets[v]);
        }
        const std::uint64_t graph_bytes =
            8 * (rows.num_vertices + std::uint64_t{1}) +
            (is_weighted ? 8U : 4U) * std::uint64_t{rows.neighbours.size()};
        DeviceWorkspace workspace;
        const DevicePartners found =
            local_max(device(), on_device.view(), {.common = common}, {}, workspace);
        EXPECT_LE(found.stats.device_peak_bytes,
                  graph_bytes / 10 * 17 + 8 * units + (std::uint64_t{1} << 20));
      }
    }
  }
}

TEST_F(DeviceClaimLists, SmallOnesForSanitizers) {
  EdgeList graph = test::random_graph(1100, 1500, 5);
  test::weigh<std::int32_t>(graph, 7, 3);
  expect_greedy(graph, {.each = test::random_capacities(1100, 0, 4, 2)});
  expect_greedy(graph, {.common = 2});
  graph = test::random_graph(90, 1500, 5);
  expect_greedy(graph, {.common = 3});
  expect_greedy(graph, {.each = test::random_capacities(90, 0, 20, 2)});
}

}  // namespace
}  // namespace hypermatch
