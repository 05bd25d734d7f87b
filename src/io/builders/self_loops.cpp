// SPDX-License-Identifier: MIT
#include "io/builders/self_loops.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::ParallelEdges;

template <class T>
T value_of(const Number& number) {
  return number.is_integer ? static_cast<T>(number.integer) : static_cast<T>(number.real);
}

/// Adds `other` to `sum`; false beyond the type.
template <class T>
bool add(T& sum, T other) {
  if constexpr (std::integral<T>) {
    return !__builtin_add_overflow(sum, other, &sum);
  } else {
    sum += other;
    return std::isfinite(sum);
  }
}

template <class T>
Weights combined(const ParseInput& input, std::span<const SelfLoop> loops, VertexId num_vertices) {
  Array<T> weights(num_vertices, T{0});
  std::vector<bool> is_seen(num_vertices, false);
  bool fits = true;
  for (const SelfLoop& loop : loops) {
    T& weight = weights[loop.vertex];
    switch (input.parallel) {
      case ParallelEdges::heaviest:
        weight = std::max(weight, value_of<T>(loop.weight));
        break;
      case ParallelEdges::lightest:
        weight = is_seen[loop.vertex] ? std::min(weight, value_of<T>(loop.weight))
                                      : value_of<T>(loop.weight);
        is_seen[loop.vertex] = true;
        break;
      case ParallelEdges::sum:
        fits = add(weight, value_of<T>(loop.weight)) && fits;
        break;
      case ParallelEdges::count:
        weight += 1;
        break;
    }
  }
  Weights all = std::move(weights);
  if (!fits) throw_sum_beyond(input.name, all);
  return all;
}

}  // namespace

void throw_sum_beyond(std::string_view name, const Weights& weights) {
  const bool are_real = std::holds_alternative<Array<double>>(weights);
  throw Error(ErrorCode::invalid_input, std::string(name) +
                                            ": the weights of parallel edges have a sum beyond " +
                                            (are_real ? "doubles" : "64 bits"));
}

Weights weights_of(const ParseInput& input, std::span<const SelfLoop> loops,
                   VertexId num_vertices) {
  if (loops.empty()) return {};
  const bool are_integers = std::all_of(
      loops.begin(), loops.end(), [](const SelfLoop& loop) { return loop.weight.is_integer; });
  if (are_integers) return combined<std::int64_t>(input, loops, num_vertices);
  return combined<double>(input, loops, num_vertices);
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
  throw TextFailure{at, "expected a weight that is not negative, found '" + std::string(text, end) +
                            "'; communities of negative weights are not served"};
}

}  // namespace hypermatch::detail::io
