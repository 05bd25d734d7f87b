// SPDX-License-Identifier: MIT
// The rows that exact matchings are found on: weights are integers, in units of a half.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"
#include "structures/fixed_point.hpp"

namespace hypermatch::detail::graph_matching::exact {

/// Weights, duals and slacks. A weight of w is stored as 2 w: then all duals stay integers.
using Value = std::int64_t;

/// More than any dual or any event of a search; twice it is still a `Value`.
inline constexpr Value k_never = Value{1} << 61;

/// Duals of this size leave room for sums of them.
inline constexpr Value k_most_dual = Value{1} << 58;

/// The work of a scan per arc in the units of `StopCheck`: a place anywhere in memory, and events.
inline constexpr std::uint64_t k_work_per_arc = 8;

/// Both arcs of each edge that takes part, by tail. Vertices are numbered as a breadth-first search
/// meets them, so that searches stay in few pages.
struct ExactRows {
  VertexId num_vertices = 0;
  Array<VertexId> vertices;  ///< size n: what each vertex is in the graph
  Array<Offset> first;       ///< size n + 1
  Array<VertexId> heads;     ///< size 2m
  Array<Value> weights;      ///< size 2m, doubled
};

/// The integer that an edge counts as: in units of `fixed`, less where costs are to be small, and
/// with a bonus that is added to each edge.
class EdgeValues {
 public:
  structures::FixedPoint fixed;
  Value sign = 1;  ///< -1: weights are costs
  Value bonus = 0;
  bool drops_nonpositive = true;
  int dropped_bits = 0;  ///< of integers that are too large, which `fixed` takes as they are

  [[nodiscard]] Value weight(const WeightsView& weights, std::size_t e) const {
    const auto value = sign * rounded(fixed.value_of(weights, e));
    // A positive weight counts, however small.
    return drops_nonpositive ? std::max(value, Value{1}) : value;
  }

 private:
  [[nodiscard]] Value rounded(base::Int128 value) const {
    if (dropped_bits == 0) return static_cast<Value>(value);
    return static_cast<Value>((value + (base::Int128{1} << (dropped_bits - 1))) >> dropped_bits);
  }
};

/// How edges count under resolved options. `num_vertices`: of the graph.
/// @throws Error{invalid_input} for weights that are no finite numbers
[[nodiscard]] EdgeValues edge_values(const EdgeListView& graph, const ExactOptions& options);

/// The rows of a list. @throws Error{resources, cancelled}
[[nodiscard]] ExactRows exact_rows(const Context& context, const EdgeListView& graph,
                                   const EdgeValues& values);

}  // namespace hypermatch::detail::graph_matching::exact
