// SPDX-License-Identifier: MIT
// Vertices to edges, the transpose of a hypergraph's CSR, for algorithms that ask for it.
#pragma once

#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch::detail::parallel {

/// The edges of vertex `v` are `edges[offsets[v]] .. edges[offsets[v + 1] - 1]`, ascending.
struct Incidence {
  Array<Offset> offsets;  ///< size n + 1
  Array<EdgeId> edges;    ///< size pins

  [[nodiscard]] std::span<const EdgeId> edges_of(VertexId v) const {
    return edges.view().subspan(offsets[v], offsets[v + std::size_t{1}] - offsets[v]);
  }
};

/// Counting sort of the pins by vertex, in two stable steps: into ranges of vertices that fit into
/// a core's cache, then by vertex inside each. O(n + pins) work; needs 8 bytes per pin while it
/// runs. The result does not depend on the number of threads. @throws Error{resources}
[[nodiscard]] Incidence build_incidence(const Context& context, const HypergraphView& hypergraph);

/// `build_incidence` of edges with two pins each.
[[nodiscard]] Incidence build_incidence_of_pairs(const Context& context, VertexId num_vertices,
                                                 std::span<const GraphEdge> edges);

/// `transpose` of a graph that was checked already.
[[nodiscard]] Bipartite transposed(const Context& context, const BipartiteView& bipartite);

}  // namespace hypermatch::detail::parallel
