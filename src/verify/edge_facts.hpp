// SPDX-License-Identifier: MIT
// What the definitions say about single edges: their rating, in a type that compares exactly, and
// whether they take part. Written apart from the algorithms' priorities on purpose.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::verify {

/// Why an edge does not take part.
enum class Eligibility { eligible, empty, not_positive };

/// True if the weights of the hypergraph decide, else every edge counts 1.
[[nodiscard]] inline bool weights_count(const HypergraphView& hypergraph, Objective objective) {
  return objective == Objective::weight && hypergraph.is_weighted();
}

/// `order` must be resolved.
[[nodiscard]] inline Eligibility eligibility(const HypergraphView& hypergraph,
                                             const OrderOptions& order, EdgeId e) {
  if (hypergraph.edge_size(e) == 0) return Eligibility::empty;
  if (!weights_count(hypergraph, order.objective) || order.nonpositive == NonPositive::keep) {
    return Eligibility::eligible;
  }
  // The sign survives conversion to double.
  return weight_at(hypergraph.weights, e) > 0 ? Eligibility::eligible : Eligibility::not_positive;
}

/// Calls body(rating), where rating(e) of a non-empty edge is a number that compares as the order
/// does before ties: the weight itself in its own type, or a quotient rounded to float.
template <class Body>
decltype(auto) with_ratings(const HypergraphView& hypergraph, const OrderOptions& order,
                            Body&& body) {
  const bool weighted = weights_count(hypergraph, order.objective);
  if (order.rating != Rating::weight) {
    const bool root = order.rating == Rating::weight_per_sqrt_pins;
    return body([&hypergraph, weighted, root](EdgeId e) -> float {
      const double weight = weighted ? weight_at(hypergraph.weights, e) : 1.0;
      const std::uint64_t size = hypergraph.edge_size(e);
      return root ? structures::weight_per_sqrt_pins(weight, size)
                  : structures::weight_per_pin(weight, size);
    });
  }
  return std::visit(
      [&](const auto& weights) -> decltype(auto) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          if (weighted) return body([weights](EdgeId e) { return weights[e]; });
        }
        return body([](EdgeId) { return 0; });
      },
      hypergraph.weights);
}

}  // namespace hypermatch::detail::verify
