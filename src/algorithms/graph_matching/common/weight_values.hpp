// SPDX-License-Identifier: MIT
// Weights as the numbers that dynamic programs add up: int64 for integers, double for the rest, 1
// where edges are counted.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::graph_matching {

/// The weights of edges or arcs, all read as Value.
template <class Value>
class WeightValues {
 public:
  explicit WeightValues(const WeightsView& weights) : weights_(weights) {}
  [[nodiscard]] Value operator()(std::size_t i) const {
    return std::visit(
        [i](const auto& held) {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
            return Value{1};
          } else {
            return static_cast<Value>(held[i]);
          }
        },
        weights_);
  }

 private:
  WeightsView weights_;
};

/// Calls body(values) with WeightValues of int64 or double; `order` must be resolved.
template <class Body>
decltype(auto) with_values(const WeightsView& weights, const GraphOrder& order, Body&& body) {
  const WeightsView in_force = order.objective == Objective::weight ? weights : WeightsView{};
  const bool real = std::holds_alternative<std::span<const float>>(in_force) ||
                    std::holds_alternative<std::span<const double>>(in_force);
  if (real) return body(WeightValues<double>(in_force));
  return body(WeightValues<std::int64_t>(in_force));
}

}  // namespace hypermatch::detail::graph_matching
