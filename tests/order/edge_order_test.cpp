// SPDX-License-Identifier: MIT
// The public order on edges is the one that algorithms have: taking edges by it from the top, one
// after the other, gives the matching of `greedy`.
#include "hypermatch/edge_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

class EdgeOrder : public Everywhere {};

// Weights of every type, with ties, zeros, and negative ones.
template <class T>
Weights some_weights(std::size_t size) {
  Array<T> weights(size);
  for (std::size_t e = 0; e < size; ++e) {
    weights[e] = static_cast<T>(detail::base::splitmix64(e) % 41) - static_cast<T>(4);
  }
  return weights;
}

std::vector<Weights> all_weights(std::size_t size) {
  std::vector<Weights> all;
  all.emplace_back();
  all.push_back(some_weights<std::int32_t>(size));
  all.push_back(some_weights<std::int64_t>(size));
  all.push_back(some_weights<float>(size));
  all.push_back(some_weights<double>(size));
  return all;
}

std::vector<EdgeId> from_the_top(const HypergraphView& hypergraph,
                                 const HypergraphEdgeOrder& order) {
  std::vector<EdgeId> edges;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    if (order.takes_part(e)) {
      edges.push_back(e);
    } else {
      EXPECT_EQ(order.keys()[e], 0U);
    }
  }
  std::sort(edges.begin(), edges.end(), [&](EdgeId a, EdgeId b) { return order.above(a, b); });
  std::vector<bool> matched(hypergraph.num_vertices);
  std::vector<EdgeId> taken;
  for (const EdgeId e : edges) {
    const auto pins = hypergraph.pins_of(e);
    if (std::any_of(pins.begin(), pins.end(), [&](VertexId v) { return matched[v]; })) continue;
    for (const VertexId v : pins) matched[v] = true;
    taken.push_back(e);
  }
  std::sort(taken.begin(), taken.end());
  return taken;
}

Hypergraph sample_hypergraph() {
  Hypergraph hypergraph;
  hypergraph.num_vertices = 500;
  hypergraph.offsets.push_back(0);
  for (EdgeId e = 0; e < 700; ++e) {
    const std::uint64_t size = detail::base::splitmix64(e + 1000) % 5;  // some are empty
    for (std::uint64_t i = 0; i < size; ++i) {
      hypergraph.pins.push_back(
          static_cast<VertexId>((detail::base::splitmix64(e) + i * 97) % 500));
    }
    hypergraph.offsets.push_back(hypergraph.pins.size());
  }
  return hypergraph;
}

TEST_P(EdgeOrder, GreedyTakesHyperedgesByIt) {
  const Hypergraph hypergraph = sample_hypergraph();
  for (const Weights& weights : all_weights(700)) {
    HypergraphView view = hypergraph.view();
    view.weights = view_of(weights);
    for (const Rating rating : {Rating::automatic, Rating::weight, Rating::weight_per_pin}) {
      for (const Objective objective : {Objective::automatic, Objective::cardinality}) {
        for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
          const OrderOptions options{rating, objective, nonpositive, 7};
          const HypergraphEdgeOrder order(context_, view, options);
          EXPECT_EQ(from_the_top(view, order), greedy(context_, view, {options}).edges)
              << type_name(view.weights);
          EXPECT_NE(order.options().rating, Rating::automatic);
          EXPECT_EQ(order.keys().size(), 700U);
        }
      }
    }
  }
}

// Of the edges at `places` with these ends.
std::vector<VertexId> from_the_top(VertexId n, const std::vector<std::size_t>& places,
                                   const std::vector<GraphEdge>& ends,
                                   const GraphEdgeOrder& order) {
  std::vector<GraphEdgeRank> ranks;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (order.takes_part(places[i])) {
      ranks.push_back(order.rank(places[i], ends[i].u, ends[i].v));
    }
  }
  std::sort(ranks.begin(), ranks.end(), std::greater<>());
  std::vector<VertexId> mates(n, k_none);
  for (const GraphEdgeRank& rank : ranks) {
    if (mates[rank.low] != k_none || mates[rank.high] != k_none) continue;
    mates[rank.low] = rank.high;
    mates[rank.high] = rank.low;
  }
  return mates;
}

EdgeList sample_graph() {
  EdgeList graph;
  graph.num_vertices = 300;
  for (VertexId u = 0; u < 300; ++u) {
    for (const VertexId step : {1U, 7U, 40U}) {
      if (u + step < 300) graph.edges.push_back({u + step, u});
    }
  }
  return graph;
}

TEST_P(EdgeOrder, GreedyTakesEdgesOfAGraphByIt) {
  EdgeList graph = sample_graph();
  const std::size_t m = graph.edges.size();
  const std::vector<GraphEdge> ends(graph.edges.begin(), graph.edges.end());
  std::vector<std::size_t> places(m);
  std::iota(places.begin(), places.end(), 0);
  for (Weights& weights : all_weights(m)) {
    graph.weights = std::move(weights);
    for (const NonPositive nonpositive : {NonPositive::drop, NonPositive::keep}) {
      const GraphOrder options{Objective::automatic, nonpositive, 3};
      const auto expected = greedy(context_, graph.view(), options).mates;
      EXPECT_EQ(from_the_top(300, places, ends, GraphEdgeOrder(context_, graph, options)),
                expected);
      // The same of rows, where each edge goes by both of its arcs.
      const CompressedGraph rows = compress(context_, graph.view());
      std::vector<std::size_t> all(rows.neighbours.size());
      std::iota(all.begin(), all.end(), 0);
      std::vector<GraphEdge> all_ends;
      for (VertexId v = 0; v < 300; ++v) {
        for (std::size_t arc = rows.offsets[v]; arc < rows.offsets[v + 1]; ++arc) {
          all_ends.push_back({v, rows.neighbours[arc]});
        }
      }
      EXPECT_EQ(from_the_top(300, all, all_ends, GraphEdgeOrder(context_, rows, options)),
                expected);
    }
  }
}

TEST_P(EdgeOrder, ChecksItsInput) {
  HypergraphView view;
  const std::vector<Offset> offsets = {0, 3};
  view.offsets = offsets;
  EXPECT_THROW(HypergraphEdgeOrder(context_, view), Error);
  GraphView rows;
  rows.num_vertices = 5;
  rows.offsets = offsets;
  EXPECT_THROW(GraphEdgeOrder(context_, rows), Error);
}

TEST_P(EdgeOrder, OfNothing) {
  EXPECT_TRUE(HypergraphEdgeOrder(context_, HypergraphView{}).keys().empty());
  EXPECT_EQ(GraphEdgeOrder(context_, EdgeListView{}).options().objective, Objective::cardinality);
}

INSTANTIATE_TEST_SUITE_P(Contexts, EdgeOrder, ::testing::ValuesIn(everywhere()), CaseName());

TEST(TieHash, TellsEdgesApartThatMeet) {
  EXPECT_EQ(tie_hash(3, 9, 5), tie_hash(9, 3, 5));
  EXPECT_NE(tie_hash(3, 9, 5), tie_hash(9, 3, 6));
  EXPECT_NE(tie_hash(EdgeId{3}, 5), tie_hash(EdgeId{4}, 5));
  std::vector<std::uint32_t> hashes;
  for (VertexId v = 0; v < 5000; ++v) hashes.push_back(tie_hash(17, v, 1));
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace
}  // namespace hypermatch::test
