// SPDX-License-Identifier: MIT
#include "verify/exact_sum.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <variant>

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
          // The error of the sum is at most (edges - 1) 2^-53 times the sum of sizes (Higham 2002,
          // sec. 4.2), and nothing as long as every addition was exact.
          double sizes = 0;
          bool exact = true;
          for (const EdgeId e : edges) {
            const auto weight = static_cast<double>(held[e]);
            const double before = result.value.weight;
            result.value.weight += weight;
            // Knuth's two-sum: the rounding error of one addition, exactly.
            const double part = result.value.weight - before;
            exact = exact && (before - (result.value.weight - part)) + (weight - part) == 0;
            sizes += std::fabs(weight);
          }
          result.lower = result.value.weight;
          if (!exact) {
            result.lower -= sizes * (static_cast<double>(edges.size()) + 4) * 0x1p-52;
            if (!std::isfinite(result.lower)) result.lower = -k_infinity;
          }
          return result;
        }
      },
      weights);
}

}  // namespace hypermatch::detail::verify
