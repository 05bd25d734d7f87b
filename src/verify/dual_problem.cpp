// SPDX-License-Identifier: MIT
#include "verify/dual_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "verify/edge_facts.hpp"

namespace hypermatch::detail::verify {

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

// The least double that is not below.
double round_up(std::int64_t value) {
  const auto nearest = static_cast<double>(value);
  // 2^63 itself does not convert back, and is not below anything.
  if (nearest >= 0x1p63 || static_cast<std::int64_t>(nearest) >= value) return nearest;
  return std::nextafter(nearest, k_infinity);
}
double round_up(double value) {
  return value;
}

// Multiplies by 2^exponent, both 2^exponent and its inverse being normal numbers, and rounds up
// where that loses bits below the range of normal numbers.
class ScaleUp {
 public:
  explicit ScaleUp(int exponent)
      : factor_(std::ldexp(1.0, exponent)), inverse_(std::ldexp(1.0, -exponent)) {}
  double operator()(double value) const {
    const double scaled = value * factor_;
    return scaled * inverse_ < value ? std::nextafter(scaled, k_infinity) : scaled;
  }

 private:
  double factor_, inverse_;
};

}  // namespace

DualProblem::DualProblem(const HypergraphView& hypergraph, Objective objective)
    : hypergraph_(hypergraph) {
  set_weights(objective);
  build_incidence();
}

void DualProblem::set_weights(Objective objective) {
  const EdgeId m = num_edges();
  weights_.resize(m);
  with_weights(hypergraph_, objective, [&](const auto& weight) {
    using T = decltype(weight(0));
    using Wide = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    is_integer_ = std::is_integral_v<T>;
    for (EdgeId e = 0; e < m; ++e) {
      const T w = weight(e);
      weights_[e] = w > 0 ? round_up(Wide{w}) : 0.0;
    }
  });
  double largest = 0;
  for (EdgeId e = 0; e < m; ++e) {
    if (hypergraph_.edge_size(e) == 0) weights_[e] = 0;
    largest = std::max(largest, weights_[e]);
  }
  if (largest == 0) return;
  // Exponents stay where both powers are normal numbers.
  exponent_ = std::clamp(std::ilogb(largest), -1000, 1000);
  const ScaleUp scale(-exponent_);
  double sum = 0;
  std::uint64_t positive = 0;
  for (double& weight : weights_) {
    if (weight == 0) continue;
    weight = scale(weight);
    sum += weight;
    ++positive;
  }
  mean_weight_ = sum / static_cast<double>(positive);
}

void DualProblem::build_incidence() {
  const std::size_t n = num_vertices();
  first_edge_ = Array<Offset>(n + 1, 0);
  for (EdgeId e = 0; e < num_edges(); ++e) {
    if (weights_[e] == 0) continue;
    for (const VertexId v : pins_of(e)) ++first_edge_[v + std::size_t{1}];
  }
  // first_edge_[v + 1] turns from the degree of v into the place of its next edge, and ends as the
  // first place of v + 1.
  Offset sum = 0;
  for (std::size_t v = 1; v <= n; ++v) {
    const Offset degree = first_edge_[v];
    first_edge_[v] = sum;
    sum += degree;
  }
  edges_.resize(sum);
  for (EdgeId e = 0; e < num_edges(); ++e) {
    if (weights_[e] == 0) continue;
    for (const VertexId v : pins_of(e)) edges_[first_edge_[v + std::size_t{1}]++] = e;
  }
}

double DualProblem::unscaled_bound(double bound) const {
  const double unscaled = ScaleUp(exponent_)(bound);
  return is_integer_ ? std::floor(unscaled) : unscaled;
}

double DualProblem::shrunk_bound(double bound) const {
  return ScaleUp(std::max(exponent_ - 64, -1000))(bound);
}

}  // namespace hypermatch::detail::verify
