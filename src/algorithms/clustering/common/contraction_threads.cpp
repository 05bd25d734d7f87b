// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/contraction.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/arc_weights.hpp"
#include "algorithms/clustering/common/community_sums.hpp"
#include "algorithms/clustering/common/exact_weights.hpp"
#include "parallel/host/ordered_section.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::clustering {

namespace {

// The vertices of each community: of coarse vertex c members[begin[c]] .. members[begin[c + 1] - 1].
struct Members {
  Array<VertexId> coarse_vertex;  // size n
  Array<VertexId> begin;          // one more than there are coarse vertices
  Array<VertexId> members;        // size n
};

// On one thread, which meets the first vertex of each community first.
Members members_alone(const Context& context, std::span<const VertexId> communities,
                      Array<VertexId> number) {
  const std::size_t n = communities.size();
  Members result{Array<VertexId>(n), {}, Array<VertexId>(n)};
  Array<VertexId>& begin = result.begin;
  begin.reserve(n + 2);
  // begin[c + 2] counts the members of c.
  begin.resize(2);
  begin[0] = begin[1] = 0;
  VertexId count = 0;
  parallel::for_each(context, n, [&](std::size_t v) {
    VertexId& held = number[communities[v]];
    if (held == k_none) {
      held = count++;
      begin.push_back(0);
    }
    result.coarse_vertex[v] = held;
    ++begin[held + std::size_t{2}];
  });
  for (std::size_t c = 0; c < count; ++c) begin[c + 2] += begin[c + 1];
  // begin[c + 1] is where the next member of c goes.
  parallel::for_each(context, n, [&](std::size_t v) {
    result.members[begin[result.coarse_vertex[v] + std::size_t{1}]++] = static_cast<VertexId>(v);
  });
  begin.resize(count + std::size_t{1});
  return result;
}

Members members_of(const Context& context, std::span<const VertexId> communities) {
  const std::size_t n = communities.size();
  Array<VertexId> number(n);  // of each community: its first vertex, then its coarse vertex
  parallel::for_each(context, n, [&](std::size_t c) { number[c] = k_none; });
  if (context.threads() == 1) return members_alone(context, communities, std::move(number));
  parallel::for_each(context, n, [&](std::size_t v) {
    // Relaxed: a minimum, read after the loop. Ends: the word falls whenever the exchange fails.
    const std::atomic_ref word(number[communities[v]]);
    VertexId first = word.load(std::memory_order_relaxed);
    while (v < first && !word.compare_exchange_weak(first, static_cast<VertexId>(v),
                                                    std::memory_order_relaxed)) {
    }
  });
  Members result{Array<VertexId>(n), {}, Array<VertexId>(n)};
  const std::size_t count = parallel::select(
      context, n, [&](std::size_t v) { return number[communities[v]] == v; },
      [&](std::size_t c, std::size_t v) { result.members[c] = static_cast<VertexId>(v); });
  Array<VertexId> next(count);
  parallel::for_each(context, count, [&](std::size_t c) {
    number[communities[result.members[c]]] = static_cast<VertexId>(c);
    next[c] = 0;
  });
  parallel::for_each(context, n, [&](std::size_t v) {
    const VertexId c = number[communities[v]];
    result.coarse_vertex[v] = c;
    // Relaxed: a count, read after the loop.
    std::atomic_ref(next[c]).fetch_add(1, std::memory_order_relaxed);
  });
  result.begin.resize(count + 1);
  result.begin[count] = parallel::exclusive_scan<VertexId>(
      context, count, [&](std::size_t c) { return next[c]; },
      [&](std::size_t c, VertexId sum) { result.begin[c] = next[c] = sum; });
  parallel::for_each(context, n, [&](std::size_t v) {
    // Relaxed: a place of its own for each member, in an order of no consequence.
    const VertexId place = std::atomic_ref(next[result.coarse_vertex[v]])
                               .fetch_add(1, std::memory_order_relaxed);
    result.members[place] = static_cast<VertexId>(v);
  });
  return result;
}

// Makes the rows of coarse vertices, chunk by chunk into buffers of a thread; in the order of the
// chunks, each takes its place in the result.
template <class Weight, class Weights>
class RowMaker {
 public:
  RowMaker(const Context& context, const LevelView& level, Weights weights, const Members& members)
      : context_(context),
        level_(level),
        graph_(level.graph),
        weights_(weights),
        members_(members),
        num_rows_(members.begin.size() - 1) {}

  // False if a sum does not fit the type of the weights.
  [[nodiscard]] bool run(CompressedGraph& result, Array<std::int64_t>& loops) {
    result.num_vertices = static_cast<VertexId>(num_rows_);
    result.offsets.resize(num_rows_ + 1);
    // Pages that stay empty cost nothing.
    result.neighbours.resize(graph_.num_arcs());
    sums_.resize(graph_.num_arcs());
    loops.resize(num_rows_);
    offsets_ = result.offsets.data();
    heads_ = result.neighbours.data();
    loops_ = loops.data();
    std::atomic<std::size_t> next = 0;
    const std::size_t num_chunks = (num_rows_ + k_chunk - 1) / k_chunk;
    const auto num_tasks = std::min(num_chunks, static_cast<std::size_t>(context_.threads()));
    parallel::run_tasks(context_, num_tasks, [&](std::size_t) {
      try {
        Worker worker;
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
  static constexpr std::size_t k_chunk = 1024;

  struct Worker {
    CommunitySums sums;
    Array<VertexId> heads;  // of the arcs of a row that leave it
    Array<typename Weights::Type> terms;  // their weights, where there are any
    Array<VertexId> row_heads;
    Array<Weight> row_weights;
    std::size_t size = 0;
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
    std::copy_n(worker.row_heads.data(), worker.size, heads_ + place);
    std::copy_n(worker.row_weights.data(), worker.size, sums_.data() + place);
    return true;
  }

  // False if a sum does not fit.
  bool make_row(Worker& worker, VertexId c) {
    std::int64_t inside = 0;
    std::size_t leaving = 0;
    for (std::size_t i = members_.begin[c]; i < members_.begin[c + std::size_t{1}]; ++i) {
      prefetch_ahead(i);
      const VertexId v = members_.members[i];
      inside += 2 * loop_at(level_.loops, v);
      gather(worker, c, v, inside, leaving);
    }
    loops_[c] = inside / 2;
    CommunitySums& sums = worker.sums;
    sums.begin(std::min(leaving, num_rows_), num_rows_);
    const VertexId* const heads = worker.heads.data();
    const auto head_at = [heads](std::size_t i) { return heads[i]; };
    if constexpr (Weights::k_units) {
      sums.add(leaving, head_at, [](std::size_t) { return 1; });
    } else {
      const auto* const terms = worker.terms.data();
      sums.add(leaving, head_at, [terms](std::size_t i) { return terms[i]; });
    }
    make_room(worker.row_heads, worker.size + sums.size());
    make_room(worker.row_weights, worker.size + sums.size());
    bool fits = true;
    sums.drain([](VertexId) {},
               [&](VertexId head, std::int64_t sum) {
                 worker.row_heads[worker.size] = head;
                 worker.row_weights[worker.size++] = static_cast<Weight>(sum);
                 fits &= sum <= std::numeric_limits<Weight>::max();
               });
    return fits;
  }

  // The arcs of a member: those that leave are listed, others added up, without a branch.
  void gather(Worker& worker, VertexId c, VertexId v, std::int64_t& inside,
              std::size_t& leaving) const {
    const Offset begin = graph_.offsets[v];
    const Offset end = graph_.offsets[v + std::size_t{1}];
    make_room(worker.heads, leaving + (end - begin));
    const VertexId* const coarse_vertex = members_.coarse_vertex.data();
    const VertexId* const neighbours = graph_.neighbours.data();
    VertexId* const heads = worker.heads.data();
    std::size_t size = leaving;
    if constexpr (Weights::k_units) {
      for (Offset a = begin; a < end; ++a) {
        const VertexId head = coarse_vertex[neighbours[a]];
        heads[size] = head;
        size += head != c ? 1 : 0;
      }
      inside += static_cast<std::int64_t>(end - begin - (size - leaving));
    } else {
      make_room(worker.terms, leaving + (end - begin));
      auto* const terms = worker.terms.data();
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

  // Members of a community stand anywhere in memory, their neighbours too.
  void prefetch_ahead(std::size_t i) const {
    constexpr std::size_t k_targets = 4;
    constexpr std::size_t k_rows = 10;
    constexpr std::size_t k_offsets = 20;
    constexpr Offset k_most = 8;
    const Array<VertexId>& members = members_.members;
    if (i + k_offsets >= members.size()) return;
    __builtin_prefetch(&graph_.offsets[members[i + k_offsets]]);
    __builtin_prefetch(graph_.neighbours.data() + graph_.offsets[members[i + k_rows]]);
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
  const Members& members_;
  std::size_t num_rows_;
  Array<Weight> sums_;  // weights of the rows
  Offset* offsets_ = nullptr;
  VertexId* heads_ = nullptr;
  std::int64_t* loops_ = nullptr;
  parallel::OrderedSection turn_;
  Offset end_ = 0;  // of the last row that has its place; by the task whose turn it is
};

template <class Weight>
bool make_rows(const Context& context, const LevelView& level, const Members& members,
               CompressedGraph& graph, Array<std::int64_t>& loops) {
  return with_arc_weights(level.graph.weights, [&](const auto& weights) {
    using Weights = std::decay_t<decltype(weights)>;
    return RowMaker<Weight, Weights>(context, level, weights, members).run(graph, loops);
  });
}

}  // namespace

Level contract_communities(const Context& context, const LevelView& level,
                           const Objective& objective, const Partition& partition) {
  Members members = members_of(context, partition.community.view());
  Level next;
  CompressedGraph& graph = next.contraction.graph;
  Array<std::int64_t> loops;
  const GraphView& fine = level.graph;
  // A guess, that spares real weights, which take up most of their 63 bits, a try.
  const bool may_fit = objective.total <= std::numeric_limits<std::int32_t>::max() ||
                       fine.num_arcs() == 0 ||
                       with_arc_weights(fine.weights, [](const auto& weights) {
                         return weights[0] <= std::numeric_limits<std::int32_t>::max();
                       });
  if (!may_fit || !make_rows<std::int32_t>(context, level, members, graph, loops)) {
    (void)make_rows<std::int64_t>(context, level, members, graph, loops);
  }
  const std::size_t count = members.begin.size() - 1;
  next.volume.resize(count);
  parallel::for_each(context, count, [&](std::size_t c) {
    next.volume[c] = partition.volume[partition.community[members.members[members.begin[c]]]];
  });
  next.contraction.loop_weights = std::move(loops);
  next.contraction.coarse_vertex = std::move(members.coarse_vertex);
  return next;
}

}  // namespace hypermatch::detail::clustering
