// SPDX-License-Identifier: MIT
// Locally dominant edges on all cores with a shared queue: Halappanavar, Feo, Villa, Tumeo, Pothen
// 2012, doi:10.1177/1094342012452893. Guarantee 1/2. Threads take vertices from one part of the
// queue and append to the next; while the queue is short, one thread works on alone, so that a path
// of rising weights stays near linear.
#include <algorithm>
#include <atomic>
#include <cstddef>

#include "algorithms/graph_matching/locally_dominant/dominant_edges.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

// Other threads read `best` while it changes. Relaxed: a reader of another vertex's word only
// compares it with one value, which the word has during the whole phase or not at all.
VertexId load(VertexId& word) {
  return std::atomic_ref(word).load(std::memory_order_relaxed);
}
void store(VertexId& word, VertexId value) {
  std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

// Appends to an array that is long enough. Relaxed: the counter only hands out places.
void append(Array<VertexId>& items, std::size_t& size, VertexId v) {
  items[std::atomic_ref(size).fetch_add(1, std::memory_order_relaxed)] = v;
}

template <class WeightBits>
class SharedQueue {
 public:
  SharedQueue(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
              std::uint64_t seed, const QueueTuning& tuning)
      : context_(context),
        queue_(tuning),
        n_(graph.num_vertices),
        edges_(graph, weight_bits, seed),
        looked_(graph.num_vertices) {}

  std::vector<VertexId> run() {
    parallel::for_each(context_, n_, [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      edges_.best[v] = edges_.rows.best(v, order::AllFree{});
    });
    parallel::for_each(context_, n_, [&](std::size_t v) { claim(static_cast<VertexId>(v)); });
    context_.check_cancelled();
    parallel::StopCheck stop(context_);
    // Ends: every vertex enters the queue at most once, and each turn takes some from it.
    while (edges_.head < edges_.tail) {
      if (edges_.tail - edges_.head <= queue_.alone) {
        edges_.take_first(stop);
      } else {
        context_.check_cancelled();
        take_all();
      }
    }
    return edges_.take_mates(context_);
  }

 private:
  // Matches v and its best neighbour if they point at each other, and queues the vertices that no
  // other thread has queued.
  void claim(VertexId v) {
    const VertexId u = edges_.best[v];
    if (u == k_none || edges_.best[u] != v) return;
    if (u == v) structures::throw_broken_promise(edges_.graph);  // a loop
    if (edges_.matched.insert_shared(v)) append(edges_.queue, edges_.tail, v);
    if (edges_.matched.insert_shared(u)) append(edges_.queue, edges_.tail, u);
  }

  void take_all() {
    const std::size_t begin = edges_.head;
    edges_.head = edges_.tail;
    std::size_t num_looked = 0;
    // No vertex is matched in this loop. A vertex that pointed at x is a neighbour of no other such
    // x, and points at a free vertex afterwards, so exactly one thread sees it point at x.
    const auto look = [&](VertexId x, parallel::StopCheck& stop) {
      for (Offset arc = edges_.rows.begin(x); arc < edges_.rows.end(x); ++arc) {
        const VertexId v = edges_.rows.head(arc);
        if (load(edges_.best[v]) != x || edges_.matched.contains(v) != 0) continue;
        stop.done(edges_.rows.degree(v));
        store(edges_.best[v], edges_.rows.best(v, order::Unmatched{edges_.matched}));
        append(looked_, num_looked, v);
      }
    };
    parallel::for_chunks(context_, parallel::cut(context_, edges_.head - begin, queue_.grain),
                         [&](std::size_t, std::size_t first, std::size_t last) {
                           parallel::StopCheck stop(context_);
                           for (std::size_t i = first; i < last; ++i) {
                             look(edges_.queue[begin + i], stop);
                           }
                         });
    parallel::for_each(
        context_, num_looked, [&](std::size_t i) { claim(looked_[i]); }, queue_.grain);
  }

  const Context& context_;
  const QueueTuning queue_;
  const VertexId n_;
  DominantEdges<WeightBits> edges_;
  Array<VertexId> looked_;
};

}  // namespace

std::vector<VertexId> locally_dominant_shared(const Context& context, const GraphView& graph,
                                              const GraphOrder& order, const QueueTuning& tuning) {
  return order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    return SharedQueue(context, graph, weight_bits, order.seed, tuning).run();
  });
}

}  // namespace hypermatch::detail::graph_matching
