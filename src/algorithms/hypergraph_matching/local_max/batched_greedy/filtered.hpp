// SPDX-License-Identifier: MIT
// Local max, filtered: the default algorithm for hypergraph matching on host cores.
#pragma once

#include <cstddef>

#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Sizes of batches. They change the time, never the answer.
struct FilteredTuning {
  /// Edges drawn to place thresholds; at most m / 64 of larger instances, but an eighth of this.
  std::size_t sample = 8192;
  /// Share of the edges in the first batch: nothing can be filtered yet, but what it matches kills
  /// most edges of the second.
  double first_share = 0.06;
  /// Share of all edges that may survive the filter of one batch, so that records stay a small part
  /// of the memory.
  double batch_share = 0.1;
  /// Share of the edges for whose records there is room; more survivors repeat the batch.
  double capacity_share = 0.2;
  /// No batch is planned smaller, no room is smaller than 8 of these.
  std::size_t min_batch = 4096;
  /// Survivors that a bucket should have.
  std::size_t bucket = 2048;
  /// Buckets that several threads prepare before one commits them. Every wave moves the bitmap of
  /// matched vertices between the caches of the cores, so few waves are better; but what a wave
  /// matches is not filtered from its own buckets.
  std::size_t wave = 16;
};

/// The greedy matching of a resolved order, by batches of falling key. See filtered_threads.cpp.
[[nodiscard]] HypergraphMatching local_max_filtered(const Context& context,
                                                    const HypergraphView& hypergraph,
                                                    const OrderOptions& order,
                                                    const FilteredTuning& tuning = {});

}  // namespace hypermatch::detail::hypergraph_matching
