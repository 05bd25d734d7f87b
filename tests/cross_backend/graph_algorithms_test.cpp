// SPDX-License-Identifier: MIT
// Every algorithm on graphs that the registry has, on every host back end: those that promise the
// greedy matching against sequential greedy, all of them against the verifier and their level of
// determinism.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/cross_backend/graph_instances.hpp"
#include "tests/cross_backend/one_thread.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using registry::AlgorithmInfo;
using registry::MatchingRequest;
using test::serial;
using test::title;
using Mates = std::vector<VertexId>;

registry::AlgorithmList all() {
  return registry::algorithms(registry::Problem::graph_matching);
}

MatchingRequest graph_request_for(const AlgorithmInfo& algorithm, const GraphOrder& order) {
  MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  request.algorithm = algorithm.name;
  request.variant = algorithm.variant;
  request.order = {
      .objective = order.objective, .nonpositive = order.nonpositive, .seed = order.seed};
  request.determinism = algorithm.determinism;
  return request;
}

std::vector<verify::VertexPair> pairs_of(const Mates& mates) {
  std::vector<verify::VertexPair> pairs;
  for (std::size_t v = 0; v < mates.size(); ++v) {
    if (mates[v] != k_none && v < mates[v]) pairs.push_back({v, mates[v]});
  }
  return pairs;
}

class CrossBackendGraphs : public test::Everywhere {};
INSTANTIATE_TEST_SUITE_P(All, CrossBackendGraphs, testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(CrossBackendGraphs, AnswersAreThoseOfOneThread) {
  for (const std::uint64_t seed : {0ULL, 1ULL}) {
    for (const test::NamedGraph& instance : test::graphs(false, seed)) {
      const GraphOrder order{.objective = seed == 0 ? Objective::automatic : Objective::cardinality,
                             .nonpositive = seed == 0 ? NonPositive::drop : NonPositive::keep,
                             .seed = seed};
      const Mates greedy_mates = greedy(serial(), instance.graph.view(), order).mates;
      for (const AlgorithmInfo& algorithm : all()) {
        if (!algorithm.runs_on_host()) continue;
        const MatchingRequest request = graph_request_for(algorithm, order);
        const GraphMatching matching = registry::match(context_, instance.graph, request);
        const Mates expected = algorithm.greedy
                                   ? greedy_mates
                                   : registry::match(serial(), instance.graph, request).mates;
        ASSERT_EQ(matching.mates, expected) << title(algorithm) << " on " << instance.name;
        ASSERT_FALSE(matching.stats.guarantee.empty()) << title(algorithm);
        ASSERT_EQ(matching.stats.objective == Objective::cardinality,
                  seed == 1 || !instance.graph.view().is_weighted())
            << title(algorithm);
      }
    }
  }
}

TEST_P(CrossBackendGraphs, RedrawnTiesGiveTheSameBytesInAllVariants) {
  for (const test::NamedGraph& instance : test::graphs(false, 5)) {
    for (const double noise : {0.0, 0.5}) {
      Mates expected;
      for (const AlgorithmInfo& algorithm : all()) {
        if (!algorithm.redraws_ties) continue;
        MatchingRequest request = graph_request_for(algorithm, {.seed = 11});
        request.parameters.set("ties", "redraw");
        request.parameters.set("noise", noise);
        if (expected.empty()) expected = registry::match(serial(), instance.graph, request).mates;
        ASSERT_EQ(registry::match(context_, instance.graph, request).mates, expected)
            << title(algorithm) << " on " << instance.name;
        const auto verdict =
            verify::check_graph_matching(serial(), instance.graph.view(), pairs_of(expected),
                                         {.order = {.seed = 11},
                                          .maximal = true,
                                          .greedy = noise == 0.0,
                                          .ties = Ties::redraw,
                                          .bound = false});
        ASSERT_TRUE(verdict.ok) << title(algorithm) << ": " << verdict.violation;
      }
    }
  }
}

TEST_P(CrossBackendGraphs, RepeatsGiveTheSameBytes) {
  // So many edges that loops over them have several chunks, and ties.
  EdgeList graph =
      generate::graph(Context({.threads = 1}), "random_graph", {{"n", 3000.0}, {"alpha", 4.0}}, 2);
  test::set_weights(graph, test::GraphWeights::few);
  for (const AlgorithmInfo& algorithm : all()) {
    if (!algorithm.runs_on_host()) continue;
    const MatchingRequest request = graph_request_for(algorithm, {.seed = 1});
    const Mates expected = registry::match(context_, graph, request).mates;
    for (int repeat = 0; repeat < 3; ++repeat) {
      ASSERT_EQ(registry::match(context_, graph, request).mates, expected) << title(algorithm);
    }
  }
}

TEST(AllGraphAlgorithms, EveryFamilyIsTested) {
  std::set<std::string> tested;
  for (const test::FamilyCase& family : test::graph_family_cases()) tested.insert(family.family);
  for (const generate::FamilyInfo& family : generate::families()) {
    if (family.kind != InstanceKind::graph) continue;
    EXPECT_TRUE(tested.contains(family.name)) << family.name;
  }
}

TEST(AllGraphAlgorithms, TheVerifierAcceptsEveryResult) {
  for (const test::NamedGraph& instance : test::graphs(true)) {
    const EdgeListView graph = instance.graph.view();
    const GraphOrder order{.seed = 4};
    std::set<Mates> checked;  // equal answers need one check
    for (const AlgorithmInfo& algorithm : all()) {
      if (!algorithm.runs_on_host()) continue;
      const GraphMatching matching =
          registry::match(serial(), instance.graph, graph_request_for(algorithm, order));
      if (!checked.insert(matching.mates).second) continue;
      const auto verdict = verify::check_graph_matching(serial(), graph, pairs_of(matching.mates),
                                                        {.order = order,
                                                         .maximal = algorithm.maximal,
                                                         .greedy = algorithm.greedy,
                                                         .bound = false});
      ASSERT_TRUE(verdict.ok) << title(algorithm) << " on " << instance.name << ": "
                              << verdict.violation;
      const MatchingValue value = value_of(graph, matching.mates);
      ASSERT_EQ(verdict.value.edges, value.edges);
      ASSERT_EQ(verdict.value.weight, value.weight);
      if (algorithm.maximal) continue;
      const Mates completed = complete(serial(), graph, matching.mates, order).mates;
      const auto rest = verify::check_graph_matching(
          serial(), graph, pairs_of(completed), {.order = order, .maximal = true, .bound = false});
      ASSERT_TRUE(rest.ok) << title(algorithm) << " completed: " << rest.violation;
    }
  }
}

TEST(AllGraphAlgorithms, RatingsDecideTheOrder) {
  EdgeList graph = generate::graph(serial(), "delaunay", {{"n", 500}}, 3);
  const VertexId n = graph.num_vertices;
  Graph weighted(std::move(graph));
  weighted.weights_per_vertex = 1;
  weighted.vertex_weights = Array<std::int64_t>(n);
  for (VertexId v = 0; v < n; ++v) weighted.vertex_weights[v] = 1 + v % 9;
  const Context context = serial();
  std::set<Mates> answers;
  for (const EdgeRating rating :
       {EdgeRating::weight, EdgeRating::expansion, EdgeRating::expansion_star,
        EdgeRating::expansion_star_2, EdgeRating::inner_outer}) {
    MatchingRequest request = graph_request_for(all()[0], {.seed = 1});
    request.edge_rating = rating;
    GraphForms forms(context, weighted);
    const registry::GraphRatings rated = registry::rate(serial(), forms, request);
    Mates expected;
    for (const AlgorithmInfo& algorithm : all()) {
      if (!algorithm.greedy || !algorithm.runs_on_host()) continue;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      const Mates mates = registry::match(serial(), forms, request).mates;
      if (expected.empty()) expected = mates;
      ASSERT_EQ(mates, expected) << title(algorithm);
    }
    const auto verdict = verify::check_graph_matching(
        serial(), forms.edges(), pairs_of(expected),
        {.order = {.seed = 1}, .greedy = true, .bound = false, .ratings = rated.values.view()});
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    answers.insert(expected);
  }
  EXPECT_EQ(answers.size(), 5U) << "each rating has a matching of its own here";
}

TEST(AllGraphAlgorithms, WeightsDecideWhoTakesPartWhateverTheRating) {
  // Squares of negative weights are positive, those of small ones 0, and an edge whose neighbours
  // are negative has a negative inner_outer.
  const std::vector<std::pair<std::vector<GraphEdge>, std::vector<double>>> cases = {
      {{{0, 1}}, {-1}},
      {{{0, 1}, {1, 2}}, {5, -3}},
      {{{0, 1}, {1, 2}, {2, 3}}, {1e-200, 1.5e-200, 1e-200}},
      {{{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {0, 2, -7, 2}}};
  for (const auto& [edges, weights] : cases) {
    EdgeList graph;
    graph.num_vertices = 4;
    graph.edges = Array<GraphEdge>(std::span(edges));
    graph.weights = Array<double>(std::span(weights));
    for (const AlgorithmInfo& algorithm : all()) {
      if (!algorithm.runs_on_host() || algorithm.is_exact()) continue;
      MatchingRequest request = graph_request_for(algorithm, {});
      for (const EdgeRating rating : {EdgeRating::expansion, EdgeRating::expansion_star,
                                      EdgeRating::expansion_star_2, EdgeRating::inner_outer}) {
        request.edge_rating = rating;
        const Context context = serial();
        GraphForms forms(context, graph);
        const registry::GraphRatings rated = registry::rate(serial(), forms, request);
        const GraphMatching matching = registry::match(serial(), graph, request);
        const auto verdict =
            verify::check_graph_matching(serial(), graph.view(), pairs_of(matching.mates),
                                         {.maximal = algorithm.maximal,
                                          .greedy = algorithm.greedy,
                                          .bound = false,
                                          .ratings = rated.values.view()});
        EXPECT_TRUE(verdict.ok) << title(algorithm) << ": " << verdict.violation;
        EXPECT_EQ(matching.stats.guarantee.find("largest weight"), std::string::npos);
      }
    }
  }
}

TEST(AllGraphAlgorithms, SeedsDecideTies) {
  EdgeList graph = generate::graph(serial(), "random_graph", {{"n", 500}, {"alpha", 6}}, 1);
  graph.weights = {};
  for (const AlgorithmInfo& algorithm : all()) {
    if (!algorithm.runs_on_host()) continue;
    std::set<Mates> answers;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      answers.insert(
          registry::match(serial(), graph, graph_request_for(algorithm, {.seed = seed})).mates);
    }
    EXPECT_EQ(answers.size(), 4U) << title(algorithm);
  }
}

TEST(AllGraphAlgorithms, EmptyGraphsHaveEmptyMatchings) {
  for (const VertexId n : {0U, 1U, 5U}) {
    EdgeList graph;
    graph.num_vertices = n;
    for (const AlgorithmInfo& algorithm : all()) {
      if (!algorithm.runs_on_host()) continue;
      const GraphMatching matching =
          registry::match(serial(), graph, graph_request_for(algorithm, {}));
      EXPECT_EQ(matching.mates, Mates(n, k_none)) << title(algorithm);
    }
  }
}

}  // namespace
}  // namespace hypermatch
