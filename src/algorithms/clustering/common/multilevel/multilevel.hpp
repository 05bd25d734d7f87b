// SPDX-License-Identifier: MIT
// The levels of a call on cores, each contracted from the one below it, and the steps of two ways
// through them: `louvain` (louvain.hpp) and `leiden_iteration` (leiden.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

struct MultilevelOptions {
  std::uint64_t seed = 0;
  double threshold = 1e-4;
  std::uint32_t max_sweeps = 100;
  std::uint32_t max_levels = 100;
  std::span<const ThresholdStep> threshold_schedule = {};
  /// Whether sweeps of all levels go on until they gain too little or are `max_sweeps`, not only as
  /// far as `louvain` has it: for small graphs.
  bool thorough = false;
  /// Whether iterations of Leiden follow on `louvain`, whose first sweep then is told of inner
  /// vertices.
  bool iterates = false;

  /// Limits of the sweeps of a level of `louvain`, of a finest graph with so many arcs.
  [[nodiscard]] std::uint32_t sweeps_of(std::size_t level) const {
    return level == 0 && !thorough ? 1 : max_sweeps;
  }
  [[nodiscard]] std::uint64_t arcs_of(std::uint64_t num_arcs) const {
    if (thorough) return std::numeric_limits<std::uint64_t>::max();
    return std::max<std::uint64_t>(num_arcs / 2, 1);
  }
};

/// Connected communities of the finest level, and their quality.
struct Connected {
  Array<VertexId> communities;  ///< numbers below n
  double quality = 0.0;
};

class Multilevel {
 public:
  Multilevel(const Context& context, const FinestLevel& finest, const MultilevelOptions& options)
      : context_(context), finest_(finest), options_(options), records_(context) {}
  /// The same under limits of the finest level: communities that begin within them stay so.
  Multilevel(const Context& context, const FinestLevel& finest, const MultilevelOptions& options,
             Limits limits)
      : Multilevel(context, finest, options) {
    limits_.push_back(std::move(limits));
  }

  /// Communities of the finest level to begin with, and those found.
  void start(Partition partition) { partition_ = std::move(partition); }
  [[nodiscard]] Partition& partition() { return partition_; }

  // Steps of `louvain` and `leiden_up`.
  [[nodiscard]] std::size_t max_levels() const { return options_.max_levels; }
  [[nodiscard]] std::size_t size() const { return levels_.size(); }  ///< levels above the finest
  void clear();
  void reach_most_levels() { records_.reach_levels(); }
  void set_singletons(std::size_t i) { clustering::set_singletons(context_, view(i), partition_); }
  void move(std::size_t i);
  [[nodiscard]] Aggregate aggregate(std::size_t i);
  void drop_aggregate() { spare_levels_.push_back(std::move(next_)); }
  void keep_aggregate(std::size_t i, double quality);
  void turn_round() { set_singletons(size()); }
  void project_to_sweep(std::size_t i);
  void sweep_down(std::size_t i);
  void move_until_stable(std::size_t i);
  void refine(std::size_t i);
  [[nodiscard]] bool aggregate_refined(std::size_t i);
  void lift_communities(std::size_t i);
  void project_down(std::size_t i);
  void end_iteration() {}

  /// A last iteration of Leiden, with each community cut into its connected components.
  [[nodiscard]] Connected last_leiden_iteration();

  /// Gives away the coarse vertex of each vertex, level by level of the last way up, from the
  /// finest on.
  [[nodiscard]] std::vector<Array<VertexId>> take_contractions();

  /// What each level took, in the order of time.
  [[nodiscard]] TakenRecords take_records() { return records_.take(); }

 private:
  [[nodiscard]] LevelView view(std::size_t i) const {
    return i == 0 ? finest_.view() : levels_[i - 1].view();
  }
  [[nodiscard]] MoveOptions moves_of(std::size_t i, bool knows_inner = false);
  void move(std::size_t i, const MoveOptions& options);
  void push_level();
  void contract(std::size_t i, const Partition& partition);
  void take_communities_of(std::size_t i);

  const Context& context_;
  const FinestLevel& finest_;
  MultilevelOptions options_;
  std::vector<Level> levels_;        // above the finest
  std::vector<Level> spare_levels_;  // of which memory is left, the coarsest first
  std::vector<Limits> limits_;  // of the finest and of those above it; none where there are none
  Workspace workspace_;
  Partition partition_;  // of the level that a step is about
  Partition refined_;
  Level next_;     // not kept yet
  Sweeps sweeps_;  // of the level that is looked at
  Array<VertexId> projected_;
  InnerVertices inner_;     // of the finest level
  Array<VertexId> before_;  // communities of the level above it, before an iteration moved them
  LevelRecords records_;
  std::uint64_t num_moves_ = 0;  // calls so far, each with random numbers of its own
};

}  // namespace hypermatch::detail::clustering
