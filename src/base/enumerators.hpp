// SPDX-License-Identifier: MIT
// How many enumerators an enum has, for checks of tables at compile time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hypermatch::detail::base {

/// Whether a value is declared in its enum: compilers print an enumerator by its name, and any
/// other value as a cast or a number.
template <auto value>
consteval bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  const std::size_t begin = text.rfind("value = ") + std::string_view("value = ").size();
  return text[begin] != '(' && text[begin] != '-' && (text[begin] < '0' || text[begin] > '9');
}

/// Whether an enum, whose enumerators count from 0, has `count` of them.
template <class E, std::size_t count>
consteval bool has_enumerators() {
  return is_enumerator<static_cast<E>(count - 1)>() && !is_enumerator<static_cast<E>(count)>();
}

}  // namespace hypermatch::detail::base
