// SPDX-License-Identifier: MIT
// Holds the device memory that each row of the table states against what runs take: never less, and
// at most two and a half times of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_stable.hpp"
#include "registry/memory.hpp"
#include "tests/cuda/bipartite_testing.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::registry {
namespace {

constexpr const char* k_weights[] = {"random:1..100", "random:1..100000000000"};

class DeviceMemoryBounds : public test::OnDevice {
 protected:
  static void expect_bounded(const AlgorithmInfo& algorithm, const InstanceSize& size,
                             std::uint64_t peak) {
    SCOPED_TRACE(std::string(algorithm.name) + " " + std::string(algorithm.variant) + ", n " +
                 std::to_string(size.vertices) + ", m " + std::to_string(size.edges) + ", pins " +
                 std::to_string(size.pins) + (size.ranks_weights ? ", 64-bit weights" : ""));
    const MemoryBound& bound = algorithm.device_memory.on_device;
    EXPECT_GT(peak, 0U);
    EXPECT_LE(peak, bound.bytes(size));
    // How much of an instance lies between parts depends on it: the bound is for all of it.
    if (algorithm.name == "interior_first") return;
    EXPECT_LE(static_cast<double>(bound.bytes(size)),
              2.5 * static_cast<double>(peak) + static_cast<double>(bound.fixed));
  }

  Context host_;
};

TEST_F(DeviceMemoryBounds, HoldForHypergraphs) {
  for (const auto& [n, m, k] :
       {std::tuple{200'000, 1'000'000, 3}, std::tuple{2'000'000, 300'000, 3},
        std::tuple{200'000, 200'000, 25}}) {
    Hypergraph h = generate::hypergraph(host_, "uniform", {{"n", n}, {"m", m}, {"k", k}}, 1);
    for (const char* weights : k_weights) {
      generate::assign_weights(host_, h.weights, h.view().num_edges(), weights);
      for (const AlgorithmInfo& each : algorithms(Problem::hypergraph_matching)) {
        if (!each.runs_on_cuda()) continue;
        MatchingRequest request;
        request.algorithm = each.name;
        request.variant = each.variant;
        const auto peak = [&] {
          return match({device(), host_}, h.view(), request).stats.device_peak_bytes;
        };
        std::uint64_t most = peak();
        if (each.capacity_backends.has(BackendKind::cuda)) {
          request.capacities.common = 300;
          most = std::max(most, peak());
        }
        expect_bounded(each, size_of(h.view(), Objective::weight), most);
      }
    }
  }
}

TEST_F(DeviceMemoryBounds, HoldForCommunities) {
  for (const int degree : {2, 16}) {
    EdgeList graph = generate::graph(host_, "random_graph", {{"n", 500'000}, {"alpha", degree}}, 1);
    for (const char* weights : k_weights) {
      generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
      const CompressedGraph rows = compress(host_, graph.view());
      for (const AlgorithmInfo& each : algorithms(Problem::clustering)) {
        if (!each.runs_on_cuda()) continue;
        ClusteringRequest request;
        request.algorithm = each.name;
        request.variant = each.variant;
        const Clustering found = cluster({device(), host_}, rows.view(), request);
        expect_bounded(each, size_of(rows.view(), Objective::weight),
                       found.labels.stats.device_peak_bytes);
      }
    }
  }
}

TEST_F(DeviceMemoryBounds, HoldForGraphs) {
  for (const int degree : {2, 16}) {
    EdgeList graph = generate::graph(host_, "random_graph", {{"n", 500'000}, {"alpha", degree}}, 1);
    for (const char* weights : k_weights) {
      generate::assign_weights(host_, graph.weights, graph.view().num_edges(), weights);
      const CompressedGraph rows = compress(host_, graph.view());
      for (const AlgorithmInfo& each : algorithms(Problem::graph_matching)) {
        if (!each.runs_on_cuda()) continue;
        MatchingRequest request;
        request.problem = Problem::graph_matching;
        request.algorithm = each.name;
        request.variant = each.variant;
        expect_bounded(each, size_of(graph.view(), Objective::weight),
                       match({device(), host_}, rows.view(), request).stats.device_peak_bytes);
      }
      // What the registry asks for before rows are made of a list.
      const std::uint64_t most = 96 * graph.view().num_edges() + 16 * graph.view().num_vertices;
      const std::uint64_t peak = local_max(device(), graph.view()).stats.device_peak_bytes;
      EXPECT_LE(peak, most);
      EXPECT_LE(most, 2 * peak);
    }
  }
}

// Small enough for the first look, so that memory runs out on the way, and beyond it.
TEST_F(DeviceMemoryBounds, RowsAreMadeByTheHostWhereTheyDoNotFitBesideTheList) {
  for (const int n : {50'000, 500'000}) {
    const EdgeList graph = generate::graph(host_, "random_graph", {{"n", n}, {"alpha", 4}}, 1);
    MatchingRequest request;
    request.problem = Problem::graph_matching;
    const GraphMatching expected = match({device(), host_}, graph.view(), request);
    const std::uint64_t rows =
        local_max(device(), compress(host_, graph.view()).view()).stats.device_peak_bytes;
    ASSERT_GT(expected.stats.device_peak_bytes, rows + rows / 4);
    const std::uint64_t limit = (expected.stats.device_peak_bytes + rows) / 2;
    const DeviceContext capped({.memory_limit = limit});
    const GraphMatching found = match({capped, host_}, graph.view(), request);
    EXPECT_EQ(found.mates, expected.mates);
    EXPECT_LE(found.stats.device_peak_bytes, limit);
  }
}

TEST_F(DeviceMemoryBounds, HoldForRowsAndColumns) {
  const Bipartite graph = test::random_graph(1'000'000, 900'000, 4'000'000, 4);
  for (const AlgorithmInfo& each : algorithms(Problem::bipartite_matching)) {
    if (!each.runs_on_cuda()) continue;
    const BipartiteRequest request{.algorithm = std::string(each.name),
                                   .variant = std::string(each.variant)};
    expect_bounded(each, size_of(graph.view()),
                   match({device(), host_}, graph.view(), request).stats.device_peak_bytes);
  }
}

std::uint64_t peak_of(const StableResult& result) {
  if (const auto* none = std::get_if<NoSolution>(&result)) return none->stats.device_peak_bytes;
  return std::get<StableMatching>(result).stats.device_peak_bytes;
}

TEST_F(DeviceMemoryBounds, HoldForStableMatchings) {
  std::vector<Preferences> instances;
  instances.push_back(generate::preferences(host_, "roommates", {{"n", 20'000}}, 1));
  for (const double ties : {0.0, 30.0}) {
    instances.push_back(generate::preferences(
        host_, "easy_marriage", {{"n", 100'000}, {"left_ties", ties}, {"right_ties", ties}}, 1));
  }
  for (const Preferences& lists : instances) {
    const InstanceSize size{.vertices = lists.num_agents(), .edges = lists.partners.size()};
    for (const AlgorithmInfo& each : algorithms(Problem::stable_matching)) {
      if (!each.runs_on_cuda() || each.one_sided != (lists.sides == Sides::one)) continue;
      const StableResult found =
          match({device(), host_}, lists.view(),
                {.algorithm = std::string(each.name), .variant = std::string(each.variant)});
      expect_bounded(each, size, peak_of(found));
    }
  }
}

}  // namespace
}  // namespace hypermatch::registry
