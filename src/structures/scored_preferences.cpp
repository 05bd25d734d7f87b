// SPDX-License-Identifier: MIT
#include "hypermatch/scored_preferences.hpp"

#include <algorithm>
#include <string>

#include "base/refuse_input.hpp"
#include "structures/scored_row_checks.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace detail::structures {

void check_shape(const ScoredPairsView& pairs) {
  const std::size_t left = pairs.num_left;
  const std::size_t entries = pairs.partners.size();
  if (left > pairs.num_agents) {
    refuse_input(std::to_string(left) + " agents on the left, of " +
                 std::to_string(pairs.num_agents));
  }
  if (!(left == 0 && pairs.offsets.empty() && entries == 0)) {
    if (pairs.offsets.size() != left + 1) {
      refuse_input(std::to_string(pairs.offsets.size()) + " offsets for " + std::to_string(left) +
                   " agents on the left");
    }
    detail::structures::check_offsets(pairs.offsets, entries);
  }
  if (pairs.left_scores.index() != pairs.right_scores.index()) {
    refuse_input(std::string("scores of types ") + type_name(pairs.left_scores) + " and " +
                 type_name(pairs.right_scores));
  }
  for (const WeightsView* const scores : {&pairs.left_scores, &pairs.right_scores}) {
    if (size_of(*scores) != entries) {
      refuse_input(std::to_string(size_of(*scores)) + " scores for " + std::to_string(entries) +
                   " entries");
    }
  }
  if (!pairs.capacities.empty() && pairs.capacities.size() != pairs.num_agents) {
    refuse_input(std::to_string(pairs.capacities.size()) + " capacities for " +
                 std::to_string(pairs.num_agents) + " agents");
  }
}

bool is_sound_row(const ScoredPairsView& pairs, VertexId left, Repeats& repeats) {
  const std::span<const VertexId> row = pairs.row_of(left);
  const VertexId num_right = pairs.num_agents - pairs.num_left;
  VertexId wrong = 0;  // a word, not a truth value, is made a vector of
  for (const VertexId y : row) wrong |= static_cast<VertexId>(y - pairs.num_left >= num_right);
  return wrong == 0 && !repeats.in(row, pairs.num_agents);
}

void check_row(const ScoredPairsView& pairs, VertexId left) {
  const std::span<const VertexId> row = pairs.row_of(left);
  for (const VertexId y : row) {
    if (y < pairs.num_left || y >= pairs.num_agents) {
      refuse_input("agent " + std::to_string(left) + " scores agent " + std::to_string(y) +
                   ", which is on its side or does not exist");
    }
  }
  Repeats repeats;
  if (repeats.in(row, pairs.num_agents)) {
    refuse_input("agent " + std::to_string(left) + " scores an agent twice");
  }
}

}  // namespace detail::structures

void check_scored_pairs(const ScoredPairsView& pairs) {
  detail::structures::check_shape(pairs);
  detail::structures::Repeats repeats;
  for (VertexId x = 0; x < pairs.num_left; ++x) {
    if (!detail::structures::is_sound_row(pairs, x, repeats))
      detail::structures::check_row(pairs, x);
  }
}

}  // namespace hypermatch
