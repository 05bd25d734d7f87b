// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/moves.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/clustering/common/arc_weights.hpp"
#include "algorithms/clustering/common/community_sums.hpp"
#include "algorithms/clustering/common/move_rules.hpp"
#include "algorithms/clustering/common/short_rows.hpp"
#include "algorithms/clustering/common/sub_rounds.hpp"
#include "base/random.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::clustering {

namespace {

// What a task of a region works with.
template <class Sum>
struct alignas(64) Scratch {
  static constexpr std::size_t k_rows = 8;  // that are gathered and not yet decided

  TaskMemory& memory;
  ShortRow<Sum> rows[k_rows] = {};
  std::int64_t gain = 0;
  std::uint64_t arcs = 0;
};

template <class Rule, class Weights>
class Mover {
 public:
  Mover(const Context& context, const LevelView& level, const Objective& objective,
        const Rule& rule, Weights weights, Partition& partition, std::uint32_t num_sub_rounds,
        Workspace& workspace)
      : context_(context),
        graph_(level.graph),
        volume_(level.volume),
        rule_(rule),
        weights_(weights),
        gain_(objective.gain()),
        gain_units_(objective.total == 0 ? 0.0
                                         : k_gain_units / static_cast<double>(objective.total)),
        partition_(partition),
        num_sub_rounds_(num_sub_rounds),
        sub_rounds_(context, level.graph.num_vertices, num_sub_rounds, workspace) {
    const std::size_t num_tasks = num_tasks_of(context, graph_);
    std::vector<TaskMemory>& tasks = workspace.tasks_for(num_tasks);
    scratch_.reserve(num_tasks);
    for (std::size_t i = 0; i < num_tasks; ++i) scratch_.push_back({.memory = tasks[i]});
  }

  Sweeps run(const MoveOptions& options) {
    std::optional<parallel::SpinScope> spinning;
    if (scratch_.size() > 1) spinning.emplace(context_);
    const auto enough = static_cast<std::int64_t>(options.threshold * k_gain_units / 2);
    Sweeps result;
    // Ends: there are at most `max_sweeps`.
    while (result.sweeps < options.max_sweeps && result.arcs < options.max_arcs) {
      // The first sweep looks at each vertex once, woken or not, and at all arcs.
      const bool wakes =
          result.sweeps != 0 || (options.max_sweeps > 1 && graph_.num_arcs() < options.max_arcs);
      const std::int64_t gain = sweep(options, result.sweeps, wakes);
      ++result.sweeps;
      result.arcs = sum_of(&Scratch<Sum>::arcs);
      if (gain <= enough || Rule::k_once) break;
    }
    return result;
  }

 private:
  using Sum = typename Weights::Type;
  static constexpr bool k_units = Weights::k_units;
  static constexpr std::size_t k_chunk = 2048;

  // Returns the gain in units, as decided: moves of one sub-round do not see each other.
  std::int64_t sweep(const MoveOptions& options, std::uint64_t number, bool wakes) {
    wakes = wakes && !Rule::k_once;
    sub_rounds_.begin(base::hash(options.seed, number), wakes);
    for (Scratch<Sum>& scratch : scratch_) scratch.gain = 0;
    for (std::uint32_t i = 0; i < num_sub_rounds_; ++i) {
      decide(i, wakes);
      move();
      if (wakes) wake();
      if (options.records != nullptr) options.records->report(number, i + 1, num_sub_rounds_);
    }
    return sum_of(&Scratch<Sum>::gain);
  }

  template <class T>
  [[nodiscard]] T sum_of(T Scratch<Sum>::*member) const {
    T sum = 0;
    for (const Scratch<Sum>& scratch : scratch_) sum += scratch.*member;
    return sum;
  }

  template <class Body>
  void for_each_scratch(const Body& body) {
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) { body(scratch_[task]); });
  }

  void decide(std::uint32_t sub_round, bool wakes) {
    std::atomic<std::size_t> next = 0;
    const std::size_t n = graph_.num_vertices;
    for_each_scratch([&](Scratch<Sum>& scratch) {
      scratch.memory.moves.clear();
      scratch.memory.due.resize(std::min(k_chunk, n));
      // Relaxed: the counter hands out chunks and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed); begin < n;
           begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
        context_.check_cancelled();
        std::size_t count = 0;
        sub_rounds_.for_each_due(sub_round, begin, std::min(begin + k_chunk, n),
                                 [&](VertexId v) { scratch.memory.due[count++] = v; });
        decide(std::span(scratch.memory.due).first(count), sub_round, scratch);
        if (!wakes) continue;
        for (std::size_t i = 0; i < count; ++i) sub_rounds_.rest(scratch.memory.due[i]);
      }
    });
  }

  // Rows are looked up some vertices ahead, because they, and what is known of their communities,
  // are likely in no cache: first where a row is, then the communities of its vertices, then the
  // volumes of these.
  void decide(std::span<const VertexId> due, std::uint32_t sub_round, Scratch<Sum>& scratch) {
    constexpr std::size_t k_ahead_row = 16;
    constexpr std::size_t k_ahead_targets = 8;
    constexpr std::size_t k_ahead_volumes = 4;
    constexpr std::size_t k_rows = Scratch<Sum>::k_rows;
    static_assert(k_ahead_volumes < k_rows);
    const std::size_t count = due.size();
    const auto prefetch_row = [&](std::size_t i) {
      const Offset begin = graph_.offsets[due[i]];
      __builtin_prefetch(graph_.neighbours.data() + begin);
      weights_.prefetch(begin);
    };
    const auto prefetch_targets = [&](std::size_t i) {
      const Offset begin = graph_.offsets[due[i]];
      const Offset end = std::min(begin + k_short, graph_.offsets[due[i] + std::size_t{1}]);
      for (Offset a = begin; a < end; ++a) rule_.prefetch(graph_.neighbours[a], sub_rounds_);
    };
    for (std::size_t i = 0; i < std::min(count, k_ahead_row); ++i) prefetch_row(i);
    for (std::size_t i = 0; i < std::min(count, k_ahead_targets); ++i) prefetch_targets(i);
    for (std::size_t i = 0; i < count + k_ahead_volumes; ++i) {
      if (i + k_ahead_row < count) prefetch_row(i + k_ahead_row);
      if (i + k_ahead_targets < count) prefetch_targets(i + k_ahead_targets);
      if (i < count) gather(due[i], sub_round, scratch.rows[i % k_rows]);
      if (i >= k_ahead_volumes) {
        decide(scratch.rows[(i - k_ahead_volumes) % k_rows], sub_round, scratch);
      }
    }
  }

  // A row that is too long is marked by a count of 0.
  void gather(VertexId v, std::uint32_t sub_round, ShortRow<Sum>& row) {
    const Offset begin = graph_.offsets[v];
    const std::size_t count = graph_.offsets[v + std::size_t{1}] - begin;
    row.vertex = v;
    row.own = partition_.community[v];
    row.count = 0;
    if (count > k_short) return;
    const VertexId* const neighbours = graph_.neighbours.data() + begin;
    // Arcs that lead nowhere count as those to `own`, of which there are no others then.
    const auto target_of = rule_.targets_of(v, sub_rounds_, sub_round);
    const VertexId own = row.own;
    VertexId differing = 0;
    for (std::size_t i = 0; i < count; ++i) {
      VertexId target = target_of(neighbours[i]);
      if (Rule::k_once) target = target == k_none ? own : target;
      row.communities[i] = target;
      differing |= target ^ own;
    }
    const bool all_own = differing == 0;
    row.all_own = all_own;
    if (!all_own) {
      const std::int64_t* const volumes = partition_.volume.data();
      for (std::size_t i = 0; i < count; ++i) __builtin_prefetch(volumes + row.communities[i]);
    }
    const std::size_t end = (count + 7) / 8 * 8;
    for (std::size_t i = count; i < end; ++i) row.communities[i] = row.own;
    if constexpr (!k_units) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t weight = weights_[begin + i];
        row.weights[i] = static_cast<Sum>(weight);
        sum += weight;
      }
      for (std::size_t i = count; i < end; ++i) row.weights[i] = 0;
      row.sum = sum;
    }
    row.count = static_cast<std::uint32_t>(count);
  }

  void decide(const ShortRow<Sum>& row, std::uint32_t sub_round, Scratch<Sum>& scratch) {
    const VertexId v = row.vertex;
    const double price = gain_.price(volume_[v]);
    scratch.arcs += graph_.degree(v);
    if (row.count == 0 || !std::isfinite(price)) {
      decide_long(v, sub_round, scratch);
      return;
    }
    RowValue value;
    if (row.all_own) {
      value.own_links = k_units ? static_cast<std::int64_t>(row.count) : row.sum;
    } else if constexpr (k_units) {
      value = value_of_units(row, price, partition_.volume.data());
    } else if (row.sum <= std::numeric_limits<Sum>::max()) {
      value = value_of(row, price, partition_.volume.data());
    } else {
      value = value_of(with_long_sums(row), price, partition_.volume.data());
    }
    if (Rule::k_once) value.own_links = 0;
    settle(v, row.own, value, scratch);
  }

  // The same row for sums that 32 bits do not hold.
  ShortRow<std::int64_t> with_long_sums(const ShortRow<Sum>& row) const {
    ShortRow<std::int64_t> result;
    result.own = row.own;
    result.count = row.count;
    const Offset begin = graph_.offsets[row.vertex];
    for (std::size_t i = 0; i < (row.count + 7) / 8 * 8; ++i) {
      result.communities[i] = row.communities[i];
      result.weights[i] = i < row.count ? weights_[begin + i] : 0;
    }
    return result;
  }

  void decide_long(VertexId v, std::uint32_t sub_round, Scratch<Sum>& scratch) {
    constexpr std::size_t k_ahead = 32;
    const Offset begin = graph_.offsets[v];
    const std::span<const VertexId> neighbours = graph_.neighbours_of(v);
    CommunitySums& sums = scratch.memory.sums;
    sums.begin(std::min<std::size_t>(neighbours.size(), graph_.num_vertices), graph_.num_vertices);
    const auto target_of = rule_.targets_of(v, sub_rounds_, sub_round);
    sums.add(
        neighbours.size(),
        [&](std::size_t i) {
          if (i + k_ahead < neighbours.size()) rule_.prefetch(neighbours[i + k_ahead], sub_rounds_);
          return target_of(neighbours[i]);
        },
        [&](std::size_t i) { return weights_[begin + i]; });
    const VertexId own = partition_.community[v];
    const double price = gain_.price(volume_[v]);
    RowValue value;
    Target& best = value.best;
    sums.drain([&](VertexId community) { __builtin_prefetch(&partition_.volume[community]); },
               [&](VertexId community, std::int64_t links) {
                 if (community == own) {
                   value.own_links = links;
                   return;
                 }
                 const double gain = MoveGain::of(price, links, partition_.volume[community]);
                 if (best.community == k_none || gain > best.gain ||
                     (gain == best.gain && community < best.community)) {
                   best = {community, gain};
                 }
               });
    settle(v, own, value, scratch);
  }

  void settle(VertexId v, VertexId own, const RowValue& value, Scratch<Sum>& scratch) {
    Target best = value.best;
    const double own_gain =
        MoveGain::of(gain_.price(volume_[v]), value.own_links, partition_.volume[own] - volume_[v]);
    if (own_gain < 0.0 && (best.community == k_none || best.gain < 0.0) &&
        partition_.volume[v] == 0) {
      // To be alone is worth 0. The number v is free: only v may take it.
      best = {v, 0.0};
    }
    if (best.community == k_none || !(best.gain > own_gain)) return;
    scratch.memory.moves.push_back({v, best.community});
    add_gain(scratch.gain, (best.gain - own_gain) * gain_units_);
  }

  void move() {
    const bool is_alone = scratch_.size() == 1;
    for_each_scratch([&](Scratch<Sum>& scratch) {
      constexpr std::size_t k_ahead = 8;
      const std::vector<Move>& moves = scratch.memory.moves;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i + k_ahead < moves.size()) {
          const Move later = moves[i + k_ahead];
          __builtin_prefetch(&partition_.volume[later.to], 1);
          __builtin_prefetch(&partition_.volume[partition_.community[later.vertex]], 1);
        }
        const Move move = moves[i];
        const std::int64_t volume = volume_[move.vertex];
        std::int64_t& left = partition_.volume[partition_.community[move.vertex]];
        std::int64_t& joined = partition_.volume[move.to];
        if (is_alone) {
          left -= volume;
          joined += volume;
        } else {
          // Relaxed: sums of integers, read after the region.
          std::atomic_ref(left).fetch_sub(volume, std::memory_order_relaxed);
          std::atomic_ref(joined).fetch_add(volume, std::memory_order_relaxed);
        }
        partition_.community[move.vertex] = move.to;
        rule_.moved(move);
        if constexpr (Rule::k_once) {
          // Neither is alone any more.
          sub_rounds_.rest(move.vertex);
          sub_rounds_.rest(move.to);
        }
      }
    });
  }

  void wake() {
    for_each_scratch([&](Scratch<Sum>& scratch) {
      constexpr std::size_t k_ahead = 8;
      const std::vector<Move>& moves = scratch.memory.moves;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i + k_ahead < moves.size()) {
          __builtin_prefetch(&graph_.neighbours[graph_.offsets[moves[i + k_ahead].vertex]]);
        }
        const Move move = moves[i];
        for (const VertexId u : graph_.neighbours_of(move.vertex)) {
          if (sub_rounds_.is_resting(u) && partition_.community[u] != move.to) sub_rounds_.wake(u);
        }
      }
    });
  }

  static constexpr std::size_t k_short = k_most_short;

  const Context& context_;
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const Rule& rule_;
  Weights weights_;
  MoveGain gain_;
  double gain_units_;
  Partition& partition_;
  std::uint32_t num_sub_rounds_;
  SubRounds sub_rounds_;
  std::vector<Scratch<Sum>> scratch_;
};

template <class Rule>
Sweeps run(const Context& context, const LevelView& level, const Objective& objective,
           const Rule& rule, Partition& partition, const MoveOptions& options,
           Workspace& workspace) {
  return with_arc_weights(level.graph.weights, [&](const auto& weights) {
    return Mover(context, level, objective, rule, weights, partition, options.num_sub_rounds,
                 workspace)
        .run(options);
  });
}

}  // namespace

Sweeps move_vertices(const Context& context, const LevelView& level, const Objective& objective,
                     Partition& partition, const MoveOptions& options, Workspace& workspace) {
  return run(context, level, objective, FreeMoves(partition), partition, options, workspace);
}

Sweeps refine(const Context& context, const LevelView& level, const Objective& objective,
              std::span<const VertexId> within, Partition& refined, const MoveOptions& options,
              Workspace& workspace) {
  set_singletons(context, level, refined);
  const MergesWithin rule(context, within, workspace);
  return run(context, level, objective, rule, refined, options, workspace);
}

}  // namespace hypermatch::detail::clustering
