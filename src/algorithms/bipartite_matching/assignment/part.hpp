// SPDX-License-Identifier: MIT
// A part of a graph as an assignment problem: the rows and columns that take part, the way round in
// which they are solved, and what their entries cost.
#pragma once

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "algorithms/bipartite_matching/assignment/row_costs.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/b_assignment.hpp"
#include "structures/pair_values.hpp"

namespace hypermatch::detail::bipartite_matching {

using base::Int128;

/// A graph with weights. Costs are weights, or their negatives where these are to be large.
struct WeightedPairs {
  const BipartiteView& graph;
  const WeightsView& weights;  ///< in force; none: each is 1
  const structures::FixedPoint& fixed;
  Sense sense = Sense::maximize;

  [[nodiscard]] double sign() const { return sense == Sense::minimize ? 1.0 : -1.0; }
  /// In units of the fixed point.
  [[nodiscard]] Int128 exact_cost(std::size_t entry) const {
    const Int128 weight = fixed.value_of(weights, entry);
    return sense == Sense::minimize ? weight : -weight;
  }
};

/// Every row of the part is assigned a column of it, if it may not stay free.
struct AssignedPart {
  bool transposed = false;  ///< rows of the part are columns of the graph
  /// Vertices of the graph that its rows and columns are, ascending; empty: all of that side.
  std::vector<VertexId> rows = {};
  std::vector<VertexId> columns = {};
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  std::vector<std::uint8_t> may_stay_free = {};  ///< of its rows; empty: none may

  /// All of the graph.
  [[nodiscard]] static AssignedPart whole(const BipartiteView& graph, bool transposed) {
    return {.transposed = transposed,
            .num_rows = transposed ? graph.num_columns : graph.num_rows,
            .num_columns = transposed ? graph.num_rows : graph.num_columns};
  }
  [[nodiscard]] VertexId row_of(VertexId row) const { return rows.empty() ? row : rows[row]; }
  [[nodiscard]] VertexId column_of(VertexId column) const {
    return columns.empty() ? column : columns[column];
  }
  [[nodiscard]] bool all_assigned() const {
    return num_rows == num_columns && may_stay_free.empty();
  }
};

/// A part solved exactly. Prices are in units of the fixed point.
struct SolvedPart {
  PricedPairs<Int128> pairs;
  std::vector<std::uint32_t> entries;  ///< of the graph: that of each row's pair, if it has one
  std::uint64_t searches = 0;
  int price_bits = 64;  ///< 128: prices were mended, or found, in integers of 128 bits
};

/// @throws Error{cancelled, resources}
[[nodiscard]] SolvedPart solve_part(const Context& context, const WeightedPairs& pairs,
                                    const AssignedPart& part);

/// From mates and prices that doubles found, or integers of fewer bits than the weights have.
/// @throws Error{cancelled, resources}
[[nodiscard]] SolvedPart finish_part(const Context& context, const WeightedPairs& pairs,
                                     const AssignedPart& part, PricedPairs<double> found);

/// Whether every row has all columns, in their order.
[[nodiscard]] bool is_dense(const BipartiteView& graph);

/// Solves a part, as `solve_part` does.
using PartSolver =
    std::function<SolvedPart(const Context&, const WeightedPairs&, const AssignedPart&)>;

/// `assignment` by another solver of parts, under its name. @throws as `assignment`
[[nodiscard]] std::variant<BAssignment, ViolatedCut> assign_by(
    const Context& context, const BipartiteView& graph, const WeightsView& weights,
    const BAssignmentOptions& options, const char* name, const PartSolver& solve);

/// The horizontal, the square and the vertical part, each of which can be assigned as a whole from
/// its rows, and whose pairs together are a largest matching: such a matching has no other entries.
/// @throws Error{cancelled, resources}
[[nodiscard]] std::vector<AssignedPart> parts_of(const Context& context,
                                                 const BipartiteView& graph);

}  // namespace hypermatch::detail::bipartite_matching
