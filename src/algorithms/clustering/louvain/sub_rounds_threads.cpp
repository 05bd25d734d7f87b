// SPDX-License-Identifier: MIT
#include "algorithms/clustering/louvain/sub_rounds.hpp"

#include <atomic>
#include <cmath>
#include <vector>

#include "algorithms/clustering/common/community_sums.hpp"
#include "algorithms/clustering/common/exact_weights.hpp"
#include "base/exact_sum.hpp"
#include "base/random.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Gains are added up in units of 2^-40 of the total weight, as integers: the same in any order.
constexpr double k_gain_units = 0x1.0p40;

struct Move {
  VertexId vertex;
  VertexId to;
};

// What one task of a region works with.
struct alignas(64) Scratch {
  CommunitySums sums;
  std::vector<Move> moves;
  std::int64_t gain = 0;
  std::uint64_t arcs = 0;
};

template <class WeightAt>
class Mover {
 public:
  Mover(const Context& context, const LevelView& level, const Goal& goal, const WeightAt& weight_at,
        Partition& partition, std::span<const VertexId> within)
      : context_(context), within_(within),
        graph_(level.graph),
        volume_(level.volume),
        weight_at_(weight_at),
        gain_(goal.gain()),
        gain_units_(goal.total == 0 ? 0.0 : k_gain_units / static_cast<double>(goal.total)),
        community_(partition.community),
        community_volume_(partition.volume),
        active_(level.graph.num_vertices, 1),
        scratch_(static_cast<std::size_t>(context.threads())) {}

  /// Returns the gain of the sweep in units. @throws Error{resources, cancelled}
  std::int64_t sweep(std::uint64_t sweep_seed, std::uint32_t num_sub_rounds) {
    for (Scratch& scratch : scratch_) scratch.gain = 0;
    for (std::uint32_t i = 0; i < num_sub_rounds; ++i) {
      decide(sweep_seed, i, num_sub_rounds);
      apply();
      wake();
    }
    std::int64_t gain = 0;
    for (const Scratch& scratch : scratch_) gain += scratch.gain;
    return gain;
  }

  [[nodiscard]] std::uint64_t arcs() const {
    std::uint64_t sum = 0;
    for (const Scratch& scratch : scratch_) sum += scratch.arcs;
    return sum;
  }

 private:
  static constexpr std::size_t k_chunk = 1024;

  void decide(std::uint64_t sweep_seed, std::uint32_t sub_round, std::uint32_t num_sub_rounds) {
    std::atomic<std::size_t> next = 0;
    seed_ = sweep_seed; sub_ = sub_round; num_ = num_sub_rounds;
    const std::size_t n = graph_.num_vertices;
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) {
      Scratch& scratch = scratch_[task];
      scratch.moves.clear();
      // Relaxed: the counter hands out chunks, and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed); begin < n;
           begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        const std::size_t end = std::min(begin + k_chunk, n);
        for (std::size_t v = begin; v < end; ++v) {
          if (active_[v] == 0) continue;
          if (base::below(base::splitmix64(sweep_seed ^ v), num_sub_rounds) != sub_round) continue;
          active_[v] = 0;
          decide(static_cast<VertexId>(v), scratch);
        }
      }
    });
  }

  void decide(VertexId v, Scratch& scratch) {
    const Offset begin = graph_.offsets[v];
    const Offset end = graph_.offsets[v + 1];
    CommunitySums& sums = scratch.sums;
    sums.begin(std::min<std::size_t>(end - begin, graph_.num_vertices));
    if (within_.empty()) {
      for (Offset a = begin; a < end; ++a) {
        sums.add(community_[graph_.neighbours[a]], weight_at_(a));
      }
    } else {
      if (community_[v] != v || community_volume_[v] != volume_[v]) return;
      for (Offset a = begin; a < end; ++a) {
        const VertexId u = graph_.neighbours[a];
        if (within_[u] != within_[v]) continue;
        const VertexId c = community_[u];
        if (c == u && community_volume_[u] == volume_[u] && base::below(base::splitmix64(seed_ ^ u), num_) == sub_) continue;
        sums.add(c, weight_at_(a));
      }
    }
    scratch.arcs += end - begin;
    const VertexId own = community_[v];
    const double price = gain_.price(volume_[v]);
    std::int64_t own_links = 0;
    VertexId best = k_none;
    double best_gain = 0.0;
    sums.drain([&](VertexId community, std::int64_t links) {
      if (community == own) {
        own_links = links;
        return;
      }
      const double gain = MoveGain::of(price, links, community_volume_[community]);
      if (best == k_none || gain > best_gain || (gain == best_gain && community < best)) {
        best = community;
        best_gain = gain;
      }
    });
    const double own_gain = MoveGain::of(price, own_links, community_volume_[own] - volume_[v]);
    if (best == k_none || !(best_gain > own_gain)) return;
    scratch.moves.push_back({v, best});
    scratch.gain += std::llrint((best_gain - own_gain) * gain_units_);
  }

  void apply() {
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) {
      for (const Move move : scratch_[task].moves) {
        // Relaxed: sums of integers, read after the region.
        const std::int64_t volume = volume_[move.vertex];
        std::atomic_ref(community_volume_[community_[move.vertex]])
            .fetch_sub(volume, std::memory_order_relaxed);
        std::atomic_ref(community_volume_[move.to]).fetch_add(volume, std::memory_order_relaxed);
        community_[move.vertex] = move.to;
      }
    });
  }

  void wake() {
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) {
      for (const Move move : scratch_[task].moves) {
        for (const VertexId u : graph_.neighbours_of(move.vertex)) {
          // Relaxed: all writers write 1, and readers come after the region.
          if (community_[u] != move.to) {
            std::atomic_ref(active_[u]).store(1, std::memory_order_relaxed);
          }
        }
      }
    });
  }

  const Context& context_;
  std::span<const VertexId> within_;
  std::uint64_t seed_ = 0; std::uint32_t sub_ = 0, num_ = 1;
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const WeightAt& weight_at_;
  MoveGain gain_;
  double gain_units_;
  Array<VertexId>& community_;
  Array<std::int64_t>& community_volume_;
  Array<std::uint8_t> active_;
  std::vector<Scratch> scratch_;
};

}  // namespace

Sweeps move_in_sub_rounds(const Context& context, const LevelView& level, const Goal& goal,
                          Step step, Partition& partition,
                          const SubRoundOptions& options) {
  return with_weights(level.graph.weights, [&](const auto& weight_at) {
    const parallel::Gathering gathering(context);
    Mover mover(context, level, goal, weight_at, partition, options.within);
    const auto enough = static_cast<std::int64_t>(options.threshold * k_gain_units / 2);
    Sweeps result;
    while (result.sweeps < options.max_sweeps) {
      const std::uint64_t seed =
          base::hash(options.seed, step.number * 2 + (step.down ? 1 : 0), result.sweeps);
      ++result.sweeps;
      if (mover.sweep(seed, options.num_sub_rounds) <= enough || mover.arcs() >= options.budget) break;
    }
    result.arcs = mover.arcs();
    return result;
  });
}

}  // namespace hypermatch::detail::clustering
