// SPDX-License-Identifier: MIT
// Consequences of a maximum matching of rows and columns: a proof that it is maximum, and the
// decomposition by which sparse solvers permute a matrix (Dulmage, Mendelsohn 1958,
// doi:10.4153/CJM-1958-052-0; block triangular form: Pothen, Fan 1990, doi:10.1145/98267.98287).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// A vertex cover with as many members as the matching has pairs, which proves that no matching is
/// larger (Koenig 1931): the rows that no alternating path from an unmatched row reaches, and the
/// columns that one does. Ascending; the same for every largest matching. One thread,
/// O(rows + columns + entries), at most 5 bytes per row and 5 per column beside the result.
/// `row_mates`: size num_rows, the column of each row, or k_none.
/// @throws Error{invalid_input} if `row_mates` is no matching of the graph or not a largest one,
/// Error{resources, cancelled}
[[nodiscard]] VertexCover vertex_cover(const Context& context, const BipartiteView& bipartite,
                                       std::span<const VertexId> row_mates);

/// How far a matrix is taken apart.
enum class Decomposition {
  coarse,  ///< three parts; the square one is one block
  fine,    ///< the square part in block triangular form, too
};

template <>
struct EnumNames<Decomposition> {
  static constexpr EnumName<Decomposition> all[] = {{Decomposition::coarse, "coarse"},
                                                    {Decomposition::fine, "fine"}};
};

struct DulmageMendelsohnOptions {
  Decomposition level = Decomposition::fine;
};

/// Rows and columns of a part of a matrix.
struct PartSize {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  friend bool operator==(const PartSize&, const PartSize&) = default;
};

/// A matrix permuted into block upper triangular form: no entry stands below the diagonal blocks.
///
/// The blocks on the diagonal are, in this order:
/// - the horizontal part (if it has columns): what alternating paths from unmatched columns reach.
///   Its rows are all matched, and it has more columns than rows; the unmatched ones come first.
/// - the square part, perfectly matched: one block, or (fine) its strongly connected components,
///   none of which can be permuted to block triangular form any further.
/// - the vertical part (if it has rows): what alternating paths from unmatched rows reach. Its
///   columns are all matched, and it has more rows than columns; the unmatched ones come last.
///
/// Rows ascend inside a block, and their mates among the columns stand in the same order, so that
/// the diagonal of the square part has no zero; in the vertical part columns ascend, and rows stand
/// as their mates. Of the blocks that may come next, the one with the smallest row does. So parts,
/// blocks and their order are the same for every largest matching; what stands beside its mate is
/// not.
struct DulmageMendelsohn {
  std::uint64_t structural_rank = 0;  ///< size of a largest matching
  PartSize horizontal;
  PartSize square;
  PartSize vertical;
  std::vector<VertexId> row_order;     ///< size num_rows: the row at each place
  std::vector<VertexId> column_order;  ///< size num_columns: the column at each place
  /// Block b is made of the places row_begin[b] .. row_begin[b + 1] - 1 of the rows, and so with
  /// columns; size num_blocks + 1.
  std::vector<Offset> row_begin;
  std::vector<Offset> column_begin;
  std::size_t first_square_block = 0;
  std::size_t num_square_blocks = 0;

  [[nodiscard]] std::size_t num_blocks() const { return row_begin.size() - 1; }
};

/// The decomposition that a largest matching leads to. One thread, O(rows + columns + entries +
/// b log b) for b blocks; memory beside the result: at most 45 bytes per row and 5 per column, and
/// before that the transpose where columns are unmatched. `row_mates`: size num_rows, the column of
/// each row, or k_none.
/// @throws Error{invalid_input} if `row_mates` is no matching of the graph or not a largest one,
/// Error{resources, cancelled}
[[nodiscard]] DulmageMendelsohn dulmage_mendelsohn(const Context& context,
                                                   const BipartiteView& bipartite,
                                                   std::span<const VertexId> row_mates,
                                                   const DulmageMendelsohnOptions& options = {});

}  // namespace hypermatch
