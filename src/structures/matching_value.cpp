// SPDX-License-Identifier: MIT
#include "structures/matching_value.hpp"

#include <cstdint>
#include <type_traits>
#include <variant>

#include "structures/ascending_sum.hpp"

namespace hypermatch::detail::structures {

namespace {

template <class Place>
MatchingValue sum_over(const WeightsView& weights, std::span<const Place> places) {
  MatchingValue value;
  value.edges = places.size();
  std::visit(
      [&](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          take_integer_sum(static_cast<base::Int128>(places.size()), value);
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          base::Int128 sum = 0;
          for (const Place place : places) sum += items[place];
          take_integer_sum(sum, value);
        } else {
          value.is_integer = false;
          AscendingSum sum;
          for (const Place place : places) sum.add(static_cast<double>(items[place]));
          value.weight = sum.value();
        }
      },
      weights);
  return value;
}

}  // namespace

void take_integer_sum(base::Int128 sum, MatchingValue& value) {
  value.is_integer = base::fits_int64(sum);
  value.integer_weight = value.is_integer ? static_cast<std::int64_t>(sum) : 0;
  value.weight = static_cast<double>(sum);
}

MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> places) {
  return sum_over(weights, places);
}

MatchingValue value_of(const WeightsView& weights, std::span<const Offset> places) {
  return sum_over(weights, places);
}

}  // namespace hypermatch::detail::structures
