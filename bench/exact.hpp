// SPDX-License-Identifier: MIT
// Exact matchings of graphs beside those of LEMON, and their growth on worst families.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hypermatch::bench {

struct ExactSettings {
  std::size_t repetitions = 5;
  double limit = 60;  ///< seconds for all runs of one contestant on one instance
  std::vector<std::string> instances;
};

/// The graphs of the comparison with LEMON: families, and real ones from the folder, if it exists.
[[nodiscard]] std::vector<std::string> exact_graphs(const std::string& data_folder);

/// Prints a row per graph, task and kind of weights: milliseconds of `exact`, and of LEMON where it
/// is installed; then the geometric means and the least ratios. One thread. Returns an exit code,
/// that of a failure where both disagree.
int exact_matchings(const ExactSettings& settings);

/// Prints milliseconds of families that are hard for searches with blossoms, at sizes that double,
/// and how time grows per doubling: as n^x, with the x of n m log n beside it.
int exact_growth(const ExactSettings& settings);

}  // namespace hypermatch::bench
