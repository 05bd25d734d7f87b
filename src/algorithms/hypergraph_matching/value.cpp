// SPDX-License-Identifier: MIT
#include <string>
#include <type_traits>

#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch {

MatchingValue value_of(const HypergraphView& hypergraph, const std::vector<EdgeId>& edges) {
  MatchingValue value;
  value.edges = edges.size();
  for (const EdgeId e : edges) {
    if (e >= hypergraph.num_edges()) {
      throw Error(ErrorCode::invalid_input,
                  "edge " + std::to_string(e) + " of the matching does not exist");
    }
  }
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          value.integer_weight = static_cast<std::int64_t>(edges.size());
          value.weight = static_cast<double>(edges.size());
        } else if constexpr (std::is_integral_v<typename View::value_type>) {
          for (const EdgeId e : edges) {
            if (__builtin_add_overflow(value.integer_weight, std::int64_t{weights[e]},
                                       &value.integer_weight)) {
              throw Error(ErrorCode::invalid_input,
                          "the weight of the matching is beyond 64-bit integers");
            }
          }
          value.weight = static_cast<double>(value.integer_weight);
        } else {
          value.is_integer = false;
          for (const EdgeId e : edges) value.weight += static_cast<double>(weights[e]);
        }
      },
      hypergraph.weights);
  return value;
}

}  // namespace hypermatch
