// SPDX-License-Identifier: MIT
// Local max, filtered: the default algorithm for matching in graphs on host cores, of rows and of
// lists of edges.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/graph_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// When rounds end, and what is dealt out to threads. It changes the time, never the answer.
struct RowTuning {
  /// Rounds end where so few vertices are open that a round is all overhead.
  std::size_t few = 2048;
  /// Rounds end once they have visited so many vertices (arcs) for each one there is.
  double most_visits = 6;
  /// Parts of the vertices that threads take at a time, for each thread.
  std::size_t parts = 16;
  /// Rows with more arcs than this are shared by all threads.
  std::uint64_t long_row = std::uint64_t{1} << 16;
};

/// The greedy matching of a resolved order, by rounds over rows. See filtered_rows_threads.cpp.
[[nodiscard]] GraphMatching local_max_filtered(const Context& context, const GraphView& graph,
                                               const GraphOrder& order,
                                               const RowTuning& tuning = {});

/// Sizes of batches. They change the time, never the answer.
struct EdgeTuning {
  /// Edges drawn to place thresholds; at most m / 256 of larger instances, but an eighth of this.
  std::size_t sample = 4096;
  /// Share of the edges in the first batch: nothing can be filtered yet, but what it matches kills
  /// most edges of the second.
  double first_share = 0.1;
  /// Share of all edges that may survive the filter of one batch.
  double batch_share = 0.13;
  /// Share of the edges for whose records there is room; more survivors repeat the batch.
  double capacity_share = 0.25;
  /// No batch is planned smaller, no room is smaller than 8 of these.
  std::size_t min_batch = 4096;
  /// Survivors that a bucket should have; half as many where several threads share a batch.
  std::size_t bucket = 2048;
};

/// The greedy matching of a resolved order, by batches of falling key. See
/// filtered_edges_threads.cpp.
[[nodiscard]] GraphMatching local_max_filtered(const Context& context, const EdgeListView& graph,
                                               const GraphOrder& order,
                                               const EdgeTuning& tuning = {});

}  // namespace hypermatch::detail::graph_matching
