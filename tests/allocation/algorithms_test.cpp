// SPDX-License-Identifier: MIT
// Every allocation of every algorithm that runs on hosts fails once, whichever of its threads makes
// it: the call ends, with an exception that says what is missing, and afterwards the answer is what
// it was before.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_matching.hpp"
#include "tests/allocation/failing_allocations.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;

std::vector<AlgorithmInfo> on_host(registry::Problem problem) {
  std::vector<AlgorithmInfo> found;
  for (const AlgorithmInfo& algorithm : registry::algorithms(problem)) {
    if (algorithm.runs_on_host()) found.push_back(algorithm);
  }
  return found;
}

std::string title(const AlgorithmInfo& algorithm) {
  return std::string(algorithm.name) + " " + std::string(algorithm.variant);
}

// `solve(context)` of each width, with every allocation failing once.
template <class Solve>
void test_everywhere(const std::string& algorithm, const Solve& solve) {
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const std::string title = algorithm + ", " + std::to_string(threads) + " threads";
    const auto expected = solve(context);
    test::fail_each_allocation(
        title,
        [&] {
          const auto found = solve(context);
          test::let_allocations_pass();
          ASSERT_EQ(found, expected);
        },
        true);
    if (::testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(solve(context), expected) << title;
  }
}

TEST(FailingAllocations, GraphMatching) {
  const EdgeList graph =
      generate::graph(Context({.threads = 1}), "random_graph", {{"n", 1500.0}, {"alpha", 8.0}}, 3);
  for (const AlgorithmInfo& algorithm : on_host(registry::Problem::graph_matching)) {
    registry::MatchingRequest request;
    request.problem = registry::Problem::graph_matching;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    request.determinism = algorithm.determinism;
    test_everywhere(title(algorithm), [&](const Context& context) {
      return registry::match(context, graph, request).mates;
    });
    if (HasFatalFailure()) return;
  }
}

// So many edges that threads wait for one another's buckets when memory is full.
TEST(FailingAllocations, BucketsOfAList) {
  const EdgeList graph =
      generate::graph(Context({.threads = 1}), "random_graph", {{"n", 3e4}, {"alpha", 4.0}}, 3);
  test_everywhere("filtered, of a list",
                  [&](const Context& context) { return local_max(context, graph.view()).mates; });
}

TEST(FailingAllocations, HypergraphMatching) {
  const Hypergraph hypergraph = generate::hypergraph(Context({.threads = 1}), "uniform",
                                                     {{"n", 1500.0}, {"m", 6000.0}, {"k", 4.0}}, 3);
  for (const AlgorithmInfo& algorithm : on_host(registry::Problem::hypergraph_matching)) {
    registry::MatchingRequest request;
    request.algorithm = algorithm.name;
    request.variant = algorithm.variant;
    request.determinism = algorithm.determinism;
    test_everywhere(title(algorithm), [&](const Context& context) {
      return registry::match(context, hypergraph.view(), request).edges;
    });
    if (HasFatalFailure()) return;
  }
}

TEST(FailingAllocations, BipartiteMatching) {
  const Bipartite graph = generate::bipartite(Context({.threads = 1}), "random_bipartite",
                                              {{"rows", 2000.0}, {"degree", 3.0}}, 3);
  for (const AlgorithmInfo& algorithm : on_host(registry::Problem::bipartite_matching)) {
    const registry::BipartiteRequest request{.algorithm = std::string(algorithm.name),
                                             .variant = std::string(algorithm.variant),
                                             .determinism = algorithm.determinism};
    // Some may find other mates, but never fewer.
    test_everywhere(title(algorithm), [&](const Context& context) {
      return registry::match(context, graph.view(), request).cardinality;
    });
    if (HasFatalFailure()) return;
  }
}

TEST(FailingAllocations, Clustering) {
  const EdgeList list =
      generate::graph(Context({.threads = 1}), "random_graph", {{"n", 400.0}, {"alpha", 4.0}}, 3);
  const Context context({.threads = 1});
  GraphForms forms(context, list.view());
  const GraphView& graph = forms.rows();
  for (const AlgorithmInfo& algorithm : on_host(registry::Problem::clustering)) {
    registry::ClusteringRequest request{.algorithm = std::string(algorithm.name),
                                        .variant = std::string(algorithm.variant)};
    // Runs and iterations allocate alike.
    for (const registry::Parameter& parameter : registry::parameters()) {
      if (parameter.name != "runs" && parameter.name != "iterations") continue;
      if (algorithm.takes(parameter)) request.parameters.set(parameter.name, std::uint64_t{2});
    }
    test_everywhere(title(algorithm), [&](const Context& each) {
      return registry::cluster(each, graph, request).labels.labels;
    });
    if (HasFatalFailure()) return;
  }
  const EdgeList small =
      generate::graph(Context({.threads = 1}), "random_graph", {{"n", 40.0}, {"alpha", 4.0}}, 3);
  GraphForms small_forms(context, small.view());
  std::vector<VertexId> fixed(40, k_none);
  fixed[3] = fixed[9] = 1;
  for (const VertexId count : {3U, 30U}) {
    const registry::ClusteringRequest request{
        .algorithm = "louvain",
        .constraints = {.fixed = fixed, .communities = count, .max_size = 20}};
    test_everywhere("louvain within constraints", [&](const Context& each) {
      return registry::cluster(each, small_forms.rows(), request).labels.labels;
    });
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hypermatch
