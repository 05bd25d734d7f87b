// SPDX-License-Identifier: MIT
#include "structures/matching_value.hpp"

#include <cstdint>
#include <type_traits>
#include <variant>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::structures {

namespace {
__extension__ using Wide = __int128;
}

MatchingValue value_of(const WeightsView& weights, std::span<const EdgeId> edges) {
  MatchingValue value;
  value.edges = edges.size();
  std::visit(
      [&](const auto& items) {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          value.integer_weight = static_cast<std::int64_t>(edges.size());
          value.weight = static_cast<double>(edges.size());
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          // Wide: what counts is whether the sum fits, not what stands before its last term.
          Wide sum = 0;
          for (const EdgeId e : edges) sum += items[e];
          value.integer_weight = static_cast<std::int64_t>(sum);
          if (value.integer_weight != sum) {
            throw Error(ErrorCode::invalid_input,
                        "the weight of the matching is beyond 64-bit integers");
          }
          value.weight = static_cast<double>(value.integer_weight);
        } else {
          value.is_integer = false;
          for (const EdgeId e : edges) value.weight += static_cast<double>(items[e]);
        }
      },
      weights);
  return value;
}

}  // namespace hypermatch::detail::structures
