// SPDX-License-Identifier: MIT
#include "io/self_loops.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <string>
#include <type_traits>

namespace hypermatch::detail::io {

namespace {

template <class T>
Array<T> heaviest(std::span<const SelfLoop> loops, VertexId num_vertices) {
  Array<T> weights(num_vertices, T{0});
  for (const SelfLoop& loop : loops) {
    const Number& number = loop.weight;
    const T weight =
        number.is_integer ? static_cast<T>(number.integer) : static_cast<T>(number.real);
    weights[loop.vertex] = std::max(weights[loop.vertex], weight);
  }
  return weights;
}

}  // namespace

Weights weights_of(std::span<const SelfLoop> loops, VertexId num_vertices) {
  if (loops.empty()) return {};
  const bool are_integers = std::all_of(
      loops.begin(), loops.end(), [](const SelfLoop& loop) { return loop.weight.is_integer; });
  if (are_integers) return heaviest<std::int64_t>(loops, num_vertices);
  return heaviest<double>(loops, num_vertices);
}

Number number_at(const Weights& weights, std::size_t e) {
  return std::visit(
      [&](const auto& held) -> Number {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::same_as<Held, std::monostate>) {
          return k_weight_of_one;
        } else if constexpr (std::integral<std::decay_t<decltype(held[e])>>) {
          return {held[e], 0.0, true};
        } else {
          return {0, double{held[e]}, false};
        }
      },
      weights);
}

void refuse_negative(const Number& weight, const char* at) {
  if (weight.is_integer ? weight.integer >= 0 : weight.real >= 0) return;
  char text[32];
  const auto end = weight.is_integer ? std::to_chars(text, text + sizeof(text), weight.integer).ptr
                                     : std::to_chars(text, text + sizeof(text), weight.real).ptr;
  throw TextFailure{
      at, "expected a weight that is not negative, found '" + std::string(text, end) + "'"};
}

}  // namespace hypermatch::detail::io
