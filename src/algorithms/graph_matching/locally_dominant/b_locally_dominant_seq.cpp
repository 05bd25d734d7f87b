// SPDX-License-Identifier: MIT
// Locally dominant edges under capacities, on one core: Manne, Bisseling 2008,
// doi:10.1007/978-3-540-68111-3_74, with as many pointers per vertex as it has room for (Khan et
// al. 2016, doi:10.1137/15M1026304). Guarantee 1/2. Work O(m log(degree)).
//
// A vertex points at the heads of its arcs whose keys are its bar or above; bars only fall. Mutual
// pointers are matched. A vertex that is full has as many matched arcs as its capacity, so every
// vertex that points at it from below its own bar has lost a pointer, and lowers its bar.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/b_matching.hpp"
#include "order/arc_priorities.hpp"
#include "order/sorted_rows.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

template <class WeightBits>
class DominantPairs {
 public:
  DominantPairs(const Context& context, const GraphView& graph, const WeightBits& weight_bits,
                std::uint64_t seed, const Capacities& capacities)
      : graph_(graph),
        rows_(context, graph, weight_bits, detail::base::PairMixer(seed)),
        room_(graph.num_vertices),
        next_(graph.num_vertices, 0),
        bars_(graph.num_vertices, ~std::uint64_t{0}),
        released_(graph.num_vertices) {
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      room_[v] = capacities[v];
      if (room_[v] == 0) released_.insert(v);
    }
  }

  /// @throws Error{cancelled}
  void run(const Context& context) {
    parallel::StopCheck stop(context);
    for (VertexId v = 0; v < graph_.num_vertices; ++v) {
      stop.done(graph_.degree(v));
      // Ends: with the room, or the row.
      for (std::uint32_t left = room_[v]; left > 0 && lower(v); --left) {
      }
    }
    for (VertexId v = 0; v < graph_.num_vertices; ++v) match_mutual(v);
    // Ends: a vertex becomes full once.
    for (std::size_t i = 0; i < full_.size(); ++i) {
      stop.done(graph_.degree(full_[i]));
      release(full_[i]);
    }
  }

  [[nodiscard]] const Array<GraphEdge>& pairs() const { return pairs_; }

 private:
  // Points at the next head that is not released; false at the end of the row.
  bool lower(VertexId v) {
    const std::size_t size = rows_.size(v);
    // Ends: next_[v] grows.
    while (next_[v] < size) {
      const order::KeyedArc arc = rows_.arc(v, next_[v]++);
      if (arc.head == v) detail::structures::throw_broken_promise(graph_);  // a loop
      bars_[v] = arc.key;
      last_ = arc;
      if (released_.contains(arc.head) == 0) return true;
    }
    return false;
  }

  // Matches v and the heads behind it that it points at, and that point at it, in the beginning.
  void match_mutual(VertexId v) {
    for (std::size_t i = 0; i < next_[v]; ++i) {
      const auto [key, head] = rows_.arc(v, i);
      const bool is_mutual = released_.contains(head) == 0 && key >= bars_[head];
      if (is_mutual && v < head) match(v, head);
    }
  }

  void match(VertexId u, VertexId v) {
    pairs_.push_back({u, v});
    for (const VertexId end : {u, v}) {
      if (room_[end] == 0) detail::structures::throw_broken_promise(graph_);
      if (--room_[end] == 0) full_.push_back(end);
    }
  }

  // Heads with room that point at v, which is full, and that v does not point at go on.
  void release(VertexId v) {
    released_.insert(v);
    for (std::size_t i = 0; i < rows_.size(v); ++i) {
      const auto [key, head] = rows_.arc(v, i);
      if (key >= bars_[v] || room_[head] == 0 || key < bars_[head] || !lower(head)) continue;
      // A vertex that is full points at matched vertices and at full ones alone.
      if (room_[last_.head] != 0 && last_.key >= bars_[last_.head]) match(head, last_.head);
    }
  }

  GraphView graph_;
  order::SortedRows<WeightBits> rows_;
  Array<std::uint32_t> room_;
  Array<std::uint32_t> next_;   // place in the sorted row
  Array<std::uint64_t> bars_;   // of each vertex the least key that it points with
  order::VertexSet released_;   // full, and those that pointed at them went on
  order::KeyedArc last_ = {};   // what `lower` found
  std::vector<VertexId> full_;  // in the order in which they became so
  Array<GraphEdge> pairs_;
};

}  // namespace

Partners locally_dominant(const Context& context, const GraphView& graph,
                          const Capacities& capacities, const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) return partners_of(locally_dominant(context, graph, options));
  const GraphOrder order = resolve(context, options, graph);
  Partners matching =
      order::with_narrow_weight_bits(context, graph.weights, order, [&](auto weight_bits) {
        DominantPairs edges(context, graph, weight_bits, order.seed, capacities);
        edges.run(context);
        return partner_lists(context, graph.num_vertices, edges.pairs().view());
      });
  matching.stats = run_stats(order, b_greedy_guarantee(order), 1, "locally_dominant");
  return matching;
}

}  // namespace hypermatch
