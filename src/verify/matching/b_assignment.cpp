// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/matching_value.hpp"
#include "structures/pair_values.hpp"

namespace hypermatch::verify {

namespace {

namespace structures = detail::structures;
using detail::base::Int128;

constexpr std::size_t k_no_entry = std::numeric_limits<std::size_t>::max();

std::string pair_text(const RowColumn& pair) {
  return "row " + std::to_string(pair.row + 1) + " and column " + std::to_string(pair.column + 1);
}

class PairChecker {
 public:
  PairChecker(const Context& context, const BipartiteView& graph, const WeightsView& weights,
              std::span<const RowColumn> pairs, const BAssignmentDemands& demands)
      : graph_(graph),
        weights_(weights),
        demands_(demands),
        stop_(context),
        pairs_(pairs.begin(), pairs.end()) {
    std::sort(pairs_.begin(), pairs_.end(), [](const RowColumn& a, const RowColumn& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    const std::uint64_t most = structures::most_pairs(demands.bounds, graph);
    const auto found =
        structures::pair_values(weights, demands.sense, most, structures::pair_value_bits(graph));
    if (!found) throw Error(ErrorCode::invalid_input, "weights must be finite numbers");
    values_ = *found;
    gap_ = values_.fixed.rounding_unit() * static_cast<double>(most);
  }

  std::string check_pairs() {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto& [row, column] = pairs_[i];
      if (row >= graph_.num_rows || column >= graph_.num_columns) {
        const bool of_row = row >= graph_.num_rows;
        return std::string(of_row ? "row " : "column ") + std::to_string(of_row ? row : column) +
               " does not exist: there are " + detail::base::counted(graph_.num_rows, "row") +
               " and " + detail::base::counted(graph_.num_columns, "column");
      }
      if (i > 0 && pairs_[i] == pairs_[i - 1]) return pair_text(pairs_[i]) + " are paired twice";
    }
    first_of_row_.assign(graph_.num_rows + std::size_t{1}, 0);
    for (const RowColumn& pair : pairs_) ++first_of_row_[pair.row + 1];
    for (std::size_t r = 0; r < graph_.num_rows; ++r) first_of_row_[r + 1] += first_of_row_[r];
    std::string violation = find_entries();
    if (!violation.empty()) return violation;
    return check_counts();
  }

  [[nodiscard]] MatchingValue value() const {
    std::vector<Offset> entries(entries_.begin(), entries_.end());
    return structures::value_of(weights_, std::span<const Offset>(entries));
  }

  // Whether the first pass found nothing to change but what doubles could not tell.
  [[nodiscard]] bool duals_prove() const {
    return are_in_range_ && most_lowered_ <= rounding_of_duals();
  }
  // Each of two sets of pairs may weigh half a unit per pair more or less than its integers say.
  [[nodiscard]] double gap() const { return gap_; }

  // A row that lies on a cycle which gains weight; k_none: there is none.
  VertexId find_gain() {
    const std::size_t n = std::size_t{graph_.num_rows} + graph_.num_columns + 1;
    potential_.assign(n, 0);
    from_.assign(n, n);
    lowered_in_.assign(n, 0);
    start_from_duals();
    // Ends: shortest distances without a negative cycle are final after n passes.
    for (pass_ = 1; pass_ <= n + 1; ++pass_) {
      if (!lower_potentials()) return k_none;
      const std::size_t on_cycle = pass_ % 4 == 0 ? find_cycle() : n;
      if (on_cycle != n) return row_of(on_cycle);
    }
    return row_of(find_cycle());
  }

 private:
  [[nodiscard]] std::span<const RowColumn> pairs_of(VertexId r) const {
    return std::span(pairs_).subspan(first_of_row_[r], first_of_row_[r + 1] - first_of_row_[r]);
  }
  [[nodiscard]] Int128 weight(std::size_t entry) const { return values_.value_of(weights_, entry); }

  // Finds the heaviest entry of each pair.
  std::string find_entries() {
    entries_.assign(pairs_.size(), k_no_entry);
    pair_at_.assign(graph_.num_columns, k_no_entry);
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      if (first_of_row_[r] == first_of_row_[r + 1]) continue;
      for (std::size_t i = first_of_row_[r]; i < first_of_row_[r + 1]; ++i) {
        pair_at_[pairs_[i].column] = i;
      }
      for (Offset e = graph_.offsets[r]; e < graph_.offsets[r + 1]; ++e) {
        const std::size_t i = pair_of(r, graph_.columns[e]);
        if (i == k_no_entry) continue;
        if (entries_[i] == k_no_entry || weight(entries_[i]) < weight(e)) entries_[i] = e;
      }
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (entries_[i] == k_no_entry) return pair_text(pairs_[i]) + " have no entry";
    }
    return {};
  }
  // The pair of row and column, once the row has noted its pairs; k_no_entry: it is none.
  [[nodiscard]] std::size_t pair_of(VertexId r, VertexId c) const {
    const std::size_t i = pair_at_[c];
    return i != k_no_entry && pairs_[i].row == r ? i : k_no_entry;
  }

  std::string check_counts() {
    count_.assign(std::size_t{graph_.num_rows} + graph_.num_columns, 0);
    for (const RowColumn& pair : pairs_) {
      ++count_[pair.row];
      ++count_[graph_.num_rows + pair.column];
    }
    for (std::size_t v = 0; v < count_.size(); ++v) {
      const bool is_low = count_[v] < lower(v);
      if (!is_low && count_[v] <= upper(v)) continue;
      const bool is_row = v < graph_.num_rows;
      return (is_row ? "row " : "column ") +
             std::to_string((is_row ? v : v - graph_.num_rows) + 1) + " lies in " +
             detail::base::counted(count_[v], "pair") + ", must be in at " +
             (is_low ? "least " + std::to_string(lower(v)) : "most " + std::to_string(upper(v)));
    }
    return {};
  }
  [[nodiscard]] std::uint32_t lower(std::size_t v) const {
    return v < graph_.num_rows ? demands_.bounds.row_lower[v]
                               : demands_.bounds.column_lower[v - graph_.num_rows];
  }
  [[nodiscard]] std::uint32_t upper(std::size_t v) const {
    return v < graph_.num_rows ? demands_.bounds.row_upper[v]
                               : demands_.bounds.column_upper[v - graph_.num_rows];
  }

  void start_from_duals() {
    const auto in_units = [&](double dual) -> Int128 {
      const double units = std::ldexp(dual, -values_.fixed.exponent);
      // Values times vertices are below 2^117 (`pair_value_bits`).
      if (std::fabs(units) < 0x1p118) return static_cast<Int128>(std::nearbyint(units));
      are_in_range_ = false;
      return 0;
    };
    for (std::size_t r = 0; r < demands_.row_duals.size(); ++r) {
      potential_[r] = in_units(demands_.row_duals[r]);
    }
    for (std::size_t c = 0; c < demands_.column_duals.size(); ++c) {
      potential_[graph_.num_rows + c] = -in_units(demands_.column_duals[c]);
    }
  }

  // Steps of one pass may add up what their duals lack.
  [[nodiscard]] Int128 rounding_of_duals() const {
    double largest = 0;
    for (const double dual : demands_.row_duals) largest = std::max(largest, std::fabs(dual));
    for (const double dual : demands_.column_duals) largest = std::max(largest, std::fabs(dual));
    const double steps = static_cast<double>(potential_.size());
    // No price of a proof need be larger than all values together.
    largest = std::min(largest, std::ldexp(steps, values_.bits + values_.fixed.exponent));
    const double units = std::ldexp(largest * steps, -52 - values_.fixed.exponent);
    return units < 0x1p110 ? static_cast<Int128>(units) : Int128{0};
  }

  bool relax(std::size_t from, std::size_t to, Int128 cost) {
    const Int128 reached = potential_[from] + cost;
    if (reached >= potential_[to]) return false;
    if (pass_ == 1) most_lowered_ = std::max(most_lowered_, potential_[to] - reached);
    potential_[to] = reached;
    from_[to] = from;
    lowered_in_[to] = pass_;
    return true;
  }

  // Whether edges from a vertex may lower others: it was lowered since the last pass began.
  [[nodiscard]] bool is_new(std::size_t v) const { return lowered_in_[v] + 1 >= pass_; }

  // One pass over all that may change: a pair more costs -w, one less w, and at the hub, which is
  // the last vertex, a vertex gets or gives away a pair for nothing where its bounds allow it.
  bool lower_potentials() {
    const std::size_t hub = potential_.size() - 1;
    const std::size_t rows = graph_.num_rows;
    bool changed = false;
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      for (std::size_t i = first_of_row_[r]; i < first_of_row_[r + 1]; ++i) {
        pair_at_[pairs_[i].column] = i;
        const std::size_t column = rows + pairs_[i].column;
        if (is_new(column)) changed = relax(column, r, weight(entries_[i])) || changed;
      }
      stop_.done(1);
      if (!is_new(r)) continue;
      for (Offset e = graph_.offsets[r]; e < graph_.offsets[r + 1]; ++e) {
        const VertexId c = graph_.columns[e];
        if (pair_of(r, c) == k_no_entry) changed = relax(r, rows + c, -weight(e)) || changed;
      }
      stop_.done(graph_.row_size(r));
    }
    for (std::size_t v = 0; v < hub; ++v) {
      const bool to_hub = v < rows ? count_[v] > lower(v) : count_[v] < upper(v);
      const bool from_hub = v < rows ? count_[v] < upper(v) : count_[v] > lower(v);
      if (to_hub) changed = relax(v, hub, 0) || changed;
      if (from_hub) changed = relax(hub, v, 0) || changed;
    }
    return changed;
  }

  // A vertex on a cycle of `from_`, which gains; the number of vertices: there is none.
  [[nodiscard]] std::size_t find_cycle() const {
    const std::size_t n = from_.size();
    std::vector<std::size_t> seen_by(n, n);
    for (std::size_t v = 0; v < n; ++v) {
      std::size_t at = v;
      // Ends: a vertex is marked once.
      while (at != n && seen_by[at] == n) {
        seen_by[at] = v;
        at = from_[at];
      }
      if (at != n && seen_by[at] == v) return at;
    }
    return n;
  }
  // A cycle alternates between rows, columns and the hub.
  [[nodiscard]] VertexId row_of(std::size_t on_cycle) const {
    // Ends: there is a row among any three in turn.
    while (on_cycle >= graph_.num_rows) on_cycle = from_[on_cycle];
    return static_cast<VertexId>(on_cycle);
  }

  const BipartiteView& graph_;
  const WeightsView& weights_;
  const BAssignmentDemands& demands_;
  detail::parallel::StopCheck stop_;
  structures::PairValues values_;
  double gap_ = 0;
  Int128 most_lowered_ = 0;       // by one step of the first pass
  bool are_in_range_ = true;      // the duals
  std::vector<RowColumn> pairs_;  // by row and column
  std::vector<std::size_t> first_of_row_;
  std::vector<std::size_t> entries_;  // of pairs
  std::vector<std::size_t> pair_at_;  // of columns, the last one noted
  std::vector<std::uint64_t> count_;  // of rows, then columns: their pairs
  std::vector<Int128> potential_;     // of rows, columns and the hub
  std::vector<std::size_t> from_;
  std::vector<std::size_t> lowered_in_;  // the pass that lowered a potential last
  std::size_t pass_ = 1;
};

}  // namespace

BAssignmentVerdict check_b_assignment(const Context& context, const BipartiteView& graph,
                                      const WeightsView& weights, std::span<const RowColumn> pairs,
                                      const BAssignmentDemands& demands) {
  validate(graph);
  detail::check_enum("objective", demands.objective);
  detail::check_enum("sense", demands.sense);
  check_bounds(demands.bounds, graph);
  const WeightsView in_force =
      demands.objective == Objective::cardinality ? WeightsView{} : weights;
  if (is_weighted(in_force) && size_of(in_force) != graph.num_entries()) {
    throw Error(ErrorCode::invalid_input, "there must be one weight per entry");
  }
  const auto fits = [](std::span<const double> duals, VertexId count) {
    return duals.empty() || duals.size() == count;
  };
  if (!fits(demands.row_duals, graph.num_rows) || !fits(demands.column_duals, graph.num_columns)) {
    throw Error(ErrorCode::invalid_input,
                "there must be one dual per row and one per column, or none");
  }
  PairChecker checker(context, graph, in_force, pairs, demands);
  BAssignmentVerdict verdict;
  verdict.violation = checker.check_pairs();
  if (!verdict.violation.empty()) return verdict;
  verdict.valid = true;
  verdict.value = checker.value();
  const VertexId row = checker.find_gain();
  verdict.maximum = row == k_none;
  verdict.proven = verdict.maximum && checker.duals_prove();
  verdict.gap = checker.gap();
  if (demands.maximum && !verdict.maximum) {
    verdict.violation =
        std::string(demands.sense == Sense::minimize ? "more pairs, or cheaper ones,"
                                                     : "a heavier set of pairs") +
        " within the bounds " + (demands.sense == Sense::minimize ? "exist" : "exists") + ": row " +
        std::to_string(row + std::uint64_t{1}) + " lies on a cycle of exchanges that gains";
  }
  if (demands.proof && verdict.maximum && !verdict.proven) {
    verdict.violation = "the duals are no proof: by their prices an exchange of pairs gains";
  }
  verdict.ok = verdict.violation.empty();
  return verdict;
}

std::string check_violated_cut(const BipartiteView& graph, const PairBounds& bounds,
                               const ViolatedCut& cut) {
  validate(graph);
  check_bounds(bounds, graph);
  using Side = ViolatedCut::Side;
  detail::check_enum("side", cut.side, Side::columns);
  const bool of_rows = cut.side == ViolatedCut::Side::rows;
  const auto mark = [](std::span<const std::uint64_t> ids, std::vector<bool>& marks) {
    for (const std::uint64_t id : ids) {
      if (id >= marks.size() || marks[id]) return false;
      marks[id] = true;
    }
    return true;
  };
  std::vector<bool> demands(of_rows ? graph.num_rows : graph.num_columns, false);
  std::vector<bool> limits(of_rows ? graph.num_columns : graph.num_rows, false);
  if (!mark(cut.demanding, demands) || !mark(cut.limiting, limits)) {
    return "a vertex of the cut does not exist or occurs twice";
  }
  std::uint64_t demand = 0;
  for (const std::uint64_t v : cut.demanding) {
    demand += of_rows ? bounds.row_lower[v] : bounds.column_lower[v];
  }
  std::uint64_t supply = 0;
  for (const std::uint64_t v : cut.limiting) {
    supply += of_rows ? bounds.column_upper[v] : bounds.row_upper[v];
  }
  std::vector<VertexId> seen(graph.num_columns, k_none);  // repeated entries are one pair
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (const VertexId c : graph.columns_of(r)) {
      if (seen[c] == r) continue;
      seen[c] = r;
      const bool is_between = of_rows ? demands[r] && !limits[c] : demands[c] && !limits[r];
      supply += is_between ? 1 : 0;
    }
  }
  if (demand != cut.demand || supply != cut.supply()) return "the cut is counted wrongly";
  if (demand <= supply) return "the cut is not violated";
  return {};
}

}  // namespace hypermatch::verify
