// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/objective.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

using base::Int128;

// Degrees, with loops twice.
Array<std::int64_t> degrees(const Context& context, const GraphView& graph,
                            const WeightsView& loops) {
  Array<std::int64_t> volume(graph.num_vertices);
  with_weights(graph.weights, [&](const auto& weight_at) {
    parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
      std::int64_t sum = 2 * loop_at(loops, static_cast<VertexId>(v));
      for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) sum += weight_at(a);
      volume[v] = sum;
    });
  });
  return volume;
}

struct Sums {
  Int128 inside = 0;    // weight inside communities, each edge and loop twice
  Int128 expected = 0;  // squares of volumes, or pairs of vertices
};

Sums add(const Sums& a, const Sums& b) {
  return {a.inside + b.inside, a.expected + b.expected};
}

// Volumes add up to at most 2^62, hence their squares to at most 2^124.
Int128 expectation(const Objective& objective, std::int64_t volume) {
  const Int128 wide = volume;
  return objective.kind == CommunityObjective::modularity ? wide * wide : wide * (wide - 1) / 2;
}

double quality(const Objective& objective, const Sums& sums) {
  if (objective.total == 0) return 0.0;
  const auto total = static_cast<double>(objective.total);
  const double inside = static_cast<double>(sums.inside) / total;
  const auto expected = static_cast<double>(sums.expected);
  if (objective.kind == CommunityObjective::modularity) {
    return inside - objective.resolution * (expected / total / total);
  }
  return inside - objective.resolution * expected / (total * objective.unit / 2);
}

void check_communities(const Context& context, const LevelView& level,
                       std::span<const VertexId> communities) {
  const std::size_t n = level.graph.num_vertices;
  if (communities.size() != n) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(communities.size()) +
                                              " labels of communities for " + std::to_string(n) +
                                              " vertices");
  }
  const auto wrong = parallel::reduce<std::size_t>(
      context, n, n, [&](std::size_t v) { return communities[v] < n ? n : v; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (wrong != n) {
    throw Error(ErrorCode::invalid_input, "the community of vertex " + std::to_string(wrong) +
                                              " is " + std::to_string(communities[wrong]) +
                                              ", must be below " + std::to_string(n));
  }
}

void add_volumes(const Context& context, const LevelView& level,
                 std::span<const VertexId> communities, Array<std::int64_t>& volume) {
  volume.resize(communities.size());
  parallel::for_each(context, volume.size(), [&](std::size_t c) { volume[c] = 0; });
  parallel::for_each(context, communities.size(), [&](std::size_t v) {
    // Relaxed: a sum of integers, read after the loop.
    std::atomic_ref(volume[communities[v]]).fetch_add(level.volume[v], std::memory_order_relaxed);
  });
}

}  // namespace

MoveGain Objective::gain() const {
  if (kind == CommunityObjective::cpm) return {resolution / unit};
  return {total == 0 ? 0.0 : resolution / static_cast<double>(total)};
}

Objective resolve(const CommunityQuality& quality, const ExactWeights& weights) {
  if (!quality.resolution && quality.objective == CommunityObjective::cpm) {
    throw Error(ErrorCode::invalid_option, "resolution has no default for cpm, must be given");
  }
  const double resolution = quality.resolution.value_or(1.0);
  if (!(resolution > 0) || !std::isfinite(resolution)) {
    throw Error(ErrorCode::invalid_option,
                "resolution is " + std::to_string(resolution) + ", must be positive and finite");
  }
  return {quality.objective, resolution, weights.total, weights.unit};
}

FinestLevel::FinestLevel(const Context& context, const GraphView& graph, const WeightsView& loops,
                         const CommunityQuality& quality)
    : graph_(graph) {
  parallel::check_input(context, graph);
  weights_ = exact_weights(context, graph, loops);
  objective_ = resolve(quality, weights_);
  graph_.weights = weights_.arcs;
  volume_ = objective_.kind == CommunityObjective::modularity
                ? degrees(context, graph_, weights_.loops)
                : Array<std::int64_t>(graph.num_vertices, 1);
}

LevelView FinestLevel::view() const {
  return {graph_, weights_.loops, volume_.view()};
}

double quality_of_vertices(const Context& context, const LevelView& level,
                           const Objective& objective) {
  return quality(objective, parallel::reduce<Sums>(
                                context, level.graph.num_vertices, Sums{},
                                [&](std::size_t v) -> Sums {
                                  const Int128 loop =
                                      loop_at(level.loops, static_cast<VertexId>(v));
                                  return {2 * loop, expectation(objective, level.volume[v])};
                                },
                                add));
}

double quality_of_communities(const Context& context, const LevelView& level,
                              const Objective& objective, std::span<const VertexId> communities) {
  check_communities(context, level, communities);
  Array<std::int64_t> volume;
  add_volumes(context, level, communities, volume);
  const GraphView& graph = level.graph;
  return with_weights(graph.weights, [&](const auto& weight_at) {
    return quality(objective,
                   parallel::reduce<Sums>(
                       context, graph.num_vertices, Sums{},
                       [&](std::size_t v) -> Sums {
                         // Sums of all weights fit 64 bits. No branch: it would be a guess.
                         const auto u = static_cast<VertexId>(v);
                         const VertexId own = communities[v];
                         std::int64_t inside = 2 * loop_at(level.loops, u);
                         for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) {
                           inside += communities[graph.neighbours[a]] == own ? weight_at(a) : 0;
                         }
                         return {inside, expectation(objective, volume[v])};
                       },
                       add));
  });
}

void set_singletons(const Context& context, const LevelView& level, Partition& partition) {
  const std::size_t n = level.graph.num_vertices;
  partition.community.resize(n);
  partition.volume.resize(n);
  parallel::for_each(context, n, [&](std::size_t v) {
    partition.community[v] = static_cast<VertexId>(v);
    partition.volume[v] = level.volume[v];
  });
}

Partition singletons(const Context& context, const LevelView& level) {
  Partition partition;
  set_singletons(context, level, partition);
  return partition;
}

void set_communities(const Context& context, const LevelView& level,
                     std::span<const VertexId> communities, Partition& partition) {
  check_communities(context, level, communities);
  partition.community.resize(communities.size());
  parallel::for_each(context, communities.size(),
                     [&](std::size_t v) { partition.community[v] = communities[v]; });
  add_volumes(context, level, communities, partition.volume);
}

Partition partition_of(const Context& context, const LevelView& level,
                       std::span<const VertexId> communities) {
  Partition partition;
  set_communities(context, level, communities, partition);
  return partition;
}

}  // namespace hypermatch::detail::clustering
