// SPDX-License-Identifier: MIT
// Rules that replace `automatic` in options. Algorithms, verifiers and reports all use them, and
// all refuse with Error{invalid_option} what is no enumerator.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/matching.hpp"

namespace hypermatch {

/// The rule for objectives: weights count where the instance has them.
[[nodiscard]] constexpr Objective resolve(Objective objective, bool is_weighted) {
  detail::check_enum("objective", objective);
  if (objective != Objective::automatic) return objective;
  return is_weighted ? Objective::weight : Objective::cardinality;
}

/// The rule for ratings: weight per square root of pins where non-empty edges differ in size.
[[nodiscard]] constexpr Rating resolve_rating(Rating rating, bool sizes_differ) {
  detail::check_enum("rating", rating);
  if (rating != Rating::automatic) return rating;
  return sizes_differ ? Rating::weight_per_sqrt_pins : Rating::weight;
}

/// `order` with every `automatic` replaced by what it stands for in this hypergraph. O(m) on all
/// threads, O(1) where the rating is given.
[[nodiscard]] OrderOptions resolve(const Context& context, const HypergraphView& hypergraph,
                                   OrderOptions order);

/// `order` with every `automatic` replaced in a graph. All its edges have one size, so only
/// `is_weighted` counts.
[[nodiscard]] constexpr OrderOptions resolve(OrderOptions order, bool is_weighted) {
  detail::check_enum("nonpositive", order.nonpositive);
  order.objective = resolve(order.objective, is_weighted);
  order.rating = resolve_rating(order.rating, false);
  return order;
}
[[nodiscard]] constexpr GraphOrder resolve(GraphOrder order, bool is_weighted) {
  detail::check_enum("nonpositive", order.nonpositive);
  order.objective = resolve(order.objective, is_weighted);
  return order;
}

}  // namespace hypermatch
