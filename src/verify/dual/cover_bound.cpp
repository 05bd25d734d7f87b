// SPDX-License-Identifier: MIT
// A cover takes all edges of negative weight for free, so these count by their sum and as edges of
// weight 0; what is left is the dual of b-matching under the spare capacities.
#include "verify/dual/cover_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "hypermatch/capacities.hpp"
#include "hypermatch/graph.hpp"
#include "verify/dual/b_dual_descent.hpp"
#include "verify/dual/graph_dual.hpp"
#include "verify/matching/any_values.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::detail::verify {

namespace {

// A lower bound on a scaled weight, which was rounded up.
double weight_below(double scaled) {
  return scaled < 0x1p-1000 ? 0.0 : scaled * (1 - 0x1p-51);
}

// The lower bound that y proves for the scaled weights, or an estimate of it. Each computed sum of
// k non-negative numbers is within 1.01 k 2^-53 of the exact one, relatively (Higham 2002, sec.
// 4.2); the factors leave twice what the roundings of their expressions need.
template <class Edges>
double certify_needs(const Context& context, const Edges& edges, const DualWeights& weights,
                     const CoverNeeds& needs, const DualValues& y, Evaluation evaluation) {
  const std::size_t edge_blocks = (edges.num_places() + k_block_places - 1) / k_block_places;
  const Sample sample(edge_blocks, evaluation);
  DualValues above(edge_blocks, 0.0);
  parallel::for_each(
      context, sample.size(),
      [&](std::size_t i) {
        const std::size_t block = sample.block(i);
        std::array<double, k_block_places> loaded;
        const std::size_t begin = block * k_block_places;
        const std::size_t end = std::min(edges.num_places(), begin + k_block_places);
        weights.load(begin, end, loaded.data());
        edges.for_each(begin, end, [&](std::size_t place, const Ends& ends) {
          const double most = (y[ends[0]] + y[ends[1]]) * (1 + 0x1p-51);
          above[block] += std::max(0.0, most - weight_below(loaded[place - begin])) * (1 + 0x1p-51);
        });
      },
      8);
  double paid = 0, gained = 0;
  for (const double part : above) paid += part * sample.scale();
  for (std::size_t v = 0; v < y.size(); ++v) gained += needs.needed[v] * y[v];
  const double lost_of_paid = static_cast<double>(k_block_places + above.size() + 8) * 0x1p-52;
  const double lost_of_gained = static_cast<double>(y.size() + 8) * 0x1p-52;
  const double bound = gained * (1 - lost_of_gained) - paid * (1 + lost_of_paid);
  // Written so that NaN is no bound.
  return bound > 0 ? bound * (1 - 0x1p-51) : 0.0;
}

// Never above the sum of the negative weights.
template <class Edges>
double negative_sum(const Edges& edges, Objective objective) {
  if (objective != Objective::weight) return 0;
  std::vector<typename Edges::Place> negative;
  with_values(edges.weights(), true, [&](const auto& weight) {
    edges.for_each(0, edges.num_places(), [&](std::size_t place, const Ends&) {
      if (weight(place) < 0) negative.push_back(static_cast<typename Edges::Place>(place));
    });
  });
  return negative.empty() ? 0.0 : weight_of(edges.weights(), negative).lower;
}

template <class Edges>
double cover_bound_of(const Context& context, const GraphView& rows,
                      const DualWeights& weights_of_rows, const Edges& edges,
                      const DualWeights& weights, const CoverNeeds& needs,
                      std::span<const typename Edges::Place> lightest) {
  const double least = with_graph_dual(rows, weights_of_rows, [&](auto& dual) {
    return least_cost(
        context, dual, Capacities{.each = needs.spare}, start_of(weights, lightest),
        [&](const DualValues& y, Evaluation evaluation) {
          return -certify_needs(context, edges, weights, needs, y, evaluation);
        },
        Closed::largest);
  });
  return weights.unscaled_lower_bound(-least);
}

// The sum of both, rounded down if it was rounded at all (Knuth's exact error of a sum), so that
// whole numbers can meet the objective.
double sum_below(double negative, double bound) {
  const double sum = negative + bound;
  const double of_bound = sum - negative;
  const double error = (negative - (sum - of_bound)) + (bound - of_bound);
  // Written so that NaN, of infinite sums, counts as rounded.
  return error >= 0 ? sum : std::nextafter(sum, -std::numeric_limits<double>::infinity());
}

}  // namespace

double cover_lower_bound(const Context& context, const ListEdges& edges, Objective objective,
                         const CoverNeeds& needs, std::span<const EdgeId> lightest) {
  const double negative = negative_sum(edges, objective);
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_edges() == 0) return negative;
  const CompressedGraph rows = compress(context, edges.list());
  const DualWeights weights_of_rows(context, RowEdges(rows.view()), objective);
  return sum_below(negative, cover_bound_of(context, rows.view(), weights_of_rows, edges, weights,
                                            needs, lightest));
}

double cover_lower_bound(const Context& context, const RowEdges& edges, Objective objective,
                         const CoverNeeds& needs, std::span<const Offset> lightest) {
  const double negative = negative_sum(edges, objective);
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_edges() == 0) return negative;
  return sum_below(negative,
                   cover_bound_of(context, edges.rows(), weights, edges, weights, needs, lightest));
}

}  // namespace hypermatch::detail::verify
