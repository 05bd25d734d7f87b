// SPDX-License-Identifier: MIT
// Builds graphs in the order that all families keep: edges have u < v and ascend by (u, v).
#pragma once

#include <cstdint>

#include "generate/build.hpp"
#include "generate/parameters.hpp"
#include "generate/sampling.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::generate {

/// `larger(u, visit)` calls visit(v) for the neighbours v > u of vertex u, ascending. It is called
/// twice per vertex and must do the same both times.
template <class Larger>
[[nodiscard]] EdgeList build_graph(const Context& context, std::uint64_t num_vertices,
                                   const Larger& larger) {
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(num_vertices);
  Array<Offset> begin(num_vertices);
  for_edges(
      context, num_vertices, [] { return 0; },
      [&](std::size_t u, int) {
        Offset count = 0;
        larger(u, [&](std::uint64_t) { ++count; });
        begin[u] = count;
      });
  graph.edges.resize(parallel::exclusive_scan<Offset>(
      context, num_vertices, [&](std::size_t u) { return begin[u]; },
      [&](std::size_t u, Offset sum) { begin[u] = sum; }));
  for_edges(
      context, num_vertices, [] { return 0; },
      [&](std::size_t u, int) {
        Offset place = begin[u];
        larger(u, [&](std::uint64_t v) {
          graph.edges[place++] = {static_cast<VertexId>(u), static_cast<VertexId>(v)};
        });
      });
  return graph;
}

/// The edge between two vertices, the smaller one first.
[[nodiscard]] inline GraphEdge upward(VertexId a, VertexId b) {
  return a < b ? GraphEdge{a, b} : GraphEdge{b, a};
}

/// Pair `number` of n vertices. The pairs are numbered around a circle: number i stands for vertex
/// i mod n and the one that is i / n + 1 places further. For even n the last n / 2 numbers are the
/// opposite ones.
[[nodiscard]] inline GraphEdge pair_of_number(std::uint64_t number, std::uint64_t n) {
  const std::uint64_t u = number % n, v = u + number / n + 1;
  return upward(static_cast<VertexId>(u), static_cast<VertexId>(v < n ? v : v - n));
}

/// Sorts edges with u < v ascending by (u, v).
void sort_edges(const Context& context, Array<GraphEdge>& edges);

/// A sorted list without self-loops and all but one of equal edges.
[[nodiscard]] Array<GraphEdge> simple_edges(const Context& context, const Array<GraphEdge>& edges);

/// Vertex v becomes new_number(v); weights are not looked at.
void renumber(const Context& context, EdgeList& graph, const Permutation& new_number);

/// Values of the parameter `weights` of the families of graphs.
enum class WeightKind : std::uint64_t {
  none = 0,
  uniform = 1,  ///< double in [0, 1), a hash of the seed and the edge's number
  special = 2,  ///< what the family itself describes
};

/// Gives a graph the weights that `kind` stands for; those of `special` are the family's business.
void weigh(const Context& context, EdgeList& graph, WeightKind kind, std::uint64_t seed);

/// The last step of families with a fixed structure: vertices in random order if parameter
/// `shuffle` says so, then the weights.
[[nodiscard]] EdgeList finish(const Context& context, EdgeList graph, const Parameters& p,
                              std::uint64_t seed);

/// `check_size` of a graph with `bytes_per_edge` for what is built beside its edges.
void check_graph_size(const Parameters& p, double vertices, double edges,
                      double bytes_per_edge = 0);

}  // namespace hypermatch::detail::generate
