// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/moves/objective.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/grain.hpp"
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

// Returns the largest number, 0 where there is none.
VertexId check_communities(const Context& context, const LevelView& level,
                           std::span<const VertexId> communities) {
  const std::size_t n = level.graph.num_vertices;
  if (communities.size() != n) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(communities.size()) +
                                              " labels of communities for " + std::to_string(n) +
                                              " vertices");
  }
  const auto largest = parallel::reduce<VertexId>(
      context, n, VertexId{0}, [&](std::size_t v) { return communities[v]; },
      [](VertexId a, VertexId b) { return std::max(a, b); });
  if (largest < n || n == 0) return largest;
  const auto wrong = std::find_if(communities.begin(), communities.end(),
                                  [n](VertexId community) { return community >= n; });
  throw Error(ErrorCode::invalid_input,
              "the community of vertex " + std::to_string(wrong - communities.begin()) + " is " +
                  std::to_string(*wrong) + ", must be below " + std::to_string(n));
}

// The sums of the vertices of communities 0 .. size - 1.
void add_volumes(const Context& context, const LevelView& level,
                 std::span<const VertexId> communities, std::size_t size,
                 Array<std::int64_t>& volume) {
  constexpr std::size_t k_few = parallel::threshold(std::size_t{1} << 12, 64);
  volume.resize(size);
  parallel::for_each(context, size, [&](std::size_t c) { volume[c] = 0; });
  const auto num_tasks = static_cast<std::size_t>(context.threads());
  if (num_tasks > 1 && size > k_few) {
    parallel::for_each(context, communities.size(), [&](std::size_t v) {
      // Relaxed: a sum of integers, read after the loop.
      std::atomic_ref(volume[communities[v]]).fetch_add(level.volume[v], std::memory_order_relaxed);
    });
    return;
  }
  // Threads would wait for each other at the sums of few communities.
  Array<std::int64_t> parts(num_tasks == 1 ? 0 : num_tasks * size, 0);
  std::int64_t* const sums = num_tasks == 1 ? volume.data() : parts.data();
  parallel::run_tasks(context, num_tasks, [&](std::size_t task) {
    std::int64_t* const mine = sums + task * size;
    parallel::in_pieces(context, communities.size() * task / num_tasks,
                        communities.size() * (task + 1) / num_tasks,
                        [&](std::size_t from, std::size_t to) {
                          for (std::size_t v = from; v < to; ++v) {
                            mine[communities[v]] += level.volume[v];
                          }
                        });
  });
  for (std::size_t i = 0; i < parts.size(); ++i) volume[i % size] += parts[i];
}

}  // namespace

double quality_of_sums(const Objective& objective, base::Int128 all_inside,
                       base::Int128 all_expected) {
  if (objective.total == 0) return 0.0;
  const auto total = static_cast<double>(objective.total);
  const double inside = static_cast<double>(all_inside) / total;
  // The unit of tiny weights may be 0 as a double.
  if (all_expected == 0) return inside;
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
  check_enum("objective", quality.objective);
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
  const std::size_t n = level.graph.num_vertices;
  const VertexId largest = check_communities(context, level, communities);
  Array<std::int64_t> volume;
  add_volumes(context, level, communities, n == 0 ? 0 : largest + std::size_t{1}, volume);
  const GraphView& graph = level.graph;
  const auto inside = with_weights(graph.weights, [&](const auto& weight_at) {
    // Sums of all weights fit 64 bits.
    return parallel::reduce<std::int64_t>(
        context, n, 0,
        [&](std::size_t v) {
          const VertexId own = communities[v];
          std::int64_t sum = 2 * loop_at(level.loops, static_cast<VertexId>(v));
          // No branch: it would be a guess.
          for (Offset a = graph.offsets[v]; a < graph.offsets[v + 1]; ++a) {
            sum += communities[graph.neighbours[a]] == own ? weight_at(a) : 0;
          }
          return sum;
        },
        std::plus<>());
  });
  const auto expected = parallel::reduce<Int128>(
      context, volume.size(), 0, [&](std::size_t c) { return expectation(objective, volume[c]); },
      std::plus<>());
  return quality(objective, {inside, expected});
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
  (void)check_communities(context, level, communities);
  partition.community.resize(communities.size());
  parallel::for_each(context, communities.size(),
                     [&](std::size_t v) { partition.community[v] = communities[v]; });
  add_volumes(context, level, communities, communities.size(), partition.volume);
}

Partition partition_of(const Context& context, const LevelView& level,
                       std::span<const VertexId> communities) {
  Partition partition;
  set_communities(context, level, communities, partition);
  return partition;
}

}  // namespace hypermatch::detail::clustering
