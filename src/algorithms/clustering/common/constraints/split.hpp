// SPDX-License-Identifier: MIT
// Splits of communities into connected parts.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/multilevel.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// Splits connected communities into `count` connected ones: communities of the parts at a higher
/// resolution, at least `count` of them, of which those of one community are merged again as
/// `merge_to` does. The resolution is the lowest that was found by doubling its exponent and
/// bisection. Parts below `min_size` are merged first. Returns labels of the vertices, below their
/// number; more or fewer communities where `count` cannot be had. A clustering per resolution that
/// is tried, 12 at most. @throws Error{resources, cancelled}
[[nodiscard]] Array<VertexId> split_to(const Context& context, const LevelView& level,
                                       const Objective& objective, const Limits& limits,
                                       std::span<const VertexId> communities, VertexId count,
                                       VertexId min_size, const MultilevelOptions& options);

/// How many different labels there are, numbers below their number.
[[nodiscard]] VertexId count_labels(const Context& context, std::span<const VertexId> labels);

}  // namespace hypermatch::detail::clustering
