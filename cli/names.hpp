// SPDX-License-Identifier: MIT
// The words that stand for the library's choices, on the command line and in reports: one table a
// type.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::cli {

/// One choice. What stands for "decide by the instance" has a name but is not offered.
template <class E>
struct Named {
  E value;
  std::string_view name;
  bool offered = true;
};

enum class ProgressMode { automatic, on, off };

/// All choices of a type, in the order of the documentation.
template <class E>
[[nodiscard]] std::span<const Named<E>> choices();
template <>
std::span<const Named<Rating>> choices();
template <>
std::span<const Named<EdgeRating>> choices();
template <>
std::span<const Named<io::MatchingLayout>> choices();
template <>
std::span<const Named<Objective>> choices();
template <>
std::span<const Named<NonPositive>> choices();
template <>
std::span<const Named<Ties>> choices();
template <>
std::span<const Named<NoiseGenerator>> choices();
template <>
std::span<const Named<registry::Determinism>> choices();
template <>
std::span<const Named<io::Interpretation>> choices();
template <>
std::span<const Named<BipartiteStart>> choices();
template <>
std::span<const Named<ProgressMode>> choices();

template <class E>
[[nodiscard]] std::string_view name_of(E value) {
  for (const Named<E>& choice : choices<E>()) {
    if (choice.value == value) return choice.name;
  }
  return "unknown";
}

/// The offered names as help shows them: `a|b|c`.
template <class E>
[[nodiscard]] std::string joined_names() {
  std::string text;
  for (const Named<E>& choice : choices<E>()) {
    if (!choice.offered) continue;
    if (!text.empty()) text += '|';
    text += choice.name;
  }
  return text;
}

/// @throws Error{invalid_option} naming the flag, the value and the known names
template <class E>
[[nodiscard]] E parse_name(std::string_view flag, std::string_view text) {
  for (const Named<E>& choice : choices<E>()) {
    if (choice.offered && choice.name == text) return choice.value;
  }
  throw Error(ErrorCode::invalid_option, std::string(flag) + " is '" + std::string(text) +
                                             "', must be one of " + joined_names<E>());
}

}  // namespace hypermatch::cli
