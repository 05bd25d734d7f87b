// SPDX-License-Identifier: MIT
// The dual of the fractional b-matching problem, improved one vertex at a time. Any y >= 0 gives a
// bound; for all other vertices fixed, the best y(v) lies between the residual weights (the weight
// of an edge less the y of its other pins) of rank capacity(v) and capacity(v) + 1 at v. The dual
// of b-edge covers is the same for capacities degree(v) - b(v), but for a constant.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "parallel/host/incidence.hpp"
#include "verify/dual_bound.hpp"
#include "verify/dual_problem.hpp"

namespace hypermatch::detail::verify {

using DualValues = Array<double>;

/// Pins that the sweeps over the vertices visit in all.
inline constexpr std::uint64_t k_pin_budget = 1ULL << 25;
inline constexpr std::uint64_t k_fewest_sweeps = 2;
inline constexpr std::uint64_t k_most_sweeps = 24;
/// Sweeps over many pins end where one leaves more than this share of the bound.
inline constexpr double k_settled = 0.999;

/// Up to this capacity the best values are kept while residual weights are looked at.
inline constexpr std::size_t k_few = 4;

/// Which of the best values a vertex takes.
enum class Choice { least, middle };

/// Of more values than `capacity` >= 1, which are reordered: those of rank capacity and capacity +
/// 1 from the top.
inline std::pair<double, double> around(std::span<double> values, std::size_t capacity) {
  if (capacity <= k_few) {
    std::array<double, k_few + 1> top;  // by falling value
    top.fill(-std::numeric_limits<double>::infinity());
    for (const double value : values) {
      if (!(value > top[capacity])) continue;
      std::size_t i = capacity;
      for (; i > 0 && value > top[i - 1]; --i) top[i] = top[i - 1];
      top[i] = value;
    }
    return {top[capacity - 1], top[capacity]};
  }
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(capacity);
  std::nth_element(values.begin(), at, values.end(), std::greater<>());
  return {*std::min_element(values.begin(), at), *at};
}

/// The value y of a vertex that is best for these residual weights, which are reordered: the least
/// one, or halfway to the largest. @pre capacity >= 1
inline double best_value(std::span<double> residuals, std::size_t capacity, Choice choice) {
  if (residuals.size() <= capacity) return 0;
  const auto [most, below] = around(residuals, capacity);
  const double least = std::max(0.0, below);
  return choice == Choice::least ? least : std::max(0.0, (least + most) / 2);
}

// What both kinds of instances supply: num_vertices(), num_pins(), degree(v), share(v, out) and
// residuals(v, out), which fill `out` with the even shares of the weights at v and with the
// residual weights, and set(v, y).

class GraphDual {
 public:
  GraphDual(const GraphView& graph, const DualWeights& weights) : graph_(graph), weights_(weights) {
    y_ = DualValues(graph.num_vertices, 0.0);
  }
  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return graph_.neighbours.size(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return graph_.degree(v); }
  void shares(VertexId v, DualValues& out) const {
    load(v, out);
    for (double& weight : out) weight /= 2;
  }
  void residuals(VertexId v, DualValues& out) const {
    load(v, out);
    const auto row = graph_.neighbours_of(v);
    for (std::size_t i = 0; i < row.size(); ++i) out[i] -= y_[row[i]];
  }
  void start(const DualValues& y) { std::copy(y.begin(), y.end(), y_.begin()); }
  void set(VertexId v, double value) { y_[v] = value; }
  [[nodiscard]] const DualValues& y() const { return y_; }

 private:
  void load(VertexId v, DualValues& out) const {
    out.resize(graph_.degree(v));
    weights_.load(graph_.offsets[v], graph_.offsets[v + std::size_t{1}], out.data());
  }

  GraphView graph_;
  const DualWeights& weights_;
  DualValues y_;
};

class HypergraphDual {
 public:
  HypergraphDual(const Context& context, const HypergraphView& hypergraph,
                 const DualWeights& weights)
      : hypergraph_(hypergraph),
        incidence_(parallel::build_incidence(context, hypergraph)),
        weights_(hypergraph.num_edges()),
        covered_(hypergraph.num_edges(), 0.0),
        y_(hypergraph.num_vertices, 0.0) {
    weights.load(0, weights_.size(), weights_.data());
  }
  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return hypergraph_.num_pins(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return incidence_.edges_of(v).size(); }
  void shares(VertexId v, DualValues& out) const {
    out.resize(0);
    for (const EdgeId e : incidence_.edges_of(v)) {
      out.push_back(weights_[e] / static_cast<double>(hypergraph_.edge_size(e)));
    }
  }
  void residuals(VertexId v, DualValues& out) const {
    out.resize(0);
    for (const EdgeId e : incidence_.edges_of(v)) {
      out.push_back(weights_[e] - (covered_[e] - y_[v]));
    }
  }
  void start(const DualValues& y) {
    std::copy(y.begin(), y.end(), y_.begin());
    for (EdgeId e = 0; e < hypergraph_.num_edges(); ++e) {
      covered_[e] = 0;
      for (const VertexId v : hypergraph_.pins_of(e)) covered_[e] += y_[v];
    }
  }
  void set(VertexId v, double value) {
    const double change = value - y_[v];
    if (change == 0) return;
    y_[v] = value;
    for (const EdgeId e : incidence_.edges_of(v)) covered_[e] += change;
  }
  [[nodiscard]] const DualValues& y() const { return y_; }

 private:
  HypergraphView hypergraph_;
  parallel::Incidence incidence_;
  DualValues weights_;
  DualValues covered_;  // the sum of y over the pins of each edge, up to rounding
  DualValues y_;
};

/// The values of vertices with capacity 0, which cost nothing, as multiples of the largest weight
/// at each: sweeps pass these vertices by.
enum class Closed {
  largest = 1,  ///< their edges ask for nothing more, but for what is rounded
  twice = 2,    ///< whatever is rounded
};

/// The least `cost` of the values y that sweeps over the vertices find from start(v) on, and from
/// the first weight at each vertex that does not fit, shared evenly; of many pins, from what is the
/// better one behind one sweep. cost(y) is what y >= 0 bounds, or minus a lower bound. All values
/// of `dual` are 0. On one thread. @throws Error{resources, cancelled}
template <class Dual, class Start, class Cost>
double least_cost(const Context& context, Dual& dual, const Capacities& capacities,
                  const Start& start, const Cost& cost, Closed closed) {
  const std::uint64_t sweeps =
      std::clamp(k_pin_budget / std::max<std::uint64_t>(dual.num_pins(), 1) / 2, k_fewest_sweeps,
                 k_most_sweeps);
  const bool is_small = dual.num_pins() <= k_small_dual;
  DualValues at_vertex;
  // While all values are 0.
  const auto closed_value = [&](VertexId v) {
    dual.residuals(v, at_vertex);
    const double* const largest = std::max_element(at_vertex.begin(), at_vertex.end());
    return largest == at_vertex.end() ? 0.0 : static_cast<int>(closed) * std::max(0.0, *largest);
  };
  const auto sweep = [&](std::uint64_t number) {
    context.check_cancelled();
    const Choice choice = number % 2 == 0 ? Choice::middle : Choice::least;
    for (VertexId v = 0; v < dual.num_vertices(); ++v) {
      if (capacities[v] == 0) continue;
      dual.residuals(v, at_vertex);
      dual.set(v, best_value({at_vertex.data(), at_vertex.size()}, capacities[v], choice));
    }
    return cost(dual.y());
  };
  // `best` is the least cost before the sweep of number `first`.
  const auto improve = [&](std::uint64_t first, double best) {
    for (std::uint64_t number = first; number < sweeps; ++number) {
      const double last = std::exchange(best, std::min(best, sweep(number)));
      if (!is_small && last - best < (1 - k_settled) * std::abs(last)) break;
    }
    return best;
  };
  DualValues y(dual.num_vertices());
  for (VertexId v = 0; v < y.size(); ++v) y[v] = capacities[v] == 0 ? closed_value(v) : start(v);
  dual.start(y);
  const double from_start = is_small ? improve(0, cost(dual.y())) : sweep(0);
  const DualValues swept = is_small ? DualValues() : dual.y().clone();
  for (VertexId v = 0; v < y.size(); ++v) {
    if (capacities[v] == 0) continue;
    dual.shares(v, at_vertex);
    y[v] = best_value({at_vertex.data(), at_vertex.size()}, capacities[v], Choice::least);
  }
  dual.start(y);
  if (is_small) return std::min(from_start, improve(0, cost(dual.y())));
  const double from_shares = sweep(0);
  if (from_start < from_shares) dual.start(swept);
  return improve(1, std::min(from_start, from_shares));
}

/// Starts from the weights at these places, of each vertex one or none (the largest value).
template <class Place>
auto start_of(const DualWeights& weights, std::span<const Place> lowest) {
  return [&weights, lowest](VertexId v) {
    return lowest[v] == std::numeric_limits<Place>::max() ? 0.0 : weights.at(lowest[v]);
  };
}

}  // namespace hypermatch::detail::verify
