// SPDX-License-Identifier: MIT
// Everything that the table lists with `cuda`, through the registry, as the command line calls it:
// it is what its row names, and its answers are the host's, to the byte where they are unique.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/registry_stable.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/cross_backend/graph_instances.hpp"
#include "tests/cuda/bipartite_testing.hpp"
#include "tests/cuda/device_testing.hpp"
#include "tests/registry/honesty.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::MatchingRequest;
using registry::Problem;

std::string title(const AlgorithmInfo& algorithm) {
  return std::string(algorithm.name) + " " + std::string(algorithm.variant);
}

bool has_negative_weight(const EdgeListView& graph) {
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if (weight_at(graph.weights, e) < 0) return true;
  }
  return false;
}

class DeviceRegistry : public test::OnDevice {
 protected:
  // The rows of a problem that devices run.
  static std::vector<AlgorithmInfo> rows(Problem problem) {
    std::vector<AlgorithmInfo> found;
    for (const AlgorithmInfo& algorithm : registry::algorithms(problem)) {
      if (algorithm.runs_on_cuda()) found.push_back(algorithm);
    }
    return found;
  }
  static MatchingRequest request_for(const AlgorithmInfo& algorithm) {
    MatchingRequest request;
    request.problem = algorithm.problem;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    return request;
  }
  // What the host runs for the same answer: the row itself, or greedy where it has none there.
  static MatchingRequest truth_for(const AlgorithmInfo& algorithm, MatchingRequest request) {
    if (algorithm.runs_on_host()) return request;
    EXPECT_TRUE(algorithm.greedy) << title(algorithm) << " has nothing to be compared with";
    request.algorithm = "greedy";
    request.variant = "";
    return request;
  }
  const Context host_{{.threads = 2}};
};

TEST_F(DeviceRegistry, HasRowsOfEveryProblem) {
  EXPECT_GE(rows(Problem::hypergraph_matching).size(), 4U);
  EXPECT_GE(rows(Problem::graph_matching).size(), 12U);
  EXPECT_GE(rows(Problem::bipartite_matching).size(), 9U);
  EXPECT_GE(rows(Problem::clustering).size(), 2U);
  EXPECT_GE(rows(Problem::stable_matching).size(), 2U);
}

TEST_F(DeviceRegistry, HypergraphsHaveTheBytesOfTheHost) {
  for (const test::NamedInstance& instance : test::instances(false, 3)) {
    for (const AlgorithmInfo& algorithm : rows(Problem::hypergraph_matching)) {
      for (const Rating rating :
           {Rating::automatic, Rating::weight, Rating::weight_per_sqrt_pins}) {
        MatchingRequest request = request_for(algorithm);
        request.order = {.rating = rating, .seed = 7};
        SCOPED_TRACE(instance.name + ", " + title(algorithm));
        const auto found = registry::match({device(), host_}, instance.hypergraph.view(), request);
        const auto truth = registry::match(host_, instance.hypergraph.view(), request);
        EXPECT_EQ(test::lie_of_device(algorithm, found.stats), "");
        ASSERT_EQ(found.edges, truth.edges);
        EXPECT_EQ(found.stats.guarantee, truth.stats.guarantee);
        EXPECT_EQ(found.stats.rating, truth.stats.rating);
        EXPECT_EQ(found.stats.objective, truth.stats.objective);
      }
    }
  }
}

TEST_F(DeviceRegistry, HypergraphsTakeEveryOption) {
  const Hypergraph h =
      generate::hypergraph(host_, "sizes", {{"n", 3000}, {"m", 9000}, {"max", 6}}, 1);
  for (const AlgorithmInfo& algorithm : rows(Problem::hypergraph_matching)) {
    std::vector<MatchingRequest> requests(4, request_for(algorithm));
    requests[0].order.objective = Objective::cardinality;
    requests[1].order.nonpositive = NonPositive::keep;
    if (algorithm.redraws_ties) {
      requests[2].parameters.set("ties", "redraw");
      requests[3].parameters.set("ties", "redraw");
      requests[3].parameters.set("noise", 2.5);
      requests[3].parameters.set("noise_generator", "xorwow");
    }
    for (const MatchingRequest& request : requests) {
      ASSERT_EQ(registry::match({device(), host_}, h.view(), request).edges,
                registry::match(host_, h.view(), request).edges)
          << title(algorithm);
    }
  }
}

TEST_F(DeviceRegistry, HypergraphsTakeCapacities) {
  const Hypergraph h =
      generate::hypergraph(host_, "sizes", {{"n", 3000}, {"m", 9000}, {"max", 6}}, 1);
  int taking = 0;
  for (const AlgorithmInfo& algorithm : rows(Problem::hypergraph_matching)) {
    MatchingRequest request = request_for(algorithm);
    request.capacities.common = 3;
    if (!algorithm.capacity_backends.has(registry::BackendKind::cuda)) {
      EXPECT_THROW((void)registry::match({device(), host_}, h.view(), request), Error);
      continue;
    }
    ++taking;
    const auto found = registry::match({device(), host_}, h.view(), request);
    EXPECT_EQ(test::lie_of_device(algorithm, found.stats), "");
    ASSERT_EQ(found.edges, registry::match(host_, h.view(), request).edges) << title(algorithm);
  }
  EXPECT_EQ(taking, 4);
}

TEST_F(DeviceRegistry, GraphsHaveTheBytesOfTheHost) {
  for (const test::NamedGraph& instance : test::graphs(false, 2)) {
    for (const AlgorithmInfo& algorithm : rows(Problem::graph_matching)) {
      SCOPED_TRACE(instance.name + ", " + title(algorithm));
      MatchingRequest request = request_for(algorithm);
      request.order.seed = 5;
      const auto found = registry::match({device(), host_}, instance.graph, request);
      const auto truth = registry::match(host_, instance.graph, truth_for(algorithm, request));
      EXPECT_EQ(test::lie_of_device(algorithm, found.stats), "");
      ASSERT_EQ(found.mates, truth.mates);
      EXPECT_EQ(found.stats.guarantee, truth.stats.guarantee);
      EXPECT_EQ(found.stats.objective, truth.stats.objective);
    }
  }
}

TEST_F(DeviceRegistry, GraphsTakeEveryOption) {
  EdgeList graph = generate::graph(host_, "rmat", {{"scale", 11}, {"edge_factor", 6}}, 1);
  test::set_weights(graph, test::GraphWeights::signed_float);
  for (const AlgorithmInfo& algorithm : rows(Problem::graph_matching)) {
    std::vector<MatchingRequest> requests(7, request_for(algorithm));
    requests[0].order.objective = Objective::cardinality;
    requests[1].order.nonpositive = NonPositive::keep;
    requests[2].edge_rating = EdgeRating::expansion;
    requests[3].edge_rating = EdgeRating::expansion_star;
    requests[4].edge_rating = EdgeRating::expansion_star_2;
    requests[5].edge_rating = EdgeRating::inner_outer;
    for (const registry::Parameter& parameter : algorithm.parameters) {
      if (parameter.kind == registry::ParameterKind::real) {
        requests[6].parameters.set(parameter.name, 0.3);
      }
      // Noise is drawn again in each round, as ties then are.
      if (parameter.name == "noise") requests[6].parameters.set("ties", std::string("redraw"));
    }
    for (const MatchingRequest& request : requests) {
      ASSERT_EQ(registry::match({device(), host_}, graph, request).mates,
                registry::match(host_, graph, truth_for(algorithm, request)).mates)
          << title(algorithm);
    }
  }
}

TEST_F(DeviceRegistry, CommunitiesHaveTheBytesOfTheHost) {
  for (test::NamedGraph& instance : test::graphs(false, 2)) {
    const bool is_signed = has_negative_weight(instance.graph.view());
    if (is_signed) test::set_weights(instance.graph, test::GraphWeights::few);
    const CompressedGraph graph = compress(host_, instance.graph.view());
    for (const AlgorithmInfo& algorithm : rows(Problem::clustering)) {
      SCOPED_TRACE(instance.name + ", " + title(algorithm));
      registry::ClusteringRequest request;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      const auto parameters = registry::parameters();
      const bool has_seed = std::any_of(
          parameters.begin(), parameters.end(),
          [&](const auto& each) { return each.name == "seed" && algorithm.takes(each); });
      if (has_seed) request.parameters.set("seed", std::uint64_t{5});
      request.keep_hierarchy = true;
      const Clustering found = registry::cluster({device(), host_}, graph.view(), request);
      const Clustering truth = registry::cluster(host_, graph.view(), request);
      EXPECT_EQ(test::lie_of_device(algorithm, found.labels.stats), "");
      ASSERT_EQ(found.labels.labels, truth.labels.labels);
      EXPECT_EQ(found.quality, truth.quality);
      EXPECT_EQ(found.hierarchy.levels, truth.hierarchy.levels);
    }
  }
}

TEST_F(DeviceRegistry, StableMatchingsHaveThePairsOfTheHost) {
  const Preferences preferences = generate::preferences(
      host_, "easy_marriage", {{"n", 2000}, {"left_ties", 20}, {"right_ties", 20}}, 3);
  for (const char* const side : {"left", "right"}) {
    registry::StableRequest request;
    request.parameters.set("optimal", std::string(side));
    request.parameters.set("seed", std::uint64_t{5});
    const auto truth =
        std::get<StableMatching>(registry::match(host_, preferences.view(), request));
    for (const AlgorithmInfo& algorithm : rows(Problem::stable_matching)) {
      if (algorithm.one_sided) continue;
      SCOPED_TRACE(title(algorithm));
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      const auto found =
          std::get<StableMatching>(registry::match({device(), host_}, preferences.view(), request));
      EXPECT_EQ(test::lie_of_device(algorithm, found.stats), "");
      EXPECT_EQ(found.proposals, truth.proposals);
      ASSERT_EQ(found.pairs, truth.pairs);
    }
  }
}

TEST_F(DeviceRegistry, RowsAndColumnsHaveTheSizeOfTheHostAndItsProof) {
  const Bipartite graph = test::random_graph(20'000, 18'000, 60'000, 4);
  const auto truth = registry::match(host_, graph.view(), registry::BipartiteRequest{});
  for (const AlgorithmInfo& algorithm : rows(Problem::bipartite_matching)) {
    for (const BipartiteStart start :
         {BipartiteStart::none, BipartiteStart::cheap, BipartiteStart::karp_sipser,
          BipartiteStart::two_sided, BipartiteStart::automatic}) {
      SCOPED_TRACE(title(algorithm));
      registry::BipartiteRequest request{.algorithm = std::string(algorithm.name),
                                         .variant = std::string(algorithm.variant)};
      request.parameters.set("start", std::string(name_of(start)));
      request.parameters.set("seed", std::uint64_t{3});
      const auto found = registry::match({device(), host_}, graph.view(), request);
      EXPECT_EQ(test::lie_of_device(algorithm, found.stats), "");
      ASSERT_EQ(found.cardinality, truth.cardinality);
      std::vector<RowColumn> pairs;
      for (VertexId r = 0; r < graph.num_rows; ++r) {
        if (found.row_mates[r] != k_none) pairs.push_back({r, found.row_mates[r]});
      }
      const auto verdict = verify::check_bipartite(host_, graph.view(), pairs, {.maximum = true});
      EXPECT_TRUE(verdict.ok) << verdict.violation;
    }
    const auto again = registry::match({device(), host_}, graph.view(),
                                       {.algorithm = std::string(algorithm.name),
                                        .variant = std::string(algorithm.variant),
                                        .initial = truth.row_mates});
    EXPECT_EQ(again.stats.start_cardinality, truth.cardinality) << title(algorithm);
    EXPECT_EQ(again.stats.augmentations, 0U) << title(algorithm);
  }
}

// Threads of this process.
std::size_t num_tasks() {
  std::size_t tasks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    tasks += entry.exists() ? 1 : 0;
  }
  return tasks;
}

// Weights that rise along a path leave a device nothing to do in a round: the host takes over, with
// as many threads as the context names.
TEST_F(DeviceRegistry, TheHostKeepsToTheThreadsOfTheContext) {
  constexpr VertexId n = 3'000'000;
  EdgeList path;
  path.num_vertices = n;
  path.edges = Array<GraphEdge>(n - 1);
  Array<std::int32_t> weights(n - 1);
  for (VertexId v = 0; v + 1 < n; ++v) {
    path.edges[v] = {v, v + 1};
    weights[v] = static_cast<std::int32_t>(v + 1);
  }
  path.weights = std::move(weights);
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  for (const int threads : {1, 3}) {
    std::size_t most = 0;
    std::string reason;
    std::size_t before = 0;
    {
      const DeviceContext context({.threads = threads, .progress = [&](const Progress&) {
                                     most = std::max(most, num_tasks());
                                   }});
      // What the driver and the copies start is there after a first call.
      const EdgeList small = generate::graph(host_, "path", {{"n", 100'000}}, 1);
      (void)registry::match({context, host_}, small, request);
      before = num_tasks();
      most = before;
      reason = registry::match({context, host_}, path, request).stats.stop_reason;
    }
    EXPECT_NE(reason.find("host"), std::string::npos) << reason;
    // One of them is the caller.
    EXPECT_LE(most, before + static_cast<std::size_t>(threads) - 1);
  }
}

}  // namespace
}  // namespace hypermatch
