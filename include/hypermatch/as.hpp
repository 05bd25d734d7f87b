// SPDX-License-Identifier: MIT
// Access to what a variant of the library holds, with an `Error` where it holds something else.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "hypermatch/error.hpp"

namespace hypermatch {

/// The name of a type in messages, with its article. Specialised for each alternative of
/// `AnyInstance`, `AnyInstanceView`, `AnyResult`, `Weights`, `WeightsView` and the forms of a
/// graph.
template <class T>
inline constexpr const char* k_called = nullptr;

namespace detail {

template <class... Types>
[[nodiscard]] const char* called(const std::variant<Types...>& any) {
  static_assert(((k_called<Types> != nullptr) && ...));
  constexpr const char* k_names[] = {k_called<Types>...};
  return any.valueless_by_exception() ? "empty" : k_names[any.index()];
}

template <class T, class... Types>
void expect_alternative(const std::variant<Types...>& any, const std::string& what) {
  static_assert((std::is_same_v<T, Types> || ...), "the variant never holds this type");
  if (std::holds_alternative<T>(any)) return;
  throw Error(ErrorCode::invalid_input, what + " is " + called(any) + ", asked for " + k_called<T>);
}

}  // namespace detail

/// The value of `any` as `T`, one of the alternatives: `as<Graph>(instance)`. `what` stands for
/// `any` in the message, such as "the instance is a hypergraph, asked for a graph".
/// @throws Error{invalid_input} if it holds something else
template <class T, class... Types>
[[nodiscard]] const T& as(const std::variant<Types...>& any, const std::string& what = "this") {
  detail::expect_alternative<T>(any, what);
  return std::get<T>(any);
}
template <class T, class... Types>
[[nodiscard]] T& as(std::variant<Types...>& any, const std::string& what = "this") {
  detail::expect_alternative<T>(any, what);
  return std::get<T>(any);
}
/// Moves the value out of a temporary `any`, so that the result outlives it.
template <class T, class... Types>
[[nodiscard]] T as(std::variant<Types...>&& any, const std::string& what = "this") {
  detail::expect_alternative<T>(any, what);
  return std::get<T>(std::move(any));
}

}  // namespace hypermatch
