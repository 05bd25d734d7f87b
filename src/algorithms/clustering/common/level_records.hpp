// SPDX-License-Identifier: MIT
// What each level of a call took.
#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/level.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

class LevelRecords {
 public:
  explicit LevelRecords(const Context& context) : context_(context) {}

  /// A level begins: its vertices move,
  void begin() { began_ = Clock::now(); }
  /// and have moved.
  void moved() { moved_ = Clock::now(); }
  /// It ends.
  void end(const LevelView& level, const Sweeps& sweeps, std::optional<double> quality) {
    all_.push_back({.vertices = level.graph.num_vertices,
                    .edges = level.graph.num_edges(),
                    .sweeps = sweeps.sweeps,
                    .arcs = sweeps.arcs,
                    .quality = quality,
                    .move_seconds = seconds(began_, moved_),
                    .aggregate_seconds = seconds(moved_, Clock::now())});
    context_.report({"cluster", all_.size(), 0});
  }

  [[nodiscard]] std::vector<ClusteringLevel> take() { return std::move(all_); }

 private:
  using Clock = std::chrono::steady_clock;

  static double seconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  const Context& context_;
  Clock::time_point began_;
  Clock::time_point moved_;
  std::vector<ClusteringLevel> all_;
};

}  // namespace hypermatch::detail::clustering
