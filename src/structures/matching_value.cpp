// SPDX-License-Identifier: MIT
#include "structures/matching_value.hpp"

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "structures/real_sum.hpp"

namespace hypermatch::detail::structures {

void take_integer_sum(Wide sum, MatchingValue& value) {
  const auto narrow = static_cast<std::int64_t>(sum);
  value.is_integer = narrow == sum;
  value.integer_weight = value.is_integer ? narrow : 0;
  value.weight = static_cast<double>(sum);
}

namespace {

template <class Place>
MatchingValue sum_of(const WeightsView& weights, std::span<const Place> edges) {
  MatchingValue value;
  value.edges = edges.size();
  std::visit(
      [&](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          value.integer_weight = static_cast<std::int64_t>(edges.size());
          value.weight = static_cast<double>(edges.size());
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          Wide sum = 0;
          for (const Place e : edges) sum += items[e];
          take_integer_sum(sum, value);
        } else {
          value.is_integer = false;
          for (const Place e : edges) value.weight += static_cast<double>(items[e]);
          if (std::isfinite(value.weight)) return;
          RealSum sum;
          for (const Place e : edges) sum.add(static_cast<double>(items[e]));
          value.weight = sum.value();
        }
      },
      weights);
  return value;
}

}  // namespace

MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> edges) {
  return sum_of(weights, edges);
}

MatchingValue value_of_arcs(const WeightsView& weights, std::span<const Offset> arcs) {
  return sum_of(weights, arcs);
}

}  // namespace hypermatch::detail::structures
