// SPDX-License-Identifier: MIT
// The default algorithm for matching in few rows, or long ones.
#pragma once

#include <cstdint>
#include <optional>

#include "hypermatch/graph_matching.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::graph_matching {

/// Which rows are matched so. It changes the time, never the answer.
struct LazyTuning {
  /// Vertices and arcs that one thread matches before others are awake.
  std::uint64_t small = parallel::threshold(std::uint64_t{1} << 14);
  /// The same where rows are long on average, which walks read in part.
  std::uint64_t small_dense = parallel::threshold(std::uint64_t{1} << 21);
  /// Arcs per vertex from which rows are long; one thread matches as many as there are.
  std::uint64_t long_row = 64;
  /// Arcs that it looks at, for each one there is, before it gives up.
  std::uint64_t most_looks = 4;
};

/// The greedy matching of a resolved order, on one thread; nothing where the graph is neither small
/// nor dense, or takes too many looks. See lazy_walks_seq.cpp.
[[nodiscard]] std::optional<GraphMatching> lazy_walks(const Context& context,
                                                      const GraphView& graph,
                                                      const GraphOrder& order,
                                                      const LazyTuning& tuning = {});

}  // namespace hypermatch::detail::graph_matching
