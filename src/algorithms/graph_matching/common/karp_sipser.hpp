// SPDX-License-Identifier: MIT
// The rules of Karp and Sipser (1981, doi:10.1109/SFCS.1981.21) on a graph in rows: an algorithm
// for large matchings, and the start of the one for largest matchings.
//
// Rule one: a vertex of degree one is matched with its neighbour. Rule two: a vertex v of degree
// two with neighbours a and b is contracted with both to one vertex; once a matching of the rest is
// known, v is matched with the one of them that the contracted vertex was not matched by, or with a
// if it was not matched at all. Both rules lose nothing. Degrees count all edges of a contracted
// vertex, parallel ones too, until a rule looks at it; edges inside of it do not count. Rule one
// comes first, then rule two; where neither applies, the next vertex in a random order is matched
// with a random neighbour.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::graph_matching {

/// Rows that are taken over: `heads` is consumed. Each edge stands in both rows, once.
struct KarpSipserRows {
  std::span<const Offset> first;  ///< size n + 1
  Array<VertexId> heads;          ///< size 2m

  [[nodiscard]] VertexId num_vertices() const { return static_cast<VertexId>(first.size() - 1); }
};

[[nodiscard]] std::vector<VertexId> karp_sipser_mates(const Context& context, KarpSipserRows rows,
                                                      KarpSipserVariant variant,
                                                      std::uint64_t seed);

}  // namespace hypermatch::detail::graph_matching
