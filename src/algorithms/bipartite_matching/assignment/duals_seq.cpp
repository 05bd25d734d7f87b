// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/assignment/duals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hypermatch::detail::bipartite_matching {

namespace {

// Duals of rows and columns in units of the fixed point.
class Duals {
 public:
  Duals(const WeightedPairs& pairs, const structures::PairValues& values)
      : pairs_(pairs),
        values_(values),
        rows_(pairs.graph.num_rows, Int128{0}),
        columns_(pairs.graph.num_columns, Int128{0}) {}

  // Rows of a part have the bonus of its pairs, of which `share` is given to its columns.
  void take(const AssignedPart& part, const SolvedPart& solved, Int128 share) {
    std::vector<Int128>& of_rows = part.transposed ? columns_ : rows_;
    std::vector<Int128>& of_columns = part.transposed ? rows_ : columns_;
    for (VertexId r = 0; r < part.num_rows; ++r) {
      of_rows[part.row_of(r)] = values_.bonus - share - solved.pairs.row_prices[r];
    }
    for (VertexId c = 0; c < part.num_columns; ++c) {
      of_columns[part.column_of(c)] = share - solved.pairs.column_prices[c];
    }
  }

  // Vertices that lie in no pair have a dual at no cost, which covers their entries.
  void cover_excluded(const PairBounds& bounds) {
    for (const bool of_rows : {true, false}) {
      for (VertexId r = 0; r < pairs_.graph.num_rows; ++r) {
        for (Offset e = pairs_.graph.offsets[r]; e < pairs_.graph.offsets[r + 1]; ++e) {
          const VertexId c = pairs_.graph.columns[e];
          const bool is_excluded = (of_rows ? bounds.row_upper[r] : bounds.column_upper[c]) == 0;
          if (!is_excluded) continue;
          Int128& own = of_rows ? rows_[r] : columns_[c];
          own = std::max(own, weight(e) - (of_rows ? columns_[c] : rows_[r]));
        }
      }
    }
  }

  [[nodiscard]] Int128 weight(std::size_t entry) const {
    return values_.value_of(pairs_.weights, entry);
  }
  [[nodiscard]] bool are_not_negative() const {
    const auto fits = [](Int128 dual) { return dual >= 0; };
    return std::all_of(rows_.begin(), rows_.end(), fits) &&
           std::all_of(columns_.begin(), columns_.end(), fits);
  }
  [[nodiscard]] bool cover_all() const {
    for (VertexId r = 0; r < pairs_.graph.num_rows; ++r) {
      for (Offset e = pairs_.graph.offsets[r]; e < pairs_.graph.offsets[r + 1]; ++e) {
        if (rows_[r] + columns_[pairs_.graph.columns[e]] < weight(e)) return false;
      }
    }
    return true;
  }

  void write(BAssignment& answer) const {
    const auto real = [&](Int128 dual) {
      return std::ldexp(static_cast<double>(dual), values_.fixed.exponent);
    };
    answer.row_duals.resize(rows_.size());
    answer.column_duals.resize(columns_.size());
    std::transform(rows_.begin(), rows_.end(), answer.row_duals.begin(), real);
    std::transform(columns_.begin(), columns_.end(), answer.column_duals.begin(), real);
  }

 private:
  const WeightedPairs& pairs_;
  const structures::PairValues& values_;
  std::vector<Int128> rows_;
  std::vector<Int128> columns_;
};

// The largest price of a column becomes 0, if all rows and columns are assigned.
void lower_columns(const AssignedPart& part, SolvedPart& solved) {
  if (!part.all_assigned() || part.num_columns == 0) return;
  const Array<Int128>& prices = solved.pairs.column_prices;
  const Int128 most = *std::max_element(prices.begin(), prices.end());
  for (Int128& price : solved.pairs.column_prices) price -= most;
  for (Int128& price : solved.pairs.row_prices) price += most;
}

// The least share of the bonus that the columns of the square part can have: as much as its
// entries in rows of the horizontal part ask for.
Int128 least_share(const WeightedPairs& pairs, const AssignedPart& horizontal,
                   const SolvedPart& of_rows, const AssignedPart& square,
                   const SolvedPart& of_columns) {
  std::vector<VertexId> place(pairs.graph.num_columns, k_none);
  for (VertexId c = 0; c < square.num_columns; ++c) place[square.columns[c]] = c;
  Int128 share = 0;
  for (VertexId i = 0; i < horizontal.num_rows; ++i) {
    const VertexId r = horizontal.rows[i];
    for (Offset e = pairs.graph.offsets[r]; e < pairs.graph.offsets[r + 1]; ++e) {
      const VertexId c = place[pairs.graph.columns[e]];
      if (c == k_none) continue;
      share = std::max(share, of_rows.pairs.row_prices[i] + of_columns.pairs.column_prices[c] -
                                  pairs.exact_cost(e));
    }
  }
  return share;
}

}  // namespace

bool take_duals(const WeightedPairs& pairs, const structures::PairValues& values,
                const PairBounds& bounds, bool are_demanded, const AssignedPart& part,
                SolvedPart& solved, BAssignment& answer) {
  lower_columns(part, solved);
  Duals duals(pairs, values);
  duals.take(part, solved, 0);
  if (part.num_rows < pairs.graph.num_rows || part.num_columns < pairs.graph.num_columns) {
    duals.cover_excluded(bounds);
  }
  if (values.sense == Sense::minimize && !are_demanded && !duals.are_not_negative()) return false;
  duals.write(answer);
  return true;
}

bool take_duals_of_parts(const WeightedPairs& pairs, const structures::PairValues& values,
                         std::span<const AssignedPart> parts, std::span<SolvedPart> solved,
                         BAssignment& answer) {
  lower_columns(parts[1], solved[1]);
  const Int128 share = least_share(pairs, parts[0], solved[0], parts[1], solved[1]);
  Duals duals(pairs, values);
  for (std::size_t i = 0; i < parts.size(); ++i)
    duals.take(parts[i], solved[i], i == 1 ? share : 0);
  if (!duals.are_not_negative() || !duals.cover_all()) return false;
  duals.write(answer);
  return true;
}

}  // namespace hypermatch::detail::bipartite_matching
