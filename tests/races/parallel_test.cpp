// SPDX-License-Identifier: MIT
// Forms of instances, checks, numbers and orders on several threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/compare_clusterings.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/edge_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/solver_csr.hpp"
#include "hypermatch/weight_preferences.hpp"
#include "tests/races/instances.hpp"
#include "tests/races/races.hpp"

namespace hypermatch::test {
namespace {

void add(Answer& answer, const EdgeListView& graph) {
  answer.add(graph.num_vertices).add(graph.edges).add(graph.weights);
}
void add(Answer& answer, const GraphView& graph) {
  answer.add(graph.num_vertices).add(graph.offsets).add(graph.neighbours).add(graph.weights);
}
void add(Answer& answer, const HypergraphView& hypergraph) {
  answer.add(hypergraph.num_vertices).add(hypergraph.offsets).add(hypergraph.pins);
  answer.add(hypergraph.weights);
}
void add(Answer& answer, const BipartiteView& graph) {
  answer.add(graph.num_columns).add(graph.offsets).add(graph.columns);
}

// The message of what is refused.
template <class View>
std::string refusal_of(const Context& context, const View& view) {
  try {
    validate(context, view);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FormRaces, GraphsAsListsAndRows) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) {
      add(answer, compress(context, graph.list.view()).view());
      add(answer, edges_of(context, graph.rows.view()).view());
      const Adjacency adjacency = build_adjacency(context, graph.list.view());
      answer.add(adjacency.offsets).add(adjacency.neighbours).add(adjacency.edge_ids);
      answer.add(max_degree(context, graph.list.view()));
      answer.add(max_degree(context, graph.rows.view()));
    }
    return answer;
  });
}

TEST(FormRaces, HypergraphsOfGraphsAndTransposes) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) {
      CompressedGraph rows;
      rows.num_vertices = graph.rows.num_vertices;
      rows.offsets = graph.rows.offsets.clone();
      rows.neighbours = graph.rows.neighbours.clone();
      rows.weights = clone(graph.rows.weights);
      add(answer, to_hypergraph(context, Graph(std::move(rows))).view());
    }
    for (const NamedHypergraph& hypergraph : hypergraphs()) {
      answer.add(max_degree(context, hypergraph.hypergraph.view()));
    }
    for (const NamedBipartite& graph : bipartite_graphs()) {
      add(answer, transpose(context, graph.graph.view()).view());
      answer.add(max_degree(context, graph.graph.view()));
    }
    return answer;
  });
}

TEST(CheckRaces, ValidAndBrokenInstances) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedHypergraph& hypergraph : hypergraphs()) {
      answer.add(refusal_of(context, hypergraph.hypergraph.view()));
    }
    for (const NamedBipartite& graph : bipartite_graphs()) {
      answer.add(refusal_of(context, graph.graph.view()));
    }
    for (const NamedGraph& graph : graphs()) {
      answer.add(refusal_of(context, graph.list.view()));
      answer.add(refusal_of(context, graph.rows.view()));
      // Two wrong arcs, of which the first one is named.
      Array<VertexId> neighbours = graph.rows.neighbours.clone();
      GraphView rows = graph.rows.view();
      neighbours[neighbours.size() / 3] = graph.list.num_vertices;
      neighbours[neighbours.size() / 2] = graph.list.num_vertices;
      rows.neighbours = neighbours.view();
      answer.add(refusal_of(context, rows));
      Array<GraphEdge> edges = graph.list.edges.clone();
      edges[edges.size() / 3] = edges[edges.size() / 2];
      EdgeListView list = graph.list.view();
      list.edges = edges.view();
      answer.add(refusal_of(context, list));
    }
    return answer;
  });
}

TEST(NumberRaces, Renumbering) {
  expect_same([](const Context& context) {
    Answer answer;
    const NamedGraph& named = graphs().front();
    const Array<VertexId> numbers = random_numbers(named.list.num_vertices, 5);
    answer.add(inverse(context, numbers.view()));
    for (const bool has_rows : {false, true}) {
      Graph graph = has_rows ? Graph(compress(context, named.list.view()))
                             : Graph(edges_of(context, named.rows.view()));
      renumber_vertices(context, graph, numbers.view());
      add(answer, graph.rows(context).view());
    }
    Hypergraph hypergraph = make_hypergraph("uniform", {{"n", 300}, {"m", 600}}, WeightKind::int64);
    renumber_vertices(context, hypergraph, random_numbers(300, 6).view());
    add(answer, hypergraph.view());
    const BipartiteView pairs = bipartite_graphs().front().graph.view();
    const Renumbering both = random_renumbering(pairs, 3);
    add(answer, renumbered(context, pairs, both).view());
    const std::vector<VertexId> mates(pairs.num_rows, k_none);
    answer.add(renumbered_back(context, mates, both));
    return answer;
  });
}

TEST(SolverCsrRaces, CopiesAndChecks) {
  const CompressedGraph& rows = graphs()[1].rows;
  std::vector<std::int32_t> offsets(rows.offsets.begin(), rows.offsets.end());
  std::vector<std::int64_t> columns(rows.neighbours.begin(), rows.neighbours.end());
  for (std::int32_t& offset : offsets) ++offset;
  for (std::int64_t& column : columns) ++column;
  std::vector<double> values(columns.size());
  std::transform(columns.begin(), columns.end(), values.begin(),
                 [](std::int64_t column) { return -1.0 / static_cast<double>(column + 1); });
  expect_same([&](const Context& context) {
    SolverCsr matrix{.num_rows = rows.num_vertices,
                     .num_columns = rows.num_vertices,
                     .offsets = offsets,
                     .columns = columns,
                     .base = IndexBase::one};
    Answer answer;
    add(answer, bipartite_of(context, matrix).view);
    add(answer, hypergraph_of(context, matrix).view);
    add(answer, graph_of(context, matrix, EntryWeights::none).view);
    // A row of larger values than those of its columns.
    matrix.values = values;
    try {
      add(answer, graph_of(context, matrix).view);
    } catch (const Error& error) {
      answer.add(std::string(error.what()));
    }
    return answer;
  });
}

TEST(OrderRaces, OrdersOfEdges) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedHypergraph& hypergraph : hypergraphs()) {
      for (const Rating rating :
           {Rating::weight, Rating::weight_per_pin, Rating::weight_per_sqrt_pins}) {
        const HypergraphEdgeOrder order(context, hypergraph.hypergraph.view(), {.rating = rating});
        answer.add(order.keys());
      }
    }
    for (const NamedGraph& graph : graphs()) {
      const GraphEdgeOrder order(context, graph.list);
      for (std::size_t e = 0; e < graph.list.edges.size(); ++e) {
        const auto [u, v] = graph.list.edges[e];
        answer.add(order.takes_part(e)).add(order.rank(e, u, v).key);
      }
      const Preferences lists = preferences_of_weights(context, graph.rows.view());
      answer.add(lists.offsets).add(lists.partners).add(lists.ties);
    }
    return answer;
  });
}

TEST(ResultRaces, MatchedEdgesAndParts) {
  expect_same([](const Context& context) {
    Answer answer;
    for (const NamedGraph& graph : graphs()) {
      const GraphMatching found = greedy(serial(), graph.list.view());
      answer.add(matched_edges(context, graph.list.view(), found.mates));
      answer.add(weigh_matching(context, graph.list.view(), found.mates).value.weight);
      answer.add(matched_pairs(context, graph.rows, found.mates).pairs);
      for (const EdgeRating rating : {EdgeRating::expansion, EdgeRating::inner_outer}) {
        const std::vector<std::int64_t> ones(graph.list.num_vertices, 1);
        answer.add(rate_edges(context, graph.list.view(), ones, rating));
        answer.add(rate_edges(context, graph.rows.view(), ones, rating));
      }
    }
    for (const NamedBipartite& graph : bipartite_graphs()) {
      const BipartiteMatching found = hopcroft_karp(serial(), graph.graph.view());
      const DulmageMendelsohn parts =
          dulmage_mendelsohn(context, graph.graph.view(), found.row_mates);
      answer.add(parts.row_order).add(parts.column_order).add(parts.row_begin);
      const VertexCover cover = vertex_cover(context, graph.graph.view(), found.row_mates);
      answer.add(cover.rows).add(cover.columns);
    }
    return answer;
  });
}

}  // namespace
}  // namespace hypermatch::test
