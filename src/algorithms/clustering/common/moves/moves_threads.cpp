// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/moves/moves.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/clustering/common/moves/move_decisions.hpp"
#include "algorithms/clustering/common/moves/move_rules.hpp"
#include "algorithms/clustering/common/moves/sub_rounds.hpp"
#include "algorithms/clustering/common/multilevel/arc_weights.hpp"
#include "base/random.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::clustering {

namespace {

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
        decisions_(level, objective, rule, weights, partition),
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
      if (!wakes && !Rule::k_once && graph_.num_arcs() != 0) inner_ = options.inner;
      const std::int64_t gain = sweep(options, result.sweeps, wakes);
      ++result.sweeps;
      // Those of inner vertices that it did not look at, too.
      result.arcs = inner_ != nullptr ? graph_.num_arcs() : sum_of(&DecisionScratch<Sum>::arcs);
      if (gain <= enough || Rule::k_once) break;
    }
    return result;
  }

 private:
  using Sum = typename Weights::Type;
  static constexpr std::size_t k_chunk = parallel::grain(2048, 32);

  // Returns the gain in units, as decided: moves of one sub-round do not see each other.
  std::int64_t sweep(const MoveOptions& options, std::uint64_t number, bool wakes) {
    const std::uint64_t seed = base::hash(options.seed, number);
    wakes = wakes && !Rule::k_once;
    if (inner_ != nullptr) {
      begin_inner(seed);
    } else {
      sub_rounds_.begin(seed, wakes);
    }
    for (DecisionScratch<Sum>& scratch : scratch_) scratch.gain = 0;
    if (Rule::k_once) hide(0);
    for (std::uint32_t i = 0; i < num_sub_rounds_; ++i) {
      decide(i, wakes);
      move();
      if (wakes) wake();
      if (is_inner_ != nullptr) unmark(i);
      if (Rule::k_once) hide(i + 1);
      if (options.records != nullptr) options.records->report(number, i + 1, num_sub_rounds_);
    }
    if (inner_ != nullptr) inner_->known = is_inner_ != nullptr;
    return sum_of(&DecisionScratch<Sum>::gain);
  }

  void begin_inner(std::uint64_t seed) {
    const std::size_t n = graph_.num_vertices;
    const auto largest = parallel::reduce<std::int64_t>(
        context_, n, 0, [&](std::size_t c) { return partition_.volume[c]; },
        [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    leaves_out_ = inner_->known && !is_crowded(decisions_.gain(), largest);
    inner_->is_inner.resize(n);
    is_inner_ = inner_->is_inner.data();
    decisions_.mark_inner(is_inner_);
    if (leaves_out_) {
      sub_rounds_.begin_without(seed, inner_->is_inner.view());
      return;
    }
    parallel::for_each(context_, n, [&](std::size_t v) { is_inner_[v] = 0; });
    sub_rounds_.begin(seed, false);
  }

  // After the moves: vertices next to them are not inner any more, for all that is known, and are
  // to be looked at if their sub-round is still to come.
  void unmark(std::uint32_t sub_round) {
    if (!leaves_out_ && sub_round == 0 &&
        !InnerVertices::pays(sum_of(&DecisionScratch<Sum>::inner) * num_sub_rounds_,
                             graph_.num_vertices)) {
      is_inner_ = nullptr;
      decisions_.mark_inner(nullptr);
      return;
    }
    std::atomic<bool> crowded = false;
    const auto unmark = [&](VertexId v) {
      // Relaxed: all write the same, and what reads it comes after the region.
      const std::atomic_ref mark(is_inner_[v]);
      if (mark.load(std::memory_order_relaxed) == 0) return;
      mark.store(0, std::memory_order_relaxed);
      if (leaves_out_) sub_rounds_.wake(v);
    };
    for_each_scratch([&](DecisionScratch<Sum>& scratch) {
      for (const Move& move : scratch.memory.moves) {
        unmark(move.vertex);
        for (const VertexId u : graph_.neighbours_of(move.vertex)) unmark(u);
        if (is_crowded(decisions_.gain(), partition_.volume[move.to])) {
          crowded.store(true, std::memory_order_relaxed);
        }
      }
    });
    if (!leaves_out_ || !crowded.load(std::memory_order_relaxed)) return;
    parallel::for_each(context_, graph_.num_vertices,
                       [&](std::size_t v) { unmark(static_cast<VertexId>(v)); });
    leaves_out_ = false;
  }

  template <class T>
  [[nodiscard]] T sum_of(T DecisionScratch<Sum>::*member) const {
    T sum = 0;
    for (const DecisionScratch<Sum>& scratch : scratch_) sum += scratch.*member;
    return sum;
  }

  template <class Body>
  void for_each_scratch(const Body& body) {
    parallel::run_tasks(context_, scratch_.size(), [&](std::size_t task) { body(scratch_[task]); });
  }

  // body(begin, end, scratch) for pieces of all vertices.
  template <class Body>
  void for_each_chunk(const Body& body) {
    std::atomic<std::size_t> next = 0;
    const std::size_t n = graph_.num_vertices;
    for_each_scratch([&](DecisionScratch<Sum>& scratch) {
      // Ends: `next` grows. Relaxed: the counter hands out chunks and orders nothing else.
      for (std::size_t begin = next.fetch_add(k_chunk, std::memory_order_relaxed); begin < n;
           begin = next.fetch_add(k_chunk, std::memory_order_relaxed)) {
        body(begin, std::min(begin + k_chunk, n), scratch);
      }
    });
  }

  // Vertices that are alone are no vertex's targets in their sub-round, and are again after it.
  // Here and not when a neighbour is looked up, because there are many more of these.
  void hide(std::uint32_t sub_round) {
    if constexpr (Rule::k_once) {
      for_each_chunk([&](std::size_t begin, std::size_t end, DecisionScratch<Sum>&) {
        if (sub_round != 0) {
          sub_rounds_.for_each_due(sub_round - 1, begin, end, [&](VertexId v) { rule_.show(v); });
        }
        sub_rounds_.for_each_due(sub_round, begin, end, [&](VertexId v) { rule_.hide(v); });
      });
    }
  }

  void decide(std::uint32_t sub_round, bool wakes) {
    for (DecisionScratch<Sum>& scratch : scratch_) scratch.memory.moves.clear();
    for_each_chunk([&](std::size_t begin, std::size_t end, DecisionScratch<Sum>& scratch) {
      context_.check_cancelled();
      scratch.memory.due.resize(k_chunk);
      std::size_t count = 0;
      sub_rounds_.for_each_due(sub_round, begin, end,
                               [&](VertexId v) { scratch.memory.due[count++] = v; });
      decisions_.decide(std::span(scratch.memory.due).first(count), scratch);
      if (!wakes) return;
      for (std::size_t i = 0; i < count; ++i) sub_rounds_.rest(scratch.memory.due[i]);
    });
  }

  void move() {
    const bool is_alone = scratch_.size() == 1;
    for_each_scratch([&](DecisionScratch<Sum>& scratch) {
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
    for_each_scratch([&](DecisionScratch<Sum>& scratch) {
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

  const Context& context_;
  GraphView graph_;
  std::span<const std::int64_t> volume_;
  const Rule& rule_;
  Decisions<Rule, Weights> decisions_;
  Partition& partition_;
  std::uint32_t num_sub_rounds_;
  SubRounds sub_rounds_;
  std::vector<DecisionScratch<Sum>> scratch_;
  InnerVertices* inner_ = nullptr;
  std::uint8_t* is_inner_ = nullptr;  // of them, while vertices are marked
  bool leaves_out_ = false;           // whether marked vertices rest
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
  MoveOptions known = options;
  if (!inner_vertices_stay(level, objective)) known.inner = nullptr;
  return run(context, level, objective, FreeMoves(partition), partition, known, workspace);
}

Sweeps refine(const Context& context, const LevelView& level, const Objective& objective,
              std::span<const VertexId> within, Partition& refined, const MoveOptions& options,
              Workspace& workspace) {
  set_singletons(context, level, refined);
  const MergesWithin rule(context, within, workspace);
  return run(context, level, objective, rule, refined, options, workspace);
}

}  // namespace hypermatch::detail::clustering
