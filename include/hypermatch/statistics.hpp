// SPDX-License-Identifier: MIT
// The fields of the statistics of runs by name, one list per type: reports in JSON and results in
// Python use the same words.
#pragma once

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// Calls `use(name, value)` for each field, in their order; enum values are passed by name.
template <class Use>
void for_each_statistic(const MatchingStats& stats, const Use& use) {
  use("algorithm", stats.algorithm);
  use("variant", stats.variant);
  use("rounds", stats.rounds);
  use("left_per_round", stats.left_per_round);
  use("prepare_seconds", stats.prepare_seconds);
  use("transfer_seconds", stats.transfer_seconds);
  use("device_seconds", stats.device_seconds);
  use("device_peak_bytes", stats.device_peak_bytes);
  use("rating", name_of(stats.rating));
  use("objective", name_of(stats.objective));
  use("guarantee", stats.guarantee);
  use("stop_reason", stats.stop_reason);
}

template <class Use>
void for_each_statistic(const RunStats& stats, const Use& use) {
  use("algorithm", stats.algorithm);
  use("variant", stats.variant);
  use("rounds", stats.rounds);
  use("prepare_seconds", stats.prepare_seconds);
  use("transfer_seconds", stats.transfer_seconds);
  use("device_seconds", stats.device_seconds);
  use("device_peak_bytes", stats.device_peak_bytes);
  use("stop_reason", stats.stop_reason);
}

template <class Use>
void for_each_statistic(const BipartiteStats& stats, const Use& use) {
  use("algorithm", stats.algorithm);
  use("variant", stats.variant);
  use("start", name_of(stats.start));
  use("start_cardinality", stats.start_cardinality);
  use("phases", stats.phases);
  use("augmentations", stats.augmentations);
  use("phase_levels", stats.phase_levels);
  use("prepare_seconds", stats.prepare_seconds);
  use("start_seconds", stats.start_seconds);
  use("transfer_seconds", stats.transfer_seconds);
  use("device_seconds", stats.device_seconds);
  use("device_peak_bytes", stats.device_peak_bytes);
  use("stop_reason", stats.stop_reason);
}

template <class Use>
void for_each_statistic(const BAssignmentStats& stats, const Use& use) {
  use("algorithm", stats.algorithm);
  use("pivots", stats.pivots);
  use("price_bits", stats.price_bits);
  use("weight_unit", stats.weight_unit);
  use("seconds", stats.seconds);
  use("stop_reason", stats.stop_reason);
}

template <class Use>
void for_each_statistic(const ClusteringLevel& level, const Use& use) {
  use("vertices", level.vertices);
  use("edges", level.edges);
  use("sweeps", level.sweeps);
  use("arcs", level.arcs);
  use("quality", level.quality);
  use("move_seconds", level.move_seconds);
  use("aggregate_seconds", level.aggregate_seconds);
}

}  // namespace hypermatch
