// SPDX-License-Identifier: MIT
// The loop that most algorithms share: phases until one finds nothing.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

/// phase(free_rows), which returns how many paths it found and takes their first rows out, while it
/// finds any and rows are free.
template <class Phase>
void run_phases(Problem& problem, Array<VertexId>& free_rows, const Phase& phase) {
  BipartiteStats& stats = problem.matching.stats;
  std::uint64_t found = 1;
  // Ends: a phase that finds a path enlarges the matching.
  while (found != 0 && !free_rows.empty()) {
    problem.context.check_cancelled();
    found = phase(free_rows);
    stats.augmentations += found;
    ++stats.phases;
  }
}

/// Phases of `Paths`, which finds disjoint augmenting paths from free rows.
template <class Paths>
void grow_by_paths(Problem& problem) {
  Columns columns(problem);
  Paths paths(problem, columns);
  Array<VertexId> free_rows = problem.free_rows();
  run_phases(problem, free_rows, [&](Array<VertexId>& rows) {
    const std::uint64_t found = paths.run_phase(rows);
    if constexpr (requires { paths.num_levels(); }) {
      problem.matching.stats.phase_levels.push_back(paths.num_levels());
    }
    return found;
  });
}

}  // namespace hypermatch::detail::bipartite_matching
