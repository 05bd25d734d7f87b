// SPDX-License-Identifier: MIT
// Ranks that come late and hand out their messages in any order, on the families of the golden
// corpus: greedy's answer by all methods.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "tests/order/odd_edges.hpp"
#include "tests/order/ranks_testing.hpp"

namespace hypermatch {
namespace {

using detail::order::EdgeShape;

struct Family {
  const char* name;
  std::map<std::string, double> parameters;
};

// Seeds of delays: HYPERMATCH_DELAYS where it is set, as `make test-long` does.
std::uint64_t num_delays() {
  const char* const given = std::getenv("HYPERMATCH_DELAYS");
  return given == nullptr ? 3 : std::strtoull(given, nullptr, 10);
}

// Each seed has another type of weights.
Weighting weighting_of(std::size_t family, std::uint64_t seed) {
  return k_all[(family + seed) % std::size(k_all)];
}

TEST(RanksDelays, HypergraphsGetGreedysAnswer) {
  const Context context({.threads = 1});
  const Family families[] = {{"sizes", {{"n", 150}, {"m", 500}, {"min", 1}, {"max", 6}}},
                             {"uniform", {{"n", 200}, {"m", 500}, {"k", 3}}},
                             {"power_law", {{"n", 120}, {"m", 400}, {"min", 2}, {"max", 8}}},
                             {"chain", {{"m", 150}, {"d", 3}, {"shuffle", 1}}},
                             {"tight", {{"d", 4}, {"copies", 20}}},
                             {"stencil27", {{"x", 6}, {"y", 5}, {"z", 4}}}};
  for (std::size_t i = 0; i < std::size(families); ++i) {
    Hypergraph hypergraph = generate::hypergraph(context, families[i].name, families[i].parameters);
    Edges edges;
    edges.num_vertices = hypergraph.num_vertices;
    for (std::size_t e = 0; e + 1 < hypergraph.offsets.size(); ++e) {
      edges.pins.emplace_back(hypergraph.pins.begin() + hypergraph.offsets[e],
                              hypergraph.pins.begin() + hypergraph.offsets[e + 1]);
    }
    for (std::uint64_t seed = 0; seed < num_delays(); ++seed) {
      edges.weights = weights_of(weighting_of(i, seed), edges.pins.size(), seed);
      hypergraph.weights = clone(edges.weights);
      const auto expected = greedy(context, hypergraph.view()).edges;
      for (const int p : {1, 2, 3, 4, 7, 16}) {
        const Gathered found =
            match_in_parts(edges, EdgeShape::hyperedges, {}, p, {.few_edges = 16}, seed);
        ASSERT_EQ(numbers_of(found), expected)
            << families[i].name << ", " << p << " ranks, seed " << seed;
      }
    }
  }
}

// All methods; the baselines send messages in each of their rounds.
TEST(RanksDelays, GraphsGetGreedysAnswer) {
  const Context context({.threads = 1});
  const Family families[] = {{"delaunay", {{"n", 150}}},
                             {"grid", {{"x", 12}, {"y", 10}}},
                             {"rmat", {{"scale", 7}, {"edge_factor", 8}}},
                             {"random_graph", {{"n", 120}, {"alpha", 4}}},
                             {"star_of_stars", {{"hubs", 8}, {"leaves", 12}, {"shuffle", 1}}},
                             {"path", {{"n", 100}, {"shuffle", 1}}},
                             {"lfr", {{"n", 150}, {"max_degree", 30}, {"max_size", 40}}},
                             {"road", {{"x", 12}, {"y", 10}, {"shuffle", 1}}},
                             {"rgg", {{"n", 200}}}};
  for (std::size_t i = 0; i < std::size(families); ++i) {
    EdgeList graph = generate::graph(context, families[i].name, families[i].parameters);
    Edges edges;
    edges.num_vertices = graph.num_vertices;
    for (const GraphEdge& edge : graph.edges) edges.pins.push_back({edge.u, edge.v});
    for (std::uint64_t seed = 0; seed < num_delays(); ++seed) {
      edges.weights = weights_of(weighting_of(i, seed), edges.pins.size(), seed);
      graph.weights = clone(edges.weights);
      const auto mates = greedy(context, graph.view(), GraphOrder{}).mates;
      std::vector<EdgeId> expected;
      for (std::size_t e = 0; e < edges.pins.size(); ++e) {
        if (mates[edges.pins[e][0]] == edges.pins[e][1]) {
          expected.push_back(static_cast<EdgeId>(e));
        }
      }
      for (const int p : {1, 2, 3, 4, 7}) {
        const RankMethod baseline = seed % 2 == 0 ? RankMethod::ghosts : RankMethod::requests;
        for (const RankMethod method : {RankMethod::batches, baseline}) {
          const Gathered found =
              match_in_parts(edges, EdgeShape::pairs, {}, p, {.few_edges = 16}, seed, method);
          ASSERT_EQ(numbers_of(found), expected) << families[i].name << ", " << p << " ranks, seed "
                                                 << seed << ", method " << static_cast<int>(method);
          if (method == RankMethod::ghosts) {
            ASSERT_GE(found.first.costs.exchanges, 2 * found.first.stats.rounds);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch
