// SPDX-License-Identifier: MIT
// Contraction, matchings of vertices and projection on several threads.
#include <gtest/gtest.h>

#include <vector>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {
namespace {

// Classes of very different size, the first of which holds half of the vertices.
std::vector<VertexId> some_labels(VertexId n) {
  std::vector<VertexId> labels(n);
  for (VertexId v = 0; v < n; ++v) labels[v] = v % 2 == 0 ? 0 : v % (n / 3 + 1);
  return labels;
}

void add(Answer& answer, const Contraction& made) {
  answer.add(made.graph.offsets).add(made.graph.neighbours).add(made.graph.weights);
  answer.add(made.coarse_vertex).add(made.vertex_weights).add(made.loop_weights);
}

TEST(CoarsenRaces, GraphsByLabels) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) {
      const std::vector<VertexId> labels = some_labels(graph.rows.num_vertices);
      for (const Loops loops : {Loops::drop, Loops::keep}) {
        add(answer, contract(context, graph.rows.view(), LabelsView(labels), {.loops = loops}));
      }
    }
    return answer;
  });
}

TEST(CoarsenRaces, GraphsByMatchings) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) {
      const std::vector<VertexId> mates = greedy(serial(), graph.list.view()).mates;
      answer.add(labels_of(context, mates));
      const Contraction made = contract(context, graph.rows.view(), mates);
      add(answer, made);
      std::vector<VertexId> coarse(made.graph.num_vertices);
      for (VertexId c = 0; c < made.graph.num_vertices; ++c) coarse[c] = c % 10;
      const Array<VertexId> fine = project(context, coarse, made.coarse_vertex.view());
      answer.add(fine);
      const auto agreement =
          compare_clusterings(context, LabelsView(fine.view()), LabelsView(mates));
      answer.add(agreement.pairs_in_both).add(agreement.adjusted_rand_index);
    }
    return answer;
  });
}

TEST(CoarsenRaces, Hypergraphs) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedHypergraph& named : hypergraphs()) {
      const HypergraphView view = named.hypergraph.view();
      const std::vector<EdgeId> matched = greedy(serial(), view).edges;
      const Array<VertexId> labels = labels_of(context, view, matched);
      answer.add(labels);
      for (const bool by_matching : {false, true}) {
        const std::vector<VertexId> others = some_labels(view.num_vertices);
        const HypergraphContraction made =
            contract(context, view, by_matching ? LabelsView(labels.view()) : LabelsView(others));
        answer.add(made.hypergraph.offsets).add(made.hypergraph.pins).add(made.hypergraph.weights);
        answer.add(made.coarse_vertex).add(made.coarse_edge).add(made.vertex_weights);
      }
    }
    // Wide hyperedges of the same pins.
    const Hypergraph wide = make_hypergraph(
        "sizes", {{"n", 200}, {"m", 120}, {"min", 60}, {"max", 140}}, WeightKind::int32);
    std::vector<VertexId> few(200);
    for (VertexId v = 0; v < 200; ++v) few[v] = v % 6;
    const HypergraphContraction made = contract(context, wide.view(), LabelsView(few));
    answer.add(made.hypergraph.offsets).add(made.hypergraph.pins).add(made.coarse_edge);
    return answer;
  });
}

TEST(CoarsenRaces, MatchingsOfVertices) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedHypergraph& named : hypergraphs()) {
      const VertexMatching found = match_vertices(context, named.hypergraph.view());
      answer.add(found.mates).add(found.rounds).add(found.two_hop_pairs);
    }
    for (const NamedGraph& graph : graphs()) {
      std::vector<std::int64_t> weights(graph.rows.num_vertices);
      for (std::size_t v = 0; v < weights.size(); ++v) weights[v] = 1 + static_cast<int>(v % 5);
      const VertexMatching found =
          match_vertices(context, graph.rows.view(), {.vertex_weights = weights, .max_weight = 7});
      answer.add(found.mates).add(found.two_hop_pairs);
    }
    return answer;
  });
}

}  // namespace
}  // namespace hypermatch::test
