// SPDX-License-Identifier: MIT
// The bound that values of the dual stand for, in spite of rounding.
#include "verify/dual/b_dual_bound.hpp"
#include "verify/dual/infinity.hpp"

#include <algorithm>
#include <array>

#include "hypermatch/graph.hpp"
#include "verify/dual/b_dual_descent.hpp"
#include "verify/dual/graph_dual.hpp"
#include "verify/dual/hypergraph_dual.hpp"

namespace hypermatch::detail::verify {

namespace {

// The bound that y stands for, or an estimate of it. With u = 2^-53, the computed sum s of k
// non-negative numbers and the exact one S satisfy |s - S| <= 1.01 k u S (Higham 2002, sec. 4.2);
// every factor below leaves twice what the roundings of its expression need.
template <class Edges, class Degree>
double certify_capacities(const Context& context, const Edges& edges, const DualWeights& weights,
                          const Capacities& capacities, const Degree& degree, const DualValues& y,
                          Evaluation evaluation) {
  const std::size_t edge_blocks = (edges.num_places() + k_block_places - 1) / k_block_places;
  const std::size_t vertex_blocks = (y.size() + k_block_places - 1) / k_block_places;
  const Sample sample(edge_blocks, evaluation);
  DualValues parts(edge_blocks + vertex_blocks, 0.0);
  parallel::for_each(
      context, sample.size(),
      [&](std::size_t i) {
        const std::size_t block = sample.block(i);
        std::array<double, k_block_places> loaded;
        const std::size_t begin = block * k_block_places;
        const std::size_t end = std::min(edges.num_places(), begin + k_block_places);
        weights.load(begin, end, loaded.data());
        double sum = 0;
        edges.for_each(begin, end, [&](std::size_t place, const auto& pins) {
          const double weight = loaded[place - begin];
          if (weight <= 0) return;
          double covered = 0;
          for (const VertexId v : pins) covered += y[v];
          const double slack = static_cast<double>(pins.size() + 4) * 0x1p-52;
          sum += std::max(0.0, weight - covered * (1 - slack)) * (1 + 0x1p-51);
        });
        parts[block] = sum;
      },
      8);
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
        parts[edge_blocks + block] = sum;
      },
      8);
  double total = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    total += i < edge_blocks ? parts[i] * sample.scale() : parts[i];
  }
  const double bound =
      total * (1 + static_cast<double>(k_block_places + parts.size() + 8) * 0x1p-52);
  // Written so that NaN is no bound.
  return bound < k_infinity ? bound : k_infinity;
}

template <class Dual, class Edges, class Start>
double least_bound(const Context& context, Dual& dual, const Edges& edges,
                   const DualWeights& weights, const Capacities& capacities, const Start& start) {
  const auto degree = [&](VertexId v) { return dual.degree(v); };
  return least_cost(
      context, dual, capacities, start,
      [&](const DualValues& y, Evaluation evaluation) {
        return certify_capacities(context, edges, weights, capacities, degree, y, evaluation);
      },
      Closed::twice);
}

DualBound unscaled(const DualWeights& weights, double bound) {
  return {weights.unscaled_bound(bound), weights.shrunk_bound(bound)};
}

template <class Edges, class Start>
DualBound bound_of_rows(const Context& context, const GraphView& rows,
                        const DualWeights& weights_of_rows, const Edges& edges,
                        const DualWeights& weights, const Capacities& capacities,
                        const Start& start) {
  return unscaled(weights, with_graph_dual(rows, weights_of_rows, [&](auto& dual) {
                    return least_bound(context, dual, edges, weights, capacities, start);
                  }));
}

}  // namespace

DualBound b_dual_bound(const Context& context, const HyperedgePins& edges,
                       const HypergraphView& hypergraph, Objective objective,
                       const Capacities& capacities, std::span<const EdgeId> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  HypergraphDual dual(context, hypergraph, weights);
  return unscaled(
      weights, least_bound(context, dual, edges, weights, capacities, start_of(weights, lowest)));
}

DualBound b_dual_bound(const Context& context, const ListEdges& edges, Objective objective,
                       const Capacities& capacities, std::span<const EdgeId> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  const CompressedGraph rows = compress(context, edges.list());
  const DualWeights weights_of_rows(context, RowEdges(rows.view()), objective);
  return bound_of_rows(context, rows.view(), weights_of_rows, edges, weights, capacities,
                       start_of(weights, lowest));
}

DualBound b_dual_bound(const Context& context, const RowEdges& edges, Objective objective,
                       const Capacities& capacities, std::span<const Offset> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  return bound_of_rows(context, edges.rows(), weights, edges, weights, capacities,
                       start_of(weights, lowest));
}

}  // namespace hypermatch::detail::verify
