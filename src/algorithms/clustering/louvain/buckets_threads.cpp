// SPDX-License-Identifier: MIT
#include "algorithms/clustering/louvain/buckets.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/multilevel/arc_weights.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "algorithms/clustering/louvain/upwards.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Degrees of the buckets at most; the last one takes the rest.
constexpr std::array<std::uint64_t, 6> k_bounds = {4, 8, 16, 32, 84, 319};
constexpr std::size_t k_num_buckets = k_bounds.size() + 1;

// The vertices by buckets, ascending in each.
class Buckets {
 public:
  explicit Buckets(const GraphView& graph) : vertices_(graph.num_vertices) {
    const auto bucket_of = [&](VertexId v) {
      const auto* const bound = std::lower_bound(k_bounds.begin(), k_bounds.end(), graph.degree(v));
      return static_cast<std::size_t>(bound - k_bounds.begin());
    };
    for (VertexId v = 0; v < graph.num_vertices; ++v) ++begin_[bucket_of(v) + 1];
    for (std::size_t b = 0; b < k_num_buckets; ++b) begin_[b + 1] += begin_[b];
    std::array<std::size_t, k_num_buckets> next{};
    std::copy_n(begin_.begin(), k_num_buckets, next.begin());
    for (VertexId v = 0; v < graph.num_vertices; ++v) vertices_[next[bucket_of(v)]++] = v;
  }

  [[nodiscard]] std::span<const VertexId> of(std::size_t bucket) const {
    return vertices_.view().subspan(begin_[bucket], begin_[bucket + 1] - begin_[bucket]);
  }
  [[nodiscard]] std::span<const VertexId> all() const { return vertices_.view(); }

 private:
  Array<VertexId> vertices_;
  std::array<std::size_t, k_num_buckets + 1> begin_{};
};

template <class Weights>
class BucketMover {
 public:
  BucketMover(const Context& context, const LevelView& level, const Objective& objective,
              const Weights& weights, Partition& partition, Workspace& workspace)
      : context_(context),
        level_(level),
        gain_(objective.gain()),
        weights_(weights),
        partition_(partition),
        tasks_(workspace.tasks_for(num_tasks_of(context, level.graph))),
        num_tasks_(num_tasks_of(context, level.graph)),
        buckets_(level.graph),
        members_(level.graph.num_vertices, 0) {
    for (const VertexId c : partition.community) ++members_[c];
  }

  void sweep(bool relaxed) {
    if (relaxed) return round(buckets_.all());
    for (std::size_t b = 0; b < k_num_buckets; ++b) round(buckets_.of(b));
  }

 private:
  void round(std::span<const VertexId> vertices) {
    if (vertices.empty()) return;
    constexpr std::size_t k_chunk = parallel::grain(512);
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, num_tasks_, [&](std::size_t task) {
      TaskMemory& memory = tasks_[task];
      memory.moves.clear();
      // Relaxed: the counter hands out chunks and orders nothing else. Ends: it grows.
      for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed);
           begin < vertices.size(); begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        const std::size_t end = std::min(begin + k_chunk, vertices.size());
        for (std::size_t i = begin; i < end; ++i) decide(vertices[i], memory);
      }
    });
    parallel::run_tasks(context_, num_tasks_, [&](std::size_t task) {
      for (const Move move : tasks_[task].moves) apply(move);
    });
  }

  void decide(VertexId v, TaskMemory& memory) {
    const GraphView& graph = level_.graph;
    const Offset begin = graph.offsets[v];
    const std::span<const VertexId> neighbours = graph.neighbours_of(v);
    CommunitySums& sums = memory.sums;
    sums.begin(std::min<std::size_t>(neighbours.size(), graph.num_vertices), graph.num_vertices);
    sums.add(
        neighbours.size(), [&](std::size_t i) { return partition_.community[neighbours[i]]; },
        [&](std::size_t i) { return weights_[begin + i]; });
    const VertexId own = partition_.community[v];
    const std::int64_t volume = level_.volume[v];
    const double price = gain_.price(volume);
    std::int64_t own_links = 0;
    VertexId best = k_none;
    double best_gain = 0.0;
    sums.drain(
        [](VertexId) {},
        [&](VertexId community, std::int64_t links) {
          if (community == own) {
            own_links = links;
            return;
          }
          // Else two that are alone would change places.
          if (members_[own] == 1 && members_[community] == 1 && community > own) return;
          const double gain = MoveGain::of(price, links, partition_.volume[community]);
          if (best == k_none || gain > best_gain || (gain == best_gain && community < best)) {
            best = community;
            best_gain = gain;
          }
        });
    const double own_gain = MoveGain::of(price, own_links, partition_.volume[own] - volume);
    if (best != k_none && best_gain > own_gain) memory.moves.push_back({v, best});
  }

  void apply(Move move) {
    const VertexId from = partition_.community[move.vertex];
    const std::int64_t volume = level_.volume[move.vertex];
    // Relaxed: sums of integers, read after the region.
    std::atomic_ref(partition_.volume[from]).fetch_sub(volume, std::memory_order_relaxed);
    std::atomic_ref(partition_.volume[move.to]).fetch_add(volume, std::memory_order_relaxed);
    std::atomic_ref(members_[from]).fetch_sub(1, std::memory_order_relaxed);
    std::atomic_ref(members_[move.to]).fetch_add(1, std::memory_order_relaxed);
    partition_.community[move.vertex] = move.to;
  }

  const Context& context_;
  const LevelView& level_;
  MoveGain gain_;
  const Weights& weights_;
  Partition& partition_;
  std::vector<TaskMemory>& tasks_;
  std::size_t num_tasks_;
  Buckets buckets_;
  Array<VertexId> members_;  // how many each community has
};

Sweeps move_in_buckets(const Context& context, const LevelView& level, const Objective& objective,
                       Partition& partition, const LouvainOptions& options, Workspace& workspace,
                       const LevelRecords& records) {
  const double threshold = published_threshold(options, level.graph.num_vertices);
  return with_arc_weights(level.graph.weights, [&](const auto& weights) {
    BucketMover mover(context, level, objective, weights, partition, workspace);
    double quality = quality_of_communities(context, level, objective, partition.community.view());
    Sweeps result;
    // Ends: there are at most `max_sweeps`.
    while (result.sweeps < options.max_sweeps) {
      Array<VertexId> before = partition.community.clone();
      records.report(result.sweeps, 0, 1);
      mover.sweep(options.variant == LouvainVariant::relaxed_buckets);
      ++result.sweeps;
      result.arcs += level.graph.num_arcs();
      const double next =
          quality_of_communities(context, level, objective, partition.community.view());
      const double gain = next - quality;
      if (!(gain > 0) && options.losing_sweep == LosingSweep::undo) {
        partition = partition_of(context, level, before.view());
      }
      if (!(gain > 0) || gain < threshold) break;
      quality = next;
    }
    return result;
  });
}

}  // namespace

Partition louvain_buckets(const Context& context, const FinestLevel& finest,
                          const LouvainOptions& options, LevelRecords& records,
                          std::vector<Array<VertexId>>& contractions) {
  Workspace workspace;
  return louvain_upwards(context, finest, options, records, contractions,
                         [&](const LevelView& level, Partition& partition) {
                           return move_in_buckets(context, level, finest.objective(), partition,
                                                  options, workspace, records);
                         });
}

}  // namespace hypermatch::detail::clustering
