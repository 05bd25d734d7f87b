// SPDX-License-Identifier: MIT
// What each level of a call took.
#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/reached_limits.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// Records of all levels, and the limits that ended the call.
struct TakenRecords {
  std::vector<ClusteringLevel> levels;
  ReachedLimits reached;
};

class LevelRecords {
 public:
  explicit LevelRecords(const Context& context) : context_(context) {}

  /// A level begins, 0 the finest: its vertices move,
  void begin(std::size_t level) {
    began_ = Clock::now();
    level_ = level;
  }
  /// and have moved.
  void moved() { moved_ = Clock::now(); }
  /// From the calling thread: of a sweep, from 0 on, `done` of `total` parts are over.
  void report(std::uint64_t sweep, std::uint64_t done, std::uint64_t total) const {
    context_.report({"cluster", done, total, level_ + 1, sweep + 1, quality_});
  }
  /// It ends.
  void end(const LevelView& level, const Sweeps& sweeps, std::optional<double> quality) {
    all_.push_back({.vertices = level.graph.num_vertices,
                    .edges = level.graph.num_edges(),
                    .sweeps = sweeps.sweeps,
                    .arcs = sweeps.arcs,
                    .quality = quality,
                    .move_seconds = seconds(began_, moved_),
                    .aggregate_seconds = seconds(moved_, Clock::now())});
    if (quality) quality_ = quality;
    context_.report({"cluster", 0, 0, level_ + 1, sweeps.sweeps, quality_});
  }

  /// The sweeps of a level are over, of which there may be so many.
  void swept(const Sweeps& sweeps, std::uint32_t max_sweeps) {
    if (sweeps.sweeps == max_sweeps) reached_.sweeps = true;
  }
  /// A way up ended at the limit of levels.
  void reach_levels() { reached_.levels = true; }

  [[nodiscard]] TakenRecords take() { return {std::move(all_), reached_}; }

 private:
  using Clock = std::chrono::steady_clock;

  static double seconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  const Context& context_;
  std::size_t level_ = 0;
  std::optional<double> quality_;  // known last
  Clock::time_point began_;
  Clock::time_point moved_;
  std::vector<ClusteringLevel> all_;
  ReachedLimits reached_;
};

}  // namespace hypermatch::detail::clustering
