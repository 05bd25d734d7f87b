// SPDX-License-Identifier: MIT
// The network of a b-assignment: the distinct pairs by rows, and the bounds of each vertex on its
// pairs. Vertices are numbered rows first, then columns.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/b_assignment.hpp"
#include "structures/pair_values.hpp"

namespace hypermatch::detail::bipartite_matching {

struct PairNetwork {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::span<const Offset> begin;      ///< size num_rows + 1: the arcs of each row
  std::span<const VertexId> columns;  ///< of each arc
  /// The entry that each arc is; empty: arc i is entry i.
  Array<std::uint32_t> entries;
  Array<Offset> column_begin;  ///< size num_columns + 1: as many places as the column has arcs
  /// Size num_rows + num_columns. Upper bounds are at most the degree, unless the lower one is
  /// above it.
  Array<std::uint32_t> lower;
  Array<std::uint32_t> upper;

  Array<Offset> own_begin = {};
  Array<VertexId> own_columns = {};

  [[nodiscard]] std::size_t num_vertices() const { return lower.size(); }
  [[nodiscard]] std::uint32_t num_arcs() const {
    return static_cast<std::uint32_t>(columns.size());
  }
  [[nodiscard]] std::size_t entry_of(std::size_t arc) const {
    return entries.empty() ? arc : entries[arc];
  }
};

/// `graph` is not copied unless entries stand twice; then the best are kept.
[[nodiscard]] PairNetwork make_network(const BipartiteView& graph, const WeightsView& weights,
                                       const structures::PairValues& values,
                                       const PairBounds& bounds);

}  // namespace hypermatch::detail::bipartite_matching
