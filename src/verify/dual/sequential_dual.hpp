// SPDX-License-Identifier: MIT
// The dual of small instances, improved one vertex at a time, which finds what descent of all
// vertices at once finds slowly: how to break the symmetry of instances that are alike everywhere.
// Sequential; the same for every number of threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "verify/dual/dual_problem.hpp"
#include "verify/dual/smoothed_dual.hpp"

namespace hypermatch::detail::verify {

template <class Edges>
class SequentialDual {
 public:
  /// O(pins); 4 bytes per pin, 8 per vertex, 8 per place.
  SequentialDual(const Context& context, const Edges& edges, const DualWeights& weights)
      : context_(context),
        edges_(edges),
        weights_(edges.num_places()),
        mean_weight_(weights.mean()),
        first_place_(std::size_t{edges.num_vertices()} + 1, 0) {
    weights.load(0, edges_.num_places(), weights_.begin());
    build_incidence();
  }

  /// Goes over the vertices by falling y and lowers each by the smallest slack of its edges.
  void tighten(Array<double>& y) const {
    context_.check_cancelled();
    Array<double> slack(edges_.num_places());
    edges_.for_each(0, edges_.num_places(), [&](std::size_t place, const auto& pins) {
      slack[place] = covered(y, pins) - weights_[place];
    });
    // Sorting one word per vertex: falling y (as float, >= 0, so that its bits rise with it), ties
    // by number.
    Array<std::uint64_t> by_falling_y;
    for (std::size_t v = 0; v < y.size(); ++v) {
      if (y[v] <= 0) continue;
      const std::uint32_t image = ~std::bit_cast<std::uint32_t>(static_cast<float>(y[v]));
      by_falling_y.push_back((std::uint64_t{image} << 32) | v);
    }
    std::sort(by_falling_y.begin(), by_falling_y.end());
    for (const std::uint64_t word : by_falling_y) {
      const auto v = static_cast<VertexId>(word);
      const auto places = places_of(v);
      double least = y[v];
      for (const std::uint32_t place : places) {
        least = std::min(least, slack[place]);
        if (least <= 0) break;
      }
      if (least <= 0) continue;
      y[v] -= least;
      for (const std::uint32_t place : places) slack[place] -= least;
    }
  }

  /// Coordinate descent on the smoothed dual, see smoothed_dual.hpp. The minimum over one y(v)
  /// leaves x(e) <= 1 at v, that is, its edges covered; x is kept up to date by one factor per
  /// vertex.
  void descend(Array<double>& y, int passes_per_level) const {
    constexpr int k_levels = 8;
    constexpr double k_first_temperature = 0.5;
    // A level ends when a pass moves the vertices by less than this share of their sum.
    constexpr double k_settled = 1e-3;
    // Beyond e^-60 an edge has no say; narrower than float, so that no factor makes it denormal.
    constexpr double k_reach = 60;
    double temperature = k_first_temperature * mean_weight_;
    Array<float> x(edges_.num_places(), 0.0F);
    for (int level = 0; level < k_levels; ++level, temperature /= 2) {
      edges_.for_each(0, edges_.num_places(), [&](std::size_t place, const auto& pins) {
        const double exponent = (weights_[place] - covered(y, pins)) / temperature;
        x[place] = std::exp(static_cast<float>(std::clamp(exponent, -k_reach, k_reach)));
      });
      for (int pass = 0; pass < passes_per_level; ++pass) {
        context_.check_cancelled();
        const Movement movement = smoothed_pass(y, x, temperature, pass % 2 == 1);
        if (movement.moved <= k_settled * movement.sum) break;
      }
    }
  }

 private:
  // How far a pass moved the vertices, and what they sum to.
  struct Movement {
    double moved = 0;
    double sum = 0;
  };

  void build_incidence() {
    const auto for_each_pin = [&](const auto& body) {
      edges_.for_each(0, edges_.num_places(), [&](std::size_t place, const auto& pins) {
        if (weights_[place] == 0) return;
        for (const VertexId v : pins) body(v, static_cast<std::uint32_t>(place));
      });
    };
    for_each_pin([&](VertexId v, std::uint32_t) { ++first_place_[v + std::size_t{1}]; });
    // first_place_[v + 1] turns from the degree of v into where its next place goes, and ends as
    // where those of v + 1 begin.
    std::uint64_t sum = 0;
    for (std::size_t v = 1; v < first_place_.size(); ++v) {
      const std::uint64_t degree = first_place_[v];
      first_place_[v] = sum;
      sum += degree;
    }
    places_.resize(sum);
    for_each_pin([&](VertexId v, std::uint32_t place) {
      places_[first_place_[v + std::size_t{1}]++] = place;
    });
  }

  Movement smoothed_pass(Array<double>& y, Array<float>& x, double temperature,
                         bool backwards) const {
    Movement movement;
    const std::size_t n = y.size();
    for (std::size_t i = 0; i < n; ++i) {
      const auto v = static_cast<VertexId>(backwards ? n - 1 - i : i);
      const auto places = places_of(v);
      float sum = 0;
      for (const std::uint32_t place : places) sum += x[place];
      if (!(sum > std::numeric_limits<float>::min()) || (y[v] <= 0 && sum <= 1)) continue;
      const double wanted = y[v] + temperature * (k_ln_2 * log2_of(sum));
      const double moved = std::max(0.0, wanted);
      const double change = moved - y[v];
      movement.moved += std::fabs(change);
      movement.sum += moved;
      if (change == 0) continue;
      y[v] = moved;
      // A whole step makes the sum 1.
      const float factor =
          moved == wanted ? 1 / sum : static_cast<float>(std::exp(-change / temperature));
      for (const std::uint32_t place : places) x[place] *= factor;
    }
    return movement;
  }

  // The places of the edges of positive weight at v.
  [[nodiscard]] std::span<const std::uint32_t> places_of(VertexId v) const {
    return places_.view().subspan(first_place_[v],
                                  first_place_[v + std::size_t{1}] - first_place_[v]);
  }

  const Context& context_;
  const Edges& edges_;
  Array<double> weights_;
  double mean_weight_;
  Array<std::uint64_t> first_place_;  // size n + 1
  Array<std::uint32_t> places_;
};

}  // namespace hypermatch::detail::verify
