// SPDX-License-Identifier: MIT
// The objective of a call on a graph: what vertices count, and the quality of communities from
// exact sums.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::clustering {

/// An objective with its resolution, on a graph whose weight is known.
struct Objective {
  CommunityObjective kind = CommunityObjective::modularity;
  double resolution = 1.0;
  std::int64_t total = 0;  ///< 2W in exact weights
  double unit = 1.0;       ///< of these

  /// What a move gains, in exact weights.
  [[nodiscard]] MoveGain gain() const;
};

/// @throws Error{invalid_option} for a resolution that is not positive and finite, or missing
[[nodiscard]] Objective resolve(const CommunityQuality& quality, const ExactWeights& weights);

/// A graph of a hierarchy that owns its arrays.
struct Level {
  Contraction contraction;  ///< with `coarse_vertex` from the level below
  Array<std::int64_t> volume;

  [[nodiscard]] LevelView view() const {
    return {contraction.graph.view(), view_of(contraction.loop_weights), volume.view()};
  }
};

/// The finest level: the caller's graph with exact weights.
class FinestLevel {
 public:
  /// @throws Error{invalid_input, invalid_option, resources, cancelled}
  FinestLevel(const Context& context, const GraphView& graph, const WeightsView& loops,
              const CommunityQuality& quality);
  /// The level of another hierarchy, which must outlive this.
  FinestLevel(const LevelView& level, const Objective& objective)
      : graph_(level.graph), objective_(objective), volume_(level.volume) {
    weights_.arcs = level.graph.weights;
    weights_.loops = level.loops;
  }

  [[nodiscard]] const Objective& objective() const { return objective_; }
  [[nodiscard]] LevelView view() const;

 private:
  GraphView graph_;
  ExactWeights weights_;
  Objective objective_;
  Array<std::int64_t> volume_;
};

/// The quality from exact sums: the weight inside communities, each edge and loop twice, and the
/// squares of their volumes, or pairs of vertices.
[[nodiscard]] double quality_of_sums(const Objective& objective, base::Int128 inside,
                                     base::Int128 expected);
/// The quality of each vertex alone: sums are exact, and each of them is rounded once.
[[nodiscard]] double quality_of_vertices(const Context& context, const LevelView& level,
                                         const Objective& objective);
/// The quality of communities, numbers below n. O(n + m).
[[nodiscard]] double quality_of_communities(const Context& context, const LevelView& level,
                                            const Objective& objective,
                                            std::span<const VertexId> communities);

/// Each vertex alone.
void set_singletons(const Context& context, const LevelView& level, Partition& partition);
[[nodiscard]] Partition singletons(const Context& context, const LevelView& level);
/// These communities; `partition` does not hold them. @throws Error{invalid_input} unless there is
/// one number below n for each vertex
void set_communities(const Context& context, const LevelView& level,
                     std::span<const VertexId> communities, Partition& partition);
[[nodiscard]] Partition partition_of(const Context& context, const LevelView& level,
                                     std::span<const VertexId> communities);

}  // namespace hypermatch::detail::clustering
