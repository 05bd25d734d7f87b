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

}  // namespace hypermatch::detail::clustering
