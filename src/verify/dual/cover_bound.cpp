// SPDX-License-Identifier: MIT
// A cover takes all edges of negative weight for free, so these count by their sum and as edges of
// weight 0; what is left is the dual of b-matching under the spare capacities.
#include "verify/dual/cover_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "hypermatch/capacities.hpp"
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
  const double paid =
      sum_over_edges(context, edges, weights, evaluation, [&](double weight, const Ends& ends) {
        const double most = (y[ends[0]] + y[ends[1]]) * (1 + 0x1p-51);
        return std::max(0.0, most - weight_below(weight)) * (1 + 0x1p-51);
      });
  double gained = 0;
  for (std::size_t v = 0; v < y.size(); ++v) gained += needs.needed[v] * y[v];
  const double lost_of_paid =
      static_cast<double>(k_block_places + num_blocks(edges.num_places()) + 8) * 0x1p-52;
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

template <class Edges>
double cover_lower_bound(const Context& context, const Edges& edges, Objective objective,
                         const CoverNeeds& needs, std::span<const typename Edges::Place> lightest) {
  const double negative = negative_sum(edges, objective);
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_edges() == 0) return negative;
  const double least = with_dual(context, edges, weights, objective, [&](auto& dual) {
    return least_cost(
        context, dual, Capacities{.each = needs.spare}, start_of(weights, lightest),
        [&](const DualValues& y, Evaluation evaluation) {
          return -certify_needs(context, edges, weights, needs, y, evaluation);
        },
        Closed::largest);
  });
  return sum_below(negative, weights.unscaled_lower_bound(-least));
}

template double cover_lower_bound(const Context&, const ListEdges&, Objective, const CoverNeeds&,
                                  std::span<const EdgeId>);
template double cover_lower_bound(const Context&, const RowEdges&, Objective, const CoverNeeds&,
                                  std::span<const Offset>);

}  // namespace hypermatch::detail::verify
