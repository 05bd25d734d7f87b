// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "algorithms/bipartite_matching/assignment/dense_paths.hpp"
#include "algorithms/bipartite_matching/assignment/exact_prices.hpp"
#include "algorithms/bipartite_matching/assignment/part.hpp"
#include "algorithms/bipartite_matching/assignment/part_entries.hpp"
#include "algorithms/bipartite_matching/assignment/sparse_paths.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

// Costs by rows of the part, with the offsets that they refer to.
template <class T>
struct OwnedCosts {
  Array<Offset> begin;
  RowCosts<T> costs;
};

template <class T>
T cost_of(const WeightedPairs& pairs, std::size_t entry) {
  if constexpr (std::is_same_v<T, double>) {
    return pairs.sign() * structures::with_weight(pairs.weights, entry, [](auto weight) {
             return static_cast<double>(weight);
           });
  } else {
    return pairs.exact_cost(entry);
  }
}

template <class T>
OwnedCosts<T> costs_of(const WeightedPairs& pairs, const AssignedPart& part) {
  OwnedCosts<T> made;
  made.begin = offsets_of(pairs.graph, part);
  made.costs.entries.resize(made.begin[part.num_rows]);
  std::vector<Offset> next(made.begin.begin(), made.begin.end());
  for_each_entry(pairs.graph, part, [&](VertexId row, VertexId column, Offset e) {
    made.costs.entries[next[row]++] = {cost_of<T>(pairs, e), column, static_cast<std::uint32_t>(e)};
  });
  made.costs.num_rows = part.num_rows;
  made.costs.num_columns = part.num_columns;
  made.costs.begin = made.begin.view();
  made.costs.may_stay_free = part.may_stay_free;
  return made;
}

double largest(const Array<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  return most;
}

// Whether all sums of costs and prices that the search made were exact in doubles.
bool is_exact(const structures::FixedPoint& fixed, const PricedPairs<double>& found) {
  constexpr int k_most_bits = 49;  // of the terms of a sum of a few
  const double most = std::ldexp(1.0, fixed.exponent + k_most_bits);
  return fixed.is_exact && fixed.bits <= k_most_bits && largest(found.row_prices) <= most &&
         largest(found.column_prices) <= most;
}

PricedPairs<Int128> as_exact(PricedPairs<double> found, int exponent) {
  const FoundPrices prices{.pairs = found, .exponent = exponent};
  PricedPairs<Int128> exact{.row_mates = {},
                            .row_prices = Array<Int128>(found.row_prices.size()),
                            .column_prices = Array<Int128>(found.column_prices.size()),
                            .is_complete = found.is_complete};
  std::transform(found.row_prices.begin(), found.row_prices.end(), exact.row_prices.begin(),
                 [&](double price) { return prices.units(price); });
  std::transform(found.column_prices.begin(), found.column_prices.end(),
                 exact.column_prices.begin(), [&](double price) { return prices.units(price); });
  exact.row_mates = std::move(found.row_mates);
  return exact;
}

// Takes the entries of pairs: the cheapest, then the first ones.
template <class T>
void take_entries(const RowCosts<T>& costs, SolvedPart& solved) {
  solved.entries.assign(costs.num_rows, 0);
  for (VertexId r = 0; r < costs.num_rows; ++r) {
    const CostEntry<T>* best = nullptr;
    for (Offset e = costs.begin[r]; e < costs.begin[r + 1]; ++e) {
      const CostEntry<T>& entry = costs.entries[e];
      if (entry.column != solved.pairs.row_mates[r]) continue;
      const bool is_better = best == nullptr || entry.cost < best->cost ||
                             (entry.cost == best->cost && entry.entry < best->entry);
      if (is_better) best = &entry;
    }
    if (best != nullptr) solved.entries[r] = best->entry;
  }
}

SolvedPart solve_in_integers(const Context& context, const WeightedPairs& pairs,
                             const AssignedPart& part) {
  OwnedCosts<Int128> made = costs_of<Int128>(pairs, part);
  SparsePaths<Int128> paths(context, made.costs);
  SolvedPart solved;
  solved.pairs = paths.run(part.all_assigned());
  solved.price_bits = 128;
  solved.searches = paths.num_searches();
  if (solved.pairs.is_complete) take_entries(made.costs, solved);
  return solved;
}

// Entries that cost about as much as their prices, by `for_each_near(row, most, take)`, which calls
// take(column, entry) for those that cost, less the column's price, `most` at most.
template <class ForEachNear>
OwnedCosts<Int128> near_entries(const WeightedPairs& pairs, const AssignedPart& part,
                                const PricedPairs<double>& found, double margin,
                                const ForEachNear& for_each_near) {
  OwnedCosts<Int128> near;
  near.begin = Array<Offset>(part.num_rows + std::size_t{1}, 0);
  for (VertexId r = 0; r < part.num_rows; ++r) {
    for_each_near(r, found.row_prices[r] + margin, [&](VertexId column, std::size_t entry) {
      near.costs.entries.push_back(
          {pairs.exact_cost(entry), column, static_cast<std::uint32_t>(entry)});
    });
    near.begin[r + std::size_t{1}] = near.costs.entries.size();
  }
  near.costs.num_rows = part.num_rows;
  near.costs.num_columns = part.num_columns;
  near.costs.begin = near.begin.view();
  near.costs.may_stay_free = part.may_stay_free;
  return near;
}

template <class ForEachNear>
SolvedPart make_exact(const Context& context, const WeightedPairs& pairs, const AssignedPart& part,
                      PricedPairs<double> found, const ForEachNear& for_each_near) {
  SolvedPart solved;
  if (!found.is_complete) return solved;
  if (is_exact(pairs.fixed, found)) {
    solved.pairs = as_exact(std::move(found), pairs.fixed.exponent);
    return solved;
  }
  // Doubles err by some 2^-50 of this, prices are mended by more.
  constexpr int k_margin_bits = 36;
  const double most = std::max({largest(found.row_prices), largest(found.column_prices),
                                std::ldexp(1.0, pairs.fixed.exponent + pairs.fixed.bits)});
  const double margin = std::ldexp(most, -k_margin_bits);
  FoundPrices prices{.pairs = found, .exponent = pairs.fixed.exponent};
  prices.reach = prices.units(margin / 4);
  OwnedCosts<Int128> near = near_entries(pairs, part, found, margin, for_each_near);
  solved.pairs = exact_prices(context, near.costs, prices, part.all_assigned());
  solved.price_bits = 128;
  return solved;
}

SolvedPart finish_sparse(const Context& context, const WeightedPairs& pairs,
                         const AssignedPart& part, OwnedCosts<double> made,
                         PricedPairs<double> found) {
  const bool is_complete = found.is_complete;
  const Array<double> prices = found.column_prices.clone();
  const auto near = [&](VertexId row, double most, const auto& take) {
    for (Offset e = made.begin[row]; e < made.begin[row + 1]; ++e) {
      const CostEntry<double>& entry = made.costs.entries[e];
      if (entry.cost - prices[entry.column] <= most) take(entry.column, entry.entry);
    }
  };
  SolvedPart solved = make_exact(context, pairs, part, std::move(found), near);
  if (is_complete && !solved.pairs.is_complete) {
    made = {};
    return solve_in_integers(context, pairs, part);
  }
  if (is_complete) take_entries(made.costs, solved);
  return solved;
}

SolvedPart solve_sparse(const Context& context, const WeightedPairs& pairs,
                        const AssignedPart& part) {
  OwnedCosts<double> made = costs_of<double>(pairs, part);
  SparsePaths<double> paths(context, made.costs);
  PricedPairs<double> found = paths.run(part.all_assigned());
  const std::uint64_t searches = paths.num_searches();
  SolvedPart solved = finish_sparse(context, pairs, part, std::move(made), std::move(found));
  solved.searches += searches;
  return solved;
}

template <class W>
Array<W> transposed(std::span<const W> weights, std::size_t rows, std::size_t columns) {
  constexpr std::size_t k_rows_at_once = 32;
  Array<W> turned(weights.size());
  for (std::size_t r = 0; r < rows; r += k_rows_at_once) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = r; i < std::min(r + k_rows_at_once, rows); ++i) {
        turned[c * rows + i] = weights[i * columns + c];
      }
    }
  }
  return turned;
}

template <class W>
SolvedPart solve_dense(const Context& context, const WeightedPairs& pairs, const AssignedPart& part,
                       std::span<const W> weights) {
  const BipartiteView& graph = pairs.graph;
  Array<W> turned;
  if (part.transposed) turned = transposed(weights, graph.num_rows, graph.num_columns);
  DenseCosts<W> costs{.num_rows = part.num_rows,
                      .num_columns = part.num_columns,
                      .weights = part.transposed ? turned.view() : weights,
                      .sign = pairs.sign(),
                      .may_stay_free = part.may_stay_free};
  DensePaths<DenseCosts<W>> paths(context, costs);
  PricedPairs<double> found = paths.run(part.all_assigned());
  const Array<double> prices = found.column_prices.clone();
  const auto entry_of = [&](std::size_t row, std::size_t column) {
    return part.transposed ? column * part.num_rows + row : row * part.num_columns + column;
  };
  const auto near = [&](VertexId row, double most, const auto& take) {
    // Ends: columns rise.
    for (std::size_t c = 0; c < part.num_columns; ++c) {
      c = first_within(costs.row(row), prices.data(), most, c);
      if (c < part.num_columns) take(static_cast<VertexId>(c), entry_of(row, c));
    }
  };
  SolvedPart solved = make_exact(context, pairs, part, std::move(found), near);
  if (!solved.pairs.is_complete) return solve_in_integers(context, pairs, part);
  solved.searches = paths.num_searches();
  solved.entries.assign(part.num_rows, 0);
  for (VertexId r = 0; r < part.num_rows; ++r) {
    const VertexId mate = solved.pairs.row_mates[r];
    if (mate != k_none) solved.entries[r] = static_cast<std::uint32_t>(entry_of(r, mate));
  }
  return solved;
}

// Without rows or columns.
SolvedPart solve_empty(const AssignedPart& part) {
  SolvedPart solved;
  solved.pairs.row_mates = Array<VertexId>(part.num_rows, k_none);
  solved.pairs.row_prices = Array<Int128>(part.num_rows, Int128{0});
  solved.pairs.column_prices = Array<Int128>(part.num_columns, Int128{0});
  solved.pairs.is_complete = part.num_rows == 0 || !part.may_stay_free.empty();
  return solved;
}

// Whether floats hold the weights exactly. They take half of the cache.
bool fit_floats(const structures::FixedPoint& fixed) {
  return fixed.is_exact && fixed.bits <= 24 && std::abs(fixed.exponent) <= 100;
}

}  // namespace

bool is_dense(const BipartiteView& graph) {
  const std::uint64_t columns = graph.num_columns;
  if (columns == 0 || graph.num_entries() != graph.num_rows * columns) return false;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    if (graph.offsets[r] != r * columns) return false;
    VertexId differ = 0;
    const VertexId* const row = graph.columns.data() + r * columns;
    for (VertexId c = 0; c < columns; ++c) differ |= row[c] ^ c;
    if (differ != 0) return false;
  }
  return true;
}

SolvedPart finish_part(const Context& context, const WeightedPairs& pairs, const AssignedPart& part,
                       PricedPairs<double> found) {
  return finish_sparse(context, pairs, part, costs_of<double>(pairs, part), std::move(found));
}

SolvedPart solve_part(const Context& context, const WeightedPairs& pairs,
                      const AssignedPart& part) {
  if (part.num_rows == 0 || part.num_columns == 0) return solve_empty(part);
  const bool is_whole = part.rows.empty() && part.columns.empty();
  if (!is_whole || !is_weighted(pairs.weights) || part.num_rows > part.num_columns ||
      !is_dense(pairs.graph)) {
    return solve_sparse(context, pairs, part);
  }
  return std::visit(
      [&](const auto& weights) -> SolvedPart {
        using Held = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<Held, std::monostate>) {
          return solve_sparse(context, pairs, part);
        } else {
          if (sizeof(typename Held::value_type) == sizeof(double) && fit_floats(pairs.fixed)) {
            Array<float> narrow(weights.size());
            std::transform(weights.begin(), weights.end(), narrow.begin(),
                           [](auto weight) { return static_cast<float>(weight); });
            return solve_dense(context, pairs, part, std::span<const float>(narrow.view()));
          }
          return solve_dense(context, pairs, part, weights);
        }
      },
      pairs.weights);
}

}  // namespace hypermatch::detail::bipartite_matching
