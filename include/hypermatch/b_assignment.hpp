// SPDX-License-Identifier: MIT
// Heaviest b-assignments: pairs of rows and columns of largest total weight, or of smallest cost,
// where each vertex lies in at least and at most so many pairs. Exact, with a dual solution that
// proves it; where no set of pairs keeps the bounds, the violated cut. Known as the transportation
// problem with unit arcs, the capacitated b-matching problem of bipartite graphs, or weighted
// degree-constrained subgraphs (Schrijver 2003, Combinatorial Optimization, chapter 21).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

/// How many pairs each row and each column may lie in: at least `lower`, at most `upper`. One
/// number for all or one per vertex (size num_rows, num_columns).
struct PairBounds {
  Capacities row_lower = {.common = 0};
  Capacities row_upper = {};
  Capacities column_lower = {.common = 0};
  Capacities column_upper = {};
};

/// Names of the bounds in messages.
struct PairBoundNames {
  const char* row_lower = "row_lower";
  const char* row_upper = "row_upper";
  const char* column_lower = "column_lower";
  const char* column_upper = "column_upper";
};
/// The bounds as arguments in C and in Python.
inline constexpr PairBoundNames k_bounds_as_arguments = {"min_per_row", "row_capacity",
                                                         "min_per_column", "column_capacity"};

/// @throws Error{invalid_input} if numbers do not fit the vertices, or a lower bound is above its
/// upper one
void check_bounds(const PairBounds& bounds, const BipartiteView& graph,
                  const PairBoundNames& names = {});

/// Sides by name.
struct SmallerSides {
  bool rows = false;
  bool columns = false;
};
/// The side whose upper bounds leave room for fewer pairs, or both where it is the same: the one
/// that is filled where all of the smaller side is to be paired. Bounds must be valid.
[[nodiscard]] SmallerSides smaller_sides(const PairBounds& bounds, const BipartiteView& graph);

/// Use of the upper bounds by `pairs`, summed over rows and columns. The degree of a row or column
/// is its number of entries. The pairs must respect the bounds and name rows and columns that
/// exist. Bounds and view must be valid. O(n + entries).
/// @throws Error{resources}
[[nodiscard]] CapacityUse use_of(const PairBounds& bounds, const BipartiteView& graph,
                                 std::span<const RowColumn> pairs);

/// The pairs of the rows that have a column. `row_mates`: per row its column, or k_none.
[[nodiscard]] std::vector<RowColumn> pairs_of_rows(std::span<const VertexId> row_mates);

/// Statistics of a run.
struct BAssignmentStats {
  std::string algorithm;     ///< "network_simplex", "assignment", "auction"
  std::uint64_t pivots = 0;  ///< arcs that entered the tree or changed from bound to
                             ///< bound; of `assignment`: searches for shortest paths
  /// Bits of the integers that the prices were computed in, 64 or 128.
  std::uint32_t price_bits = 64;
  /// 0 where the weights in force are exactly those given. Weights whose bits are too far apart
  /// (more than about 90 binary places) are rounded to multiples of this; the answer is a heaviest
  /// one of these.
  double weight_unit = 0.0;
  double seconds = 0.0;
  std::string stop_reason;  ///< "complete"
};

/// A heaviest set of pairs within bounds, and the dual solution that proves it.
struct BAssignment {
  std::vector<RowColumn> pairs;  ///< ascending by row, then column
  MatchingValue value;
  /// For any values y, no set of pairs within the bounds weighs more than the sum over the vertices
  /// of y(v) times its upper bound where y(v) > 0, its lower bound where y(v) < 0, plus the sum
  /// over the edges of what w(r, c) exceeds y(r) + y(c) by. For these y it is the weight of `pairs`
  /// (up to the rounding of y to double; integers where the weights are). Size num_rows.
  std::vector<double> row_duals;
  std::vector<double> column_duals;  ///< size num_columns
  BAssignmentStats stats;
};

/// Why no set of pairs keeps the bounds: `demanding` are vertices of one side whose lower bounds
/// sum to `demand`, but their neighbours can take no more than `supply` < `demand` of them:
/// `limiting` by their upper bounds, which sum to `limit`, and the other ones by the `edges` that
/// join them with the demanding vertices.
struct ViolatedCut {
  enum class Side { rows, columns };
  Side side = Side::rows;                ///< of `demanding`; `limiting` are of the other one
  std::vector<std::uint64_t> demanding;  ///< ascending, 0-based
  std::vector<std::uint64_t> limiting;   ///< ascending, 0-based
  std::uint64_t demand = 0;
  std::uint64_t limit = 0;
  std::uint64_t edges = 0;
  BAssignmentStats stats;

  [[nodiscard]] std::uint64_t supply() const { return limit + edges; }
};

struct BAssignmentOptions {
  /// With `cardinality` each pair weighs 1; `automatic` is weight where there are weights.
  Objective objective = Objective::automatic;
  PairBounds bounds = {};
  Sense sense = Sense::maximize;
};

/// A heaviest set of pairs within the bounds, or the cut that shows that there is none. Pairs of
/// negative weight are taken where lower bounds ask for them. Of entries of a row that stand twice
/// the heaviest counts. `weights`: one per entry of `graph`, or none (each is 1).
///
/// With `Sense::minimize` weights are costs: the answer has as many pairs as the bounds allow, and
/// costs the least of all sets of so many (assignment of minimum cost). Of repeated entries the
/// cheapest counts. Each pair then weighs a bonus less its cost, and the duals are those of these
/// weights; the bonus is 2 p + 1 times a power of two above all costs, where p is the smaller of
/// the sums of the upper bounds of rows and of columns, at most the number of entries.
///
/// Network simplex (Dantzig 1963; strongly feasible trees: Cunningham 1976, doi:10.1007/BF01580379;
/// block search: Grigoriadis 1986, doi:10.1007/BFb0121082) on rows, columns and one vertex beyond
/// both, from greedy pairs or, with lower bounds, from pairs found by blocking flows.
/// Weights of type float and double are exact integers in fixed point. Exponential at worst, about
/// entries * sqrt(entries) in practice. One core; the same bytes always. Memory: at most 50 bytes
/// per entry and 150 per vertex beside the answer.
/// @throws Error{invalid_input} for broken views, bounds that do not fit, weights that are no
/// numbers or are not as many as entries, and for more than 2^32 - 3 entries or rows and columns;
/// Error{resources, cancelled}
[[nodiscard]] std::variant<BAssignment, ViolatedCut> b_assignment(
    const Context& context, const BipartiteView& graph, const WeightsView& weights,
    const BAssignmentOptions& options = {});

}  // namespace hypermatch
