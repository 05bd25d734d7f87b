// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/limits.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <vector>

#include "algorithms/clustering/common/community_sums.hpp"
#include "algorithms/clustering/common/exact_weights.hpp"
#include "base/random.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

constexpr std::size_t k_mover_chunk = parallel::grain(1024);

struct LimitedMove {
  VertexId vertex;
  VertexId to;
  double gain;  // against the vertex's own community
};

// What a task of a region works with.
struct alignas(64) LimitedScratch {
  CommunitySums sums;
  std::vector<LimitedMove> moves;
  std::uint64_t arcs = 0;
};

template <class WeightAt>
class LimitedMover {
 public:
  LimitedMover(const Context& context, const LevelView& level, const Objective& objective,
               const Limits& limits, const WeightAt& weight_at, Partition& partition)
      : context_(context),
        graph_(level.graph),
        volume_(level.volume),
        limits_(limits),
        weight_at_(weight_at),
        gain_(objective.gain()),
        gain_units_(objective.total == 0 ? 0.0
                                         : k_gain_units / static_cast<double>(objective.total)),
        partition_(partition),
        size_(level.graph.num_vertices, 0),
        active_(level.graph.num_vertices, 1),
        scratch_(static_cast<std::size_t>(context.threads())) {
    parallel::for_each(context, graph_.num_vertices, [&](std::size_t v) {
      // Relaxed: a sum of integers, read after the loop.
      std::atomic_ref(size_[partition_.community[v]])
          .fetch_add(limits_.size[v], std::memory_order_relaxed);
    });
  }

  Sweeps run(const MoveOptions& options) {
    const auto enough = static_cast<std::int64_t>(options.threshold * k_gain_units / 2);
    Sweeps result;
    // Ends: there are at most `max_sweeps`.
    while (result.sweeps < options.max_sweeps && result.arcs < options.max_arcs) {
      const std::uint64_t seed = base::hash(options.seed, result.sweeps);
      std::int64_t gain = 0;
      for (std::uint32_t i = 0; i < options.num_sub_rounds; ++i) {
        decide(seed, i, options.num_sub_rounds);
        admit();
        for (const LimitedMove& move : moves_) add_gain(gain, move.gain * gain_units_);
        make_moves();
        if (options.records != nullptr) {
          options.records->report(result.sweeps, i + 1, options.num_sub_rounds);
        }
      }
      ++result.sweeps;
      result.arcs = 0;
      for (const LimitedScratch& scratch : scratch_) result.arcs += scratch.arcs;
      if (gain <= enough) break;
    }
    return result;
  }

 private:
  void decide(std::uint64_t seed, std::uint32_t number, std::uint32_t count) {
    std::atomic<std::size_t> next = 0;
    const std::size_t n = graph_.num_vertices;
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) {
      LimitedScratch& scratch = scratch_[task];
      scratch.moves.clear();
      // Relaxed: the counter hands out chunks and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_mover_chunk, std::memory_order_relaxed); begin < n;
           begin = next.fetch_add(k_mover_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        const auto end = static_cast<VertexId>(std::min(begin + k_mover_chunk, n));
        for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
          const bool takes_part =
              active_[v] != 0 && base::below(base::splitmix64(seed ^ v), count) == number;
          if (!takes_part) continue;
          active_[v] = 0;
          if (limits_.pinned[v] == 0) decide(v, scratch);
        }
      }
    });
  }

  void decide(VertexId v, LimitedScratch& scratch) {
    const Offset begin = graph_.offsets[v];
    const Offset end = graph_.offsets[v + 1];
    CommunitySums& sums = scratch.sums;
    sums.begin(std::min<std::size_t>(end - begin, graph_.num_vertices), graph_.num_vertices);
    sums.add(
        end - begin,
        [&](std::size_t i) { return partition_.community[graph_.neighbours[begin + i]]; },
        [&](std::size_t i) { return weight_at_(begin + i); });
    scratch.arcs += end - begin;
    const VertexId own = partition_.community[v];
    const double price = gain_.price(volume_[v]);
    std::int64_t own_links = 0;
    VertexId best = k_none;
    double best_gain = 0.0;
    bool found_full = false;
    sums.drain(
        [](VertexId) {},
        [&](VertexId community, std::int64_t links) {
          if (community == own) {
            own_links = links;
            return;
          }
          if (!limits_.fit(size_[community], limits_.size[v])) {
            found_full = true;
            return;
          }
          const double gain = MoveGain::of(price, links, partition_.volume[community]);
          if (best == k_none || gain > best_gain || (gain == best_gain && community < best)) {
            best = community;
            best_gain = gain;
          }
        });
    if (found_full) active_[v] = 1;  // there may be room later
    const double own_gain = MoveGain::of(price, own_links, partition_.volume[own] - volume_[v]);
    if (own_gain < 0.0 && (best == k_none || best_gain < 0.0) && size_[v] == 0) {
      // To be alone is worth 0. The number v is free: only v may take it.
      best = v;
      best_gain = 0.0;
    }
    if (best == k_none || !(best_gain > own_gain)) return;
    scratch.moves.push_back({v, best, best_gain - own_gain});
  }

  // Collects the moves that fit; vertices that are left out decide again.
  void admit() {
    moves_.clear();
    for (const LimitedScratch& scratch : scratch_) {
      moves_.insert(moves_.end(), scratch.moves.begin(), scratch.moves.end());
    }
    if (limits_.max_size == 0) return;
    std::sort(moves_.begin(), moves_.end(), [](const LimitedMove& a, const LimitedMove& b) {
      return std::tuple(a.to, -a.gain, a.vertex) < std::tuple(b.to, -b.gain, b.vertex);
    });
    std::size_t kept = 0;
    VertexId target = k_none;
    VertexId size = 0;  // of the target, with the vertices that were admitted
    for (const LimitedMove move : moves_) {
      if (move.to != target) {
        target = move.to;
        size = size_[target];
      }
      if (!limits_.fit(size, limits_.size[move.vertex])) {
        active_[move.vertex] = 1;
        continue;
      }
      size += limits_.size[move.vertex];
      moves_[kept++] = move;  // never behind the move that was read
    }
    moves_.resize(kept);
  }

  void make_moves() {
    parallel::for_each(context_, moves_.size(), [&](std::size_t i) {
      const LimitedMove& move = moves_[i];
      const VertexId from = partition_.community[move.vertex];
      // Relaxed: sums of integers, read after the loop.
      const auto add = [](auto& word, auto value) {
        std::atomic_ref(word).fetch_add(value, std::memory_order_relaxed);
      };
      add(partition_.volume[from], -volume_[move.vertex]);
      add(partition_.volume[move.to], volume_[move.vertex]);
      add(size_[from], VertexId{0} - limits_.size[move.vertex]);
      add(size_[move.to], limits_.size[move.vertex]);
      partition_.community[move.vertex] = move.to;
    });
    parallel::for_each(context_, moves_.size(), [&](std::size_t i) {
      const LimitedMove& move = moves_[i];
      for (const VertexId u : graph_.neighbours_of(move.vertex)) {
        // Relaxed: all writers write 1, and readers come after the loop.
        if (partition_.community[u] != move.to) {
          std::atomic_ref(active_[u]).store(1, std::memory_order_relaxed);
        }
      }
    });
  }

  const Context& context_;
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const Limits& limits_;
  const WeightAt& weight_at_;
  MoveGain gain_;
  double gain_units_;
  Partition& partition_;
  Array<VertexId> size_;  // of communities
  Array<std::uint8_t> active_;
  std::vector<LimitedScratch> scratch_;
  std::vector<LimitedMove> moves_;  // of a sub-round
};

}  // namespace

Limits contract_limits(const Context& context, const Limits& limits,
                       std::span<const VertexId> coarse_vertex, VertexId coarse_n) {
  Limits coarse{Array<std::uint8_t>(coarse_n, 0), Array<VertexId>(coarse_n, 0), limits.max_size};
  parallel::for_each(context, coarse_vertex.size(), [&](std::size_t v) {
    // Relaxed: a sum of integers, and a word to which all write 1; both are read after the loop.
    std::atomic_ref(coarse.size[coarse_vertex[v]])
        .fetch_add(limits.size[v], std::memory_order_relaxed);
    if (limits.pinned[v] != 0) {
      std::atomic_ref(coarse.pinned[coarse_vertex[v]]).store(1, std::memory_order_relaxed);
    }
  });
  return coarse;
}

Sweeps move_within_limits(const Context& context, const LevelView& level,
                          const Objective& objective, const Limits& limits, Partition& partition,
                          const MoveOptions& options) {
  return with_weights(level.graph.weights, [&](const auto& weight_at) {
    return LimitedMover(context, level, objective, limits, weight_at, partition).run(options);
  });
}

}  // namespace hypermatch::detail::clustering
