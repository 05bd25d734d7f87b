// SPDX-License-Identifier: MIT
// The loop of the blossom algorithm on rows of integers, and the dual that proves its answer.
#pragma once

#include <vector>

#include "algorithms/graph_matching/exact/exact_rows.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/matching_dual.hpp"

namespace hypermatch::detail::graph_matching::exact {

struct SolvedRows {
  std::vector<VertexId> mates;
  std::vector<Value> duals;   ///< of vertices; duals and weights in units of a half
  std::vector<DualSet> sets;  ///< the blossoms with a dual, as in `MatchingDual`
  /// Vertices of a graph that has no perfect matching, if one is asked for: without these vertices,
  /// more odd components are left than they are.
  std::vector<VertexId> barrier;
  bool exists = true;  ///< false: `barrier` says why there is no answer
  std::uint64_t num_searches = 0;
};

/// A heaviest matching, or with `perfect` a heaviest perfect one.
[[nodiscard]] SolvedRows heaviest_matching(const Context& context, const ExactRows& rows,
                                           bool perfect);

}  // namespace hypermatch::detail::graph_matching::exact
