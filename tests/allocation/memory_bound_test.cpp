// SPDX-License-Identifier: MIT
// Holds the memory that each row of the table states against the peak of real runs: never less, and
// at most two and a half times of it.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <tuple>

#include "hypermatch/generate.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_stable.hpp"

namespace hypermatch::registry {
namespace {

// Bytes behind a key of the kernel's status of this process.
std::uint64_t status(const char* key) {
  std::ifstream file("/proc/self/status");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with(key)) return std::stoull(line.substr(line.find(':') + 1)) * 1024;
  }
  return 0;
}

// Resident memory that `run` adds at most.
template <class Run>
std::uint64_t peak_of(const Run& run) {
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak
  const std::uint64_t before = status("VmRSS");
  run();
  const std::uint64_t peak = status("VmHWM");
  return peak > before ? peak - before : 0;
}

class MemoryBounds : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    // Freed blocks go back to the system at once.
    ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    if (!std::ofstream("/proc/self/clear_refs").is_open()) GTEST_SKIP() << "no peak to reset";
  }

  enum class Held { on_both_sides, from_above };

  template <class Run>
  static void expect_bounded(const AlgorithmInfo& algorithm, const InstanceSize& size,
                             const Run& run, Held held = Held::on_both_sides) {
    SCOPED_TRACE(std::string(algorithm.name) + " " + std::string(algorithm.variant) + ", n " +
                 std::to_string(size.vertices) + ", m " + std::to_string(size.edges) + ", pins " +
                 std::to_string(size.pins) + (size.ranks_weights ? ", 64-bit weights" : ""));
    const std::uint64_t peak = peak_of(run);
    const std::uint64_t bound = algorithm.memory.bytes(size);
    // What does not grow with the instance, and what the kernel's counters lag behind: tens of
    // pages per processor, which the factor below multiplies.
    constexpr double k_slack = 16 << 20;
    EXPECT_LE(peak, bound);
    if (held == Held::from_above) return;
    // Runs are refused at a third of the bound.
    EXPECT_LE(static_cast<double>(bound), 2.75 * static_cast<double>(peak) + k_slack);
  }

  Context context_{{.threads = GetParam()}};
};

constexpr const char* k_weights[] = {"random:1..100", "random:1..100000000000"};

TEST_P(MemoryBounds, HoldForHypergraphs) {
  for (const auto& [n, m, k] : {std::tuple{100'000, 500'000, 3}, std::tuple{1'000'000, 150'000, 3},
                                std::tuple{100'000, 100'000, 25}}) {
    Hypergraph h = generate::hypergraph(context_, "uniform", {{"n", n}, {"m", m}, {"k", k}}, 1);
    for (const char* weights : k_weights) {
      generate::assign_weights(context_, h.weights, h.view().num_edges(), weights);
      const HypergraphView view = h.view();
      const InstanceSize size{.vertices = view.num_vertices,
                              .edges = view.num_edges(),
                              .pins = view.num_pins(),
                              .ranks_weights = weights == k_weights[1]};
      for (const AlgorithmInfo& each : algorithms(Problem::hypergraph_matching)) {
        if (!each.runs_on_host()) continue;
        MatchingRequest request;
        request.algorithm = each.name;
        request.variant = each.variant;
        expect_bounded(each, size, [&] { static_cast<void>(match(context_, view, request)); });
      }
      for (const AlgorithmInfo& each : passes(Problem::hypergraph_matching)) {
        expect_bounded(each, size, [&] {
          static_cast<void>(apply_pass(context_, each.name, view, HypergraphMatching{}, {}));
        });
      }
    }
  }
}

TEST_P(MemoryBounds, HoldForGraphs) {
  for (const auto& [n, alpha] : {std::tuple{50'000, 10}, std::tuple{500'000, 1}}) {
    EdgeList graph = to_edge_list(
        context_, generate::graph(context_, "random_graph", {{"n", n}, {"alpha", alpha}}, 1));
    for (const char* weights : k_weights) {
      generate::assign_weights(context_, graph.weights, graph.view().num_edges(), weights);
      const InstanceSize size{.vertices = graph.num_vertices,
                              .edges = graph.view().num_edges(),
                              .ranks_weights = weights == k_weights[1]};
      for (const AlgorithmInfo& each : algorithms(Problem::graph_matching)) {
        if (!each.runs_on_host()) continue;
        MatchingRequest request;
        request.problem = Problem::graph_matching;
        request.algorithm = each.name;
        request.variant = each.variant;
        expect_bounded(each, size,
                       [&] { static_cast<void>(match(context_, graph.view(), request)); });
      }
    }
  }
}

// Above all degrees.
constexpr Capacities k_large = {.common = 1'000'000};
// What algorithms on graphs take under capacities beside their bounds, as docs/b-matching.md says.
constexpr MemoryBound k_more_on_graphs = {.per_vertex = 24, .per_edge = 48, .fixed = 0};

TEST_P(MemoryBounds, HoldForGraphsUnderCapacities) {
  for (const auto& [n, alpha] : {std::tuple{20'000, 10}, std::tuple{100'000, 1}}) {
    EdgeList graph = to_edge_list(
        context_, generate::graph(context_, "random_graph", {{"n", n}, {"alpha", alpha}}, 1));
    for (const char* weights : k_weights) {
      generate::assign_weights(context_, graph.weights, graph.view().num_edges(), weights);
      const InstanceSize size{.vertices = graph.num_vertices,
                              .edges = graph.view().num_edges(),
                              .ranks_weights = weights == k_weights[1]};
      for (const AlgorithmInfo& each : algorithms(Problem::graph_matching)) {
        if (!each.runs_on_host() || !each.takes_capacities()) continue;
        MatchingRequest request;
        request.problem = Problem::graph_matching;
        request.algorithm = each.name;
        request.variant = each.variant;
        request.capacities = k_large;
        const std::uint64_t peak = peak_of([&] {
          GraphForms forms(context_, graph.view());
          static_cast<void>(b_match(context_, forms, request));
        });
        EXPECT_LE(peak, each.memory.bytes(size) + k_more_on_graphs.bytes(size))
            << each.name << ' ' << each.variant << ", n " << n << ", " << weights;
        request.capacities = {.common = 2};
        const std::uint64_t peak_of_cover = peak_of([&] {
          GraphForms forms(context_, graph.view());
          static_cast<void>(b_edge_cover(context_, forms, request));
        });
        EXPECT_LE(peak_of_cover, each.memory.bytes(size) + k_more_on_graphs.bytes(size))
            << "cover by " << each.name << ' ' << each.variant << ", n " << n << ", " << weights;
      }
    }
  }
}

TEST_P(MemoryBounds, HoldForHypergraphsUnderCapacities) {
  Hypergraph h =
      generate::hypergraph(context_, "uniform", {{"n", 50'000}, {"m", 300'000}, {"k", 3}}, 1);
  for (const char* weights : k_weights) {
    generate::assign_weights(context_, h.weights, h.view().num_edges(), weights);
    const HypergraphView view = h.view();
    const InstanceSize size{.vertices = view.num_vertices,
                            .edges = view.num_edges(),
                            .pins = view.num_pins(),
                            .ranks_weights = weights == k_weights[1]};
    for (const AlgorithmInfo& each : algorithms(Problem::hypergraph_matching)) {
      if (!each.runs_on_host() || !each.takes_capacities()) continue;
      MatchingRequest request;
      request.algorithm = each.name;
      request.variant = each.variant;
      request.capacities = k_large;
      expect_bounded(
          each, size, [&] { static_cast<void>(match(context_, view, request)); }, Held::from_above);
    }
  }
}

TEST_P(MemoryBounds, HoldForRowsAndColumns) {
  for (const auto& [rows, columns, degree] :
       {std::tuple{150'000, 150'000, 5}, std::tuple{500'000, 500'000, 1},
        std::tuple{500'000, 50'000, 1}}) {
    const Bipartite bipartite =
        generate::bipartite(context_, "random_bipartite",
                            {{"rows", rows}, {"columns", columns}, {"degree", degree}}, 1);
    const BipartiteView view = bipartite.view();
    const InstanceSize size{.vertices = std::uint64_t{view.num_rows} + view.num_columns,
                            .edges = view.num_entries()};
    for (const AlgorithmInfo& each : algorithms(Problem::bipartite_matching)) {
      if (!each.runs_on_host()) continue;
      BipartiteRequest request;
      request.algorithm = each.name;
      expect_bounded(each, size, [&] { static_cast<void>(match(context_, view, request)); });
    }
  }
}

TEST_P(MemoryBounds, HoldForAssignments) {
  // Square and not; as a whole and by parts. The third is dense.
  for (const auto& [rows, columns, degree] :
       {std::tuple{10'000, 10'000, 8}, std::tuple{20'000, 8'000, 4}, std::tuple{600, 500, 0}}) {
    const Bipartite bipartite =
        degree == 0
            ? generate::bipartite(context_, "complete_bipartite",
                                  {{"rows", rows}, {"columns", columns}}, 1)
            : generate::bipartite(context_, "random_bipartite",
                                  {{"rows", rows}, {"columns", columns}, {"degree", degree}}, 1);
    const BipartiteView view = bipartite.view();
    std::vector<double> costs(view.num_entries());
    for (std::size_t e = 0; e < costs.size(); ++e) {
      costs[e] = 0.1 * static_cast<double>(e * 7919 % 1009);
    }
    const InstanceSize size{.vertices = std::uint64_t{view.num_rows} + view.num_columns,
                            .edges = view.num_entries()};
    for (const Sense sense : {Sense::maximize, Sense::minimize}) {
      BAssignmentRequest request;
      request.weights = std::span<const double>(costs);
      request.options.sense = sense;
      expect_bounded(
          find(request), size, [&] { static_cast<void>(match(context_, view, request)); },
          Held::from_above);
    }
  }
}

TEST_P(MemoryBounds, HoldForClustering) {
  for (const char* family : {"random_graph", "grid27", "rmat", "star"}) {
    const std::map<std::string, double> parameters =
        family == std::string("random_graph") ? std::map<std::string, double>{{"n", 5e4}}
        : family == std::string("grid27")
            ? std::map<std::string, double>{{"x", 32}, {"y", 32}, {"z", 32}}
        : family == std::string("rmat") ? std::map<std::string, double>{{"scale", 16}}
                                        : std::map<std::string, double>{{"leaves", 5e5}};
    EdgeList list = generate::graph(context_, family, parameters, 1);
    for (const char* weights : k_weights) {
      generate::assign_weights(context_, list.weights, list.view().num_edges(), weights);
      const EdgeListView view = list.view();
      GraphForms forms(context_, view);
      const GraphView& graph = forms.rows();
      const InstanceSize size{.vertices = graph.num_vertices, .edges = graph.num_edges()};
      for (const AlgorithmInfo& each : algorithms(Problem::clustering)) {
        ClusteringRequest request;
        request.algorithm = each.name;
        request.variant = each.variant;
        SCOPED_TRACE(family);
        // What levels take depends on how much the first one shrinks.
        const bool shrinks = family != std::string("random_graph");
        expect_bounded(
            each, size, [&] { static_cast<void>(cluster(context_, graph, request)); },
            shrinks ? Held::from_above : Held::on_both_sides);
      }
    }
  }
}

// Lists that agents share: 16 bytes per entry of these and 40 per agent.
TEST_P(MemoryBounds, HoldForSharedLists) {
  constexpr VertexId k_residents = 2'000'000, k_hospitals = 20;
  SharedPreferences lists;
  lists.num_left = k_residents;
  lists.lists = Array<VertexId>(k_residents + k_hospitals, 0);
  lists.capacities = Array<std::uint32_t>(k_residents + k_hospitals, 1);
  for (VertexId r = 0; r < k_hospitals; ++r) {
    lists.lists[k_residents + r] = 1;
    lists.capacities[k_residents + r] = 50'000;
    lists.partners.push_back(k_residents + r);
  }
  for (VertexId l = k_residents; l > 0; --l) lists.partners.push_back(l - 1);
  lists.offsets.push_back(0);
  lists.offsets.push_back(k_hospitals);
  lists.offsets.push_back(lists.partners.size());
  const std::uint64_t bound = 16 * lists.partners.size() + 40 * lists.lists.size() + (4U << 20);
  for (const AlgorithmInfo& each : algorithms(Problem::stable_matching)) {
    if (!keeps_shared_lists(each, Place::host)) continue;
    for (const char* order : {"automatic", "given"}) {
      for (const char* side : {"left", "right"}) {
        StableRequest request;
        request.algorithm = each.name;
        request.variant = each.variant;
        request.parameters.set("optimal", std::string(side));
        if (each.name == "mcvitie_wilson") {
          request.parameters.set("proposal_order", std::string(order));
        }
        EXPECT_LE(peak_of([&] { (void)match(context_, lists.view(), request); }), bound)
            << each.name << ' ' << each.variant << ' ' << order << ' ' << side;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, MemoryBounds, testing::Values(1, 3));

}  // namespace
}  // namespace hypermatch::registry
