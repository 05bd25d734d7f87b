// SPDX-License-Identifier: MIT
// Graphs that stand for a hypergraph: its clique expansion and its star expansion (Zien, Schlag,
// Chan 1999, doi:10.1109/43.784130; Agarwal, Branson, Belongie 2006, doi:10.1145/1143844.1143847).
#pragma once

#include <cstdint>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"

namespace hypermatch {

enum class Expansion {
  /// An edge of weight w / (|e| - 1) joins each pair of pins of a hyperedge, so that the edges of
  /// a pin weigh w in total. Weights of one pair from several hyperedges add up. Edges ascend by
  /// their ends.
  clique,
  /// Hyperedge e becomes vertex n + e; an edge of weight w / |e| joins it to each of its pins.
  /// Edges stand in the order of the pins.
  star,
};

/// The number of pairs of pins in all hyperedges, which a clique expansion has at most as edges;
/// beyond 64 bits the largest number. O(m).
[[nodiscard]] std::uint64_t num_pairs_of_pins(const HypergraphView& hypergraph);

/// The expansion of a hypergraph, weights in double, 1 per hyperedge where it has none. Hyperedges
/// of fewer than two pins give a clique nothing. Sums are in the order of the hyperedges; the same
/// bytes on any number of threads. O(n + edges of the expansion); of a clique 32 bytes per pair.
/// @throws Error{invalid_input} before work beyond 2^32 - 2 vertices or edges, Error{resources}
/// before work for what the system has no room for, Error{cancelled}
[[nodiscard]] EdgeList expand(const Context& context, const HypergraphView& hypergraph,
                              Expansion expansion);

}  // namespace hypermatch
