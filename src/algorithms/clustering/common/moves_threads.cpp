// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/moves.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "algorithms/clustering/common/community_sums.hpp"
#include "algorithms/clustering/common/exact_weights.hpp"
#include "base/random.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::clustering {

namespace {

// Which vertices take part in a sub-round.
struct SubRound {
  std::uint64_t seed = 0;
  std::uint32_t number = 0;
  std::uint32_t count = 1;

  [[nodiscard]] bool has(VertexId v) const {
    return base::below(base::splitmix64(seed ^ v), count) == number;
  }
};

// Free vertices go to any neighbouring community.
class FreeMoves {
 public:
  explicit FreeMoves(const Partition& partition) : community_(partition.community.view()) {}

  [[nodiscard]] static bool may_move(VertexId) { return true; }
  /// The community of u as a target of v, or k_none.
  [[nodiscard]] VertexId target(VertexId, VertexId u, const SubRound&) const {
    return community_[u];
  }

 private:
  std::span<const VertexId> community_;
};

// Vertices that are alone join communities inside their own of a coarser partition.
class MergesWithin {
 public:
  MergesWithin(const Partition& partition, std::span<const std::int64_t> volume,
               std::span<const VertexId> within)
      : community_(partition.community.view()),
        community_volume_(partition.volume.view()),
        volume_(volume),
        within_(within) {}

  [[nodiscard]] bool may_move(VertexId v) const { return is_alone(v); }
  [[nodiscard]] VertexId target(VertexId v, VertexId u, const SubRound& sub_round) const {
    if (within_[u] != within_[v] || (is_alone(u) && sub_round.has(u))) return k_none;
    return community_[u];
  }

 private:
  // A vertex of volume 0 has no arc that gains anything: it never joins another one.
  [[nodiscard]] bool is_alone(VertexId v) const {
    return community_[v] == v && community_volume_[v] == volume_[v];
  }

  std::span<const VertexId> community_;
  std::span<const std::int64_t> community_volume_;
  std::span<const std::int64_t> volume_;
  std::span<const VertexId> within_;
};

struct Move {
  VertexId vertex;
  VertexId to;
};

// What a task of a region works with.
struct alignas(64) Scratch {
  CommunitySums sums;
  std::vector<Move> moves;
  std::int64_t gain = 0;
  std::uint64_t arcs = 0;
};

template <class Rule, class WeightAt>
class Mover {
 public:
  Mover(const Context& context, const LevelView& level, const Objective& objective,
        const Rule& rule, const WeightAt& weight_at, Partition& partition)
      : context_(context),
        graph_(level.graph),
        volume_(level.volume),
        rule_(rule),
        weight_at_(weight_at),
        gain_(objective.gain()),
        gain_units_(objective.total == 0 ? 0.0
                                         : k_gain_units / static_cast<double>(objective.total)),
        partition_(partition),
        active_(level.graph.num_vertices, 1),
        scratch_(static_cast<std::size_t>(context.threads())) {}

  Sweeps run(const MoveOptions& options) {
    const parallel::SpinScope spinning(context_);
    const auto enough = static_cast<std::int64_t>(options.threshold * k_gain_units / 2);
    Sweeps result;
    // Ends: there are at most `max_sweeps`.
    while (result.sweeps < options.max_sweeps && result.arcs < options.max_arcs) {
      const std::int64_t gain =
          sweep(base::hash(options.seed, result.sweeps), options.num_sub_rounds);
      ++result.sweeps;
      result.arcs = sum_of(&Scratch::arcs);
      if (gain <= enough) break;
    }
    return result;
  }

 private:
  static constexpr std::size_t k_chunk = 1024;

  // Returns the gain in units, as decided: moves of one sub-round do not see each other.
  std::int64_t sweep(std::uint64_t seed, std::uint32_t num_sub_rounds) {
    for (Scratch& scratch : scratch_) scratch.gain = 0;
    for (std::uint32_t i = 0; i < num_sub_rounds; ++i) {
      decide({seed, i, num_sub_rounds});
      move();
      wake();
    }
    return sum_of(&Scratch::gain);
  }

  template <class T>
  [[nodiscard]] T sum_of(T Scratch::*member) const {
    T sum = 0;
    for (const Scratch& scratch : scratch_) sum += scratch.*member;
    return sum;
  }

  template <class Body>
  void for_each_scratch(const Body& body) {
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) { body(scratch_[task]); });
  }

  void decide(const SubRound& sub_round) {
    std::atomic<std::size_t> next = 0;
    const std::size_t n = graph_.num_vertices;
    for_each_scratch([&](Scratch& scratch) {
      scratch.moves.clear();
      // Relaxed: the counter hands out chunks and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed); begin < n;
           begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        const auto end = static_cast<VertexId>(std::min(begin + k_chunk, n));
        for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
          if (active_[v] == 0 || !sub_round.has(v)) continue;
          active_[v] = 0;
          if (rule_.may_move(v)) decide(v, sub_round, scratch);
        }
      }
    });
  }

  void decide(VertexId v, const SubRound& sub_round, Scratch& scratch) {
    const Offset begin = graph_.offsets[v];
    const Offset end = graph_.offsets[v + 1];
    CommunitySums& sums = scratch.sums;
    sums.begin(std::min<std::size_t>(end - begin, graph_.num_vertices));
    for (Offset a = begin; a < end; ++a) {
      const VertexId target = rule_.target(v, graph_.neighbours[a], sub_round);
      if (target != k_none) sums.add(target, weight_at_(a));
    }
    scratch.arcs += end - begin;
    const VertexId own = partition_.community[v];
    const double price = gain_.price(volume_[v]);
    std::int64_t own_links = 0;
    VertexId best = k_none;
    double best_gain = 0.0;
    sums.drain([&](VertexId community, std::int64_t links) {
      if (community == own) {
        own_links = links;
        return;
      }
      const double gain = MoveGain::of(price, links, partition_.volume[community]);
      if (best == k_none || gain > best_gain || (gain == best_gain && community < best)) {
        best = community;
        best_gain = gain;
      }
    });
    const double own_gain = MoveGain::of(price, own_links, partition_.volume[own] - volume_[v]);
    if (own_gain < 0.0 && (best == k_none || best_gain < 0.0) && partition_.volume[v] == 0) {
      // To be alone is worth 0. The number v is free: only v may take it.
      best = v;
      best_gain = 0.0;
    }
    if (best == k_none || !(best_gain > own_gain)) return;
    scratch.moves.push_back({v, best});
    scratch.gain += std::llrint((best_gain - own_gain) * gain_units_);
  }

  void move() {
    for_each_scratch([&](Scratch& scratch) {
      for (const Move move : scratch.moves) {
        // Relaxed: sums of integers, read after the region.
        const std::int64_t volume = volume_[move.vertex];
        std::atomic_ref(partition_.volume[partition_.community[move.vertex]])
            .fetch_sub(volume, std::memory_order_relaxed);
        std::atomic_ref(partition_.volume[move.to]).fetch_add(volume, std::memory_order_relaxed);
        partition_.community[move.vertex] = move.to;
      }
    });
  }

  void wake() {
    for_each_scratch([&](Scratch& scratch) {
      for (const Move move : scratch.moves) {
        for (const VertexId u : graph_.neighbours_of(move.vertex)) {
          // Relaxed: all writers write 1, and readers come after the region.
          if (partition_.community[u] != move.to) {
            std::atomic_ref(active_[u]).store(1, std::memory_order_relaxed);
          }
        }
      }
    });
  }

  const Context& context_;
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const Rule& rule_;
  const WeightAt& weight_at_;
  MoveGain gain_;
  double gain_units_;
  Partition& partition_;
  Array<std::uint8_t> active_;
  std::vector<Scratch> scratch_;
};

}  // namespace

Sweeps move_vertices(const Context& context, const LevelView& level, const Objective& objective,
                     Partition& partition, const MoveOptions& options) {
  const FreeMoves rule(partition);
  return with_weights(level.graph.weights, [&](const auto& weight_at) {
    return Mover(context, level, objective, rule, weight_at, partition).run(options);
  });
}

Partition refine(const Context& context, const LevelView& level, const Objective& objective,
                 std::span<const VertexId> within, const MoveOptions& options, Sweeps& sweeps) {
  Partition refined = singletons(context, level);
  const MergesWithin rule(refined, level.volume, within);
  sweeps += with_weights(level.graph.weights, [&](const auto& weight_at) {
    return Mover(context, level, objective, rule, weight_at, refined).run(options);
  });
  return refined;
}

}  // namespace hypermatch::detail::clustering
