// SPDX-License-Identifier: MIT
#include "order/passes/edge_facts.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "hypermatch/resolve.hpp"
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
  if (is_pairs) return;
  std::visit(
      [&](const auto& weights) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weights)>, std::monostate>) {
          std::decay_t<decltype(weights[0])> top = 0;
          auto bottom = top;
          for (std::size_t i = 0; i < weights.size(); ++i) {
            const bool has_pins = size_of(i) != 0;
            top = std::max(top, has_pins ? weights[i] : top);
            bottom = std::min(bottom, has_pins ? weights[i] : bottom);
          }
          largest =
              static_cast<double>(top > 0 || order.nonpositive != NonPositive::keep ? top : bottom);
        }
      },
      some.weights);
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

void describe(const EdgeFacts& facts, const KeyRule& rule, ExternalMatching& result) {
  result.has_integer_weights = !facts.has_reals;
  result.edges_seen = facts.edges;
  result.pins_seen = facts.pins;
  result.max_edge_size = facts.max_size;
  result.stats.rating = rule.order.rating;
  result.stats.objective = rule.order.objective;
  result.stats.stop_reason = "complete";
}

}  // namespace hypermatch::detail::order
