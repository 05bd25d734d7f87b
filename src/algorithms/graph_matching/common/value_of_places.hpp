// SPDX-License-Identifier: MIT
// The weight of matched edges.
#pragma once

#include <functional>
#include <span>
#include <type_traits>
#include <variant>

#include "base/exact_sum.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch::detail::graph_matching {

/// The sum of the weights at these places. Sums of integers are exact and computed on all threads,
/// because the order of additions does not matter.
template <class Place>
[[nodiscard]] MatchingValue value_of_places(const Context& context, const WeightsView& weights,
                                            std::span<const Place> places) {
  const auto sum_of = [&](const auto& items) -> MatchingValue {
    using View = std::decay_t<decltype(items)>;
    if constexpr (!std::is_same_v<View, std::monostate>) {
      if constexpr (std::is_integral_v<typename View::value_type>) {
        MatchingValue value;
        value.edges = places.size();
        const auto sum = parallel::reduce<base::Int128>(
            context, places.size(), 0,
            [&](std::size_t i) { return base::Int128{items[places[i]]}; }, std::plus<>());
        structures::take_integer_sum(sum, value);
        return value;
      }
    }
    return structures::value_of(weights, places);
  };
  return std::visit(sum_of, weights);
}

}  // namespace hypermatch::detail::graph_matching
