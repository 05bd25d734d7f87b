// SPDX-License-Identifier: MIT
// Judging contractions of graphs and hypergraphs from their definition.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::verify {

/// A contraction: the coarse vertex of each vertex, and the weights of both.
struct ContractionView {
  std::span<const VertexId> coarse_vertex;       ///< size n
  std::span<const std::int64_t> fine_weights;    ///< size n, or empty for 1 each
  std::span<const std::int64_t> coarse_weights;  ///< size of the coarse vertices
};

struct ContractionVerdict {
  bool ok = false;
  std::string violation;  ///< empty, or the first thing that is wrong; vertices count from 1
};

/// Whether `coarse` is `fine` with each class contracted, in one step or in many: each coarse
/// vertex has members and weighs what they do, and has an edge to another one exactly where members
/// have, with the sum of their weights (1 per edge without weights); edges inside a class are gone.
/// Real weights may differ by 2^-30 of their sum, for what is rounded at each step. One thread; O(n
/// + m log m). @throws Error{invalid_input} for broken views, and weights of another number
[[nodiscard]] ContractionVerdict check_contraction(const GraphView& fine, const GraphView& coarse,
                                                   const ContractionView& contraction);

/// Judges hypergraphs in this way: a coarse hyperedge holds the classes of the pins of a fine one,
/// at least two, and weighs what all fine hyperedges with these classes do.
[[nodiscard]] ContractionVerdict check_contraction(const HypergraphView& fine,
                                                   const HypergraphView& coarse,
                                                   const ContractionView& contraction);

}  // namespace hypermatch::verify
