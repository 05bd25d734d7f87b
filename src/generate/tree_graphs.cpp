// SPDX-License-Identifier: MIT
// Trees that break naive load balancing or take one round per edge: long paths, and vertices of
// large degree next to vertices of small degree.
#include <algorithm>
#include <utility>

#include "generate/build_graph.hpp"
#include "generate/families.hpp"
#include "generate/integer_weights.hpp"

namespace hypermatch::detail::generate {

namespace {

// Weights 1 .. n - 1 along the path, whatever the numbers of its vertices are.
void weigh_rising(const Context& context, EdgeList& graph, bool shuffled, std::uint64_t seed) {
  const std::uint64_t n = graph.num_vertices;
  Array<VertexId> place(shuffled ? n : 0);
  if (shuffled) {
    const Permutation number(n, seed, static_cast<std::uint64_t>(RandomStream::vertices));
    parallel::for_each(context, n,
                       [&](std::size_t i) { place[number(i)] = static_cast<VertexId>(i); });
  }
  const auto place_of = [&](VertexId v) { return shuffled ? place[v] : v; };
  graph.weights = integer_weights(context, graph.edges.size(), n, [&](std::uint64_t e) {
    const auto [u, v] = graph.edges[e];
    return std::min(place_of(u), place_of(v)) + std::uint64_t{1};
  });
}

}  // namespace

EdgeList path(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  check_graph_size(p, real(n), real(n));
  EdgeList graph = build_graph(context, n, [=](std::uint64_t v, const auto& visit) {
    if (v + 1 < n) visit(v + 1);
  });
  graph = finish(context, std::move(graph), p, seed);
  if (static_cast<WeightKind>(p["weights"]) == WeightKind::special) {
    weigh_rising(context, graph, p["shuffle"] != 0, seed);
  }
  return graph;
}

EdgeList star(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t leaves = p["leaves"];
  check_graph_size(p, real(leaves) + 1, real(leaves));
  EdgeList graph = build_graph(context, leaves + 1, [=](std::uint64_t v, const auto& visit) {
    if (v != 0) return;
    for (std::uint64_t leaf = 1; leaf <= leaves; ++leaf) visit(leaf);
  });
  return finish(context, std::move(graph), p, seed);
}

EdgeList star_of_stars(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t hubs = p["hubs"], leaves = p["leaves"];
  const double num_edges = real(hubs) * (real(leaves) + 1);
  check_graph_size(p, num_edges + 1, num_edges);
  // The centre is 0, hubs follow, then the leaves of each hub.
  const std::uint64_t n = 1 + hubs + hubs * leaves;
  EdgeList graph = build_graph(context, n, [=](std::uint64_t v, const auto& visit) {
    if (v > hubs) return;
    const std::uint64_t first = v == 0 ? 1 : 1 + hubs + (v - 1) * leaves;
    const std::uint64_t count = v == 0 ? hubs : leaves;
    for (std::uint64_t i = 0; i < count; ++i) visit(first + i);
  });
  return finish(context, std::move(graph), p, seed);
}

EdgeList caterpillar(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t spine = p["spine"], legs = p["legs"];
  const double num_vertices = real(spine) * (real(legs) + 1);
  check_graph_size(p, num_vertices, num_vertices);
  // The spine is 0 .. spine - 1, the legs of each of its vertices follow.
  const std::uint64_t n = spine * (legs + 1);
  EdgeList graph = build_graph(context, n, [=](std::uint64_t v, const auto& visit) {
    if (v >= spine) return;
    if (v + 1 < spine) visit(v + 1);
    for (std::uint64_t i = 0; i < legs; ++i) visit(spine + v * legs + i);
  });
  return finish(context, std::move(graph), p, seed);
}

}  // namespace hypermatch::detail::generate
