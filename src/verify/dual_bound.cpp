// SPDX-License-Identifier: MIT
// The dual of the fractional matching problem, minimise the sum of y(v) >= 0 subject to y(e) =
// (sum of y over the pins of e) >= w(e) for every edge. Feasible up to rounding is enough while y
// is improved: `certify` measures at the end, with error bounds, how far y must be scaled to be
// feasible, and bounds its sum from above.
#include "verify/dual_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "hypermatch/array.hpp"
#include "verify/dual_problem.hpp"

namespace hypermatch::detail::verify {

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// Temperatures of the smoothed dual: `k_first_temperature` mean weights, then half of that, ...
constexpr double k_first_temperature = 0.5;
constexpr int k_most_levels = 8;
/// Pins that the smoothed passes may visit in all (some tenths of a second), but one pass in each
/// of `k_fewest_levels` levels is made always.
constexpr std::uint64_t k_pin_budget = 1ULL << 26;
constexpr int k_fewest_levels = 3;
constexpr std::uint64_t k_most_passes_a_level = 16;
/// A level ends when a pass moves the vertices by less than this share of their sum.
constexpr double k_settled = 1e-3;

using Values = Array<double>;

class DualSolver {
 public:
  DualSolver(const Context& context, const DualProblem& problem)
      : context_(context), problem_(problem) {}

  /// y(v) = weight of the matched edge at v. Covers all after greedy by weight.
  [[nodiscard]] Values start_from_matching(std::span<const EdgeId> matching) const {
    Values y(problem_.num_vertices(), 0.0);
    for (const EdgeId e : matching) {
      const double weight = std::max(0.0, problem_.weight(e));
      for (const VertexId v : problem_.pins_of(e)) y[v] = weight;
    }
    cover(y);
    return y;
  }

  /// One pin of every edge that is not covered, the one of largest degree, makes up for it. Where
  /// weights differ by many orders, what lowers y takes differences of large numbers, or looks at
  /// the large ones only, and light edges may miss all of their weight.
  void cover(Values& y) const {
    for (EdgeId e = 0; e < problem_.num_edges(); ++e) {
      const double weight = problem_.weight(e);
      if (weight <= 0) continue;
      const double missing = weight - covered(y, e);
      if (missing <= 0) continue;
      const auto pins = problem_.pins_of(e);
      const VertexId best = *std::max_element(
          pins.begin(), pins.end(),
          [&](VertexId a, VertexId b) { return problem_.degree(a) < problem_.degree(b); });
      y[best] += missing;
    }
  }

  /// y(v) = the largest w(e) / |e| at v: every edge is covered by even shares.
  [[nodiscard]] Values start_from_even_shares() const {
    Values y(problem_.num_vertices(), 0.0);
    for (EdgeId e = 0; e < problem_.num_edges(); ++e) {
      const auto pins = problem_.pins_of(e);
      const double share = problem_.weight(e) / static_cast<double>(pins.size());
      for (const VertexId v : pins) y[v] = std::max(y[v], share);
    }
    return y;
  }

  /// Goes over the vertices by falling y and lowers each by the smallest slack of its edges.
  void tighten(Values& y) const {
    context_.check_cancelled();
    Values slack(problem_.num_edges());
    for (EdgeId e = 0; e < problem_.num_edges(); ++e) slack[e] = covered(y, e) - problem_.weight(e);
    // Sorting one word a vertex: falling y (as float, >= 0, so that its bits rise with it), ties by
    // number.
    Array<std::uint64_t> by_falling_y;
    for (VertexId v = 0; v < problem_.num_vertices(); ++v) {
      if (y[v] <= 0) continue;
      const std::uint32_t image = ~std::bit_cast<std::uint32_t>(static_cast<float>(y[v]));
      by_falling_y.push_back((std::uint64_t{image} << 32) | v);
    }
    std::sort(by_falling_y.begin(), by_falling_y.end());
    for (const std::uint64_t word : by_falling_y) {
      const auto v = static_cast<VertexId>(word);
      const auto edges = problem_.edges_of(v);
      double least = y[v];
      for (const EdgeId e : edges) {
        least = std::min(least, slack[e]);
        if (least <= 0) break;
      }
      if (least <= 0) continue;
      y[v] -= least;
      for (const EdgeId e : edges) slack[e] -= least;
    }
  }

  /// Coordinate descent on the smoothed dual, sum of y(v) + T sum of exp((w(e) - y(e)) / T): its
  /// optimum tends to the dual's as T falls, and it has no kinks where descent gets stuck. The
  /// minimum over one y(v), y(v) + T ln(sum of x(e) at v) with x(e) = exp((w(e) - y(e)) / T),
  /// leaves x(e) <= 1 at v, that is, its edges covered; x is kept up to date by one factor a
  /// vertex.
  void descend(Values& y) const {
    const std::uint64_t passes = k_pin_budget / problem_.num_incidences();
    const int levels =
        static_cast<int>(std::clamp<std::uint64_t>(passes, k_fewest_levels, k_most_levels));
    const std::uint64_t passes_a_level = std::clamp<std::uint64_t>(
        passes / static_cast<std::uint64_t>(levels), 1, k_most_passes_a_level);
    double temperature = k_first_temperature * problem_.mean_weight();
    // Beyond e^-60 an edge has no say; narrower than float, so that no factor makes it denormal.
    constexpr double k_reach = 60;
    Array<float> x(problem_.num_edges());
    for (int level = 0; level < levels; ++level, temperature /= 2) {
      for (EdgeId e = 0; e < problem_.num_edges(); ++e) {
        const double exponent = (problem_.weight(e) - covered(y, e)) / temperature;
        x[e] = std::exp(static_cast<float>(std::clamp(exponent, -k_reach, k_reach)));
      }
      for (std::uint64_t pass = 0; pass < passes_a_level; ++pass) {
        context_.check_cancelled();
        const Movement movement = smoothed_pass(y, x, temperature, pass % 2 == 1);
        if (movement.moved <= k_settled * movement.sum) break;
      }
    }
  }

  /// Upper bound on the sum of `y`, scaled until it is feasible. With u = 2^-53, the computed sum s
  /// of k non-negative numbers and the exact one S satisfy |s - S| <= 1.01 k u S (Higham 2002, sec.
  /// 4.2); every factor below leaves twice what the roundings of its expression need.
  [[nodiscard]] double certify(const Values& y) const {
    double covering = k_infinity;  // the least y(e) / w(e)
    for (EdgeId e = 0; e < problem_.num_edges(); ++e) {
      const double weight = problem_.weight(e);
      if (weight <= 0) continue;
      const double slack = static_cast<double>(problem_.pins_of(e).size() + 4) * 0x1p-52;
      const double quotient = covered(y, e) * (1 - slack) / weight;
      // Written so that NaN counts as uncovered.
      if (!(quotient >= covering)) covering = quotient;
    }
    if (covering == k_infinity) return 0;  // no edge can gain anything
    if (!(covering > 0)) return k_infinity;
    // In blocks, so that the error grows with block size plus number of blocks only.
    constexpr std::size_t k_block = 4096;
    double total = 0;
    for (std::size_t begin = 0; begin < y.size(); begin += k_block) {
      double sum = 0;
      for (std::size_t v = begin; v < std::min(y.size(), begin + k_block); ++v) sum += y[v];
      total += sum;
    }
    const std::size_t blocks = y.size() / k_block + 1;
    return total / (covering * (1 - 0x1p-50)) *
           (1 + static_cast<double>(k_block + blocks + 4) * 0x1p-52);
  }

 private:
  [[nodiscard]] double covered(const Values& y, EdgeId e) const {
    double sum = 0;
    for (const VertexId v : problem_.pins_of(e)) sum += y[v];
    return sum;
  }

  // How far a pass moved the vertices, and what they sum to.
  struct Movement {
    double moved = 0;
    double sum = 0;
  };

  Movement smoothed_pass(Values& y, Array<float>& x, double temperature, bool backwards) const {
    Movement movement;
    const VertexId n = problem_.num_vertices();
    for (VertexId i = 0; i < n; ++i) {
      const VertexId v = backwards ? n - 1 - i : i;
      const auto edges = problem_.edges_of(v);
      float sum = 0;
      for (const EdgeId e : edges) sum += x[e];
      if (!(sum > 0) || (y[v] <= 0 && sum <= 1)) continue;
      const double moved = std::max(0.0, y[v] + temperature * std::log(sum));
      const double change = moved - y[v];
      movement.moved += std::fabs(change);
      movement.sum += moved;
      if (change == 0) continue;
      y[v] = moved;
      const auto factor = static_cast<float>(std::exp(-change / temperature));
      for (const EdgeId e : edges) x[e] *= factor;
    }
    return movement;
  }

  const Context& context_;
  const DualProblem& problem_;
};

// Good enough to choose between duals; only `certify` bounds anything.
double rough_sum(const Values& y) {
  double sum = 0;
  for (const double value : y) sum += value;
  return sum;
}

// Makes `best` the one of the two with the smaller sum.
void keep_better(Values& best, Values& other) {
  if (rough_sum(other) < rough_sum(best)) std::swap(best, other);
}

}  // namespace

DualBound dual_bound(const Context& context, const HypergraphView& hypergraph, Objective objective,
                     std::span<const EdgeId> matching) {
  const DualProblem problem(hypergraph, objective);
  if (problem.num_incidences() == 0) return {};
  const DualSolver solver(context, problem);
  Values best = solver.start_from_matching(matching);
  solver.tighten(best);
  solver.cover(best);
  Values other = solver.start_from_even_shares();
  // Even shares are a good start where vertices are alike, the matching's dual where they differ.
  if (rough_sum(best) < rough_sum(other)) std::copy(best.begin(), best.end(), other.begin());
  solver.descend(other);
  solver.tighten(other);
  solver.cover(other);
  keep_better(best, other);
  const double bound = solver.certify(best);
  return {problem.unscaled_bound(bound), problem.shrunk_bound(bound)};
}

}  // namespace hypermatch::detail::verify
