// SPDX-License-Identifier: MIT
// What reads pairs with scores shares.
#pragma once

#include <cmath>
#include <span>
#include <type_traits>
#include <variant>

#include "hypermatch/context.hpp"
#include "hypermatch/scored_preferences.hpp"

namespace hypermatch::detail::stable_matching {

/// `check_scored_pairs` on all threads. @throws the same; Error{cancelled}
void check_pairs(const Context& context, const ScoredPairsView& pairs);

/// Whether an agent lists another one by this score.
template <class Score>
[[nodiscard]] bool is_listed(Score score) {
  if constexpr (std::is_floating_point_v<Score>) {
    return !std::isnan(score);
  } else {
    return true;
  }
}

/// body(left, right) with the scores of the pairs, which were checked.
template <class Body>
auto with_scores(const ScoredPairsView& pairs, const Body& body) {
  const auto with = [&]<class Scores>(const Scores& left) {
    if constexpr (std::is_same_v<Scores, std::monostate>) {
      constexpr std::span<const float> k_none_given;  // there are no entries
      return body(k_none_given, k_none_given);
    } else {
      return body(left, std::get<Scores>(pairs.right_scores));
    }
  };
  return std::visit(with, pairs.left_scores);
}

}  // namespace hypermatch::detail::stable_matching
