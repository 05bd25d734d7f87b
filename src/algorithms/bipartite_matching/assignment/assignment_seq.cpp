// SPDX-License-Identifier: MIT
#include "hypermatch/assignment.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/duals.hpp"
#include "algorithms/bipartite_matching/assignment/part.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/violated_cut.hpp"
#include "hypermatch/error.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

namespace {

namespace structures = detail::structures;
namespace rooms = detail::bipartite_matching;
using rooms::AssignedPart;
using rooms::SolvedPart;
using Answer = std::variant<BAssignment, ViolatedCut>;

enum class Demanded { none, some, all };

// A side by its bounds.
struct Side {
  std::vector<VertexId> allowed;  // with upper bound 1; empty if all are
  VertexId num_allowed = 0;
  VertexId num_demanded = 0;
  bool are_small = true;  // upper bounds are 0 or 1

  Side(const Capacities& lower, const Capacities& upper, VertexId count) {
    for (VertexId v = 0; v < count; ++v) {
      are_small = are_small && upper[v] <= 1;
      num_allowed += upper[v] != 0 ? 1 : 0;
      num_demanded += lower[v] != 0 ? 1 : 0;
    }
    if (num_allowed == count) return;
    for (VertexId v = 0; v < count; ++v) {
      if (upper[v] != 0) allowed.push_back(v);
    }
  }
  [[nodiscard]] Demanded demanded() const {
    if (num_demanded == 0) return Demanded::none;
    return num_demanded == num_allowed ? Demanded::all : Demanded::some;
  }
};

struct Sides {
  Side rows;
  Side columns;

  Sides(const BipartiteView& graph, const PairBounds& bounds)
      : rows(bounds.row_lower, bounds.row_upper, graph.num_rows),
        columns(bounds.column_lower, bounds.column_upper, graph.num_columns) {}

  [[nodiscard]] bool are_served(Sense sense) const {
    const Demanded of_rows = rows.demanded();
    const Demanded of_columns = columns.demanded();
    if (!rows.are_small || !columns.are_small) return false;
    if (of_rows != Demanded::none && of_columns != Demanded::none) {
      return of_rows == Demanded::all && of_columns == Demanded::all;
    }
    return sense == Sense::maximize || (of_rows != Demanded::some && of_columns != Demanded::some);
  }
  // Whether no set of pairs can keep the bounds, whatever the entries.
  [[nodiscard]] bool have_no_room() const {
    return rows.num_demanded > columns.num_allowed || columns.num_demanded > rows.num_allowed;
  }
  // Those with lower bounds are assigned from, or else the smaller side.
  [[nodiscard]] bool are_turned() const {
    if (rows.num_demanded != columns.num_demanded) return rows.num_demanded < columns.num_demanded;
    return rows.num_allowed > columns.num_allowed;
  }
};

struct AssignmentCall {
  const Context& context;
  const rooms::WeightedPairs& pairs;
  const structures::PairValues& values;
  const BAssignmentOptions& options;
  const char* name;
  const rooms::PartSolver& solve_part;
  BAssignmentStats stats = {};

  [[nodiscard]] bool minimizes() const { return options.sense == Sense::minimize; }
};

AssignedPart part_of(const AssignmentCall& call, const Sides& sides) {
  const bool turned = sides.are_turned();
  AssignedPart part = AssignedPart::whole(call.pairs.graph, turned);
  const Side& from = turned ? sides.columns : sides.rows;
  const Side& to = turned ? sides.rows : sides.columns;
  part.rows = from.allowed;
  part.columns = to.allowed;
  part.num_rows = from.num_allowed;
  part.num_columns = to.num_allowed;
  if (call.minimizes() || from.demanded() == Demanded::all) return part;
  const PairBounds& bounds = call.options.bounds;
  const Capacities& lower = turned ? bounds.column_lower : bounds.row_lower;
  part.may_stay_free.resize(part.num_rows);
  for (VertexId r = 0; r < part.num_rows; ++r) {
    part.may_stay_free[r] = lower[part.row_of(r)] == 0 ? 1 : 0;
  }
  return part;
}

void take_pairs(const AssignedPart& part, const SolvedPart& solved, BAssignment& answer,
                std::vector<Offset>& entries) {
  for (VertexId r = 0; r < part.num_rows; ++r) {
    const VertexId mate = solved.pairs.row_mates[r];
    if (mate == k_none) continue;
    const std::uint64_t row = part.row_of(r);
    const std::uint64_t column = part.column_of(mate);
    answer.pairs.push_back(part.transposed ? RowColumn{column, row} : RowColumn{row, column});
    entries.push_back(solved.entries[r]);
  }
}

// Pairs and their value, by rows.
void finish(const AssignmentCall& call, std::vector<Offset>& entries, BAssignment& answer) {
  std::sort(answer.pairs.begin(), answer.pairs.end(),
            [](const RowColumn& a, const RowColumn& b) { return a.row < b.row; });
  // Entries of rows in turn.
  std::sort(entries.begin(), entries.end());
  answer.value = structures::value_of(call.pairs.weights, std::span<const Offset>(entries));
}

SolvedPart solve(AssignmentCall& call, const AssignedPart& part) {
  SolvedPart solved = call.solve_part(call.context, call.pairs, part);
  call.stats.pivots += solved.searches;
  call.stats.price_bits =
      std::max<std::uint32_t>(call.stats.price_bits, static_cast<std::uint32_t>(solved.price_bits));
  return solved;
}

Answer cut_of(const AssignmentCall& call) {
  const rooms::PairNetwork network =
      rooms::make_network(call.pairs.graph, call.pairs.weights, call.values, call.options.bounds);
  const rooms::FeasiblePairs found = rooms::find_feasible_pairs(call.context, network);
  return rooms::violated_cut(network, call.options.bounds, found);
}

// As many pairs as possible where neither side can be assigned as a whole.
Answer solve_parts(AssignmentCall& call) {
  const std::vector<AssignedPart> parts = rooms::parts_of(call.context, call.pairs.graph);
  std::vector<SolvedPart> solved;
  BAssignment answer;
  std::vector<Offset> entries;
  for (const AssignedPart& part : parts) {
    solved.push_back(solve(call, part));
    take_pairs(part, solved.back(), answer, entries);
  }
  finish(call, entries, answer);
  if (!rooms::take_duals_of_parts(call.pairs, call.values, parts, solved, answer)) {
    return b_assignment(call.context, call.pairs.graph, call.pairs.weights, call.options);
  }
  return answer;
}

Answer solve_all(AssignmentCall& call) {
  const Sides sides(call.pairs.graph, call.options.bounds);
  if (!sides.are_served(call.options.sense)) {
    throw Error(
        ErrorCode::unsupported,
        call.name + std::string(" takes each vertex once at most, and lower bounds of rows or of "
                                "columns alone or of all (network_simplex: any bounds)"));
  }
  if (sides.have_no_room()) return cut_of(call);
  const AssignedPart part = part_of(call, sides);
  SolvedPart solved = solve(call, part);
  const bool are_demanded = sides.rows.num_demanded != 0 || sides.columns.num_demanded != 0;
  if (!solved.pairs.is_complete) {
    if (are_demanded) return cut_of(call);
    if (part.rows.empty() && part.columns.empty()) return solve_parts(call);
    return b_assignment(call.context, call.pairs.graph, call.pairs.weights, call.options);
  }
  BAssignment answer;
  std::vector<Offset> entries;
  take_pairs(part, solved, answer, entries);
  finish(call, entries, answer);
  if (!rooms::take_duals(call.pairs, call.values, call.options.bounds, are_demanded, part, solved,
                         answer)) {
    return b_assignment(call.context, call.pairs.graph, call.pairs.weights, call.options);
  }
  return answer;
}

}  // namespace

bool is_assignment(const BipartiteView& graph, const BAssignmentOptions& options) {
  check_bounds(options.bounds, graph);
  return Sides(graph, options.bounds).are_served(options.sense);
}

Answer assignment(const Context& context, const BipartiteView& graph, const WeightsView& weights,
                  const BAssignmentOptions& options) {
  return rooms::assign_by(context, graph, weights, options, "assignment", rooms::solve_part);
}

Answer rooms::assign_by(const Context& context, const BipartiteView& graph,
                        const WeightsView& weights, const BAssignmentOptions& options,
                        const char* name, const PartSolver& solve) {
  const Stopwatch watch;
  check_pairs_call(context, name, graph, weights, options.bounds);
  const bool by_weight = options.objective != Objective::cardinality;
  const WeightsView in_force = by_weight ? weights : WeightsView{};
  const auto values = structures::pair_values(in_force, options.sense,
                                              structures::most_pairs(options.bounds, graph),
                                              structures::pair_value_bits(graph));
  if (!values) throw Error(ErrorCode::invalid_input, "weights must be finite numbers");
  const WeightedPairs pairs{graph, in_force, values->fixed, options.sense};
  AssignmentCall call{context, pairs, *values, options, name, solve, {}};
  Answer answer = solve_all(call);
  call.stats.algorithm = name;
  call.stats.weight_unit = values->fixed.rounding_unit();
  call.stats.stop_reason = "complete";
  call.stats.seconds = watch.seconds();
  std::visit([&](auto& found) { found.stats = std::move(call.stats); }, answer);
  return answer;
}

}  // namespace hypermatch
