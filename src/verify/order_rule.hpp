// SPDX-License-Identifier: MIT
// The greedy order of edges that are looked at one at a time, from the definition: what must be
// known of all edges, keys, and the bound that the order gives.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::verify {

/// An edge with what decides its key.
struct OrderedEdge {
  std::uint64_t id = 0;
  bool is_integer = true;
  std::int64_t integer = 1;
  double real = 1;
  std::span<const VertexId> pins;

  [[nodiscard]] double weight() const { return is_integer ? static_cast<double>(integer) : real; }
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

  /// Each edge of the instance is looked at.
  void look_at(const OrderedEdge& edge) {
    const std::uint64_t size = edge.pins.size();
    facts_.max_size = std::max(facts_.max_size, size);
    facts_.has_reals |= edge.is_integer ? 0U : 1U;
    if (size == 0) return;
    facts_.min_size = std::min(facts_.min_size, size);
    facts_.largest = std::max(facts_.largest, edge.weight());
    facts_.largest_negative = std::max(facts_.largest_negative, -edge.weight());
  }
  /// All edges were looked at.
  void settle(bool is_weighted) {
    order_.objective = resolve(order_.objective, is_weighted);
    const bool sizes_differ = facts_.min_size < facts_.max_size;
    order_.rating = resolve_rating(order_.rating, sizes_differ && !is_graph_);
    if (order_.rating == Rating::weight_per_load) order_.rating = Rating::weight_per_pin;
    if (order_.objective != Objective::weight || order_.rating == Rating::weight || !has_reals()) {
      return;
    }
    const bool takes_negative = order_.nonpositive == NonPositive::keep;
    const double largest = facts_.largest > 0 ? facts_.largest
                           : takes_negative   ? facts_.largest_negative
                                              : 0;
    scale_ = structures::scale_of(largest);
  }

  [[nodiscard]] bool takes_part(const OrderedEdge& edge) const {
    if (edge.pins.empty()) return false;
    if (order_.objective != Objective::weight || order_.nonpositive == NonPositive::keep)
      return true;
    return edge.is_integer ? edge.integer > 0 : edge.real > 0;
  }
  [[nodiscard]] OrderKey key_of(const OrderedEdge& edge) const {
    const bool by_weight = order_.objective == Objective::weight;
    OrderKey key;
    if (order_.rating == Rating::weight) {
      if (by_weight) {
        key.rating = has_reals() ? base::wide_image(edge.weight()) : base::wide_image(edge.integer);
      }
    } else {
      const double weight = (by_weight ? edge.weight() : 1) * scale_;
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
  /// size and no better rating could weigh.
  [[nodiscard]] double dual_of(const OrderedEdge& edge) const {
    const auto size = static_cast<double>(edge.pins.size());
    const auto largest = static_cast<double>(facts_.max_size);
    const double factor = order_.rating == Rating::weight           ? 1
                          : order_.rating == Rating::weight_per_pin ? largest / size
                                                                    : std::sqrt(largest / size);
    return size * objective_of(edge) * factor;
  }
  [[nodiscard]] double objective_of(const OrderedEdge& edge) const {
    return order_.objective == Objective::weight ? edge.weight() : 1;
  }
  /// Puts the bound into a verdict. `least`: the least objective of a matched edge, infinite where
  /// there is none.
  void bound(double dual, double least, hypermatch::verify::MatchingVerdict& verdict) const {
    const double found = order_.objective == Objective::weight
                             ? verdict.value.weight
                             : static_cast<double>(verdict.value.edges);
    // Ratings are rounded to float, sums to double.
    constexpr double k_slack = 1 + 0x1p-20;
    verdict.upper_bound = dual * k_slack;
    verdict.certified_ratio = dual == 0   ? 1
                              : least < 0 ? std::numeric_limits<double>::quiet_NaN()
                                          : std::min(found / verdict.upper_bound, 1.0);
  }

  [[nodiscard]] bool has_reals() const { return facts_.has_reals != 0; }

  /// Facts about the edges that were looked at; ranks join theirs.
  struct Facts {
    std::uint64_t max_size = 0;
    std::uint64_t min_size = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t has_reals = 0;
    double largest = 0;           ///< positive weight
    double largest_negative = 0;  ///< size of a negative one

    void join(const Facts& other) {
      max_size = std::max(max_size, other.max_size);
      min_size = std::min(min_size, other.min_size);
      has_reals |= other.has_reals;
      largest = std::max(largest, other.largest);
      largest_negative = std::max(largest_negative, other.largest_negative);
    }
  };
  [[nodiscard]] Facts& facts() { return facts_; }

 private:
  OrderOptions order_;
  bool is_graph_;
  Facts facts_;
  double scale_ = 1;
};

}  // namespace hypermatch::detail::verify
