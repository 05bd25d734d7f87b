// SPDX-License-Identifier: MIT
// Label propagation as moves: what a vertex gains is the weight of its links alone.
#pragma once

#include <cstdint>

#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// The objective without its price for large communities.
[[nodiscard]] inline Objective links_alone(Objective objective) {
  objective.resolution = 0.0;
  return objective;
}

[[nodiscard]] inline MoveOptions propagation_moves(const LabelPropagationOptions& options) {
  return {.seed = options.seed, .threshold = options.threshold, .max_sweeps = options.max_sweeps};
}

}  // namespace hypermatch::detail::clustering
