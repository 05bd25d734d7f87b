// SPDX-License-Identifier: MIT
// The levels of a call on a device, and the steps of the ways through them that `Multilevel` takes
// on cores.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/clustering/common/device/device_levels.hpp"
#include "algorithms/clustering/common/device/finest.hpp"
#include "algorithms/clustering/common/device/problem.hpp"
#include "algorithms/clustering/common/multilevel/multilevel.hpp"
#include "algorithms/clustering/common/multilevel/reached_limits.hpp"
#include "hypermatch/device_clustering.hpp"

namespace hypermatch::detail::clustering {

class DeviceMultilevel {
 public:
  /// @throws Error{invalid_input, invalid_option, resources, device, cancelled}
  DeviceMultilevel(const DeviceContext& context, const DeviceGraphView& graph,
                   const WeightsView& loops, const CommunityQuality& quality,
                   const MultilevelOptions& options, DeviceWorkspace& workspace);

  /// Each vertex alone, or in a community of the caller's. @throws Error{invalid_input}
  void start(std::span<const VertexId> initial);
  /// The same from device memory: size n.
  void start(DeviceSpan<const VertexId> communities);
  /// The best of so many runs of `louvain`, each from `start`.
  void best_of(std::uint32_t runs, std::span<const VertexId> initial);
  /// Sweeps of each level by buckets of degrees, its contraction, and again; no way down.
  void coarsen_by_buckets(const LouvainOptions& options);
  /// Joins the vertices of each level by a matching, and contracts it. `has_initial`: after the
  /// communities that `start` was given.
  void agglomerate(bool has_initial);
  /// Sweeps of the finest level alone, in which links alone count.
  void propagate(const MoveOptions& options);
  /// Splits communities into their connected components.
  void split_into_components();

  // Steps of `louvain` and `leiden_iteration`.
  [[nodiscard]] std::size_t max_levels() const { return options_.max_levels; }
  [[nodiscard]] std::size_t size() const { return levels_.size(); }  ///< levels above the finest
  void clear() { levels_.clear(); }
  void reach_most_levels() { reached_.levels = true; }
  void set_singletons(std::size_t i);
  void move(std::size_t i) {
    begin_level();
    move(i, moves_of(i));
  }
  [[nodiscard]] Aggregate aggregate(std::size_t i);
  void drop_aggregate();
  void keep_aggregate(std::size_t i, double quality) { record(i, quality); }
  void turn_round();
  void project_to_sweep(std::size_t i) { project_down(i); }
  void sweep_down(std::size_t i);
  void move_until_stable(std::size_t i);
  void refine(std::size_t i);
  [[nodiscard]] bool aggregate_refined(std::size_t i);
  void lift_communities(std::size_t i);
  void project_down(std::size_t i);
  void end_iteration() { add_volumes(0); }

  /// Of the communities of the finest level. Waits for the stream.
  [[nodiscard]] double quality_of_communities() { return quality_of_communities(0); }
  [[nodiscard]] DeviceClustering answer();
  /// Whether the quality of the communities that the call began with is higher than that of
  /// `found`, an answer: these are `found` then.
  [[nodiscard]] bool goes_back_to_start(std::span<const VertexId> initial, DeviceClustering& found);
  /// Gives away the coarse vertex of each vertex, level by level from the finest on, in host
  /// memory: of the last way up, or, behind `best_of`, of its best run.
  [[nodiscard]] std::vector<Array<VertexId>> take_contractions();

 private:
  using Clock = std::chrono::steady_clock;

  struct Counts {
    std::uint64_t sweeps = 0;
    std::uint64_t arcs = 0;
  };

  void check_size_of_labels(std::size_t size) const;
  void add_volumes_of_given();
  [[nodiscard]] DevicePartition partition() const { return {community_, levels_.volume()}; }
  /// The other words are the communities from now on.
  void take_other() {
    std::swap(community_, other_);
    levels_.lend(other_);
  }
  [[nodiscard]] MoveOptions moves_of(std::size_t i);
  [[nodiscard]] Counts move(const DeviceLevelView& level, const DevicePartition& partition,
                            const VertexId* within, const MoveOptions& options) {
    return move(level, partition, within, options, objective_);
  }
  [[nodiscard]] Counts move(const DeviceLevelView& level, const DevicePartition& partition,
                            const VertexId* within, const MoveOptions& options,
                            const Objective& objective);
  [[nodiscard]] Counts move_in_buckets(std::size_t i, const LouvainOptions& options);
  /// Communities of level i by a matching of its vertices, who are listed in `matched`. `scratch`
  /// grows where it is too small.
  [[nodiscard]] Counts pair_vertices(std::size_t i, std::uint64_t seed, VertexId* matched,
                                     DeviceBytes& scratch);
  /// Of communities of level i.
  [[nodiscard]] double quality_of_communities(std::size_t i);
  /// Adds a level and returns the quality of its vertices.
  [[nodiscard]] double contract(const DevicePartition& partition, VertexId num_classes);
  void add_volumes(std::size_t i);
  [[nodiscard]] bool finds_inner(std::size_t i) const;
  /// Makes communities of the finest level of the vertices of the last one.
  void project_all_down();
  [[nodiscard]] double quality(const ClusteringControl& read) const;
  /// The sweeps of a level are over, of which there may be so many.
  void swept(const Counts& counts, std::uint32_t max_sweeps) {
    if (counts.sweeps == max_sweeps) reached_.sweeps = true;
  }
  void begin_level() { began_ = Clock::now(); }
  /// Vertices of level i have moved.
  void end_moves(const Counts& counts) {
    counts_ = counts;
    moved_ = Clock::now();
  }
  void move(std::size_t i, const MoveOptions& options);
  /// Level i has ended.
  void record(std::size_t i, std::optional<double> quality);

  const DeviceContext& context_;
  DeviceWorkspace& workspace_;
  MultilevelOptions options_;
  Objective objective_;
  std::uint64_t graph_bytes_ = 0;
  std::uint64_t num_arcs_ = 0;  // of the finest graph
  DeviceLevels levels_;
  VertexId* community_ = nullptr;
  VertexId* other_ = nullptr;  ///< refined communities, or what is made of the ones above
  bool knows_inner_ = false;   ///< `project_down` left only outer vertices active
  Counts counts_;              ///< of the level that is looked at
  Clock::time_point began_;
  Clock::time_point moved_;
  bool has_aggregate_ = false;

  std::optional<std::vector<Array<VertexId>>> contractions_of_best_;  // of several runs
  std::vector<ClusteringLevel> records_;
  ReachedLimits reached_;
  std::uint64_t num_moves_ = 0;
  std::uint64_t extra_bytes_ = 0;  // beside workspace and levels
};

}  // namespace hypermatch::detail::clustering
