// SPDX-License-Identifier: MIT
// The entries of a part, in the numbers of its rows and columns.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/bipartite_matching/assignment/part.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Places of vertices in a part, k_none of others; empty: all are in it, in their order.
[[nodiscard]] inline std::vector<VertexId> places(const std::vector<VertexId>& vertices,
                                                  VertexId count) {
  std::vector<VertexId> at;
  if (vertices.empty()) return at;
  at.assign(count, k_none);
  for (std::size_t i = 0; i < vertices.size(); ++i) at[vertices[i]] = static_cast<VertexId>(i);
  return at;
}

/// take(row, column, e) for each entry e of the graph that lies in the part, ascending.
template <class Take>
void for_each_entry(const BipartiteView& graph, const AssignedPart& part, const Take& take) {
  const auto row_at = places(part.transposed ? part.columns : part.rows, graph.num_rows);
  const auto column_at = places(part.transposed ? part.rows : part.columns, graph.num_columns);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    const VertexId row = row_at.empty() ? r : row_at[r];
    if (row == k_none) continue;
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      const VertexId column = column_at.empty() ? c : column_at[c];
      if (column == k_none) continue;
      part.transposed ? take(column, row, e) : take(row, column, e);
    }
  }
}

/// The first entry of each row of the part, and behind the last one.
[[nodiscard]] inline Array<Offset> offsets_of(const BipartiteView& graph,
                                              const AssignedPart& part) {
  Array<Offset> begin(part.num_rows + std::size_t{1}, 0);
  for_each_entry(graph, part,
                 [&](VertexId row, VertexId, Offset) { ++begin[row + std::size_t{1}]; });
  for (std::size_t r = 0; r < part.num_rows; ++r) begin[r + 1] += begin[r];
  return begin;
}

}  // namespace hypermatch::detail::bipartite_matching
