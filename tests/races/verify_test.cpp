// SPDX-License-Identifier: MIT
// Verdicts on right and wrong answers, given by several threads. Those on rows and columns are
// given by one.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/stable_matching.hpp"
#include "hypermatch/verify_communities.hpp"
#include "hypermatch/verify_cover.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/verify_stable.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {
namespace {

using verify::GraphMatchingDemands;
using verify::MatchingDemands;

void add(Answer& answer, const verify::MatchingVerdict& verdict) {
  answer.add(verdict.ok).add(verdict.violation).add(verdict.valid).add(verdict.maximal);
  answer.add(verdict.greedy).add(verdict.value.weight).add(verdict.value.edges);
  answer.add(verdict.upper_bound).add(verdict.certified_ratio).add(verdict.use.saturated);
}

// Beside the small ones some with enough vertices for turns of several blocks, in which dual values
// move.
std::vector<const Hypergraph*> judged_hypergraphs() {
  static const Hypergraph large =
      make_hypergraph("sizes", {{"n", 2500}, {"m", 3000}, {"max", 4}}, WeightKind::int32);
  std::vector<const Hypergraph*> all = {&large};
  for (const NamedHypergraph& named : hypergraphs()) all.push_back(&named.hypergraph);
  return all;
}
std::vector<const NamedGraph*> judged_graphs() {
  static const NamedGraph large =
      make_graph("random_graph", {{"n", 9000}, {"alpha", 1}}, WeightKind::int32);
  std::vector<const NamedGraph*> all = {&large};
  for (const NamedGraph& named : graphs()) all.push_back(&named);
  return all;
}

TEST(VerifyRaces, MatchingsOfHypergraphs) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const Hypergraph* hypergraph : judged_hypergraphs()) {
      const HypergraphView view = hypergraph->view();
      std::vector<EdgeId> edges = greedy(serial(), view).edges;
      const MatchingDemands demands{.maximal = true, .greedy = true};
      add(answer, verify::check_matching(context, view, edges, demands));
      edges.erase(edges.begin() + 2);
      add(answer, verify::check_matching(context, view, edges, demands));
      edges[5] = edges[4];
      add(answer, verify::check_matching(context, view, edges, demands));
      // Many that share vertices.
      edges.resize(view.num_edges());
      std::iota(edges.begin(), edges.end(), 0);
      add(answer, verify::check_matching(context, view, edges, demands));
    }
    return answer;
  });
}

TEST(VerifyRaces, MatchingsOfHypergraphsUnderCapacities) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const Hypergraph* hypergraph : judged_hypergraphs()) {
      const HypergraphView view = hypergraph->view();
      const std::vector<std::uint32_t> each = some_capacities(view.num_vertices);
      for (const Capacities& capacities : {Capacities{.common = 2}, Capacities{.each = each}}) {
        std::vector<EdgeId> edges = greedy(serial(), view, {.capacities = capacities}).edges;
        const MatchingDemands demands{.maximal = true, .greedy = true, .capacities = capacities};
        add(answer, verify::check_matching(context, view, edges, demands));
        // Capacities of 0 may leave none.
        if (!edges.empty()) edges.pop_back();
        add(answer, verify::check_matching(context, view, edges, demands));
      }
    }
    return answer;
  });
}

TEST(VerifyRaces, MatchingsOfGraphs) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph* graph : judged_graphs()) {
      std::vector<VertexId> mates = greedy(serial(), graph->list.view()).mates;
      const GraphMatchingDemands demands{.maximal = true, .greedy = true};
      const auto judge = [&] {
        const std::span<const VertexId> found(mates);
        add(answer, check_graph_matching(context, graph->list.view(), found, demands));
        add(answer, check_graph_matching(context, graph->rows.view(), found, demands));
      };
      judge();
      for (VertexId v = 3; v < mates.size(); ++v) {
        if (mates[v] == k_none) continue;
        mates[mates[v]] = k_none;
        mates[v] = k_none;
        break;
      }
      judge();
      mates[1] = 1;
      judge();
      std::vector<verify::VertexPair> pairs;
      for (const GraphEdge& edge : graph->list.edges) pairs.push_back({edge.u, edge.v});
      add(answer, check_graph_matching(context, graph->list.view(), pairs, demands));
      add(answer, check_graph_matching(context, graph->rows.view(), pairs, demands));
    }
    return answer;
  });
}

TEST(VerifyRaces, PartnersAndCovers) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph* graph : judged_graphs()) {
      const std::vector<std::uint32_t> each = some_capacities(graph->list.num_vertices);
      for (const Capacities& capacities : {Capacities{.common = 2}, Capacities{.each = each}}) {
        // Large graphs once: their dual values move in many turns.
        if (!capacities.each.empty() && each.size() > 5000) continue;
        const GraphMatchingDemands demands{
            .maximal = true, .greedy = true, .capacities = capacities};
        const Partners found = greedy(serial(), graph->list.view(), capacities);
        add(answer, check_graph_matching(context, graph->list.view(), found, demands));
        add(answer, check_graph_matching(context, graph->rows.view(), found, demands));
        const Partners cover = b_edge_cover(context, graph->list, capacities);
        answer.add(cover.partners);
        const verify::EdgeCoverVerdict verdict =
            check_edge_cover(context, graph->rows.view(), cover, demands);
        answer.add(verdict.ok).add(verdict.violation).add(verdict.lower_bound);
      }
    }
    return answer;
  });
}

TEST(VerifyRaces, CommunitiesAndStableMatchings) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : community_graphs()) {
      std::vector<VertexId> labels = leiden(serial(), graph.rows.view()).labels.labels;
      for (int turn = 0; turn < 2; ++turn) {
        const verify::CommunitiesVerdict verdict = verify::check_communities(
            context, graph.rows.view(), LabelsView(labels), {.connected = true});
        answer.add(verdict.ok).add(verdict.violation).add(verdict.quality);
        answer.add(verdict.best_move.has_value()).add(verdict.best_merge.has_value());
        std::iota(labels.begin(), labels.end(), 0);
      }
    }
    for (const NamedPreferences& named : preferences()) {
      const PreferencesView view = named.preferences.view();
      if (view.sides == Sides::one) continue;
      std::vector<GraphEdge> pairs = gale_shapley(serial(), view).pairs;
      for (int turn = 0; turn < 2; ++turn) {
        const verify::StableVerdict verdict = verify::check_stable(context, view, pairs);
        answer.add(verdict.ok).add(verdict.violation).add(verdict.rank_sum_left);
        answer.add(verdict.is_left_optimal).add(verdict.is_right_optimal);
        pairs.pop_back();
      }
    }
    return answer;
  });
}

}  // namespace
}  // namespace hypermatch::test
