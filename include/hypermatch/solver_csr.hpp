// SPDX-License-Identifier: MIT
// Sparse matrices as solvers hold them (PETSc, Trilinos, SuiteSparse, Eigen, MKL): CSR with row
// pointers and column numbers of 32 or 64 bits, signed or not, from 0 or from 1. Views of the
// library show these arrays where they are; what has another type is copied, and counted.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// A type of integers that solvers have in their arrays: 4 or 8 bytes, signed or not.
template <class T>
concept SolverInteger = std::integral<T> && !std::same_as<T, bool> &&
                        (sizeof(T) == sizeof(std::uint32_t) || sizeof(T) == sizeof(std::uint64_t));

/// Non-owning integers of any such type; trivially copyable.
class IntegersView {
 public:
  IntegersView() = default;
  /// Views a span, a vector or any other contiguous range. Its memory must outlive the view.
  template <std::ranges::contiguous_range Range>
  requires(SolverInteger<std::ranges::range_value_t<Range>>) IntegersView(const Range& numbers)
      : data_(std::ranges::data(numbers)),
        size_(std::ranges::size(numbers)),
        bytes_(sizeof(std::ranges::range_value_t<Range>)),
        is_signed_(std::is_signed_v<std::ranges::range_value_t<Range>>),
        is_native_(
            std::is_same_v<std::make_unsigned_t<std::ranges::range_value_t<Range>>, VertexId> ||
            std::is_same_v<std::make_unsigned_t<std::ranges::range_value_t<Range>>, Offset>) {}

  [[nodiscard]] const void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// The size of one number: 4 or 8.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool is_signed() const { return is_signed_; }
  /// True if the type is `VertexId`, `Offset` or the signed type of one of them: then, and only
  /// then, the memory may be read as that type. (`long long` is not, where `Offset` is a `long`.)
  [[nodiscard]] bool is_native() const { return is_native_; }

 private:
  const void* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t bytes_ = sizeof(Offset);
  bool is_signed_ = false;
  bool is_native_ = true;
};

/// The number of the first row, of the first column, and of the first entry in the row pointers.
enum class IndexBase {
  zero,  ///< C
  one,   ///< Fortran
};

/// A solver's matrix; non-owning, trivially copyable.
struct SolverCsr {
  std::uint64_t num_rows = 0;
  std::uint64_t num_columns = 0;
  /// Size num_rows + 1: entries of row r are at offsets[r] .. offsets[r + 1] - 1, less the base.
  IntegersView offsets = {};
  IntegersView columns = {};  ///< one per entry
  WeightsView values = {};    ///< one per entry, or none; graphs have them as weights
  IndexBase base = IndexBase::zero;
};

/// Bytes copied because an array of the solver does not have the library's type.
struct CopiedBytes {
  std::uint64_t offsets = 0;
  std::uint64_t columns = 0;
  std::uint64_t values = 0;

  [[nodiscard]] std::uint64_t total() const { return offsets + columns + values; }
};

/// A view of a solver's matrix, with the arrays that had to be copied. Valid as long as it and the
/// solver's arrays live; moving it keeps the view valid.
///
/// Row pointers are shown if they have 64 bits and count from 0, else copied, 8 bytes each. Column
/// numbers are shown if they have 32 bits and count from 0, else copied, 4 bytes each.
template <class View>
struct AdoptedCsr {
  View view;
  CopiedBytes copied;
  Array<Offset> offsets;    ///< the copies; empty if the view shows the solver's
  Array<VertexId> columns;  ///< see `offsets`
  Weights values;           ///< see `offsets`; of the type of the solver's
};

/// The pattern of a matrix as rows and columns. Reads each array once, on the context's threads.
/// @throws Error{invalid_input} naming the first number of the first array that is out of range, as
/// it stands in the array; or sizes that do not fit, or counts beyond 2^32 - 2; Error{resources,
/// cancelled}
[[nodiscard]] AdoptedCsr<BipartiteView> bipartite_of(const Context& context,
                                                     const SolverCsr& matrix);

/// One hyperedge per row, one vertex per column. `weights`: one per row, or none. A row must not
/// hold a column twice (`validate` checks it). @throws as `bipartite_of`
[[nodiscard]] AdoptedCsr<HypergraphView> hypergraph_of(const Context& context,
                                                       const SolverCsr& matrix,
                                                       const WeightsView& weights = {});

/// Conversions of matrix values to edge weights.
enum class EntryWeights {
  magnitudes,  ///< |a_ij|; shown as they are if none is negative (the smallest integer has none)
  values,      ///< a_ij
  none,        ///< the graph is unweighted
};

/// The graph of a square matrix with a symmetric pattern and symmetric weights (`validate` checks
/// both; a row must not hold a column twice). Entries on the diagonal are left out; if there are
/// any, columns and values are copied without them.
/// @throws as `bipartite_of`, and Error{invalid_input} if the matrix is not square
[[nodiscard]] AdoptedCsr<GraphView> graph_of(const Context& context, const SolverCsr& matrix,
                                             EntryWeights weights = EntryWeights::magnitudes);

/// How a matrix that need not be symmetric becomes a graph.
enum class Symmetrize {
  error,  ///< entries without an equal one on the other side of the diagonal are bad input
  max,    ///< the larger of both entries, or the one that is there
  sum,    ///< the sum of both entries, or the one that is there; 1 each where there are no values
};

template <>
struct EnumNames<Symmetrize> {
  static constexpr EnumName<Symmetrize> all[] = {
      {Symmetrize::error, "error"}, {Symmetrize::max, "max"}, {Symmetrize::sum, "sum"}};
};

/// The graph of a square matrix of any pattern, from a source that is not trusted: all that
/// `GraphView` promises holds. With `max` and `sum` rows ascend, and are copies: 8 bytes per row,
/// 4 and a value per arc, and as much once more while they are made, on one thread.
/// @throws as `graph_of`, and Error{invalid_input} for a column that stands twice in a row, values
/// that are not finite, sums beyond their type, and what `symmetrize` refuses
[[nodiscard]] AdoptedCsr<GraphView> symmetric_graph_of(
    const Context& context, const SolverCsr& matrix, Symmetrize symmetrize = Symmetrize::error,
    EntryWeights weights = EntryWeights::magnitudes);

/// The entries on the diagonal as weights of loops: one per row, 0 where there is none, of the type
/// of the values (1 each and int32 where there are no values). None if the diagonal is empty.
/// @throws as `graph_of`, and Error{invalid_input} if an entry stands twice
[[nodiscard]] Weights loops_of(const Context& context, const SolverCsr& matrix);

}  // namespace hypermatch
