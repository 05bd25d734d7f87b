// SPDX-License-Identifier: MIT
// The greedy order of edges that are looked at one at a time, from the definition: what must be
// known of all edges, keys, and the bound that the order gives.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify_matching.hpp"
#include "structures/any_weights.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::verify {

/// An edge with what decides its key.
struct Edge {
  /// Edge i of those that have these weights.
  Edge(std::uint64_t number, std::span<const VertexId> its_pins, const WeightsView& weights,
       std::size_t i)
      : id(number), pins(its_pins) {
    structures::with_weight(weights, i, [&](auto weight) {
      is_integer = std::is_same_v<decltype(weight), std::int64_t>;
      integer = is_integer ? static_cast<std::int64_t>(weight) : 0;
      real = static_cast<double>(weight);
    });
  }

  [[nodiscard]] std::uint64_t bits(bool as_real) const {
    return as_real ? std::bit_cast<std::uint64_t>(real) : static_cast<std::uint64_t>(integer);
  }
  /// As messages call it.
  [[nodiscard]] std::string name(bool is_graph) const {
    if (!is_graph) return "edge " + std::to_string(id + 1);
    return "edge " + std::to_string(std::uint64_t{pins[0]} + 1) + " " +
           std::to_string(std::uint64_t{pins[1]} + 1);
  }

  std::uint64_t id;
  std::span<const VertexId> pins;
  bool is_integer = true;
  std::int64_t integer = 1;
  double real = 1;
};

/// Facts about edges that decide the order.
struct Facts {
  void take(const Edge& edge) {
    const std::uint64_t size = edge.pins.size();
    has_reals = has_reals || !edge.is_integer;
    if (size == 0) return;
    max_size = std::max(max_size, size);
    min_size = std::min(min_size, size);
    largest = std::max(largest, edge.real);
    lowest = std::min(lowest, edge.real);
  }
  void join(const Facts& other) {
    max_size = std::max(max_size, other.max_size);
    min_size = std::min(min_size, other.min_size);
    has_reals = has_reals || other.has_reals;
    largest = std::max(largest, other.largest);
    lowest = std::min(lowest, other.lowest);
  }

  std::uint64_t max_size = 0;
  std::uint64_t min_size = std::numeric_limits<std::uint64_t>::max();
  bool has_reals = false;
  double largest = 0;
  double lowest = 0;
};

/// A place in the order. Edges of a graph that do not meet may share one.
struct OrderKey {
  std::uint64_t rating = 0;
  std::uint32_t tie = 0;
  std::uint32_t rest = 0;  ///< of the number of a hyperedge beyond 2^32

  [[nodiscard]] bool is_above(const OrderKey& other) const {
    if (rating != other.rating) return rating > other.rating;
    return tie != other.tie ? tie > other.tie : rest > other.rest;
  }
};

class OrderRule {
 public:
  OrderRule(const OrderOptions& order, bool is_graph) : order_(order), is_graph_(is_graph) {}

  /// Settles what is automatic; `facts` are those of all edges.
  void settle(const Facts& facts, bool is_weighted) {
    facts_ = facts;
    order_.objective = resolve(order_.objective, is_weighted);
    const bool sizes_differ = facts_.min_size < facts_.max_size;
    order_.rating = resolve_rating(order_.rating, sizes_differ && !is_graph_);
    if (order_.rating == Rating::weight_per_load) order_.rating = Rating::weight_per_pin;
    if (order_.objective != Objective::weight || order_.rating == Rating::weight || !has_reals()) {
      return;
    }
    const bool takes_negative = order_.nonpositive == NonPositive::keep;
    const double largest = facts_.largest > 0 ? facts_.largest
                           : takes_negative   ? -facts_.lowest
                                              : 0;
    scale_ = structures::scale_of(largest);
  }

  [[nodiscard]] bool takes_part(const Edge& edge) const {
    if (edge.pins.empty()) return false;
    if (order_.objective != Objective::weight || order_.nonpositive == NonPositive::keep)
      return true;
    return edge.real > 0;
  }
  [[nodiscard]] OrderKey key_of(const Edge& edge) const {
    const bool by_weight = order_.objective == Objective::weight;
    OrderKey key;
    if (order_.rating == Rating::weight) {
      if (by_weight) {
        key.rating = has_reals() ? base::wide_image(edge.real) : base::wide_image(edge.integer);
      }
    } else {
      const double weight = (by_weight ? edge.real : 1) * scale_;
      const float rated = order_.rating == Rating::weight_per_sqrt_pins
                              ? structures::weight_per_sqrt_pins(weight, edge.pins.size())
                              : structures::weight_per_pin(weight, edge.pins.size());
      key.rating = base::priority_image(rated);
    }
    const auto low = static_cast<std::uint32_t>(edge.id);
    key.tie = is_graph_ ? base::PairMixer(order_.seed)(edge.pins[0], edge.pins[1])
                        : base::TieMixer(order_.seed)(low);
    key.rest = is_graph_ ? 0 : static_cast<std::uint32_t>(edge.id >> 32);
    return key;
  }

  /// A matched edge adds to the dual of the order: each of its pins has what an edge of the largest
  /// size and no better rating could weigh, nothing behind edges of negative weight.
  [[nodiscard]] double dual_of(const Edge& edge) const {
    const auto size = static_cast<double>(edge.pins.size());
    const auto largest = static_cast<double>(facts_.max_size);
    const double factor = order_.rating == Rating::weight           ? 1
                          : order_.rating == Rating::weight_per_pin ? largest / size
                                                                    : std::sqrt(largest / size);
    return size * std::max(objective_of(edge), 0.0) * factor;
  }
  [[nodiscard]] double objective_of(const Edge& edge) const {
    return order_.objective == Objective::weight ? edge.real : 1;
  }
  /// Puts the bound into a verdict.
  void bound(double dual, hypermatch::verify::MatchingVerdict& verdict) const {
    const double found = order_.objective == Objective::weight
                             ? verdict.value.weight
                             : static_cast<double>(verdict.value.edges);
    // Ratings are rounded to float, sums to double.
    constexpr double k_slack = 1 + 0x1p-20;
    verdict.upper_bound = dual * k_slack;
    verdict.certified_ratio = found < 0   ? std::numeric_limits<double>::quiet_NaN()
                              : dual == 0 ? 1
                                          : std::min(found / verdict.upper_bound, 1.0);
  }

  [[nodiscard]] bool has_reals() const { return facts_.has_reals; }

 private:
  OrderOptions order_;
  bool is_graph_;
  Facts facts_;
  double scale_ = 1;
};

}  // namespace hypermatch::detail::verify
