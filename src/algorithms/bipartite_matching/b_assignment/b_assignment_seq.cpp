// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/bipartite_matching/b_assignment/network_simplex.hpp"
#include "algorithms/bipartite_matching/common/feasible_pairs.hpp"
#include "algorithms/bipartite_matching/common/pair_network.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/violated_cut.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/b_assignment.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/sort_in_pieces.hpp"
#include "structures/matching_value.hpp"
#include "structures/pair_values.hpp"

namespace hypermatch {

namespace {

namespace structures = detail::structures;
using detail::base::Int128;
using detail::bipartite_matching::check_pairs_call;
using detail::bipartite_matching::FeasiblePairs;
using detail::bipartite_matching::find_feasible_pairs;
using detail::bipartite_matching::make_network;
using detail::bipartite_matching::NetworkSimplex;
using detail::bipartite_matching::PairNetwork;
using detail::bipartite_matching::violated_cut;
using Answer = std::variant<BAssignment, ViolatedCut>;

struct Call {
  const Context& context;
  const PairNetwork& network;
  const WeightsView& weights;
  const structures::PairValues& values;
  const BAssignmentOptions& options;
  BAssignmentStats stats = {};
};

template <class T>
BAssignment take_pairs(const Call& call, const NetworkSimplex<T>& solved) {
  const PairNetwork& network = call.network;
  BAssignment answer;
  std::vector<Offset> entries;
  std::vector<std::size_t> arcs;  // of a row
  for (VertexId r = 0; r < network.num_rows; ++r) {
    const auto by_column = [&](std::size_t a, std::size_t b) {
      return network.columns[a] < network.columns[b];
    };
    arcs.clear();
    for (Offset arc = network.begin[r]; arc < network.begin[r + 1]; ++arc) {
      if (solved.is_chosen(arc)) arcs.push_back(arc);
    }
    std::sort(arcs.begin(), arcs.end(), by_column);
    for (const std::size_t arc : arcs) {
      answer.pairs.push_back({r, network.columns[arc]});
      entries.push_back(network.entry_of(arc));
    }
  }
  answer.value = structures::value_of(call.weights, std::span<const Offset>(entries));
  return answer;
}

template <class T>
void take_duals(const Call& call, const NetworkSimplex<T>& solved, BAssignment& answer) {
  const Array<T>& prices = solved.prices();
  const auto real = [&](T dual) {
    return std::ldexp(static_cast<double>(dual), call.values.fixed.exponent);
  };
  const PairBounds& bounds = call.options.bounds;
  const std::size_t rows = call.network.num_rows;
  // A positive dual of a vertex with room beyond its degree may as well stand at its edges, which
  // are all taken.
  const auto dual_of = [&](T dual, std::size_t v, std::uint32_t upper) {
    return dual > 0 && upper > call.network.upper[v] ? 0.0 : real(dual);
  };
  answer.row_duals.resize(rows);
  answer.column_duals.resize(call.network.num_columns);
  for (std::size_t r = 0; r < rows; ++r) {
    answer.row_duals[r] = dual_of(prices[r], r, bounds.row_upper[r]);
  }
  for (std::size_t c = 0; c < answer.column_duals.size(); ++c) {
    answer.column_duals[c] = dual_of(-prices[rows + c], rows + c, bounds.column_upper[c]);
  }
}

// Without lower bounds: pairs of positive weight from the heaviest on, while both ends have room. A
// full column then begins with a price, so that stars take few pivots.
std::vector<bool> greedy_pairs(const Call& call) {
  const PairNetwork& network = call.network;
  const std::uint32_t num_arcs = network.num_arcs();
  std::vector<Int128> weight(num_arcs);
  std::vector<VertexId> row(num_arcs);
  std::vector<std::uint32_t> order;
  for (VertexId r = 0; r < network.num_rows; ++r) {
    for (Offset a = network.begin[r]; a < network.begin[r + 1]; ++a) {
      weight[a] = call.values.value_of(call.weights, network.entry_of(a));
      row[a] = r;
      if (weight[a] > 0) order.push_back(static_cast<std::uint32_t>(a));
    }
  }
  detail::parallel::sort_in_pieces(call.context, order.begin(), order.end(),
                                   [&](std::uint32_t a, std::uint32_t b) {
                                     return weight[a] != weight[b] ? weight[a] > weight[b] : a < b;
                                   });
  std::vector<std::uint32_t> room(network.upper.begin(), network.upper.end());
  std::vector<bool> chosen(num_arcs, false);
  for (const std::uint32_t a : order) {
    std::uint32_t& column = room[std::size_t{network.num_rows} + network.columns[a]];
    if (room[row[a]] == 0 || column == 0) continue;
    --room[row[a]];
    --column;
    chosen[a] = true;
  }
  return chosen;
}

template <class T>
BAssignment solve_in(Call& call, const FeasiblePairs& found) {
  call.stats.price_bits = 8 * sizeof(T);
  const auto value_of = [&](std::size_t e) { return call.values.value_of(call.weights, e); };
  // More than a path through all vertices costs.
  const T dear = static_cast<T>(call.network.num_vertices() + 2) << call.values.bits;
  const std::vector<bool> start = found.are_free ? greedy_pairs(call) : found.chosen;
  NetworkSimplex<T> simplex(call.context, call.network, value_of, start, dear, call.stats);
  simplex.run();
  BAssignment answer = take_pairs(call, simplex);
  take_duals(call, simplex, answer);
  return answer;
}

Answer assign_pairs(Call& call) {
  const FeasiblePairs found = find_feasible_pairs(call.context, call.network);
  if (!found.exist) {
    return violated_cut(call.network, call.options.bounds, found);
  }
  // The dear arcs, prices of up to twice as much, and reduced costs of three times as much.
  const auto factor_bits = static_cast<int>(std::bit_width(call.network.num_vertices() + 2));
  if (call.values.bits + factor_bits <= 59) return solve_in<std::int64_t>(call, found);
  return solve_in<Int128>(call, found);
}

}  // namespace

std::variant<BAssignment, ViolatedCut> b_assignment(const Context& context,
                                                    const BipartiteView& graph,
                                                    const WeightsView& weights,
                                                    const BAssignmentOptions& options) {
  const detail::bipartite_matching::Stopwatch watch;
  check_pairs_call(context, "b_assignment", graph, weights, options.bounds);
  detail::check_enum("objective", options.objective);
  detail::check_enum("sense", options.sense);
  const bool by_weight = options.objective != Objective::cardinality;
  const WeightsView in_force = by_weight ? weights : WeightsView{};
  // Prices take 4 n times the largest value.
  const auto values = structures::pair_values(in_force, options.sense,
                                              structures::most_pairs(options.bounds, graph),
                                              structures::pair_value_bits(graph));
  if (!values) {
    throw Error(ErrorCode::invalid_input, "weights must be finite numbers");
  }
  const PairNetwork network = make_network(graph, in_force, *values, options.bounds);
  Call call{context, network, in_force, *values, options, {}};
  call.stats.algorithm = "network_simplex";
  call.stats.weight_unit = values->fixed.rounding_unit();
  call.stats.stop_reason = "complete";
  Answer answer = assign_pairs(call);
  call.stats.seconds = watch.seconds();
  std::visit([&](auto& found) { found.stats = std::move(call.stats); }, answer);
  return answer;
}

}  // namespace hypermatch
