// SPDX-License-Identifier: MIT
// The square part of a matrix in block upper triangular form: rows are the vertices of a directed
// graph, with an arc from each row to the mates of its columns; the blocks are its strongly
// connected components (Tarjan 1972, doi:10.1137/0201010), in topological order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Rows that are matched to each other's columns.
struct SquarePart {
  BipartiteView graph;
  std::vector<VertexId> rows;              ///< ascending
  std::span<const VertexId> column_mates;  ///< of all columns
  const std::vector<bool>& is_square;      ///< of all rows: it is one of `rows`
};

/// A partition of rows, block after block.
struct RowBlocks {
  std::vector<VertexId> rows;        ///< those of a block ascend
  std::vector<std::size_t> offsets;  ///< size blocks + 1
  [[nodiscard]] std::size_t count() const { return offsets.size() - 1; }
};

/// The finest blocks such that no row has an entry in the columns of an earlier block. Where the
/// order leaves a choice, the block with the smallest row comes first: the result does not depend
/// on the matching. O(rows + entries + blocks log blocks), not recursive.
[[nodiscard]] RowBlocks triangular_blocks(const Context& context, const SquarePart& part);

}  // namespace hypermatch::detail::bipartite_matching
