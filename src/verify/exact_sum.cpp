// SPDX-License-Identifier: MIT
#include "verify/exact_sum.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

#include "structures/real_sum.hpp"

namespace hypermatch::detail::verify {

namespace {

__extension__ using Wide = __int128;
constexpr double k_infinity = std::numeric_limits<double>::infinity();

ExactSum integer_sum(Wide sum, std::size_t edges) {
  ExactSum result;
  result.value.edges = edges;
  result.value.weight = static_cast<double>(sum);
  const bool fits = sum >= std::numeric_limits<std::int64_t>::min() &&
                    sum <= std::numeric_limits<std::int64_t>::max();
  result.value.is_integer = fits;
  result.value.integer_weight = fits ? static_cast<std::int64_t>(sum) : 0;
  // At most 2^32 numbers below 2^63: the double converts back.
  const bool above = static_cast<Wide>(result.value.weight) > sum;
  result.lower = above ? std::nextafter(result.value.weight, -k_infinity) : result.value.weight;
  result.shrunk_lower = result.lower * structures::RealSum::k_shrink;
  return result;
}

}  // namespace

ExactSum exact_sum(const WeightsView& weights, std::span<const EdgeId> edges) {
  return std::visit(
      [&](const auto& held) -> ExactSum {
        using View = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return integer_sum(static_cast<Wide>(edges.size()), edges.size());
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          Wide sum = 0;
          for (const EdgeId e : edges) sum += held[e];
          return integer_sum(sum, edges.size());
        } else {
          ExactSum result;
          result.value.edges = edges.size();
          result.value.is_integer = false;
          structures::RealSum sum;
          for (const EdgeId e : edges) sum.add(static_cast<double>(held[e]));
          result.value.weight = sum.value();
          result.lower = sum.lower();
          result.shrunk_lower = sum.shrunk_lower();
          return result;
        }
      },
      weights);
}

}  // namespace hypermatch::detail::verify
