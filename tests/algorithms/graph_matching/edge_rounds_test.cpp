// SPDX-License-Identifier: MIT
// The rounds of local max on graphs: work_optimal has the memory pattern of its paper, on a place
// that records: no word is written twice in a phase, nothing is atomic, and every array that it
// passes over shrinks in every round. Redrawn ties and noise give the same bytes in all variants.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/local_max/edge_rounds/on_place.hpp"
#include "graph_cases.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "tests/parallel/checked_place.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

using namespace detail::graph_matching;

// Unweighted; loops stand for edges that take no part.
RatedEdges rated(const EdgeList& graph, const PairKeys& keys, std::size_t loops) {
  RatedEdges edges{graph.num_vertices, Array<GraphEdge>(graph.edges.size()),
                   Array<std::uint64_t>(graph.edges.size())};
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    edges.ends[e] = e < loops ? GraphEdge{0, 0} : graph.edges[e];
    edges.words[e] = keys.word(7, 7.0, graph.edges[e]);
  }
  return edges;
}

detail::parallel::Incidence edges_of_vertices(const Context& context, const RatedEdges& edges) {
  return detail::parallel::build_incidence_of_pairs(context, edges.num_vertices, edges.ends.view());
}

TEST(EdgeRounds, WorkOptimalWritesNoWordTwiceAndPassesOverLessInEveryRound) {
  const std::pair<const char*, EdgeList> graphs[] = {
      {"random", random_graph(3000, 12'000, 3)},
      {"star", make_graph(5001, star_pairs(5000))},
      {"path", path_graph(std::vector<std::int32_t>(4000, 1))},
      {"nothing", make_graph(3, {})}};
  for (const auto& [name, graph] : graphs) {
    for (const Ties ties : {Ties::fixed, Ties::redraw}) {
      for (const int threads : {1, 3}) {
        SCOPED_TRACE(std::string(name) + ", " + std::string(name_of(ties)) + ", " +
                     std::to_string(threads));
        const Context context({.threads = threads});
        const GraphLocalMaxOptions options{.order = {.objective = Objective::cardinality},
                                           .variant = GraphLocalMaxVariant::sequential,
                                           .ties = ties};
        const PairKeys keys(options);
        Uses uses;
        CheckedPlace place(context, uses);
        CheckedPlace::Arena arena(uses);
        RatedEdges edges = rated(graph, keys, 0);
        detail::parallel::Incidence of_pairs = edges_of_vertices(context, edges);
        const EdgeRoundsOutcome outcome = run_work_optimal(place, arena, edges, of_pairs, keys);
        EXPECT_EQ(outcome.mates, local_max(context, graph.view(), options).mates);
        EXPECT_EQ(outcome.rounds, uses.rounds());
        EXPECT_EQ(uses.counts().second_writes, 0U);
        EXPECT_EQ(uses.counts().reads_after_writes, 0U);
        EXPECT_EQ(uses.counts().atomics, 0U);
        EXPECT_EQ(uses.not_shrinking(
                      {{"vertices", 1}, {"totals", uses.rounds()}, {"left", uses.rounds()}}),
                  "");
      }
    }
  }
}

TEST(EdgeRounds, EdgesThatTakeNoPartAreRemovedBeforeTheFirstRound) {
  const Context context({.threads = 2});
  EdgeList graph = random_graph(500, 1500, 4);
  constexpr std::size_t k_loops = 700;
  const PairKeys keys(GraphLocalMaxOptions{});
  RatedEdges all = rated(graph, keys, k_loops);
  detail::parallel::Threads place(context);
  detail::parallel::Threads::Arena arena;
  detail::parallel::Incidence of_pairs = edges_of_vertices(context, all);
  const std::vector<VertexId> mates = run_work_optimal(place, arena, all, of_pairs, keys).mates;
  EXPECT_EQ(run_crcw(place, arena, all = rated(graph, keys, k_loops), keys).mates, mates);
  graph.edges = Array<GraphEdge>(std::span(graph.edges).subspan(k_loops));
  EXPECT_EQ(mates, local_max(context, graph.view()).mates);
}

// On a path whose weights rise, each round takes the last edge, and the one before it leaves with
// it.
TEST(EdgeRounds, CountTheEdgesLeftAsEachRoundBegins) {
  EdgeList path;
  path.num_vertices = 8;
  path.edges = Array<GraphEdge>(7);
  Array<std::int32_t> weights(7);
  for (VertexId v = 0; v < 7; ++v) {
    path.edges[v] = {v, v + 1};
    weights[v] = static_cast<std::int32_t>(v) - 1;  // the first two take no part
  }
  path.weights = std::move(weights);
  for (const auto variant : {GraphLocalMaxVariant::sequential, GraphLocalMaxVariant::crcw,
                             GraphLocalMaxVariant::work_optimal}) {
    for (const int threads : {1, 2, 5}) {
      const MatchingStats stats =
          local_max(Context({.threads = threads}), path.view(), {.variant = variant}).stats;
      EXPECT_EQ(stats.left_per_round, (std::vector<std::uint64_t>{5, 3, 1})) << name_of(variant);
      EXPECT_EQ(stats.rounds, 3U);
    }
  }
  const CompressedGraph rows = compress(Context({.threads = 1}), path.view());
  const MatchingStats stats = red_blue(Context({.threads = 2}), rows.view()).stats;
  EXPECT_EQ(stats.left_per_round.size(), stats.rounds);
}

class RedrawnTies : public Everywhere {};
INSTANTIATE_TEST_SUITE_P(Contexts, RedrawnTies, testing::ValuesIn(everywhere()), CaseName());

TEST_P(RedrawnTies, AndNoiseGiveTheSameBytesInAllVariants) {
  const EdgeList shape = random_graph(200, 900, 6);
  std::set<std::vector<VertexId>> answers;
  for (const NamedGraph& instance : weighted_in_all_ways(shape, 6)) {
    for (const double noise : {0.0, 3.0}) {
      GraphLocalMaxOptions options{.order = {.seed = 9},
                                   .variant = GraphLocalMaxVariant::sequential,
                                   .ties = Ties::redraw,
                                   .noise = noise};
      const EdgeListView graph = instance.graph.view();
      const GraphMatching expected = local_max(context_, graph, options);
      expect_matching(graph, expected.mates, options.order, true, instance.name);
      for (const auto variant : {GraphLocalMaxVariant::crcw, GraphLocalMaxVariant::work_optimal}) {
        options.variant = variant;
        const GraphMatching found = local_max(context_, graph, options);
        EXPECT_EQ(found.mates, expected.mates)
            << instance.name << ", " << std::string(name_of(variant));
        EXPECT_EQ(found.stats.rounds, expected.stats.rounds);
        EXPECT_EQ(found.stats.left_per_round, expected.stats.left_per_round);
        const CompressedGraph rows = compress(context_, graph);
        EXPECT_EQ(local_max(context_, rows.view(), options).mates, expected.mates);
      }
      answers.insert(expected.mates);
    }
  }
  EXPECT_GT(answers.size(), 4U);
}

TEST(EdgeRounds, RefuseTiesThatTheyCannotRedraw) {
  const EdgeList graph = make_graph(2, {{0, 1}});
  const Context context({.threads = 1});
  const auto code_of = [&](const GraphLocalMaxOptions& options) {
    try {
      (void)local_max(context, graph.view(), options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of({.ties = Ties::redraw}), ErrorCode::unsupported);
  EXPECT_EQ(code_of({.variant = GraphLocalMaxVariant::crcw, .noise = 1.0}),
            ErrorCode::invalid_option);
  EXPECT_EQ(code_of({.variant = GraphLocalMaxVariant::crcw, .ties = Ties::redraw, .noise = -1.0}),
            ErrorCode::invalid_option);
}

TEST(EdgeRounds, NoiseNeverExceedsItsAmplitude) {
  const Context context({.threads = 2, .backend = HostBackend::std_threads});
  const auto heavier_of_two = [&](auto lighter, auto heavier, double noise, std::uint64_t seed) {
    EdgeList graph = make_graph(3, {{0, 1}, {1, 2}});
    Array<decltype(lighter)> weights(2);
    weights[0] = lighter;
    weights[1] = heavier;
    graph.weights = std::move(weights);
    return local_max(context, graph.view(),
                     {.order = {.seed = seed},
                      .variant = GraphLocalMaxVariant::crcw,
                      .ties = Ties::redraw,
                      .noise = noise})
               .mates[2] == 1;
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const int lighter : {7, (1 << 23) + 1, (1 << 24) - 1, 1 << 24, (1 << 30) + 5}) {
      EXPECT_TRUE(heavier_of_two(lighter, lighter + 1, 0.9, seed)) << lighter;
      EXPECT_TRUE(heavier_of_two(lighter, lighter + 1, 1.0, seed)) << lighter;
    }
    EXPECT_TRUE(
        heavier_of_two((std::int64_t{1} << 60) + 1, (std::int64_t{1} << 60) + 2, 0.5, seed));
    EXPECT_TRUE(heavier_of_two((1 << 24) - 4, (1 << 24) - 1, 3.0, seed));
    EXPECT_TRUE(heavier_of_two(0x1p24F, 0x1.000002p24F, 2.0, seed));
  }
  // Larger noise passes the heavier edge now and then.
  std::size_t passed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    passed += heavier_of_two(7, 8, 1.5, seed) ? 0 : 1;
  }
  EXPECT_GT(passed, 0U);
}

}  // namespace
}  // namespace hypermatch::test
