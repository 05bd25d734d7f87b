// SPDX-License-Identifier: MIT
// Every algorithm on graphs takes either form of a graph, and a caller's arrays, to the same
// effect.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/registry_instance.hpp"

namespace hypermatch::registry {
namespace {

const Context& threads(int count) {
  static const std::array<Context, 2> contexts = {
      Context({.threads = 1}), Context({.threads = 3, .backend = HostBackend::std_threads})};
  return contexts[count == 1 ? 0 : 1];
}

// Ascending by (u, v), so that its rows have the same numbers.
EdgeList list_of(const char* weights) {
  EdgeList list = generate::graph(threads(1), "random_graph", {{"n", 400}, {"alpha", 4}}, 3);
  generate::assign_weights(threads(1), list.weights, list.view().num_edges(), weights);
  return list;
}

MatchingRequest request_for(const AlgorithmInfo& algorithm) {
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  request.algorithm = algorithm.name;
  request.variant = algorithm.variant;
  return request;
}

std::vector<AlgorithmInfo> on_host() {
  std::vector<AlgorithmInfo> found;
  for (const AlgorithmInfo& algorithm : algorithms(Problem::graph_matching)) {
    if (algorithm.runs_on_host()) found.push_back(algorithm);
  }
  return found;
}

TEST(GraphForms, EveryAlgorithmAnswersTheSameFromEitherForm) {
  for (const char* weights : {"unit", "random:1..5", "random:-3..9"}) {
    const EdgeList list = list_of(weights);
    const CompressedGraph rows = compress(threads(1), list.view());
    for (const AlgorithmInfo& algorithm : on_host()) {
      SCOPED_TRACE(std::string(algorithm.name) + " " + std::string(algorithm.variant) + " " +
                   weights);
      MatchingRequest request = request_for(algorithm);
      for (const EdgeRating rating : {EdgeRating::weight, EdgeRating::expansion_star_2}) {
        if (algorithm.is_exact() && rating != EdgeRating::weight) continue;
        request.edge_rating = rating;
        for (const int count : {1, 3}) {
          const GraphMatching of_list = match(threads(count), list.view(), request);
          const GraphMatching of_rows = match(threads(count), rows.view(), request);
          ASSERT_EQ(of_rows.mates, of_list.mates);
          EXPECT_EQ(of_rows.stats.variant, of_list.stats.variant);
          EXPECT_EQ(of_rows.stats.guarantee, of_list.stats.guarantee);
          const MatchedPairs pairs = matched_pairs(threads(count), rows, of_rows.mates);
          const MatchedPairs expected = matched_pairs(threads(count), list, of_list.mates);
          EXPECT_EQ(pairs.pairs, expected.pairs);
          EXPECT_EQ(pairs.value.weight, expected.value.weight);
          EXPECT_EQ(pairs.value.integer_weight, expected.value.integer_weight);
        }
      }
    }
  }
}

// The default takes rows as they are; a baseline that needs a list makes it once.
TEST(GraphForms, OnlyWhatNeedsTheOtherFormMakesIt) {
  const EdgeList list = list_of("random:1..5");
  const CompressedGraph rows = compress(threads(1), list.view());
  const auto converts = [&](const AnyGraphView& graph, const char* name) {
    MatchingRequest request;
    request.problem = Problem::graph_matching;
    request.algorithm = name;
    GraphForms forms(threads(1), graph);
    const double counted = match(threads(1), forms, request).stats.prepare_seconds;
    EXPECT_EQ(counted, forms.prepare_seconds());
    // A second call finds what the first one made.
    EXPECT_EQ(match(threads(1), forms, request).stats.prepare_seconds, 0.0);
    return counted > 0;
  };
  EXPECT_FALSE(converts(rows, "local_max"));
  EXPECT_FALSE(converts(list, "local_max"));
  EXPECT_FALSE(converts(rows, "suitor"));
  EXPECT_TRUE(converts(list, "suitor"));
  EXPECT_TRUE(converts(rows, "greedy"));
  EXPECT_FALSE(converts(list, "greedy"));
}

TEST(GraphForms, RatingsCountTheWeightsOfVertices) {
  Graph of_list = list_of("random:1..5");
  Graph of_rows = compress(threads(1), list_of("random:1..5").view());
  for (Graph* graph : {&of_list, &of_rows}) {
    graph->weights_per_vertex = 1;
    graph->vertex_weights = Array<std::int64_t>(graph->num_vertices());
    for (VertexId v = 0; v < graph->num_vertices(); ++v) graph->vertex_weights[v] = 1 + v % 7;
  }
  MatchingRequest request = request_for(on_host()[0]);
  request.edge_rating = EdgeRating::expansion;
  const auto weighted = match(threads(1), of_rows, request).mates;
  EXPECT_EQ(weighted, match(threads(1), of_list, request).mates);
  EXPECT_NE(weighted, match(threads(1), of_rows.rows(threads(1)).view(), request).mates)
      << "a view has no weights of vertices";
}

TEST(GraphForms, CompleteTakesEitherForm) {
  const EdgeList list = list_of("random:1..5");
  const CompressedGraph rows = compress(threads(1), list.view());
  MatchingRequest request = request_for(on_host()[0]);
  request.algorithm = "gpa";
  request.variant = "";
  std::vector<std::vector<VertexId>> answers;
  for (const AnyGraphView& graph : {AnyGraphView(list), AnyGraphView(rows)}) {
    GraphForms forms(threads(1), graph);
    GraphMatching matching = match(threads(1), forms, request);
    answers.push_back(
        apply_pass(threads(1), "complete", forms, std::move(matching), request).mates);
  }
  EXPECT_EQ(answers[0], answers[1]);
}

std::string refusal_of(const auto& call) {
  try {
    (void)call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    return error.what();
  }
  return "none";
}

// Arrays that do not fit each other are refused by every entry, as by the functions behind them.
TEST(GraphForms, BrokenArraysOfACallerAreRefused) {
  const std::vector<Offset> offsets = {0, 1, 3, 5};  // of four arcs
  const std::vector<VertexId> neighbours = {1, 0, 2, 1};
  const GraphView rows{3, offsets, neighbours, {}};
  const std::string expected = refusal_of([&] { return local_max(threads(1), rows); });
  EXPECT_NE(expected, "none");
  for (const AlgorithmInfo& algorithm : on_host()) {
    EXPECT_EQ(refusal_of([&] { return match(threads(1), rows, request_for(algorithm)); }), expected)
        << algorithm.name;
  }
  EXPECT_EQ(refusal_of([&] {
              return matched_pairs(threads(1), rows, std::vector<VertexId>{1, 0, k_none});
            }),
            expected);
  const std::vector<GraphEdge> edges = {{0, 1}, {1, 2}};
  const std::vector<double> weights = {1};
  const EdgeListView list{3, edges, std::span<const double>(weights)};
  for (const AlgorithmInfo& algorithm : on_host()) {
    EXPECT_EQ(refusal_of([&] { return match(threads(1), list, request_for(algorithm)); }),
              "there is 1 weight for 2 edges")
        << algorithm.name;
  }
  // One direction of an edge only: what looks at all of a view says so.
  const Context full({.threads = 1, .validation = Validation::full});
  const std::vector<Offset> short_offsets = {0, 1, 1, 1};
  const std::vector<VertexId> one_sided = {1};
  const GraphView half{3, short_offsets, one_sided, {}};
  for (const AlgorithmInfo& algorithm : on_host()) {
    EXPECT_NE(refusal_of([&] { return match(full, half, request_for(algorithm)); }), "none")
        << algorithm.name;
  }
}

TEST(MatchedPairs, OfRowsRefuseMatesThatAreNoMatching) {
  const std::vector<Offset> offsets = {0, 1, 3, 4, 4};
  const std::vector<VertexId> neighbours = {1, 0, 2, 1};
  const GraphView rows{4, offsets, neighbours, {}};
  using Mates = std::vector<VertexId>;
  const auto refusal = [&](const Mates& mates) {
    return refusal_of([&] { return matched_pairs(threads(1), rows, mates); });
  };
  constexpr VertexId none = k_none;
  EXPECT_EQ(refusal({1, 0, none, none}), "none");
  EXPECT_EQ(refusal({1, 0, none}), "there are 3 mates for 4 vertices");
  EXPECT_EQ(refusal({1, 2, 1, none}), "mates[0] is 1, but mates[1] is not 0");
  EXPECT_EQ(refusal({0, none, none, none}), "mates[0] is 0, but mates[0] is not another vertex");
  EXPECT_EQ(refusal({9, none, none, none}), "mates[0] is 9, must be below 4 or none");
  EXPECT_EQ(refusal({none, none, 3, 2}), "mates[2] is 3, but no edge joins them");
}

TEST(AnyInstance, OwnersAndViewsGoThroughOneDoor) {
  const Hypergraph hypergraph =
      generate::hypergraph(threads(1), "uniform", {{"n", 60}, {"m", 200}, {"k", 3}}, 1);
  const EdgeList list = list_of("unit");
  const CompressedGraph rows = compress(threads(1), list.view());
  const Bipartite bipartite =
      generate::bipartite(threads(1), "random_bipartite", {{"rows", 50}, {"columns", 40}}, 1);
  const auto edges = std::get<HypergraphMatching>(
      match(threads(1), AnyInstanceView(hypergraph.view()), MatchingRequest{}));
  EXPECT_EQ(edges.edges, match(threads(1), hypergraph.view(), MatchingRequest{}).edges);
  const MatchingRequest on_graphs = request_for(on_host()[0]);
  const auto expected = match(threads(1), list, on_graphs).mates;
  for (const AnyInstanceView& view : {AnyInstanceView(list.view()), AnyInstanceView(rows.view())}) {
    EXPECT_EQ(kind_of(view), InstanceKind::graph);
    EXPECT_EQ(std::get<GraphMatching>(match(threads(1), view, MatchingRequest{})).mates, expected);
  }
  const AnyInstanceView pairs = bipartite.view();
  EXPECT_EQ(std::get<BipartiteMatching>(match(threads(1), pairs, BipartiteRequest{})).cardinality,
            match(threads(1), bipartite.view(), BipartiteRequest{}).cardinality);
  EXPECT_THROW((void)match(threads(1), pairs, AnyRequest(MatchingRequest{})), Error);
  EXPECT_THROW(
      (void)match(threads(1), AnyInstanceView(rows.view()), AnyRequest(BipartiteRequest{})), Error);

  const AnyInstance owner = generate::instance(threads(1), "random_graph", {{"n", 400}}, 3);
  EXPECT_EQ(kind_of(owner), InstanceKind::graph);
  EXPECT_EQ(std::get<GraphMatching>(match(threads(1), owner, MatchingRequest{})).mates,
            std::get<GraphMatching>(match(threads(1), view_of(owner), MatchingRequest{})).mates);
}

// `expansion` divides by the weights of the ends: without them another matching is found.
TEST(AnyInstance, OwnersHandOnTheWeightsOfVertices) {
  EdgeList list = list_of("random:1..100");
  Graph graph(list_of("random:1..100"));
  graph.weights_per_vertex = 1;
  graph.vertex_weights = Array<std::int64_t>(list.num_vertices);
  for (std::size_t v = 0; v < list.num_vertices; ++v) {
    graph.vertex_weights[v] = 1 + static_cast<std::int64_t>(v * v % 17);
  }
  MatchingRequest request;
  request.problem = Problem::graph_matching;
  request.edge_rating = EdgeRating::expansion;
  const auto expected = match(threads(1), graph, request).mates;
  EXPECT_NE(expected, match(threads(1), list, request).mates);
  const AnyInstance owner(std::move(graph));
  EXPECT_EQ(std::get<GraphMatching>(match(threads(1), owner, request)).mates, expected);
}

}  // namespace
}  // namespace hypermatch::registry
