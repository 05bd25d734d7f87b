// SPDX-License-Identifier: MIT
// Bipartite graph between rows and columns, as the CSR of its rows: the pattern of a sparse matrix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

class Context;

/// Non-owning bipartite graph in host memory; trivially copyable, cheap to pass by value.
///
/// Row `r` is adjacent to `columns[offsets[r]] .. columns[offsets[r + 1] - 1]`, in any order; a
/// column that stands twice in a row is one neighbour.
struct BipartiteView {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::span<const Offset> offsets;    ///< size num_rows + 1 (empty stands for no rows)
  std::span<const VertexId> columns;  ///< size offsets[num_rows]

  [[nodiscard]] std::uint64_t num_entries() const { return columns.size(); }
  [[nodiscard]] std::uint64_t row_size(VertexId r) const { return offsets[r + 1] - offsets[r]; }
  [[nodiscard]] std::span<const VertexId> columns_of(VertexId r) const {
    return columns.subspan(offsets[r], offsets[r + 1] - offsets[r]);
  }
};

/// Owning bipartite graph.
struct Bipartite {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  Array<Offset> offsets;    ///< size num_rows + 1 (empty stands for no rows)
  Array<VertexId> columns;  ///< size offsets[num_rows]

  [[nodiscard]] BipartiteView view() const {
    return {num_rows, num_columns, offsets.view(), columns.view()};
  }
};

/// A row and one of its columns, 0-based; 64-bit, so that what any file says can be judged.
struct RowColumn {
  std::uint64_t row;
  std::uint64_t column;
  friend bool operator==(const RowColumn&, const RowColumn&) = default;
};

/// Rows and columns that meet every entry, 0-based. No matching has more pairs than a cover has
/// members.
struct VertexCover {
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> columns;

  [[nodiscard]] std::uint64_t size() const { return rows.size() + columns.size(); }
};

/// Checks every invariant that `BipartiteView` documents, in O(rows + entries).
/// @throws Error{invalid_input} naming the first violated one
void validate(const BipartiteView& bipartite);
/// Checks these invariants on all threads of the context. @throws Error{invalid_input, cancelled}
void validate(const Context& context, const BipartiteView& bipartite);

/// Exchanges rows and columns. The entries of each new row ascend. O(rows + columns + entries).
/// @throws Error{resources, cancelled}
[[nodiscard]] Bipartite transpose(const Context& context, const BipartiteView& bipartite);

}  // namespace hypermatch
