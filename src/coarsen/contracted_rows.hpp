// SPDX-License-Identifier: MIT
// Rows of a graph whose classes are contracted: for contractions that callers ask for, and for the
// levels of a clustering.
#pragma once

#include <cstdint>

#include "coarsen/classes.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::coarsen {

/// How rows are made.
enum class Rows {
  mirrored,  ///< arcs to higher heads are summed up, others mirrored; rows ascend by heads
  complete,  ///< all arcs are summed up; rows are in any order
};

struct RowOptions {
  Loops loops = Loops::drop;
  WeightsView loop_weights;  ///< one per vertex, or none; real where the weights of arcs are
  Rows rows = Rows::mirrored;
};

/// Sums of integers are int32 where all fit, else int64; real ones are double.
struct ContractedRows {
  CompressedGraph graph;
  Weights loop_weights;  ///< with Loops::keep
};

template <class Sum>
struct RowScratch;

/// O(n + m). The result takes over the arrays of `memory`, and sums of whole numbers those of
/// `scratch`, to spare pages from the system.
/// @throws Error{invalid_input, resources, cancelled}
[[nodiscard]] ContractedRows contract_rows(const Context& context, const GraphView& graph,
                                           const Classes& classes, const RowOptions& options,
                                           ContractedRows memory,
                                           RowScratch<std::int64_t>& scratch);

}  // namespace hypermatch::detail::coarsen
