// SPDX-License-Identifier: MIT
// `validate` on all threads says word for word what `validate` on one says: of structures that are
// large enough to be cut, with one promise broken at a time, anywhere.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

constexpr VertexId k_valid_vertices = 6000;

// Each vertex with some that follow it; the last one with most of the others.
EdgeList sample_graph() {
  EdgeList graph;
  graph.num_vertices = k_valid_vertices;
  for (VertexId v = 0; v + 4 < k_valid_vertices; ++v) {
    for (const VertexId ahead : {1U, 3U}) graph.edges.push_back({v + ahead, v});
    if (v % 2 == 0) graph.edges.push_back({v, k_valid_vertices - 1});
  }
  Array<double> weights(graph.edges.size());
  for (std::size_t e = 0; e < weights.size(); ++e) weights[e] = static_cast<double>(e % 7);
  graph.weights = std::move(weights);
  return graph;
}

template <class Check>
std::string verdict(const Check& check) {
  try {
    check();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_input) << error.what();
    return error.what();
  }
  return "";
}

// Breaks a promise of a copy of `make()` with each of `changes`, at several places.
template <class Make, class Change>
void expect_same_words(const Context& context, const Make& make,
                       const std::vector<Change>& changes) {
  EXPECT_EQ(verdict([&] { validate(context, make().view()); }), "");
  for (std::size_t c = 0; c < changes.size(); ++c) {
    for (const std::size_t thousandth : {0U, 431U, 999U}) {
      auto changed = make();
      changes[c](changed, thousandth);
      const std::string expected = verdict([&] { validate(changed.view()); });
      EXPECT_NE(expected, "") << "change " << c << " at " << thousandth;
      EXPECT_EQ(verdict([&] { validate(context, changed.view()); }), expected);
    }
  }
}

template <class Items>
auto& item_at(Items& items, std::size_t thousandth) {
  return items[(items.size() - 1) * thousandth / 999];
}

class Validate : public Everywhere {};

TEST_P(Validate, ListsOfEdges) {
  using Change = std::function<void(EdgeList&, std::size_t)>;
  expect_same_words<EdgeList (*)(), Change>(
      context_, sample_graph,
      {[](EdgeList& g, std::size_t at) { item_at(g.edges, at).u = k_valid_vertices; },
       [](EdgeList& g, std::size_t at) { item_at(g.edges, at).v = item_at(g.edges, at).u; },
       [](EdgeList& g, std::size_t at) {
         const GraphEdge edge = g.edges[77];
         item_at(g.edges, at) = {edge.v, edge.u};
       },
       [](EdgeList& g, std::size_t at) {
         item_at(std::get<Array<double>>(g.weights), at) = std::numeric_limits<double>::quiet_NaN();
       }});
}

TEST_P(Validate, RowsOfGraphs) {
  using Change = std::function<void(CompressedGraph&, std::size_t)>;
  const auto make = [&] { return compress(context_, sample_graph().view()); };
  expect_same_words<decltype(make), Change>(
      context_, make,
      {[](CompressedGraph& g, std::size_t at) { item_at(g.neighbours, at) = k_valid_vertices; },
       [](CompressedGraph& g, std::size_t at) {
         VertexId& head = item_at(g.neighbours, at);
         head = (head + 10) % k_valid_vertices;
       },
       [](CompressedGraph& g, std::size_t at) {
         const VertexId v = static_cast<VertexId>((k_valid_vertices - 1) * at / 999);
         g.neighbours[g.offsets[v]] = v;
       },
       [](CompressedGraph& g, std::size_t at) {
         const VertexId v = static_cast<VertexId>((k_valid_vertices - 1) * at / 999);
         g.neighbours[g.offsets[v]] = g.neighbours[g.offsets[v] + 1];
       },
       [](CompressedGraph& g, std::size_t at) {
         item_at(std::get<Array<double>>(g.weights), at) += 0.5;
       },
       [](CompressedGraph& g, std::size_t at) {
         const std::size_t v = 1 + (k_valid_vertices - 3) * at / 999;
         g.offsets[v] = g.offsets[v + 1] + 1;
       }});
}

// Rows that are long for their number of vertices, at both ends of each arc.
TEST_P(Validate, LongRowsOfGraphs) {
  using Change = std::function<void(CompressedGraph&, std::size_t)>;
  const auto make = [&] {
    EdgeList graph;
    graph.num_vertices = 64;
    for (VertexId v = 0; v < 64; ++v) {
      for (VertexId ahead = 1; ahead <= 8; ++ahead) graph.edges.push_back({v, (v + ahead) % 64});
    }
    graph.weights = Array<double>(graph.edges.size(), 2.0);
    return compress(context_, graph.view());
  };
  expect_same_words<decltype(make), Change>(
      context_, make,
      {[](CompressedGraph& g, std::size_t at) {
         VertexId& head = item_at(g.neighbours, at);
         head = (head + 32) % 64;
       },
       // Two heads change places, so that each vertex keeps its number of neighbours.
       [](CompressedGraph& g, std::size_t at) {
         const VertexId v = static_cast<VertexId>(31 * at / 999);
         std::swap(g.neighbours[g.offsets[v]], g.neighbours[g.offsets[v + 32]]);
       },
       [](CompressedGraph& g, std::size_t at) {
         item_at(std::get<Array<double>>(g.weights), at) += 0.5;
       }});
}

TEST_P(Validate, Hypergraphs) {
  using Change = std::function<void(Hypergraph&, std::size_t)>;
  const auto make = [&] {
    // Rows of a graph are edges with distinct pins, too: the last one is long.
    CompressedGraph rows = compress(context_, sample_graph().view());
    Hypergraph hypergraph;
    hypergraph.num_vertices = k_valid_vertices;
    hypergraph.offsets = std::move(rows.offsets);
    hypergraph.pins = std::move(rows.neighbours);
    hypergraph.weights = Array<float>(k_valid_vertices, 1.0F);
    return hypergraph;
  };
  expect_same_words<decltype(make), Change>(
      context_, make,
      {[](Hypergraph& h, std::size_t at) { item_at(h.pins, at) = k_valid_vertices; },
       [](Hypergraph& h, std::size_t at) {
         const std::size_t e = (k_valid_vertices - 1) * at / 999;
         h.pins[h.offsets[e + 1] - 1] = h.pins[h.offsets[e]];
       },
       [](Hypergraph& h, std::size_t at) {
         item_at(std::get<Array<float>>(h.weights), at) = std::numeric_limits<float>::infinity();
       },
       [](Hypergraph& h, std::size_t at) {
         const std::size_t e = 1 + (k_valid_vertices - 3) * at / 999;
         h.offsets[e] = h.offsets[e + 1] + 1;
       }});
}

TEST_P(Validate, BipartiteGraphs) {
  using Change = std::function<void(Bipartite&, std::size_t)>;
  const auto make = [&] {
    CompressedGraph rows = compress(context_, sample_graph().view());
    return Bipartite{k_valid_vertices, k_valid_vertices, std::move(rows.offsets),
                     std::move(rows.neighbours)};
  };
  expect_same_words<decltype(make), Change>(
      context_, make,
      {[](Bipartite& b, std::size_t at) { item_at(b.columns, at) = k_valid_vertices; },
       [](Bipartite& b, std::size_t at) {
         const std::size_t r = 1 + (k_valid_vertices - 3) * at / 999;
         b.offsets[r] = b.offsets[r + 1] + 1;
       }});
}

TEST_P(Validate, EmptyOnesAreValid) {
  EXPECT_EQ(verdict([&] { validate(context_, HypergraphView{}); }), "");
  EXPECT_EQ(verdict([&] { validate(context_, GraphView{}); }), "");
  EXPECT_EQ(verdict([&] { validate(context_, EdgeListView{}); }), "");
  EXPECT_EQ(verdict([&] { validate(context_, BipartiteView{}); }), "");
}

INSTANTIATE_TEST_SUITE_P(Contexts, Validate, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
