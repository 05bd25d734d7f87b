// SPDX-License-Identifier: MIT
// Random graphs without geometry: with a given number of edges, every set of them equally likely;
// and R-MAT (Chakrabarti, Zhan, Faloutsos 2004, doi:10.1137/1.9781611972740.43), whose standard
// parameters are those of Graph500.
#include <string>

#include "generate/build_graph.hpp"
#include "generate/families.hpp"

namespace hypermatch::detail::generate {

namespace {

// Probabilities of the quadrants, in units of 2^-32.
struct Quadrants {
  std::uint64_t a, ab, abc;

  explicit Quadrants(const Parameters& p)
      : a(share(p["a"])), ab(share(p["a"] + p["b"])), abc(share(p["a"] + p["b"] + p["c"])) {}

  // One bit of both ends: the row in bit 1, the column in bit 0.
  [[nodiscard]] std::uint64_t draw(std::uint64_t bits) const {
    return std::uint64_t{bits >= a} + std::uint64_t{bits >= ab} + std::uint64_t{bits >= abc};
  }

 private:
  static std::uint64_t share(std::uint64_t percent) { return (percent << 32) / 100; }
};

GraphEdge rmat_edge(const Quadrants& quadrants, std::uint64_t scale, Draws draws) {
  std::uint64_t row = 0, column = 0, bits = 0;
  for (std::uint64_t level = 0; level < scale; ++level) {
    bits = level % 2 == 0 ? draws.bits() : bits >> 32;
    const std::uint64_t quadrant = quadrants.draw(bits & 0xFFFFFFFFU);
    row = 2 * row + (quadrant >> 1);
    column = 2 * column + (quadrant & 1);
  }
  return {static_cast<VertexId>(row), static_cast<VertexId>(column)};
}

}  // namespace

EdgeList random_graph(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"], alpha = p["alpha"];
  if (2 * alpha > n - 1) {
    p.reject("alpha", "at most (n - 1) / 2, which is " + std::to_string((n - 1) / 2));
  }
  const double num_edges = static_cast<double>(n) * static_cast<double>(alpha);
  check_graph_size(p, static_cast<double>(n), num_edges, sizeof(GraphEdge));
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.edges.resize(n * alpha);
  const DistinctDraws pairs(n > 1 ? n * (n - 1) / 2 : 1, seed, RandomStream::pairs);
  for_edges(
      context, graph.edges.size(), [] { return 0; },
      [&](std::size_t e, int) { graph.edges[e] = pair_of_number(pairs(e), n); });
  sort_edges(context, graph.edges);
  context.check_cancelled();
  weigh(context, graph, static_cast<WeightKind>(p["weights"]), seed);
  return graph;
}

EdgeList rmat(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t scale = p["scale"], n = std::uint64_t{1} << scale;
  if (p["a"] + p["b"] + p["c"] > 100) {
    p.reject("c", "at most 100 - a - b, the percentages' sum being 100 with d");
  }
  const double drawn = static_cast<double>(n) * static_cast<double>(p["edge_factor"]);
  check_graph_size(p, static_cast<double>(n), drawn, 2 * sizeof(GraphEdge));
  const bool shuffled = p["shuffle"] != 0;
  const Quadrants quadrants(p);
  const Permutation number(n, seed, static_cast<std::uint64_t>(RandomStream::vertices));
  Array<GraphEdge> edges(n * p["edge_factor"]);
  for_edges(
      context, edges.size(), [] { return 0; },
      [&](std::size_t e, int) {
        const auto [u, v] = rmat_edge(quadrants, scale, Draws(seed, Purpose::edges, e));
        edges[e] = shuffled
                       ? upward(static_cast<VertexId>(number(u)), static_cast<VertexId>(number(v)))
                       : upward(u, v);
      });
  sort_edges(context, edges);
  context.check_cancelled();
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.edges = simple_edges(context, edges);
  weigh(context, graph, static_cast<WeightKind>(p["weights"]), seed);
  return graph;
}

}  // namespace hypermatch::detail::generate
