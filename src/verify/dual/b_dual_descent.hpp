// SPDX-License-Identifier: MIT
// The dual of the fractional b-matching problem, improved by sweeps over the vertices. Any y >= 0
// gives a bound; for all other vertices fixed, the best y(v) lies between the residual weights (the
// weight of an edge less the y of its other pins) of rank capacity(v) and capacity(v) + 1 at v. The
// dual of b-edge covers is the same for capacities degree(v) - b(v), but for a constant.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"
#include "verify/dual/best_values.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/dual/dual_problem.hpp"

namespace hypermatch::detail::verify {

/// Pins that the sweeps over the vertices visit in all.
inline constexpr std::uint64_t k_pin_budget = 1ULL << 24;
inline constexpr std::uint64_t k_most_sweeps = 24;
/// Vertices go so much farther than to the middle of their best values, which saves about every
/// other sweep (successive over-relaxation, Young 1954), but in the first sweep.
inline constexpr double k_relaxation = 1.3;
/// Up to this number of pins, k_most_sweeps sweeps are made from both starts, whatever they gain.
inline constexpr std::uint64_t k_small_b_dual = 1ULL << 15;
/// Sweeps over more pins end where one leaves more than this share of the bound.
inline constexpr double k_settled = 0.997;

/// The values of vertices with capacity 0, which cost nothing, as multiples of the largest weight
/// at each: sweeps pass these vertices by.
enum class Closed {
  largest = 1,  ///< their edges ask for nothing more, but for what is rounded
  twice = 2,    ///< whatever is rounded
};

/// Whether a cost is known for sure, or estimated from some of the edges to steer the sweeps.
enum class Evaluation { proven, estimated };

/// Which blocks of edges an evaluation looks at: of many blocks, estimates take one in eight.
class Sample {
 public:
  Sample(std::size_t blocks, Evaluation evaluation)
      : step_(evaluation == Evaluation::estimated && blocks >= k_many ? 8 : 1),
        size_((blocks + step_ - 1) / step_),
        scale_(step_ == 1 ? 1.0 : static_cast<double>(blocks) / static_cast<double>(size_)) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t block(std::size_t i) const { return i * step_; }
  /// The factor that extrapolates a sum over the sampled blocks to all blocks.
  [[nodiscard]] double scale() const { return scale_; }

 private:
  static constexpr std::size_t k_many = 128;
  std::size_t step_;
  std::size_t size_;
  double scale_;
};

/// How many blocks of places or vertices there are.
[[nodiscard]] inline std::size_t num_blocks(std::size_t count) {
  return (count + k_block_places - 1) / k_block_places;
}

/// The sum of term(weight, pins), or an estimate of it: exact but for the roundings of the terms'
/// sums in blocks and of the blocks' sum.
template <class Edges, class Term>
double sum_over_edges(const Context& context, const Edges& edges, const DualWeights& weights,
                      Evaluation evaluation, const Term& term) {
  const Sample sample(num_blocks(edges.num_places()), evaluation);
  DualValues parts(sample.size());
  parallel::for_each(
      context, sample.size(),
      [&](std::size_t i) {
        std::array<double, k_block_places> loaded;
        const std::size_t begin = sample.block(i) * k_block_places;
        const std::size_t end = std::min(edges.num_places(), begin + k_block_places);
        weights.load(begin, end, loaded.data());
        double sum = 0;
        edges.for_each(begin, end, [&](std::size_t place, const auto& pins) {
          sum += term(loaded[place - begin], pins);
        });
        parts[i] = sum;
      },
      8);
  double total = 0;
  for (const double part : parts) total += part * sample.scale();
  return total;
}

/// A low `cost` of values y that sweeps over the vertices find from start(v) on, and from the first
/// weight at each vertex that does not fit, shared evenly; of many pins, from the start that costs
/// less. cost(y, evaluation) is what y >= 0 bounds, or minus a lower bound; it must not
/// depend on the number of threads. Dual is GraphDual or HypergraphDual.
/// @throws Error{resources, cancelled}
template <class Dual, class Start, class Cost>
double least_cost(const Context& context, Dual& dual, const Capacities& capacities,
                  const Start& start, const Cost& cost, Closed closed) {
  const parallel::SpinScope spin_scope(context);
  const bool is_small = dual.num_pins() <= k_small_b_dual;
  const Evaluation evaluation = is_small ? Evaluation::proven : Evaluation::estimated;
  const std::uint64_t sweeps =
      is_small ? k_most_sweeps
               : std::clamp(k_pin_budget / dual.num_pins(), Dual::k_fewest_sweeps, k_most_sweeps);
  // The least cost of what the sweeps find from a start of this cost on.
  const auto improve = [&](double last) {
    double best = last;
    double relaxation = 1;
    bool went_too_far = false;
    for (std::uint64_t number = 0; number < sweeps; ++number) {
      dual.sweep(context, capacities, relaxation);
      if (evaluation == Evaluation::estimated && number + 1 == sweeps) break;
      const double now = cost(dual.y(context), evaluation);
      const double gained = std::exchange(last, now) - now;
      best = std::min(best, now);
      if (gained < 0 && !went_too_far) {
        went_too_far = true;
      } else if (!is_small && gained < (1 - k_settled) * std::abs(now)) {
        break;
      }
      relaxation = went_too_far ? 1 : k_relaxation;
    }
    return evaluation == Evaluation::proven ? best : cost(dual.y(context), Evaluation::proven);
  };
  DualValues even(dual.num_vertices());
  dual.share_evenly(context, capacities, static_cast<int>(closed), even);
  DualValues given(dual.num_vertices());
  parallel::for_each(context, given.size(), [&](std::size_t i) {
    const auto v = static_cast<VertexId>(i);
    given[v] = capacities[v] == 0 ? even[v] : start(v);
  });
  const double cost_of_even = cost(even, evaluation);
  const double cost_of_given = cost(given, evaluation);
  if (evaluation == Evaluation::estimated) {
    dual.start(context, cost_of_given < cost_of_even ? given : even);
    return improve(std::min(cost_of_even, cost_of_given));
  }
  dual.start(context, given);
  const double from_given = improve(cost_of_given);
  dual.start(context, even);
  return std::min(from_given, improve(cost_of_even));
}

/// Starts from the weights at these places, of each vertex one or none (the largest value).
template <class Place>
auto start_of(const DualWeights& weights, std::span<const Place> lowest) {
  return [&weights, lowest](VertexId v) {
    return lowest[v] == std::numeric_limits<Place>::max() ? 0.0 : weights.at(lowest[v]);
  };
}

}  // namespace hypermatch::detail::verify
