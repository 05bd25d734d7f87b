// SPDX-License-Identifier: MIT
// Local max under capacities by batched greedy: the greedy b-matching of the one order without a full
// sort. Guarantee 1/2. Expected work O(m); O(m log m) always. A bitmap of the vertices without room
// tells which edges are free, as in the plain matching; what is left of the capacities is looked up
// for edges that are taken only. Where no vertex has more edges than its capacity, all edges are
// taken as they stand. Memory 4 bytes per vertex and thread, and 8 per matched edge.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "hypermatch/b_matching.hpp"
#include "hypermatch/names.hpp"
#include "order/batched_greedy.hpp"
#include "order/edge_records.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/team.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;
namespace order = detail::order;
namespace parallel = detail::parallel;

namespace {

// Both ends of an edge must have room.
class RoomAtEnds {
 public:
  using Taken = GraphEdge;

  RoomAtEnds(const EdgeListView& graph, const Capacities& capacities)
      : graph_(graph), full_(graph.num_vertices), room_(graph.num_vertices) {
    for (VertexId v = 0; v < graph.num_vertices; ++v) {
      room_[v] = capacities[v];
      full_.insert_if(v, mask_of(room_[v] == 0));
    }
  }

  template <class Edge>  // with ends u and v
  [[nodiscard]] std::uint64_t is_free(const Edge& edge) const {
    return (full_.mask_of_free(edge.u) & full_.mask_of_free(edge.v)) & 1;
  }
  void look_ahead(std::span<const order::EdgeRecord> records, std::size_t i) const {
    constexpr std::size_t k_ahead = 8;
    if (i + k_ahead >= records.size()) return;
    __builtin_prefetch(room_.data() + records[i + k_ahead].u, 1);
    __builtin_prefetch(room_.data() + records[i + k_ahead].v, 1);
  }
  GraphEdge* take_if_free(const order::EdgeRecord& edge, GraphEdge* out) {
    *out = {edge.u, edge.v};
    if (is_free(edge) == 0) return out;
    if (edge.u == edge.v) detail::structures::throw_broken_promise(graph_);  // a loop
    learn(*out);
    return out + 1;
  }
  void learn(const GraphEdge& edge) {
    full_.insert_if(edge.u, mask_of(--room_[edge.u] == 0));
    full_.insert_if(edge.v, mask_of(--room_[edge.v] == 0));
  }

 private:
  // All ones or 0.
  [[nodiscard]] static std::uint64_t mask_of(bool set) {
    return std::uint64_t{0} - (set ? 1 : 0);
  }

  EdgeListView graph_;
  order::VertexSet full_;
  Array<std::uint32_t> room_;
};

template <class WeightBits>
class BMatchInList : public order::EdgeRecords<WeightBits> {
 public:
  using Vertices = RoomAtEnds;

  BMatchInList(const EdgeListView& graph, const WeightBits& weight_bits, std::uint64_t seed,
               const Capacities& capacities, std::size_t most_taken)
      : order::EdgeRecords<WeightBits>(graph, weight_bits, seed),
        graph_(graph),
        capacities_(capacities),
        most_taken_(most_taken),
        pairs_(most_taken) {}

  [[nodiscard]] std::size_t most_taken() const { return most_taken_; }
  [[nodiscard]] RoomAtEnds vertices() const { return {graph_, capacities_}; }
  void check_room() const {}
  void prepare() const {}
  void note(const RoomAtEnds& /*vertices*/, std::span<const GraphEdge> pairs) {
    // Relaxed: the counter only hands out places.
    const std::size_t begin = num_pairs_.fetch_add(pairs.size(), std::memory_order_relaxed);
    std::copy(pairs.begin(), pairs.end(), pairs_.begin() + begin);
  }

  [[nodiscard]] std::span<const GraphEdge> pairs() const {
    return pairs_.view().first(num_pairs_.load(std::memory_order_relaxed));
  }

 private:
  EdgeListView graph_;
  Capacities capacities_;
  std::size_t most_taken_;
  Array<GraphEdge> pairs_;  // as they were taken; of several threads in any order
  std::atomic<std::size_t> num_pairs_ = 0;
};

// Edges that a b-matching has at most: all, or half of the capacities.
std::size_t most_matched(const EdgeListView& graph, const Capacities& capacities) {
  const std::uint64_t m = graph.num_edges();
  if (capacities.each.empty()) {
    return std::min(m, std::uint64_t{graph.num_vertices} * capacities.common / 2);
  }
  std::uint64_t units = 0;
  for (const std::uint32_t capacity : capacities.each) {
    units += std::min<std::uint64_t>(capacity, m);
  }
  return std::min(m, units / 2);
}

// Whether no vertex has more edges than its capacity. Looked at only where that may be.
bool is_unbounded(const Context& context, const EdgeListView& graph,
                  const Capacities& capacities) {
  if (most_matched(graph, capacities) < graph.num_edges()) return false;
  Array<std::uint32_t> degrees(graph.num_vertices, 0);
  for (const GraphEdge& edge : graph.edges) {
    ++degrees[edge.u];
    ++degrees[edge.v];
  }
  context.check_cancelled();
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    if (degrees[v] > capacities[v]) return false;
  }
  return true;
}

// All edges that take part.
template <class WeightBits>
Partners take_all(const Context& context, const EdgeListView& graph,
                  const WeightBits& weight_bits) {
  Array<GraphEdge> pairs(graph.num_edges());
  pairs.resize(parallel::select(
      context, graph.num_edges(),
      [&](std::size_t e) { return weight_bits(e) >= weight_bits.lowest(); },
      [&](std::size_t place, std::size_t e) {
        pairs[place] = graph.edges[e];
        if (pairs[place].u == pairs[place].v) detail::structures::throw_broken_promise(graph);
      }));
  return partner_lists(context, graph.num_vertices, pairs.view());
}

}  // namespace

Partners local_max(const Context& context, const EdgeListView& graph, const Capacities& capacities,
                   const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) {
    return partners_of(local_max(context, graph, GraphLocalMaxOptions{.order = options}));
  }
  const GraphOrder order = resolve(context, options, graph);
  std::uint64_t batches = 1;
  const std::size_t most = most_matched(graph, capacities);
  Partners matching = order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
    if (most == 0) return partner_lists(context, graph.num_vertices, {});
    if (is_unbounded(context, graph, capacities)) return take_all(context, graph, weight_bits);
    BMatchInList problem(graph, weight_bits, order.seed, capacities, most);
    batches = order::match_in_batches(context, problem, order::BatchTuning{});
    return partner_lists(context, graph.num_vertices, problem.pairs());
  });
  matching.stats = run_stats(order, b_greedy_guarantee(order), batches, "local_max",
                             name_of(GraphLocalMaxVariant::filtered));
  return matching;
}

Partners local_max(const Context& context, const GraphView& graph, const Capacities& capacities,
                   const GraphOrder& options) {
  check_capacities(capacities, graph.num_vertices);
  if (are_ones(context, capacities)) {
    return partners_of(local_max(context, graph, GraphLocalMaxOptions{.order = options}));
  }
  using Clock = std::chrono::steady_clock;
  const GraphOrder order = resolve(context, options, graph);
  const Clock::time_point begin = Clock::now();
  const EdgeList edges = edges_of(context, graph);
  const std::chrono::duration<double> prepare = Clock::now() - begin;
  // The list of rows that break promises may be too long.
  detail::structures::check_shape(edges.view());
  Partners matching = local_max(context, edges.view(), capacities, order);
  matching.stats.prepare_seconds = prepare.count();
  return matching;
}

}  // namespace hypermatch
