// SPDX-License-Identifier: MIT
// Definitions of single edges: their rating, in a type that compares exactly, and whether they take
// part. Deliberately independent of the algorithms' priorities.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"
#include "verify/matching/any_values.hpp"

namespace hypermatch::detail::verify {

/// Numbers as files have them, from 1; what stands one before the first has wrapped around from 0.
[[nodiscard]] inline std::string number_text(std::uint64_t from_zero) {
  return std::to_string(from_zero + 1);
}
[[nodiscard]] inline std::string edge_text(std::uint64_t e) {
  return "edge " + number_text(e);
}

/// Why an edge does not take part.
enum class Eligibility { eligible, empty, not_positive };

/// The rest of a sentence about an edge that does not take part.
[[nodiscard]] inline std::string because(const HypergraphView& hypergraph, EdgeId e,
                                         Eligibility found) {
  if (found == Eligibility::empty) return " has no pins, an empty edge is never matched";
  return " has weight " + AnyValues(hypergraph.weights).text(e) +
         ", only edges of positive weight take part";
}

/// Whether edges take part, by what compares as their weights do.
template <class Weights>
class EligibleEdges {
 public:
  EligibleEdges(const HypergraphView& hypergraph, const OrderOptions& order, const Weights& weights)
      : hypergraph_(hypergraph), weights_(weights), keep_(order.nonpositive == NonPositive::keep) {}

  [[nodiscard]] Eligibility operator()(EdgeId e) const {
    if (hypergraph_.edge_size(e) == 0) return Eligibility::empty;
    return keep_ || weights_(e) > 0 ? Eligibility::eligible : Eligibility::not_positive;
  }

 private:
  const HypergraphView& hypergraph_;
  Weights weights_;
  bool keep_;
};

/// The weights that count under a resolved order, of any type.
[[nodiscard]] inline AnyValues counted_weights(const HypergraphView& hypergraph,
                                               const OrderOptions& order) {
  return AnyValues(order.objective == Objective::weight ? hypergraph.weights : WeightsView{});
}
[[nodiscard]] inline auto eligible_edges(const HypergraphView& hypergraph,
                                         const OrderOptions& order) {
  return EligibleEdges(hypergraph, order, counted_weights(hypergraph, order));
}

/// Ratings of all kinds, as integers that compare like them: the weight, or a quotient rounded to
/// float. Edges are not empty; `scale` and `loads` as for `with_edge_facts`.
class AnyRatings {
 public:
  AnyRatings(const HypergraphView& hypergraph, const OrderOptions& order, double scale,
             std::span<const std::uint64_t> loads)
      : hypergraph_(hypergraph),
        weights_(counted_weights(hypergraph, order)),
        rating_(order.rating),
        scale_(scale),
        loads_(loads) {}

  [[nodiscard]] std::int64_t operator()(EdgeId e) const {
    if (rating_ == Rating::weight) return weights_(e);
    const double weight = weights_.number(e) * scale_;
    if (!loads_.empty()) return order_word(structures::weight_per_load(weight, loads_[e]));
    const std::uint64_t size = hypergraph_.edge_size(e);
    return order_word(rating_ == Rating::weight_per_sqrt_pins
                          ? structures::weight_per_sqrt_pins(weight, size)
                          : structures::weight_per_pin(weight, size));
  }

 private:
  const HypergraphView& hypergraph_;
  AnyValues weights_;
  Rating rating_;
  double scale_;
  std::span<const std::uint64_t> loads_;
};

/// Calls body(rating, eligibility) for a resolved order. rating(e) of a non-empty edge compares as
/// the order does before ties. `scale` is `structures::rating_scale`; `loads` those of all edges
/// where ratings depend on them, see `structures::rates_by_load`, else empty.
template <class Body>
decltype(auto) with_edge_facts(const HypergraphView& hypergraph, const OrderOptions& order,
                               double scale, std::span<const std::uint64_t> loads, Body&& body) {
  const auto with = [&](const auto& weight) -> decltype(auto) {
    return body(weight, EligibleEdges(hypergraph, order, weight));
  };
  if (order.rating == Rating::weight) {
    if (order.objective != Objective::weight || !is_weighted(hypergraph.weights)) {
      return with([](EdgeId) { return 1; });
    }
    if (const auto* held = std::get_if<std::span<const std::int32_t>>(&hypergraph.weights)) {
      return with([held = *held](EdgeId e) { return held[e]; });
    }
  }
  return body(AnyRatings(hypergraph, order, scale, loads), eligible_edges(hypergraph, order));
}

}  // namespace hypermatch::detail::verify
