// SPDX-License-Identifier: MIT
// Graph families against their definitions: counted, compared with a loop over all pairs, or by
// their statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generate/points.hpp"
#include "generate/sampling.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::generate {
namespace {

using Values = std::map<std::string, double>;
using Edges = std::vector<std::pair<VertexId, VertexId>>;

// What all graphs have in common is checked here.
EdgeList make_graph(const std::string& family, const Values& values, std::uint64_t seed = 0) {
  const Context context({.threads = 1});
  EdgeList graph = generate::graph(context, family, values, seed);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    EXPECT_TRUE(u < v && v < graph.num_vertices) << family << " edge " << e;
    if (e == 0) continue;
    const auto before = graph.edges[e - 1];
    EXPECT_TRUE(std::pair(before.u, before.v) < std::pair(u, v)) << family << " edge " << e;
  }
  const WeightsView weights = view_of(graph.weights);
  EXPECT_EQ(size_of(weights), is_weighted(weights) ? graph.edges.size() : 0);
  return graph;
}

Edges edges_of(const EdgeList& graph) {
  Edges edges;
  for (const GraphEdge edge : graph.edges) edges.emplace_back(edge.u, edge.v);
  return edges;
}

std::vector<std::uint32_t> degrees(const EdgeList& graph) {
  std::vector<std::uint32_t> degree(graph.num_vertices, 0);
  for (const GraphEdge edge : graph.edges) {
    ++degree[edge.u];
    ++degree[edge.v];
  }
  return degree;
}

std::vector<std::uint32_t> sorted_degrees(const EdgeList& graph) {
  auto degree = degrees(graph);
  std::sort(degree.begin(), degree.end());
  return degree;
}

// All pairs u < v of n vertices that are neighbours.
Edges by_definition(VertexId n, const std::function<bool(VertexId, VertexId)>& are_neighbours) {
  Edges edges;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      if (are_neighbours(u, v)) edges.emplace_back(u, v);
    }
  }
  return edges;
}

TEST(Grids, AreTheirNeighbourhoods) {
  for (const auto& [x, y, z] : {std::tuple{4, 3, 5}, {5, 4, 1}, {1, 1, 7}, {1, 6, 2}, {1, 1, 1}}) {
    const Values values = {{"x", x}, {"y", y}, {"z", z}};
    const auto distances = [x = x, y = y](VertexId a, VertexId b) {
      const auto at = [=](VertexId v) {
        const int i = static_cast<int>(v);
        return std::vector<int>{i % x, i / x % y, i / x / y};
      };
      int sum = 0, most = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const int distance = std::abs(at(a)[k] - at(b)[k]);
        sum += distance;
        most = std::max(most, distance);
      }
      return std::pair(sum, most);
    };
    const auto n = static_cast<VertexId>(x * y * z);
    EXPECT_EQ(edges_of(make_graph("grid", values)),
              by_definition(n, [&](VertexId a, VertexId b) { return distances(a, b).first == 1; }));
    EXPECT_EQ(edges_of(make_graph("grid27", values)), by_definition(n, [&](VertexId a, VertexId b) {
                return distances(a, b).second == 1;
              }));
  }
}

TEST(Grids, CountInClosedForm) {
  const Values values = {{"x", 30}, {"y", 20}, {"z", 10}};
  EXPECT_EQ(make_graph("grid", values).edges.size(), 29U * 20 * 10 + 30 * 19 * 10 + 30 * 20 * 9);
  EXPECT_EQ(make_graph("grid27", values).edges.size(), (88U * 58 * 28 - 30 * 20 * 10) / 2);
}

// By definition: states, controls of the six faces, constraints; the last ones meet all others.
TEST(Grids, KktMatricesOfBoundaryControl) {
  for (const std::array<int, 3>& sizes :
       {std::array<int, 3>{3, 4, 2}, {1, 1, 1}, {2, 1, 5}, {4, 4, 4}}) {
    const int x = sizes[0], y = sizes[1], z = sizes[2];
    std::vector<std::array<int, 4>> vertices;  // cell, and the axis that a control cannot leave
    const auto cells = [&](int axis, int place) {
      for (int k = 0; k < z; ++k) {
        for (int j = 0; j < y; ++j) {
          for (int i = 0; i < x; ++i) {
            const std::array<int, 3> cell = {i, j, k};
            if (axis < 3 && cell[static_cast<std::size_t>(axis)] != place) continue;
            vertices.push_back({i, j, k, axis});
          }
        }
      }
    };
    cells(3, 0);
    for (int axis = 0; axis < 3; ++axis) {
      cells(axis, 0);
      cells(axis, sizes[static_cast<std::size_t>(axis)] - 1);
    }
    const std::size_t constraints = vertices.size();
    cells(3, 0);
    const auto meets = [&](VertexId a, VertexId b) {
      if (a > b) std::swap(a, b);
      if (a >= constraints || b < constraints) return false;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int distance = std::abs(vertices[a][axis] - vertices[b][axis]);
        if (distance > (static_cast<int>(axis) == vertices[a][3] ? 0 : 1)) return false;
      }
      return true;
    };
    const Values values = {{"x", x}, {"y", y}, {"z", z}};
    EXPECT_EQ(edges_of(make_graph("nlpkkt", values)),
              by_definition(static_cast<VertexId>(vertices.size()), meets));
  }
}

// The published sizes of nlpkkt80 (1,062,400 rows, 28,192,672 entries that are not zero) follow
// from the same formula: two entries per edge, and a diagonal of states and controls.
TEST(Grids, KktMatricesHaveTheSizesOfNlpkkt) {
  const auto entries = [](std::uint64_t n) {
    const std::uint64_t around = 3 * n - 2;
    return 2 * (around * around * around + 6 * around * around) + n * n * n + 6 * n * n;
  };
  EXPECT_EQ(entries(80), 28'192'672U);
  const EdgeList graph = make_graph("nlpkkt", {{"x", 10}, {"y", 10}, {"z", 10}});
  EXPECT_EQ(graph.num_vertices, 2U * 1000 + 600);
  EXPECT_EQ(2 * graph.edges.size() + 1000 + 600, entries(10));
}

TEST(Grids, ShuffledAreTheSameGraph) {
  const EdgeList plain = make_graph("grid", {{"x", 30}, {"y", 20}});
  const EdgeList shuffled = make_graph("grid", {{"x", 30}, {"y", 20}, {"shuffle", 1}}, 3);
  EXPECT_NE(edges_of(plain), edges_of(shuffled));
  const detail::generate::Permutation number(
      600, 3, static_cast<std::uint64_t>(detail::generate::RandomStream::vertices));
  Edges renumbered;
  for (const auto& [u, v] : edges_of(plain)) {
    renumbered.push_back(
        std::minmax(static_cast<VertexId>(number(u)), static_cast<VertexId>(number(v))));
  }
  std::sort(renumbered.begin(), renumbered.end());
  EXPECT_EQ(renumbered, edges_of(shuffled));
}

TEST(Road, IsAGridWithEdgesRemoved) {
  const Edges grid = edges_of(make_graph("grid", {{"x", 120}, {"y", 80}}));
  EXPECT_EQ(edges_of(make_graph("road", {{"x", 120}, {"y", 80}, {"removed", 0}})), grid);
  EXPECT_TRUE(make_graph("road", {{"x", 120}, {"y", 80}, {"removed", 100}}).edges.empty());
  const Edges road = edges_of(make_graph("road", {{"x", 120}, {"y", 80}}, 1));
  EXPECT_TRUE(std::includes(grid.begin(), grid.end(), road.begin(), road.end()));
  // 19,000 edges, each kept with probability 0.7: 13,300 +- 63.
  EXPECT_NEAR(static_cast<double>(road.size()), 13'300, 400);
}

TEST(Rgg, IsItsDefinition) {
  using detail::generate::Numbering;
  const Context context({.threads = 1});
  for (const int size : {1, 2, 3, 10, 100, 900}) {
    const auto n = static_cast<VertexId>(size);
    for (const double shuffle : {0.0, 1.0}) {
      const auto points = detail::generate::random_points(
          context, n, 8, shuffle == 0 ? Numbering::along_curve : Numbering::random);
      const double radius = 0.55 * std::sqrt(std::log(size) / size);
      const auto distance = [&](VertexId u, VertexId v) {
        const auto width = [](std::uint32_t a, std::uint32_t b) {
          return (static_cast<double>(a) - static_cast<double>(b)) / 1'073'741'824.0;
        };
        return std::hypot(width(points[u].x, points[v].x), width(points[u].y, points[v].y));
      };
      const EdgeList graph =
          make_graph("rgg", {{"n", size}, {"shuffle", shuffle}, {"weights", 2}}, 8);
      EXPECT_EQ(edges_of(graph),
                by_definition(n, [&](VertexId u, VertexId v) { return distance(u, v) < radius; }));
      const auto& weights = std::get<Array<double>>(graph.weights);
      for (std::size_t e = 0; e < weights.size(); ++e) {
        ASSERT_NEAR(weights[e], distance(graph.edges[e].u, graph.edges[e].v), 1e-15);
      }
    }
  }
}

TEST(Rgg, HasAsManyEdgesAsThePublishedOnes) {
  // rgg_n_2_15_s0 of the 10th DIMACS challenge has 160,240 edges, delaunay_n15 98,274.
  EXPECT_NEAR(static_cast<double>(make_graph("rgg", {{"n", 32'768}}).edges.size()), 160'240, 1600);
  EXPECT_NEAR(static_cast<double>(make_graph("delaunay", {{"n", 32'768}}).edges.size()), 98'274,
              12);
}

TEST(RandomGraph, TakesAllPairsWhereItMust) {
  for (const double alpha : {0, 1, 2, 5}) {
    const auto n = static_cast<VertexId>(2 * alpha + 1);
    EXPECT_EQ(edges_of(make_graph("random_graph", {{"n", 2 * alpha + 1}, {"alpha", alpha}})),
              by_definition(n, [](VertexId, VertexId) { return true; }));
  }
}

TEST(RandomGraph, PairsAreEquallyLikely) {
  // 6 of 15 pairs in each of 3000 graphs: 1200 +- 27 times each.
  std::map<std::pair<VertexId, VertexId>, int> count;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    for (const auto& pair : edges_of(make_graph("random_graph", {{"n", 6}, {"alpha", 1}}, seed))) {
      ++count[pair];
    }
  }
  EXPECT_EQ(count.size(), 15U);
  for (const auto& [pair, times] : count) EXPECT_NEAR(times, 1200, 165);
}

TEST(RandomGraph, LooksRandom) {
  const double n = 20'000, alpha = 4;
  const EdgeList graph = make_graph("random_graph", {{"n", n}, {"alpha", alpha}}, 2);
  ASSERT_EQ(graph.edges.size(), 80'000U);
  // Degrees are binomial: mean 8 exactly, variance 8 +- 0.08.
  double variance = 0;
  for (const std::uint32_t degree : degrees(graph)) variance += (degree - 8.0) * (degree - 8.0);
  EXPECT_NEAR(variance / n, 8, 0.4);
  // Triangles: about 8^3 / 6 = 85 +- 9, whatever n is.
  const Adjacency adjacency = build_adjacency(graph.view());
  std::vector<bool> is_neighbour(graph.num_vertices, false);
  int triangles = 0;
  for (const GraphEdge edge : graph.edges) {
    const auto neighbours = [&](VertexId v) {
      return adjacency.neighbours.view().subspan(adjacency.offsets[v],
                                                 adjacency.offsets[v + 1] - adjacency.offsets[v]);
    };
    for (const VertexId w : neighbours(edge.u)) is_neighbour[w] = true;
    for (const VertexId w : neighbours(edge.v)) triangles += is_neighbour[w] ? 1 : 0;
    for (const VertexId w : neighbours(edge.u)) is_neighbour[w] = false;
  }
  EXPECT_NEAR(triangles / 3.0, 85, 55);
  const auto& weights = std::get<Array<double>>(graph.weights);
  double sum = 0;
  for (const double weight : weights) {
    ASSERT_TRUE(weight >= 0 && weight < 1);
    sum += weight;
  }
  EXPECT_NEAR(sum / 80'000, 0.5, 0.006);
}

TEST(Rmat, QuadrantsHaveTheirShares) {
  // One level of two vertices: only the two quadrants off the diagonal are edges.
  EXPECT_EQ(edges_of(make_graph("rmat", {{"scale", 1}, {"edge_factor", 64}})), (Edges{{0, 1}}));
  EXPECT_TRUE(
      make_graph("rmat", {{"scale", 1}, {"edge_factor", 64}, {"b", 0}, {"c", 0}}).edges.empty());
  EXPECT_EQ(make_graph("rmat", {{"scale", 0}}).num_vertices, 1U);
  // Sparse, so that next to nothing is merged: shares of the quadrants by the top bit of both ends.
  const EdgeList graph = make_graph(
      "rmat", {{"scale", 18}, {"edge_factor", 1}, {"a", 40}, {"b", 30}, {"c", 20}, {"shuffle", 0}});
  const auto half = graph.num_vertices / 2;
  std::map<int, double> share;
  for (const GraphEdge edge : graph.edges) {
    share[(edge.u >= half ? 1 : 0) + (edge.v >= half ? 1 : 0)] += 1.0 / 262'144;
  }
  EXPECT_NEAR(share[0], 0.4, 0.01);
  EXPECT_NEAR(share[1], 0.5, 0.01);
  EXPECT_NEAR(share[2], 0.1, 0.01);
}

TEST(Rmat, IsSkewedUnlessItsQuadrantsAreEqual) {
  const auto largest = [](const Values& values) {
    return sorted_degrees(make_graph("rmat", values)).back();
  };
  // 16 neighbours a vertex and some more, where all pairs are equally likely.
  EXPECT_LT(largest({{"scale", 12}, {"edge_factor", 8}, {"a", 25}, {"b", 25}, {"c", 25}}), 45U);
  EXPECT_GT(largest({{"scale", 12}, {"edge_factor", 8}}), 400U);
}

TEST(Rmat, ShuffledHasTheSameDegrees) {
  EXPECT_EQ(sorted_degrees(make_graph("rmat", {{"scale", 10}, {"shuffle", 0}}, 5)),
            sorted_degrees(make_graph("rmat", {{"scale", 10}, {"shuffle", 1}}, 5)));
}

TEST(Trees, ByHand) {
  EXPECT_EQ(edges_of(make_graph("path", {{"n", 4}})), (Edges{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_TRUE(make_graph("path", {{"n", 1}}).edges.empty());
  EXPECT_EQ(edges_of(make_graph("star", {{"leaves", 3}})), (Edges{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(make_graph("star", {{"leaves", 0}}).num_vertices, 1U);
  EXPECT_EQ(edges_of(make_graph("star_of_stars", {{"hubs", 2}, {"leaves", 2}})),
            (Edges{{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}}));
  EXPECT_EQ(edges_of(make_graph("caterpillar", {{"spine", 3}, {"legs", 2}})),
            (Edges{{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {1, 6}, {2, 7}, {2, 8}}));
}

TEST(Trees, WeightsRiseAlongThePath) {
  for (const double shuffle : {0.0, 1.0}) {
    const EdgeList graph = make_graph("path", {{"n", 500}, {"shuffle", shuffle}}, 9);
    const auto& weights = std::get<Array<std::int32_t>>(graph.weights);
    std::vector<GraphEdge> by_weight(500, {k_none, k_none});
    for (std::size_t e = 0; e < weights.size(); ++e) {
      by_weight.at(static_cast<std::size_t>(weights[e])) = graph.edges[e];
    }
    // Weight w and w + 1 share a vertex, which no other edge has.
    std::vector<int> seen(500, 0);
    for (std::size_t w = 1; w < 500; ++w) {
      const GraphEdge edge = by_weight[w];
      ASSERT_NE(edge.u, k_none);
      EXPECT_EQ(++seen[edge.u] + ++seen[edge.v], w == 1 ? 2 : 3);
      if (w == 1) continue;
      const GraphEdge last = by_weight[w - 1];
      EXPECT_TRUE(edge.u == last.u || edge.u == last.v || edge.v == last.u || edge.v == last.v);
    }
  }
}

}  // namespace
}  // namespace hypermatch::generate
