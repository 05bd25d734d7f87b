// SPDX-License-Identifier: MIT
// Several runs of Louvain's method on a small graph, where one depends on luck: vertices of a
// sub-round do not see each other move. Runs differ by their random numbers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

inline constexpr std::uint32_t k_most_runs = 64;
/// Arcs of the graph times runs, at most, where there is more than one.
inline constexpr std::uint64_t k_arcs_of_runs = std::uint64_t{1} << 18;

/// Whether a graph is so small that sweeps of its finest level may go on as those of all others.
[[nodiscard]] constexpr bool is_thorough(std::uint64_t num_arcs) {
  return num_arcs <= k_arcs_of_runs / 2;
}

[[nodiscard]] inline std::uint32_t louvain_runs(const LouvainOptions& options,
                                                std::uint64_t num_arcs) {
  if (options.runs != 0) return options.runs;
  const std::uint64_t affordable = k_arcs_of_runs / std::max<std::uint64_t>(num_arcs, 1);
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(affordable, 1, k_most_runs));
}

/// Makes so many runs, and returns the quality of the best, of equal ones the first. `run()`
/// returns the quality of what it leaves; `keep()` stores that, and what was stored last is the
/// answer.
template <class Run, class Keep>
double best_of_runs(std::uint32_t runs, const Run& run, const Keep& keep) {
  double best = run();
  keep();
  for (std::uint32_t i = 1; i < runs; ++i) {
    const double quality = run();
    if (!(quality > best)) continue;
    best = quality;
    keep();
  }
  return best;
}

}  // namespace hypermatch::detail::clustering
