// SPDX-License-Identifier: MIT
// The bound that values of the dual of b-matchings stand for, in spite of rounding.
#include <algorithm>

#include "verify/dual/b_dual_descent.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/dual/graph_dual.hpp"
#include "verify/dual/hypergraph_dual.hpp"
#include "verify/dual/infinity.hpp"

namespace hypermatch::detail::verify {

namespace {

// The bound that y stands for, or an estimate of it. With u = 2^-53, the computed sum s of k
// non-negative numbers and the exact one S satisfy |s - S| <= 1.01 k u S (Higham 2002, sec. 4.2);
// every factor below leaves twice what the roundings of its expression need.
template <class Edges, class Degree>
double certify_capacities(const Context& context, const Edges& edges, const DualWeights& weights,
                          const Capacities& capacities, const Degree& degree, const DualValues& y,
                          Evaluation evaluation) {
  double total =
      sum_over_edges(context, edges, weights, evaluation, [&](double weight, const auto& pins) {
        if (weight <= 0) return 0.0;
        const double slack = static_cast<double>(pins.size() + 4) * 0x1p-52;
        return std::max(0.0, weight - covered(y, pins) * (1 - slack)) * (1 + 0x1p-51);
      });
  const std::size_t vertex_blocks = num_blocks(y.size());
  DualValues parts(vertex_blocks);
  parallel::for_each(
      context, vertex_blocks,
      [&](std::size_t block) {
        const std::size_t begin = block * k_block_places;
        const std::size_t end = std::min(y.size(), begin + k_block_places);
        double sum = 0;
        for (std::size_t v = begin; v < end; ++v) {
          const std::uint64_t usable =
              std::min<std::uint64_t>(capacities[v], degree(static_cast<VertexId>(v)));
          sum += static_cast<double>(usable) * y[v];
        }
        parts[block] = sum;
      },
      8);
  for (const double part : parts) total += part;
  const std::size_t terms = k_block_places + num_blocks(edges.num_places()) + vertex_blocks + 8;
  const double bound = total * (1 + static_cast<double>(terms) * 0x1p-52);
  // Written so that NaN is no bound.
  return bound < k_infinity ? bound : k_infinity;
}

}  // namespace

template <class Edges>
DualBound dual_bound(const Context& context, const Edges& edges, Objective objective,
                     const Capacities& capacities, std::span<const typename Edges::Place> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  const double by_dual = with_dual(context, edges, weights, objective, [&](auto& dual) {
    const auto degree = [&](VertexId v) { return dual.degree(v); };
    return least_cost(
        context, dual, capacities, start_of(weights, lowest),
        [&](const DualValues& y, Evaluation evaluation) {
          return certify_capacities(context, edges, weights, capacities, degree, y, evaluation);
        },
        Closed::twice);
  });
  // The values 0 stand for all edges, which passes over very long ones do not reach.
  const double bound = std::min(by_dual, weights.sum_at_most());
  return {weights.unscaled_bound(bound), weights.shrunk_bound(bound)};
}

template DualBound dual_bound(const Context&, const HyperedgePins&, Objective, const Capacities&,
                              std::span<const EdgeId>);
template DualBound dual_bound(const Context&, const ListEdges&, Objective, const Capacities&,
                              std::span<const EdgeId>);
template DualBound dual_bound(const Context&, const RowEdges&, Objective, const Capacities&,
                              std::span<const Offset>);

}  // namespace hypermatch::detail::verify
