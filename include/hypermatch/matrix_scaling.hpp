// SPDX-License-Identifier: MIT
// Large entries on the diagonal of a sparse matrix, for sparse solvers: the matching of rows and
// columns whose entries have the largest product, factors for rows and columns by which no entry is
// above 1 in size, and pivots of a symmetric matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// A matching of largest product, and factors that prove it.
struct ProductMatching {
  std::vector<VertexId> row_mates;     ///< size num_rows: the row's column, or k_none
  std::vector<VertexId> column_mates;  ///< size num_columns: the column's row, or k_none
  std::uint64_t structural_rank = 0;   ///< number of pairs, without entries of value 0
  double log2_product = 0;             ///< of the sizes of the pairs' entries
  /// Row r is to be multiplied by 2^row_exponents[r], column c by 2^column_exponents[c]. Entries
  /// are then at most 1 in size and those of pairs 1, up to the rounding of exponents to double.
  std::vector<double> row_exponents;
  std::vector<double> column_exponents;  ///< size num_columns
};

/// The matching that has, of all largest ones, the largest product of the sizes of its entries, and
/// factors of rows and columns from its dual solution (job 5 of MC64: Duff and Koster 2001,
/// doi:10.1137/S0895479899358443). `values`: one per entry of `graph`; entries of value 0 are left
/// out, of repeated ones the largest counts. The matrix may be rectangular or structurally
/// singular; then no entry is above 1 all the same. Work as `assignment`; one core. Factors
/// are as exact as the logarithm of the C library.
/// @throws Error{invalid_input} for values that are no finite numbers or not as many as entries;
/// else as `assignment`
[[nodiscard]] ProductMatching maximum_product_matching(const Context& context,
                                                       const BipartiteView& graph,
                                                       const WeightsView& values);

/// A pivot of one row and column, or of two: `second` is k_none for one.
struct Pivot {
  VertexId first = k_none;
  VertexId second = k_none;
  friend bool operator==(const Pivot&, const Pivot&) = default;
};

/// Pivots of a symmetric matrix, each row in one of them.
struct SymmetricPivots {
  std::vector<Pivot> pivots;      ///< ascending by their first rows
  std::vector<double> exponents;  ///< row and column i are to be multiplied by 2^exponents[i]
};

/// Pivots of order 1 and 2 from a matching of largest product of a symmetric matrix, and one factor
/// per row and its column, by which no entry is above 1 (Duff and Pralet 2005,
/// doi:10.1137/04061043X). Cycles of the matching are cut into pairs: of the two ways the one with
/// the larger product of determinants; a cycle of odd length leaves the row with the largest
/// diagonal entry alone. Rows that no pair is left for stand alone. O(rows + entries).
/// @throws Error{invalid_input} for a matrix that is not square or whose entries differ in size
/// from those on the other side of the diagonal, or a matching of another one
[[nodiscard]] SymmetricPivots symmetric_pivots(const BipartiteView& graph,
                                               const WeightsView& values,
                                               const ProductMatching& matching);

}  // namespace hypermatch
