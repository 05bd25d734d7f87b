// SPDX-License-Identifier: MIT
// Definitions of single edges: their rating, in a type that compares exactly, and whether they take
// part. Deliberately independent of the algorithms' priorities.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::verify {

/// Numbers as files have them, from 1; what stands one before the first has wrapped around from 0.
[[nodiscard]] inline std::string number_text(std::uint64_t from_zero) {
  return std::to_string(from_zero + 1);
}
[[nodiscard]] inline std::string edge_text(std::uint64_t e) {
  return "edge " + number_text(e);
}

/// The weight of an edge, as messages have it.
[[nodiscard]] inline std::string weight_text(const WeightsView& weights, EdgeId e) {
  return std::visit(
      [e](const auto& held) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return "1";
        } else {
          return std::to_string(held[e]);
        }
      },
      weights);
}

/// Why an edge does not take part.
enum class Eligibility { eligible, empty, not_positive };

/// Calls body(weight), where weight(e) is what e counts under a resolved objective: its weight in
/// the type it is stored in, or 1 (an int).
template <class Body>
decltype(auto) with_weights(const HypergraphView& hypergraph, Objective objective, Body&& body) {
  return std::visit(
      [&](const auto& weights) -> decltype(auto) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          if (objective == Objective::weight)
            return body([weights](EdgeId e) { return weights[e]; });
        }
        return body([](EdgeId) { return 1; });
      },
      hypergraph.weights);
}

/// Calls body(rating, eligibility) for a resolved order. rating(e) of a non-empty edge is a number
/// that compares as the order does before ties: the weight in its own type, or a quotient rounded
/// to float. `scale` is `structures::rating_scale` where ratings are asked for; `loads` those of
/// all edges where they are asked for and `structures::rates_by_load`, else empty.
template <class Body>
decltype(auto) with_edge_facts(const HypergraphView& hypergraph, const OrderOptions& order,
                               double scale, std::span<const std::uint64_t> loads, Body&& body) {
  return with_weights(hypergraph, order.objective, [&](const auto& weight) -> decltype(auto) {
    const bool keep = order.nonpositive == NonPositive::keep;
    const auto eligibility = [&hypergraph, weight, keep](EdgeId e) {
      if (hypergraph.edge_size(e) == 0) return Eligibility::empty;
      return keep || weight(e) > 0 ? Eligibility::eligible : Eligibility::not_positive;
    };
    if (!loads.empty()) {
      return body(
          [weight, scale, loads](EdgeId e) {
            return structures::weight_per_load(static_cast<double>(weight(e)) * scale, loads[e]);
          },
          eligibility);
    }
    switch (order.rating) {
      case Rating::weight_per_load:  // all capacities are 1
      case Rating::weight_per_pin:
        return body(
            [&hypergraph, weight, scale](EdgeId e) {
              return structures::weight_per_pin(static_cast<double>(weight(e)) * scale,
                                                hypergraph.edge_size(e));
            },
            eligibility);
      case Rating::weight_per_sqrt_pins:
        return body(
            [&hypergraph, weight, scale](EdgeId e) {
              return structures::weight_per_sqrt_pins(static_cast<double>(weight(e)) * scale,
                                                      hypergraph.edge_size(e));
            },
            eligibility);
      case Rating::automatic:  // resolved before
      case Rating::weight:
        break;
    }
    return body(weight, eligibility);
  });
}

}  // namespace hypermatch::detail::verify
