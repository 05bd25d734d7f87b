// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/contract/contraction.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/clustering/common/contract/community_members.hpp"
#include "algorithms/clustering/common/moves/community_sums.hpp"
#include "algorithms/clustering/common/multilevel/arc_weights.hpp"
#include "algorithms/clustering/common/multilevel/exact_weights.hpp"
#include "base/per_isa.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/ordered_section.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// An array of weights, with the memory of what a level held.
template <class Weight, class Held>
Array<Weight> take(Held& held) {
  auto* const array = std::get_if<Array<Weight>>(&held);
  return array == nullptr ? Array<Weight>() : std::move(*array);
}

// Makes the rows of coarse vertices, chunk by chunk into buffers of a thread; in the order of the
// chunks, each takes its place in the result.
template <class Weight, class Weights>
class RowMaker {
 public:
  RowMaker(const Context& context, const LevelView& level, Weights weights,
           const CommunityMembers& members, std::span<const std::int64_t> volume,
           Workspace& workspace)
      : context_(context),
        level_(level),
        graph_(level.graph),
        weights_(weights),
        members_(members),
        volume_(volume),
        num_rows_(members.begin.size() - 1),
        num_tasks_(num_tasks_of(context, level.graph)),
        tasks_(workspace.tasks_for(num_tasks_)) {}

  // False if a sum does not fit the type of the weights.
  [[nodiscard]] bool run(CompressedGraph& result, Array<std::int64_t>& loops) {
    result.num_vertices = static_cast<VertexId>(num_rows_);
    result.offsets.resize(num_rows_ + 1);
    // Pages that stay empty cost nothing.
    result.neighbours.resize(graph_.num_arcs());
    sums_ = take<Weight>(result.weights);
    sums_.resize(graph_.num_arcs());
    loops.resize(num_rows_);
    offsets_ = result.offsets.data();
    heads_ = result.neighbours.data();
    loops_ = loops.data();
    make_wide_rows();
    std::atomic<std::size_t> next = 0;
    const std::size_t num_chunks = (num_rows_ + k_chunk - 1) / k_chunk;
    parallel::run_tasks(context_, std::min(num_chunks, num_tasks_), [&](std::size_t task) {
      try {
        Worker worker{tasks_[task]};
        // Ends: `next` grows. Relaxed: chunks are independent until their turn.
        for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < num_chunks;
             i = next.fetch_add(1, std::memory_order_relaxed)) {
          context_.check_cancelled();
          if (!make_chunk(worker, i)) return;
        }
      } catch (...) {
        turn_.give_up();
        throw;
      }
    });
    if (turn_.now() == parallel::OrderedSection::k_given_up) return false;
    offsets_[num_rows_] = end_;
    result.neighbours.resize(end_);
    result.neighbours.shrink_to_fit();
    sums_.resize(end_);
    sums_.shrink_to_fit();
    result.weights = std::move(sums_);
    return true;
  }

 private:
  static constexpr std::size_t k_chunk = parallel::grain(1024, 4);
  static constexpr std::size_t k_piece = parallel::grain(1024, 16);
  static constexpr std::size_t k_block = 4096;  // stays in the first cache
  static constexpr std::size_t k_wide_share = 16;

  // A row that all tasks sum up together.
  struct WideRow {
    VertexId row = 0;
    std::int64_t inside = 0;
    std::vector<VertexId> heads = {};
    std::vector<std::int64_t> sums = {};
  };

  struct Worker {
    TaskMemory& memory;
    std::size_t size = 0;  // of the rows of the chunk
  };

  // False if a task has given up.
  bool make_chunk(Worker& worker, std::size_t index) {
    const std::size_t first = index * k_chunk;
    const std::size_t last = std::min(first + k_chunk, num_rows_);
    worker.size = 0;
    for (std::size_t c = first; c < last; ++c) {
      offsets_[c] = worker.size;
      if (!make_row(worker, static_cast<VertexId>(c))) {
        turn_.give_up();
        return false;
      }
    }
    if (!turn_.wait_for(index)) return false;
    const Offset place = end_;
    end_ += worker.size;
    turn_.pass_on();
    for (std::size_t c = first; c < last; ++c) offsets_[c] += place;
    std::copy_n(worker.memory.row_heads.data(), worker.size, heads_ + place);
    const std::int64_t* const sums = worker.memory.row_sums.data();
    for (std::size_t i = 0; i < worker.size; ++i) sums_[place + i] = static_cast<Weight>(sums[i]);
    return true;
  }

  // Rows of so large a share of all volume that one thread would be late with them.
  void make_wide_rows() {
    if (num_tasks_ == 1) return;
    const auto total = parallel::reduce<std::int64_t>(
        context_, num_rows_, 0, [&](std::size_t c) { return volume_[c]; }, std::plus<>());
    const std::int64_t wide = total / static_cast<std::int64_t>(k_wide_share * num_tasks_);
    for (std::size_t c = 0; c < num_rows_; ++c) {
      if (volume_[c] > wide) wide_.push_back({.row = static_cast<VertexId>(c)});
    }
    for (WideRow& row : wide_) make_wide_row(row);
  }

  void make_wide_row(WideRow& row) {
    const std::size_t end = members_.begin[row.row + std::size_t{1}];
    std::atomic<std::size_t> next = members_.begin[row.row];
    std::atomic<std::int64_t> inside = 0;
    parallel::run_tasks(context_, num_tasks_, [&](std::size_t task) {
      TaskMemory& memory = tasks_[task];
      std::int64_t mine = 0;
      memory.sums.begin(num_rows_, num_rows_);
      // Ends: `next` grows. Relaxed: pieces are independent.
      for (std::size_t i = next.fetch_add(k_piece, std::memory_order_relaxed); i < end;
           i = next.fetch_add(k_piece, std::memory_order_relaxed)) {
        context_.check_cancelled();
        const auto full = [&](std::size_t leaving) { add_up(memory, leaving); };
        add_up(memory, gather(memory, row.row, i, std::min(i + k_piece, end), mine, full));
      }
      inside.fetch_add(mine, std::memory_order_relaxed);
    });
    row.inside = inside.load(std::memory_order_relaxed);
    // All into the first one's.
    CommunitySums& sums = tasks_[0].sums;
    for (std::size_t task = 1; task < num_tasks_; ++task) {
      tasks_[task].sums.drain([](VertexId) {},
                              [&](VertexId head, std::int64_t sum) {
                                sums.add(
                                    1, [head](std::size_t) { return head; },
                                    [sum](std::size_t) { return sum; });
                              });
    }
    row.heads.reserve(sums.size());
    row.sums.reserve(sums.size());
    sums.drain([](VertexId) {},
               [&](VertexId head, std::int64_t sum) {
                 row.heads.push_back(head);
                 row.sums.push_back(sum);
               });
  }

  // False if a sum does not fit.
  bool make_row(Worker& worker, VertexId c) {
    const auto wide =
        std::lower_bound(wide_.begin(), wide_.end(), c,
                         [](const WideRow& row, VertexId other) { return row.row < other; });
    if (wide != wide_.end() && wide->row == c) {
      loops_[c] = wide->inside / 2;
      bool fits = true;
      make_room(worker, wide->heads.size());
      for (std::size_t i = 0; i < wide->heads.size(); ++i) {
        fits &= put(worker, wide->heads[i], wide->sums[i]);
      }
      return fits;
    }
    TaskMemory& memory = worker.memory;
    std::int64_t inside = 0;
    bool is_long = false;
    const auto full = [&](std::size_t leaving) {
      if (!is_long) memory.sums.begin(num_rows_, num_rows_);
      is_long = true;
      add_up(memory, leaving);
    };
    const std::size_t leaving =
        gather(memory, c, members_.begin[c], members_.begin[c + std::size_t{1}], inside, full);
    loops_[c] = inside / 2;
    if (!is_long) memory.sums.begin(std::min(leaving, num_rows_), num_rows_);
    add_up(memory, leaving);
    make_room(worker, memory.sums.size());
    bool fits = true;
    memory.sums.drain([](VertexId) {},
                      [&](VertexId head, std::int64_t sum) { fits &= put(worker, head, sum); });
    return fits;
  }

  static void make_room(Worker& worker, std::size_t more) {
    make_room(worker.memory.row_heads, worker.size + more);
    make_room(worker.memory.row_sums, worker.size + more);
  }
  static bool put(Worker& worker, VertexId head, std::int64_t sum) {
    worker.memory.row_heads[worker.size] = head;
    worker.memory.row_sums[worker.size++] = sum;
    return sum <= std::numeric_limits<Weight>::max();
  }

  // Adds the arcs that were gathered.
  static void add_up(TaskMemory& memory, std::size_t leaving) {
    const VertexId* const heads = memory.heads.data();
    const auto head_at = [heads](std::size_t i) { return heads[i]; };
    if constexpr (Weights::k_units) {
      memory.sums.add(leaving, head_at, [](std::size_t) { return 1; });
    } else {
      const std::int64_t* const terms = memory.terms.data();
      memory.sums.add(leaving, head_at, [terms](std::size_t i) { return terms[i]; });
    }
  }

  // Gathers the arcs of the members from .. to - 1 that leave c, and adds the weight of others and
  // of loops. Calls full(count) whenever a block of them stands there, which is over then; returns
  // how many stand there at last.
  template <class Full>
  std::size_t gather(TaskMemory& memory, VertexId c, std::size_t from, std::size_t to,
                     std::int64_t& inside, const Full& full) const {
    memory.heads.resize(2 * k_block);
    if (!Weights::k_units) memory.terms.resize(2 * k_block);
    std::size_t leaving = 0;
    for (std::size_t i = from; i < to; ++i) {
      prefetch_ahead(i);
      const VertexId v = members_.members[i];
      inside += 2 * loop_at(level_.loops, v);
      const Offset end = graph_.offsets[v + std::size_t{1}];
      for (Offset begin = graph_.offsets[v]; begin < end; begin += k_block) {
        gather(memory, c, begin, std::min(begin + k_block, end), inside, leaving);
        if (leaving < k_block) continue;
        full(leaving);
        leaving = 0;
      }
    }
    return leaving;
  }

  // Arcs that leave are listed, others added up, without a branch.
  void gather(TaskMemory& memory, VertexId c, Offset begin, Offset end, std::int64_t& inside,
              std::size_t& leaving) const {
    const VertexId* const coarse_vertex = members_.coarse_vertex.data();
    const VertexId* const neighbours = graph_.neighbours.data();
    VertexId* const heads = memory.heads.data();
    std::size_t size = leaving;
    if constexpr (Weights::k_units) {
      for (Offset a = begin; a < end; ++a) {
        const VertexId head = coarse_vertex[neighbours[a]];
        heads[size] = head;
        size += head != c ? 1 : 0;
      }
      inside += static_cast<std::int64_t>(end - begin - (size - leaving));
    } else {
      auto* const terms = memory.terms.data();
      const auto* const held = weights_.held;
      std::int64_t added = 0;
      for (Offset a = begin; a < end; ++a) {
        const VertexId head = coarse_vertex[neighbours[a]];
        heads[size] = head;
        terms[size] = held[a];
        size += head != c ? 1 : 0;
        added += head != c ? 0 : held[a];
      }
      inside += added;
    }
    leaving = size;
  }

  // Members of a community stand anywhere in memory, their neighbours too. Inlined, because GCC
  // leaves out calls of functions that do nothing but prefetch.
  HYPERMATCH_ALWAYS_INLINE void prefetch_ahead(std::size_t i) const {
    constexpr std::size_t k_targets = 4;
    constexpr std::size_t k_rows = 10;
    constexpr std::size_t k_offsets = 20;
    constexpr Offset k_most = 8;
    const Array<VertexId>& members = members_.members;
    if (i + k_offsets >= members.size()) return;
    __builtin_prefetch(&graph_.offsets[members[i + k_offsets]]);
    const Offset row = graph_.offsets[members[i + k_rows]];
    __builtin_prefetch(graph_.neighbours.data() + row);
    weights_.prefetch(row);
    const VertexId v = members[i + k_targets];
    const Offset end = std::min(graph_.offsets[v] + k_most, graph_.offsets[v + std::size_t{1}]);
    for (Offset a = graph_.offsets[v]; a < end; ++a) {
      __builtin_prefetch(&members_.coarse_vertex[graph_.neighbours[a]]);
    }
  }

  // One more, because an item is written before it is known whether it counts.
  template <class Item>
  static void make_room(Array<Item>& items, std::size_t size) {
    if (size + 1 > items.size()) items.resize(size + size / 2 + 64);
  }

  const Context& context_;
  const LevelView& level_;
  const GraphView& graph_;
  Weights weights_;
  const CommunityMembers& members_;
  std::span<const std::int64_t> volume_;  // of rows
  std::size_t num_rows_;
  std::size_t num_tasks_;
  std::vector<TaskMemory>& tasks_;
  std::vector<WideRow> wide_;  // ascending
  Array<Weight> sums_;         // weights of the rows
  Offset* offsets_ = nullptr;
  VertexId* heads_ = nullptr;
  std::int64_t* loops_ = nullptr;
  parallel::OrderedSection turn_;
  Offset end_ = 0;  // of the last row that has its place; by the task whose turn it is
};

template <class Weight>
bool make_rows(const Context& context, const LevelView& level, const CommunityMembers& members,
               std::span<const std::int64_t> volume, Workspace& workspace, CompressedGraph& graph,
               Array<std::int64_t>& loops) {
  return with_arc_weights(level.graph.weights, [&](const auto& weights) {
    using Weights = std::decay_t<decltype(weights)>;
    return RowMaker<Weight, Weights>(context, level, weights, members, volume, workspace)
        .run(graph, loops);
  });
}

}  // namespace

Level contract_communities(const Context& context, const LevelView& level,
                           const Objective& objective, const Partition& partition,
                           Workspace& workspace, Level memory) {
  Level next = std::move(memory);
  const CommunityMembers members{next.contraction.coarse_vertex, workspace.members_begin,
                                 workspace.members};
  list_members(context, partition.community.view(), workspace, members);
  const std::size_t count = members.begin.size() - 1;
  next.volume.resize(count);
  parallel::for_each(context, count, [&](std::size_t c) {
    next.volume[c] = partition.volume[partition.community[members.members[members.begin[c]]]];
  });
  CompressedGraph& graph = next.contraction.graph;
  Array<std::int64_t> loops = take<std::int64_t>(next.contraction.loop_weights);
  const GraphView& fine = level.graph;
  // A guess, that spares real weights, which take up most of their 63 bits, a try.
  const bool may_fit = objective.total <= std::numeric_limits<std::int32_t>::max() ||
                       fine.num_arcs() == 0 ||
                       with_arc_weights(fine.weights, [](const auto& weights) {
                         return weights[0] <= std::numeric_limits<std::int32_t>::max();
                       });
  const auto volume = next.volume.view();
  if (!may_fit ||
      !make_rows<std::int32_t>(context, level, members, volume, workspace, graph, loops)) {
    (void)make_rows<std::int64_t>(context, level, members, volume, workspace, graph, loops);
  }
  next.contraction.loop_weights = std::move(loops);
  return next;
}

Level contract_communities(const Context& context, const LevelView& level,
                           const Objective& objective, std::span<const VertexId> communities) {
  Workspace workspace;
  return contract_communities(context, level, objective, partition_of(context, level, communities),
                              workspace);
}

}  // namespace hypermatch::detail::clustering
