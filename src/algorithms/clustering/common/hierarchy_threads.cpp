// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/hierarchy.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "algorithms/clustering/common/exact_weights.hpp"
#include "base/exact_sum.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double resolution_of(const CommunityQuality& quality) {
  if (!quality.resolution) {
    if (quality.objective == CommunityObjective::modularity) return 1.0;
    throw Error(ErrorCode::invalid_option, "the resolution of cpm has no default, must be given");
  }
  const double value = *quality.resolution;
  if (value > 0 && std::isfinite(value)) return value;
  throw Error(ErrorCode::invalid_option,
              "resolution is " + std::to_string(value) + ", must be positive and finite");
}

// What the vertices of a level count: their degrees with loops twice, or their sizes.
Array<std::int64_t> degrees(const Context& context, const GraphView& graph,
                            const WeightsView& loops) {
  Array<std::int64_t> volume(graph.num_vertices);
  with_weights(graph.weights, [&](const auto& weight_of) {
    parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
      std::int64_t sum = 2 * loop_at(loops, static_cast<VertexId>(v));
      for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) sum += weight_of(a);
      volume[v] = sum;
    });
  });
  return volume;
}

// The quality of each vertex alone.
double quality_of_vertices(const Context& context, const LevelView& level, const Goal& goal) {
  using base::Int128;
  struct Sums {
    Int128 inside = 0;
    Int128 expected = 0;
  };
  // Squares of volumes below 2^63 add up to less than 2^124, as their volumes do to at most 2^62.
  const Sums sums = parallel::reduce<Sums>(
      context, level.graph.num_vertices, Sums{},
      [&](std::size_t v) -> Sums {
        const Int128 volume = level.volume[v];
        return {loop_at(level.loops, static_cast<VertexId>(v)),
                goal.objective == CommunityObjective::modularity ? volume * volume
                                                                 : volume * (volume - 1) / 2};
      },
      [](const Sums& a, const Sums& b) -> Sums {
        return {a.inside + b.inside, a.expected + b.expected};
      });
  if (goal.total == 0) return 0.0;
  const auto all = static_cast<double>(goal.total);
  const double inside = 2 * static_cast<double>(sums.inside) / all;
  const auto expected = static_cast<double>(sums.expected);
  if (goal.objective == CommunityObjective::modularity) {
    return inside - goal.resolution * (expected / all / all);
  }
  return inside - goal.resolution * expected / (all * goal.unit / 2);
}

Partition start(const Context& context, const LevelView& level, std::span<const VertexId> initial) {
  const std::size_t n = level.graph.num_vertices;
  Partition partition{Array<VertexId>(n), Array<std::int64_t>(n)};
  if (initial.empty()) {
    parallel::for_each(context, n, [&](std::size_t v) {
      partition.community[v] = static_cast<VertexId>(v);
      partition.volume[v] = level.volume[v];
    });
    return partition;
  }
  if (initial.size() != n) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(initial.size()) +
                                              " initial communities for " + std::to_string(n) +
                                              " vertices");
  }
  for (std::size_t v = 0; v < n; ++v) partition.volume[v] = 0;
  for (std::size_t v = 0; v < n; ++v) {
    if (initial[v] >= n) {
      throw Error(ErrorCode::invalid_input, "the initial community of vertex " + std::to_string(v) +
                                                " is " + std::to_string(initial[v]) +
                                                ", must be below " + std::to_string(n));
    }
    partition.community[v] = initial[v];
    partition.volume[initial[v]] += level.volume[v];
  }
  return partition;
}

// The graph of a level, and what its vertices count.
struct Level {
  Contraction contraction;
  Array<std::int64_t> volume;

  [[nodiscard]] LevelView view() const {
    return {contraction.graph.view(), view_of(contraction.loop_weights), volume.view()};
  }
};

Level contracted(const Context& context, const LevelView& level, const Goal& goal,
                 const Partition& partition) {
  const bool sizes = goal.objective == CommunityObjective::cpm;
  Level next;
  next.contraction =
      contract(context, level.graph, LabelsView(partition.community.view()),
               {.vertex_weights = sizes ? level.volume : std::span<const std::int64_t>(),
                .loops = Loops::keep,
                .loop_weights = level.loops});
  next.volume = sizes ? std::move(next.contraction.vertex_weights)
                      : degrees(context, next.contraction.graph.view(),
                                view_of(next.contraction.loop_weights));
  return next;
}

}  // namespace

MoveGain Goal::gain() const {
  if (objective == CommunityObjective::modularity) {
    return {total == 0 ? 0.0 : resolution / static_cast<double>(total)};
  }
  return {resolution / unit};
}

Clustering build_hierarchy(const Context& context, const GraphView& graph,
                           const LouvainOptions& options, const MoveVertices& move) {
  parallel::check_input(context, graph);
  const ExactWeights weights = exact_weights(context, graph, options.loop_weights);
  const Goal goal{options.quality.objective, resolution_of(options.quality), weights.total,
                  weights.unit};
  LevelView level{{graph.num_vertices, graph.offsets, graph.neighbours, weights.arcs},
                  weights.loops,
                  {}};
  Array<std::int64_t> volume = goal.objective == CommunityObjective::modularity
                                   ? degrees(context, level.graph, level.loops)
                                   : Array<std::int64_t>(graph.num_vertices, 1);
  level.volume = volume.view();

  Clustering result;
  Level held;  // the graph that `level` views, but for the first
  Array<VertexId> labels;
  double quality = quality_of_vertices(context, level, goal);
  for (std::uint32_t i = 0; i < options.max_levels; ++i) {
    const auto began = Clock::now();
    Partition partition =
        start(context, level, i == 0 ? options.initial : std::span<const VertexId>());
    const Sweeps sweeps = move(level, goal, i, partition);
    const double move_seconds = seconds_since(began);
    const auto moved = Clock::now();
    Level next = contracted(context, level, goal, partition);
    const double next_quality = quality_of_vertices(context, next.view(), goal);
    const bool is_first = i == 0;
    const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
    if (!is_first && (!shrank || !(next_quality > quality))) break;
    quality = next_quality;
    labels = is_first ? std::move(next.contraction.coarse_vertex)
                      : project(context, next.contraction.coarse_vertex.view(), labels.view());
    result.levels.push_back({.vertices = level.graph.num_vertices,
                             .edges = level.graph.num_edges(),
                             .sweeps = sweeps.sweeps,
                             .arcs = sweeps.arcs,
                             .quality = quality,
                             .move_seconds = move_seconds,
                             .aggregate_seconds = seconds_since(moved)});
    held = std::move(next);
    level = held.view();
    context.report({"cluster", i + 1, 0});
    if (!shrank) break;
  }
  result.quality = quality;
  result.communities = level.graph.num_vertices;
  result.labels.labels.assign(labels.begin(), labels.end());
  result.labels.stats.rounds = result.levels.size();
  result.labels.stats.stop_reason = "complete";
  return result;
}

}  // namespace hypermatch::detail::clustering
