// SPDX-License-Identifier: MIT
// The dual of the fractional b-matching problem. Any y >= 0 gives a bound; for all other vertices
// fixed, the best y(v) lies between the residual weights (the weight of an edge less the y of its
// other pins) of rank capacity(v) and capacity(v) + 1 at v: coordinate descent.
#include "verify/b_dual_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/incidence.hpp"
#include "verify/dual_problem.hpp"

namespace hypermatch::detail::verify {

namespace {

using Values = Array<double>;

constexpr double k_infinity = std::numeric_limits<double>::infinity();
/// Pins that the sweeps over the vertices visit in all.
constexpr std::uint64_t k_pin_budget = 1ULL << 25;
constexpr std::uint64_t k_fewest_sweeps = 2;
constexpr std::uint64_t k_most_sweeps = 24;
/// Sweeps over many pins end where one leaves more than this share of the bound.
constexpr double k_settled = 0.9998;

/// Which of the best values a vertex takes.
enum class Choice { least, middle };

/// The values y of a vertex that are best for these residual weights, which are reordered: any
/// value between the two that are returned in this order.
double best_value(std::span<double> residuals, std::size_t capacity, Choice choice) {
  if (residuals.size() <= capacity) return 0;
  const auto at = residuals.begin() + static_cast<std::ptrdiff_t>(capacity);
  std::nth_element(residuals.begin(), at, residuals.end(), std::greater<>());
  const double least = std::max(0.0, *at);
  if (choice == Choice::least) return least;
  // With capacity 0 nothing is too large: the edges of v gain nothing.
  const double most = capacity == 0 ? least : *std::min_element(residuals.begin(), at);
  return std::max(0.0, (least + most) / 2);
}

// What both kinds of instances supply: num_vertices(), num_pins(), degree(v), share(v, out) and
// residuals(v, out), which fill `out` with the even shares of the weights at v and with the
// residual weights, and set(v, y).

class GraphDual {
 public:
  GraphDual(const GraphView& graph, const DualWeights& weights) : graph_(graph), weights_(weights) {
    y_ = Values(graph.num_vertices, 0.0);
  }
  [[nodiscard]] VertexId num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return graph_.neighbours.size(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return graph_.degree(v); }
  void shares(VertexId v, Values& out) const {
    load(v, out);
    for (double& weight : out) weight /= 2;
  }
  void residuals(VertexId v, Values& out) const {
    load(v, out);
    const auto row = graph_.neighbours_of(v);
    for (std::size_t i = 0; i < row.size(); ++i) out[i] -= y_[row[i]];
  }
  void start(const Values& y) { std::copy(y.begin(), y.end(), y_.begin()); }
  void set(VertexId v, double value) { y_[v] = value; }
  [[nodiscard]] const Values& y() const { return y_; }

 private:
  void load(VertexId v, Values& out) const {
    out.resize(graph_.degree(v));
    weights_.load(graph_.offsets[v], graph_.offsets[v + std::size_t{1}], out.data());
  }

  GraphView graph_;
  const DualWeights& weights_;
  Values y_;
};

class HypergraphDual {
 public:
  HypergraphDual(const Context& context, const HypergraphView& hypergraph,
                 const DualWeights& weights)
      : hypergraph_(hypergraph),
        incidence_(parallel::build_incidence(context, hypergraph)),
        weights_(hypergraph.num_edges()),
        covered_(hypergraph.num_edges()),
        y_(hypergraph.num_vertices, 0.0) {
    weights.load(0, weights_.size(), weights_.data());
  }
  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::uint64_t num_pins() const { return hypergraph_.num_pins(); }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return incidence_.edges_of(v).size(); }
  void shares(VertexId v, Values& out) const {
    out.resize(0);
    for (const EdgeId e : incidence_.edges_of(v)) {
      out.push_back(weights_[e] / static_cast<double>(hypergraph_.edge_size(e)));
    }
  }
  void residuals(VertexId v, Values& out) const {
    out.resize(0);
    for (const EdgeId e : incidence_.edges_of(v)) {
      out.push_back(weights_[e] - (covered_[e] - y_[v]));
    }
  }
  void start(const Values& y) {
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
  [[nodiscard]] const Values& y() const { return y_; }

 private:
  HypergraphView hypergraph_;
  parallel::Incidence incidence_;
  Values weights_;
  Values covered_;  // the sum of y over the pins of each edge, up to rounding
  Values y_;
};

// The bound that y stands for. With u = 2^-53, the computed sum s of k non-negative numbers and the
// exact one S satisfy |s - S| <= 1.01 k u S (Higham 2002, sec. 4.2); every factor below leaves
// twice what the roundings of its expression need.
template <class Edges, class Degree>
double certify(const Context& context, const Edges& edges, const DualWeights& weights,
               const Capacities& capacities, const Degree& degree, const Values& y) {
  const std::size_t edge_blocks = (edges.num_places() + k_block_places - 1) / k_block_places;
  const std::size_t vertex_blocks = (y.size() + k_block_places - 1) / k_block_places;
  Values parts(edge_blocks + vertex_blocks, 0.0);
  parallel::for_each(
      context, edge_blocks,
      [&](std::size_t block) {
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
  for (const double part : parts) total += part;
  const double bound =
      total * (1 + static_cast<double>(k_block_places + parts.size() + 8) * 0x1p-52);
  // Written so that NaN is no bound.
  return bound < k_infinity ? bound : k_infinity;
}

template <class Dual, class Edges, class Start>
DualBound bound_of(const Context& context, Dual& dual, const Edges& edges,
                   const DualWeights& weights, const Capacities& capacities, const Start& start) {
  const auto degree = [&](VertexId v) { return dual.degree(v); };
  const auto bound = [&] { return certify(context, edges, weights, capacities, degree, dual.y()); };
  const std::uint64_t sweeps =
      std::clamp(k_pin_budget / std::max<std::uint64_t>(dual.num_pins(), 1) / 2, k_fewest_sweeps,
                 k_most_sweeps);
  Values at_vertex;
  const auto improve = [&] {
    double best = bound();
    for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep) {
      context.check_cancelled();
      const Choice choice = sweep % 2 == 0 ? Choice::middle : Choice::least;
      for (VertexId v = 0; v < dual.num_vertices(); ++v) {
        dual.residuals(v, at_vertex);
        dual.set(v, best_value({at_vertex.data(), at_vertex.size()}, capacities[v], choice));
      }
      const double last = std::exchange(best, std::min(best, bound()));
      if (dual.num_pins() > k_small_dual && best > last * k_settled) break;
    }
    return best;
  };
  Values y(dual.num_vertices());
  for (VertexId v = 0; v < y.size(); ++v) y[v] = start(v);
  dual.start(y);
  double best = improve();
  for (VertexId v = 0; v < y.size(); ++v) {
    dual.shares(v, at_vertex);
    y[v] = best_value({at_vertex.data(), at_vertex.size()}, capacities[v], Choice::least);
  }
  dual.start(y);
  best = std::min(best, improve());
  return {weights.unscaled_bound(best), weights.shrunk_bound(best)};
}

template <class Place>
auto start_of(const DualWeights& weights, std::span<const Place> lowest) {
  return [&weights, lowest](VertexId v) {
    return lowest[v] == std::numeric_limits<Place>::max() ? 0.0 : weights.at(lowest[v]);
  };
}

}  // namespace

DualBound b_dual_bound(const Context& context, const HyperedgePins& edges,
                       const HypergraphView& hypergraph, Objective objective,
                       const Capacities& capacities, std::span<const EdgeId> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  HypergraphDual dual(context, hypergraph, weights);
  return bound_of(context, dual, edges, weights, capacities, start_of(weights, lowest));
}

DualBound b_dual_bound(const Context& context, const ListEdges& edges, Objective objective,
                       const Capacities& capacities, std::span<const EdgeId> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  const CompressedGraph rows = compress(context, edges.list());
  const DualWeights weights_of_rows(context, RowEdges(rows.view()), objective);
  GraphDual dual(rows.view(), weights_of_rows);
  return bound_of(context, dual, edges, weights, capacities, start_of(weights, lowest));
}

DualBound b_dual_bound(const Context& context, const RowEdges& edges, Objective objective,
                       const Capacities& capacities, std::span<const Offset> lowest) {
  const DualWeights weights(context, edges, objective);
  if (weights.mean() == 0 || edges.num_pins() == 0) return {};
  GraphDual dual(edges.rows(), weights);
  return bound_of(context, dual, edges, weights, capacities, start_of(weights, lowest));
}

}  // namespace hypermatch::detail::verify
