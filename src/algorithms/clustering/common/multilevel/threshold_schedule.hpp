// SPDX-License-Identifier: MIT
// The threshold of a level, by its number of vertices.
#pragma once

#include <span>

#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// @throws Error{invalid_option} unless thresholds are 0 .. 1 and `above` rises
void check_schedule(std::span<const ThresholdStep> schedule);

/// Of the last step whose `above` is exceeded; `otherwise` where none is.
[[nodiscard]] inline double threshold_of(std::span<const ThresholdStep> schedule,
                                         VertexId num_vertices, double otherwise) {
  for (const ThresholdStep& step : schedule) {
    if (num_vertices <= step.above) break;
    otherwise = step.threshold;
  }
  return otherwise;
}

/// Levels of more vertices take `threshold_large`, others `threshold_small`.
inline constexpr VertexId k_large_level = 100'000;

/// Of the variants of louvain that have two thresholds, for a level of so many vertices.
[[nodiscard]] inline double published_threshold(const LouvainOptions& options,
                                                VertexId num_vertices) {
  return threshold_of(
      options.threshold_schedule, num_vertices,
      num_vertices > k_large_level ? options.threshold_large : options.threshold_small);
}

}  // namespace hypermatch::detail::clustering
