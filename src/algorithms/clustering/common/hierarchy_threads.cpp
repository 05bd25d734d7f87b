// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/hierarchy.hpp"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

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

Level contracted_by(const Context& context, const LevelView& level, const Goal& goal,
                    std::span<const VertexId> labels) {
  const bool sizes = goal.objective == CommunityObjective::cpm;
  Level next;
  next.contraction =
      contract(context, level.graph, LabelsView(labels),
               {.vertex_weights = sizes ? level.volume : std::span<const std::int64_t>(),
                .loops = Loops::keep,
                .loop_weights = level.loops});
  next.volume = sizes ? std::move(next.contraction.vertex_weights)
                      : degrees(context, next.contraction.graph.view(),
                                view_of(next.contraction.loop_weights));
  return next;
}

double quality_of(const Context& context, const LevelView& level, const Goal& goal,
                  std::span<const VertexId> labels) {
  const Level coarse = contracted_by(context, level, goal, labels);
  return quality_of_vertices(context, coarse.view(), goal);
}



// The levels, coarser and coarser, then the moves of each again from the communities of the one
// above it (multilevel refinement; Noack, Rotta 2009, doi:10.1007/978-3-642-02011-7_24).
class Ladder {
 public:
  Ladder(const Context& context, const Goal& goal, const LevelView& finest,
         const LouvainOptions& options, const MoveVertices& move)
      : context_(context), goal_(goal), finest_(finest), options_(options), move_(move) {}

  void climb() {
    double quality = quality_of_vertices(context_, finest_, goal_);
    for (std::uint32_t i = 0; i < options_.max_levels; ++i) {
      const LevelView level = view(i);
      const auto began = Clock::now();
      Partition partition =
          start(context_, level, i == 0 ? options_.initial : std::span<const VertexId>());
      const Sweeps sweeps = move_(level, goal_, {.number = i, .down = false}, partition);
      const double move_seconds = seconds_since(began);
      const auto moved = Clock::now();
      Level next = contracted_by(context_, level, goal_, partition.community.view());
      const double next_quality = quality_of_vertices(context_, next.view(), goal_);
      const bool shrank = next.contraction.graph.num_vertices < level.graph.num_vertices;
      if (i != 0 && (!shrank || !(next_quality > quality))) break;
      quality = next_quality;
      held_.push_back(std::move(next));
      record(level, sweeps, quality, move_seconds, seconds_since(moved));
      context_.report({"cluster", i + 1, 0});
      if (!shrank) break;
    }
  }

  // The communities of the finest graph.
  Partition descend() {
    Partition partition = start(context_, held_.back().view(), {});
    for (std::size_t i = held_.size(); i-- > 0;) {
      const auto began = Clock::now();
      partition.community = project(context_, partition.community.view(),
                                    held_[i].contraction.coarse_vertex.view());
      if (i + 1 == held_.size()) continue;
      const LevelView level = view(i);
      const Sweeps sweeps =
          move_(level, goal_, {.number = static_cast<std::uint32_t>(i), .down = true}, partition);
      record(level, sweeps, 0.0, seconds_since(began), 0.0);
    }
    return partition;
  }

  // One iteration of Leiden from the communities of the finest graph.
  Partition leiden(Partition partition, std::uint32_t iteration) {
    held_.clear();
    for (std::uint32_t i = 0; i < options_.max_levels; ++i) {
      const LevelView level = view(i);
      const std::size_t n = level.graph.num_vertices;
      auto began = Clock::now();
      Sweeps sweeps = move_(level, goal_, {.number = i, .iteration = iteration}, partition);
      const double move_seconds = seconds_since(began);
      began = Clock::now();
      Partition refined = start(context_, level, {});
      const Sweeps more = move_(level, goal_, {.number = i, .within = partition.community.view(), .iteration = iteration}, refined);
      sweeps.arcs += more.arcs;
      Level next = contracted_by(context_, level, goal_, refined.community.view());
      const std::size_t coarse_n = next.contraction.graph.num_vertices;
      record(level, sweeps, 0.0, move_seconds, seconds_since(began));
      if (coarse_n >= n) break;
      Array<VertexId> up(coarse_n);
      for (std::size_t v = 0; v < n; ++v) up[next.contraction.coarse_vertex[v]] = partition.community[v];
      // numbers of communities below coarse_n
      std::vector<VertexId> name(n, k_none); VertexId count = 0;
      Partition above{Array<VertexId>(coarse_n), Array<std::int64_t>(coarse_n, 0)};
      for (std::size_t v = 0; v < coarse_n; ++v) { if (name[up[v]] == k_none) name[up[v]] = count++; above.community[v] = name[up[v]]; above.volume[above.community[v]] += next.volume[v]; }
      held_.push_back(std::move(next));
      partition = std::move(above);
    }
    for (std::size_t i = held_.size(); i-- > 0;) {
      partition.community = project(context_, partition.community.view(), held_[i].contraction.coarse_vertex.view());
    }
    Array<std::int64_t> volume(finest_.graph.num_vertices, 0);
    for (std::size_t v = 0; v < volume.size(); ++v) volume[partition.community[v]] += finest_.volume[v];
    partition.volume = std::move(volume);
    return partition;
  }

  std::vector<ClusteringLevel> records;

 private:
  [[nodiscard]] LevelView view(std::size_t i) const {
    return i == 0 ? finest_ : held_[i - 1].view();
  }
  void record(const LevelView& level, const Sweeps& sweeps, double quality, double move_seconds,
              double aggregate_seconds) {
    records.push_back({.vertices = level.graph.num_vertices,
                       .edges = level.graph.num_edges(),
                       .sweeps = sweeps.sweeps,
                       .arcs = sweeps.arcs,
                       .quality = quality,
                       .move_seconds = move_seconds,
                       .aggregate_seconds = aggregate_seconds});
  }

  const Context& context_;
  const Goal& goal_;
  LevelView finest_;
  const LouvainOptions& options_;
  const MoveVertices& move_;
  std::vector<Level> held_;
};

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
  LevelView finest{{graph.num_vertices, graph.offsets, graph.neighbours, weights.arcs},
                   weights.loops,
                   {}};
  const Array<std::int64_t> volume = goal.objective == CommunityObjective::modularity
                                         ? degrees(context, finest.graph, finest.loops)
                                         : Array<std::int64_t>(graph.num_vertices, 1);
  finest.volume = volume.view();
  Ladder ladder(context, goal, finest, options, move);
  ladder.climb();
  Partition partition = ladder.descend();
  if (getenv("LEIDEN")) for (int i = 0; i < atoi(getenv("LEIDEN")); ++i) {
    if (partition.volume.size() < graph.num_vertices) { Array<std::int64_t> vol(graph.num_vertices, 0); for (std::size_t v = 0; v < vol.size(); ++v) vol[partition.community[v]] += finest.volume[v]; partition.volume = std::move(vol); }
    partition = ladder.leiden(std::move(partition), i + 1);
  }
  Clustering result;
  result.levels = std::move(ladder.records);
  result.labels.labels =
      numbered_by_first_vertex(partition.community.view());
  result.quality = quality_of(context, finest, goal, partition.community.view());
  for (const VertexId label : result.labels.labels) {
    result.communities = std::max(result.communities, label + 1);
  }
  result.labels.stats.rounds = result.levels.size();
  result.labels.stats.stop_reason = "complete";
  return result;
}

}  // namespace hypermatch::detail::clustering
