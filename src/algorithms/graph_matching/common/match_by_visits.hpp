// SPDX-License-Identifier: MIT
// Vertices visited one after another, each free one taking the uppermost of its free neighbours.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "order/row_scan.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

/// The vertices in an order that is uniform among all, drawn by the seed (Durstenfeld 1964).
[[nodiscard]] inline Array<VertexId> shuffled_vertices(VertexId num_vertices, std::uint64_t seed) {
  Array<VertexId> vertices(num_vertices);
  std::iota(vertices.begin(), vertices.end(), VertexId{0});
  for (std::size_t left = num_vertices; left > 1; --left) {
    std::swap(vertices[left - 1], vertices[base::below(base::hash(seed, left), left)]);
  }
  return vertices;
}

/// Matches every vertex that visit(i), i = 0 .. n - 1, names while it is free to its uppermost
/// free neighbour.
template <class Rows, class Visit>
[[nodiscard]] std::vector<VertexId> match_by_visits(const Context& context, const GraphView& graph,
                                                    const Rows& rows, const Visit& visit) {
  parallel::StopCheck stop(context);
  const VertexId n = graph.num_vertices;
  std::vector<VertexId> mates(n, k_none);
  for (VertexId i = 0; i < n; ++i) {
    const VertexId v = visit(i);
    if (mates[v] != k_none) continue;
    stop.done(rows.degree(v) + 1);
    const Offset arc = rows.best_wanted(v, [&](Offset a) { return mates[rows.head(a)] == k_none; });
    if (arc == order::k_no_arc) continue;
    const VertexId other = rows.head(arc);
    if (other == v) structures::throw_broken_promise(graph);
    mates[v] = other;
    mates[other] = v;
  }
  return mates;
}

}  // namespace hypermatch::detail::graph_matching
