// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/constraints/limits.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <vector>

#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
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

  /// Larger gains first, then lower numbers.
  [[nodiscard]] bool is_before(const LimitedMove& other) const {
    return std::tuple(-gain, vertex, to) < std::tuple(-other.gain, other.vertex, other.to);
  }
};

// What a task of a region works with.
struct alignas(64) LimitedScratch {
  CommunitySums sums;
  std::vector<VertexId> due;
  std::vector<LimitedMove> wishes;  // of one vertex
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
        refused_(level.graph.num_vertices, 0),
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
        collect(seed, i, options.num_sub_rounds);
        decide_and_admit();
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
  // body(begin, end, scratch) for pieces of 0 .. size - 1.
  template <class Body>
  void for_each_chunk(std::size_t size, const Body& body) {
    std::atomic<std::size_t> next = 0;
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) {
      // Relaxed: the counter hands out chunks and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_mover_chunk, std::memory_order_relaxed);
           begin < size; begin = next.fetch_add(k_mover_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        body(begin, std::min(begin + k_mover_chunk, size), scratch_[task]);
      }
    });
  }

  // The vertices of a sub-round.
  void collect(std::uint64_t seed, std::uint32_t number, std::uint32_t count) {
    for (LimitedScratch& scratch : scratch_) scratch.due.clear();
    for_each_chunk(
        graph_.num_vertices, [&](std::size_t begin, std::size_t end, LimitedScratch& scratch) {
          for (auto v = static_cast<VertexId>(begin); v < end; ++v) {
            const bool takes_part =
                active_[v] != 0 && base::below(base::splitmix64(seed ^ v), count) == number;
            if (!takes_part) continue;
            active_[v] = 0;
            if (limits_.pinned[v] == 0) scratch.due.push_back(v);
          }
        });
    due_.clear();
    for (const LimitedScratch& scratch : scratch_) {
      due_.insert(due_.end(), scratch.due.begin(), scratch.due.end());
    }
  }

  // Vertices that are left out decide again, with more wishes. A vertex is left out when all of its
  // wishes were granted to others: if it has w of them, w others at least were admitted.
  // Ends: `most` passes the number of vertices, and so that of the wishes of each.
  void decide_and_admit() {
    constexpr std::size_t k_growth = 8;
    moves_.clear();
    for (std::size_t most = 1; !due_.empty(); most *= k_growth) {
      for (LimitedScratch& scratch : scratch_) scratch.moves.clear();
      for_each_chunk(due_.size(), [&](std::size_t begin, std::size_t end, LimitedScratch& scratch) {
        for (std::size_t i = begin; i < end; ++i) decide(due_[i], most, scratch);
      });
      admit(most);
    }
  }

  // Lists the `most` best moves of v that gain, and fit.
  void decide(VertexId v, std::size_t most, LimitedScratch& scratch) {
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
    bool found_full = false;
    std::vector<LimitedMove>& wishes = scratch.wishes;
    wishes.clear();
    sums.drain([](VertexId) {},
               [&](VertexId community, std::int64_t links) {
                 if (community == own) {
                   own_links = links;
                 } else if (limits_.fit(size_[community], limits_.size[v])) {
                   const double gain = MoveGain::of(price, links, partition_.volume[community]);
                   wishes.push_back({v, community, gain});
                 } else {
                   found_full = true;
                 }
               });
    if (found_full) active_[v] = 1;  // there may be room later
    const double own_gain = MoveGain::of(price, own_links, partition_.volume[own] - volume_[v]);
    // To be alone is worth 0. The number v may be free: only v may take it.
    const bool may_leave = own_gain < 0.0 && size_[v] == 0;
    std::erase_if(wishes, [&](const LimitedMove& wish) {
      return !(may_leave ? wish.gain >= 0.0 : wish.gain > own_gain);
    });
    const std::size_t count = std::min(most, wishes.size());
    std::partial_sort(wishes.begin(), wishes.begin() + static_cast<std::ptrdiff_t>(count),
                      wishes.end(),
                      [](const LimitedMove& a, const LimitedMove& b) { return a.is_before(b); });
    for (std::size_t i = 0; i < count; ++i) {
      scratch.moves.push_back({v, wishes[i].to, wishes[i].gain - own_gain});
    }
    if (may_leave && count < most) scratch.moves.push_back({v, v, -own_gain});
  }

  // Adds the moves that fit, those of the largest gain first, to `moves_`. Vertices of which none
  // fits, and that may have more wishes, are due then.
  void admit(std::size_t most) {
    wishes_.clear();
    for (const LimitedScratch& scratch : scratch_) {
      wishes_.insert(wishes_.end(), scratch.moves.begin(), scratch.moves.end());
    }
    if (limits_.max_size != 0) {
      std::sort(wishes_.begin(), wishes_.end(),
                [](const LimitedMove& a, const LimitedMove& b) { return a.is_before(b); });
    }
    constexpr VertexId k_admitted = k_none;
    for (const LimitedMove& wish : wishes_) {
      VertexId& refused = refused_[wish.vertex];
      if (refused == k_admitted) continue;
      if (!limits_.fit(size_[wish.to], limits_.size[wish.vertex])) {
        ++refused;
        continue;
      }
      refused = k_admitted;
      size_[wish.to] += limits_.size[wish.vertex];
      moves_.push_back(wish);
    }
    due_.clear();
    for (const LimitedMove& wish : wishes_) {
      VertexId& refused = refused_[wish.vertex];
      if (refused == 0) continue;
      if (refused != k_admitted) {
        active_[wish.vertex] = 1;
        if (refused == most) due_.push_back(wish.vertex);
      }
      refused = 0;
    }
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
      // The target has grown when the move was admitted.
      add(size_[from], VertexId{0} - limits_.size[move.vertex]);
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
  Array<VertexId> size_;  // of communities, with what is admitted
  Array<std::uint8_t> active_;
  Array<VertexId> refused_;  // wishes of each vertex, while moves are admitted
  std::vector<LimitedScratch> scratch_;
  std::vector<VertexId> due_;        // vertices of a sub-round that are to decide
  std::vector<LimitedMove> wishes_;  // of these
  std::vector<LimitedMove> moves_;   // of a sub-round
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
