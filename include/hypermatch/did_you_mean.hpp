// SPDX-License-Identifier: MIT
// Suggestions for misspelt names in messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/version.hpp"

namespace hypermatch {

/// The least number of characters to insert, delete or replace (Levenshtein 1966). O(|a| |b|).
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

/// "; did you mean NAME?", or nothing where no name is at most two edits away and nearer than an
/// empty word. `known`: names with bars, commas or blanks between them; the first of the nearest
/// counts.
[[nodiscard]] inline std::string did_you_mean(std::string_view given, std::string_view known) {
  constexpr std::string_view k_separators = "|, ";
  constexpr std::size_t k_longest = 64;  // no name is longer
  std::string_view best;
  if (given.size() > k_longest) return {};
  std::size_t least = std::min<std::size_t>(3, given.size());
  // Ends: each turn removes a name and what separates it from the next.
  while (!known.empty()) {
    const std::size_t length = std::min(known.find_first_of(k_separators), known.size());
    const std::string_view name = known.substr(0, length);
    known.remove_prefix(std::min(known.size(), length + 1));
    if (name.empty()) continue;
    const std::size_t distance = edit_distance(given, name);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best.empty() ? std::string() : "; did you mean " + std::string(best) + "?";
}

}  // namespace hypermatch
