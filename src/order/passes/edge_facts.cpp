// SPDX-License-Identifier: MIT
#include "order/passes/edge_facts.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "hypermatch/resolve.hpp"
#include "structures/any_weights.hpp"
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::order {

void EdgeFacts::take(const EdgeColumns& some, std::size_t num_pins, const OrderOptions& order) {
  edges = some.count;
  pins = num_pins;
  const auto size_of = [&](std::size_t i) -> std::uint64_t {
    return some.offsets.empty() ? some.common_size : some.offsets[i + 1] - some.offsets[i];
  };
  const bool is_pairs = some.offsets.empty() && some.common_size == 0;
  if (is_pairs) {
    max_size = min_size = 2;
  } else {
    for (std::size_t i = 0; i < some.count; ++i) {
      const std::uint64_t size = size_of(i);
      max_size = std::max(max_size, size);
      min_size = size == 0 ? min_size : std::min(min_size, size);
    }
  }
  has_reals = std::holds_alternative<std::span<const float>>(some.weights) ||
              std::holds_alternative<std::span<const double>>(some.weights);
  // Pairs are never rated by quotients. Integers count, because a later weight may be real.
  if (is_pairs || some.weights.index() == 0) return;
  const structures::AnyWeights weight(some.weights);
  const bool takes_negative = order.nonpositive == NonPositive::keep;
  for (std::size_t i = 0; i < some.count; ++i) {
    if (size_of(i) == 0) continue;
    const double w = weight(i);
    if (w > 0 || takes_negative) largest = structures::larger_rated_weight(largest, w);
  }
}

void EdgeFacts::join(const EdgeFacts& other) {
  edges += other.edges;
  pins += other.pins;
  max_size = std::max(max_size, other.max_size);
  min_size = std::min(min_size, other.min_size);
  has_reals = has_reals || other.has_reals;
  largest = structures::larger_rated_weight(largest, other.largest);
}

KeyRule rule_of(const EdgeFacts& facts, const OrderOptions& order, bool is_weighted) {
  KeyRule rule;
  rule.order = order;
  rule.order.objective = resolve(rule.order.objective, is_weighted);
  const bool sizes_differ = facts.min_size != ~std::uint64_t{0} && facts.min_size != facts.max_size;
  rule.order.rating = resolve_rating(rule.order.rating, sizes_differ);
  if (rule.order.rating == Rating::weight_per_load) rule.order.rating = Rating::weight_per_pin;
  rule.has_reals = facts.has_reals;
  const bool rates_weights =
      rule.order.objective == Objective::weight && rule.order.rating != Rating::weight;
  if (rates_weights && facts.has_reals) rule.scale = structures::scale_of(std::abs(facts.largest));
  return rule;
}

}  // namespace hypermatch::detail::order
