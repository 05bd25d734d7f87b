// SPDX-License-Identifier: MIT
#include "hypermatch/weights.hpp"

#include <type_traits>

namespace hypermatch {

WeightsView view_of(const Weights& weights) {
  return std::visit(
      [](const auto& held) -> WeightsView {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return std::monostate{};
        } else {
          return held.view();
        }
      },
      weights);
}

Weights clone(const WeightsView& weights) {
  return std::visit(
      [](const auto& items) -> Weights {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return std::monostate{};
        } else {
          return Array<std::remove_const_t<typename View::element_type>>(items);
        }
      },
      weights);
}

Weights clone(const Weights& weights) {
  return clone(view_of(weights));
}

std::size_t size_of(const WeightsView& weights) {
  return std::visit(
      [](const auto& held) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return 0;
        } else {
          return held.size();
        }
      },
      weights);
}

const char* type_name(const WeightsView& weights) {
  constexpr const char* k_names[] = {"none", "int32", "int64", "float", "double"};
  return k_names[weights.index()];
}

double weight_at(const WeightsView& weights, std::size_t e) {
  return std::visit(
      [e](const auto& held) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return 1.0;
        } else {
          return static_cast<double>(held[e]);
        }
      },
      weights);
}

}  // namespace hypermatch
