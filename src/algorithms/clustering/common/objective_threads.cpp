// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/objective.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>

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
  return quality_of_sums(objective, sums.inside, sums.expected);
}

}  // namespace

double quality_of_sums(const Objective& objective, base::Int128 all_inside,
                       base::Int128 all_expected) {
  if (objective.total == 0) return 0.0;
  const auto total = static_cast<double>(objective.total);
  const double inside = static_cast<double>(all_inside) / total;
  const auto expected = static_cast<double>(all_expected);
  if (objective.kind == CommunityObjective::modularity) {
    return inside - objective.resolution * (expected / total / total);
  }
  return inside - objective.resolution * expected / (total * objective.unit / 2);
}

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

Level contract_communities(const Context& context, const LevelView& level,
                           const Objective& objective, std::span<const VertexId> communities) {
  const bool sizes = objective.kind == CommunityObjective::cpm;
  Level next;
  next.contraction =
      contract(context, level.graph, LabelsView(communities),
               {.vertex_weights = sizes ? level.volume : std::span<const std::int64_t>(),
                .loops = Loops::keep,
                .loop_weights = level.loops});
  next.volume = sizes ? std::move(next.contraction.vertex_weights)
                      : degrees(context, next.contraction.graph.view(),
                                view_of(next.contraction.loop_weights));
  return next;
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
  const Partition partition = partition_of(context, level, communities);
  const GraphView& graph = level.graph;
  return with_weights(graph.weights, [&](const auto& weight_at) {
    return quality(objective,
                   parallel::reduce<Sums>(
                       context, graph.num_vertices, Sums{},
                       [&](std::size_t v) -> Sums {
                         Int128 inside = 2 * Int128{loop_at(level.loops, static_cast<VertexId>(v))};
                         for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) {
                           if (communities[graph.neighbours[a]] == communities[v]) {
                             inside += weight_at(a);
                           }
                         }
                         return {inside, expectation(objective, partition.volume[v])};
                       },
                       add));
  });
}

Partition singletons(const Context& context, const LevelView& level) {
  const std::size_t n = level.graph.num_vertices;
  Partition partition{Array<VertexId>(n), Array<std::int64_t>(n)};
  parallel::for_each(context, n, [&](std::size_t v) {
    partition.community[v] = static_cast<VertexId>(v);
    partition.volume[v] = level.volume[v];
  });
  return partition;
}

Partition partition_of(const Context& context, const LevelView& level,
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
  Partition partition{Array<VertexId>(n), Array<std::int64_t>(n)};
  parallel::for_each(context, n, [&](std::size_t v) {
    partition.community[v] = communities[v];
    partition.volume[v] = 0;
  });
  parallel::for_each(context, n, [&](std::size_t v) {
    // Relaxed: a sum of integers, read after the loop.
    std::atomic_ref(partition.volume[communities[v]])
        .fetch_add(level.volume[v], std::memory_order_relaxed);
  });
  return partition;
}

}  // namespace hypermatch::detail::clustering
