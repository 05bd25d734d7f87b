// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/part.hpp"
#include "algorithms/bipartite_matching/common/violated_cut.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/matrix_scaling.hpp"

namespace hypermatch {

namespace {

namespace rooms = detail::bipartite_matching;

// The entries other than 0, and minus the logarithms of their sizes.
struct LogMatrix {
  Bipartite graph;
  Array<double> costs;
};

LogMatrix logarithms(const BipartiteView& graph, const WeightsView& values) {
  LogMatrix made;
  made.graph.num_rows = graph.num_rows;
  made.graph.num_columns = graph.num_columns;
  made.graph.offsets = Array<Offset>(graph.num_rows + std::size_t{1}, 0);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const double value = weight_at(values, e);
      if (!std::isfinite(value)) {
        throw Error(ErrorCode::invalid_input, "values must be finite numbers");
      }
      if (value == 0) continue;
      made.graph.columns.push_back(graph.columns[e]);
      made.costs.push_back(-std::log2(std::fabs(value)));
    }
    made.graph.offsets[r + std::size_t{1}] = made.graph.columns.size();
  }
  return made;
}

// Prices of all rows and columns, in units.
struct AllPrices {
  std::vector<rooms::Int128> rows;
  std::vector<rooms::Int128> columns;
  std::vector<std::uint8_t> row_parts;
  std::vector<std::uint8_t> column_parts;

  explicit AllPrices(const BipartiteView& graph)
      : rows(graph.num_rows, 0),
        columns(graph.num_columns, 0),
        row_parts(graph.num_rows, 0),
        column_parts(graph.num_columns, 0) {}

  void take(const rooms::AssignedPart& part, const rooms::SolvedPart& solved, std::uint8_t number) {
    auto& of_rows = part.transposed ? columns : rows;
    auto& of_columns = part.transposed ? rows : columns;
    auto& row_numbers = part.transposed ? column_parts : row_parts;
    auto& column_numbers = part.transposed ? row_parts : column_parts;
    for (VertexId r = 0; r < part.num_rows; ++r) {
      of_rows[part.row_of(r)] = solved.pairs.row_prices[r];
      row_numbers[part.row_of(r)] = number;
    }
    for (VertexId c = 0; c < part.num_columns; ++c) {
      of_columns[part.column_of(c)] = solved.pairs.column_prices[c];
      column_numbers[part.column_of(c)] = number;
    }
  }

  // Entries between parts stand in rows of earlier ones: prices of the columns of a part fall, and
  // those of its rows rise, until these entries cost no less than their prices.
  void fit(const rooms::WeightedPairs& pairs, std::uint8_t number) {
    const BipartiteView& graph = pairs.graph;
    rooms::Int128 excess = 0;
    for (VertexId r = 0; r < graph.num_rows; ++r) {
      if (row_parts[r] >= number) continue;
      for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
        const VertexId c = graph.columns[e];
        if (column_parts[c] != number) continue;
        excess = std::max(excess, rows[r] + columns[c] - pairs.exact_cost(e));
      }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r] += row_parts[r] == number ? excess : 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c] -= column_parts[c] == number ? excess : 0;
    }
  }
};

void take_mates(const rooms::AssignedPart& part, const rooms::SolvedPart& solved,
                const Array<double>& costs, ProductMatching& answer) {
  for (VertexId r = 0; r < part.num_rows; ++r) {
    const VertexId mate = solved.pairs.row_mates[r];
    if (mate == k_none) continue;
    const VertexId row = part.transposed ? part.column_of(mate) : part.row_of(r);
    const VertexId column = part.transposed ? part.row_of(r) : part.column_of(mate);
    answer.row_mates[row] = column;
    answer.column_mates[column] = row;
    ++answer.structural_rank;
    answer.log2_product -= costs[solved.entries[r]];
  }
}

}  // namespace

ProductMatching maximum_product_matching(const Context& context, const BipartiteView& graph,
                                         const WeightsView& values) {
  rooms::check_pairs_call(context, "maximum_product_matching", graph, values, {});
  const LogMatrix logs = logarithms(graph, values);
  const WeightsView costs = logs.costs.view();
  // Logarithms need few bits; 90 leave room for sums of all of them.
  const auto fixed = detail::structures::fixed_point_of(costs, 90);
  const BipartiteView view = logs.graph.view();
  const rooms::WeightedPairs pairs{view, costs, *fixed, Sense::minimize};
  std::vector<rooms::AssignedPart> parts = {
      rooms::AssignedPart::whole(view, view.num_rows > view.num_columns)};
  std::vector<rooms::SolvedPart> solved;
  solved.push_back(rooms::solve_part(context, pairs, parts[0]));
  if (!solved[0].pairs.is_complete) {
    parts = rooms::parts_of(context, view);
    solved.clear();
    for (const rooms::AssignedPart& part : parts) {
      solved.push_back(rooms::solve_part(context, pairs, part));
    }
  }
  ProductMatching answer;
  answer.row_mates.assign(graph.num_rows, k_none);
  answer.column_mates.assign(graph.num_columns, k_none);
  AllPrices prices(view);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    take_mates(parts[i], solved[i], logs.costs, answer);
    prices.take(parts[i], solved[i], static_cast<std::uint8_t>(i));
  }
  for (std::size_t i = 1; i < parts.size(); ++i) prices.fit(pairs, static_cast<std::uint8_t>(i));
  const auto exponent = [&](rooms::Int128 price) {
    return std::ldexp(static_cast<double>(price), fixed->exponent);
  };
  answer.row_exponents.resize(graph.num_rows);
  answer.column_exponents.resize(graph.num_columns);
  std::transform(prices.rows.begin(), prices.rows.end(), answer.row_exponents.begin(), exponent);
  std::transform(prices.columns.begin(), prices.columns.end(), answer.column_exponents.begin(),
                 exponent);
  return answer;
}

}  // namespace hypermatch
