// SPDX-License-Identifier: MIT
// Local max over a list of edges by batched greedy: the greedy matching of the one order (local
// max: Birn, Osipov, Sanders, Schulz, Sitchinava 2013, doi:10.1007/978-3-642-40047-6_66) without a
// full sort and without a CSR. Guarantee 1/2. Expected work O(m); O(m log m) always. Memory 4 bytes
// per edge, 4 per vertex beside the mates where there are several threads, and n / 8 per thread; 16
// bytes per edge where over a quarter of the edges share one key. One or two threads scan a list
// that is sorted by weights instead.
#include "algorithms/graph_matching/local_max/batched_greedy/batched_greedy.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/local_max/batched_greedy/sorted_list.hpp"
#include "base/large_vector.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/edge_records.hpp"
#include "order/filtered.hpp"
#include "order/matched_vertices.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

// Both ends of an edge must be free.
class FreeEnds {
 public:
  using Taken = GraphEdge;

  explicit FreeEnds(const EdgeListView& graph) : graph_(graph), matched_(graph.num_vertices) {}

  template <class Edge>  // with ends u and v
  [[nodiscard]] std::uint64_t is_free(const Edge& edge) const {
    return mask(edge) & 1;
  }
  void look_ahead(std::span<const order::EdgeRecord> /*records*/, std::size_t /*i*/) const {}

  // No branch to mispredict: many are not free.
  GraphEdge* take_if_free(const order::EdgeRecord& edge, GraphEdge* out) {
    const std::uint64_t free = mask(edge);
    if (edge.u == edge.v && free != 0) [[unlikely]]
      structures::throw_broken_promise(graph_);
    matched_.insert_if(edge.u, free);
    matched_.insert_if(edge.v, free);
    *out = {edge.u, edge.v};
    return out + (free & 1);
  }
  void learn(const GraphEdge& edge) {
    matched_.insert(edge.u);
    matched_.insert(edge.v);
  }

  template <class Body>
  void for_all(const order::EdgeRecord& edge, const Body& body) const {
    body(edge.u);
    body(edge.v);
  }
  void insert_if(VertexId v, std::uint64_t mask) { matched_.insert_if(v, mask); }

 private:
  template <class Edge>
  [[nodiscard]] std::uint64_t mask(const Edge& edge) const {
    return matched_.mask_of_free(edge.u) & matched_.mask_of_free(edge.v);
  }

  EdgeListView graph_;
  order::MatchedVertices matched_;
};

template <class WeightBits>
class MatchInList : public order::EdgeRecords<WeightBits> {
 public:
  using Vertices = FreeEnds;

  MatchInList(const EdgeListView& graph, const WeightBits& weight_bits, std::uint64_t seed)
      : order::EdgeRecords<WeightBits>(graph, weight_bits, seed), graph_(graph) {}

  [[nodiscard]] std::size_t num_vertices() const { return graph_.num_vertices; }
  [[nodiscard]] std::size_t most_taken() const { return graph_.num_vertices / 2; }
  [[nodiscard]] FreeEnds vertices() const { return FreeEnds(graph_); }
  // A vector is not accounted for, and the pairs that are taken need as much.
  void check_room() const { check_memory(graph_.num_vertices * sizeof(VertexId)); }
  void prepare() { mates = filled_vector(graph_.num_vertices, k_none); }

  // No two pairs share a vertex, so that all threads may do it.
  void note(const FreeEnds& /*vertices*/, std::span<const GraphEdge> pairs) {
    constexpr std::size_t k_ahead = 8;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i + k_ahead < pairs.size()) {
        __builtin_prefetch(mates.data() + pairs[i + k_ahead].u, 1);
        __builtin_prefetch(mates.data() + pairs[i + k_ahead].v, 1);
      }
      mates[pairs[i].u] = pairs[i].v;
      mates[pairs[i].v] = pairs[i].u;
    }
  }
  void note_taken(std::span<const order::EdgeRecord> pairs, std::size_t /*task*/) const {
    for (const order::EdgeRecord& pair : pairs) {
      if (pair.u == pair.v) [[unlikely]]
        structures::throw_broken_promise(graph_);
    }
  }
  void note_matched(VertexId v, const order::EdgeRecord& pair) { mates[v] = pair.u ^ pair.v ^ v; }

  std::vector<VertexId> mates;

 private:
  EdgeListView graph_;
};

template <class WeightBits>
std::vector<VertexId> match_sorted(const Context& context, const EdgeListView& graph,
                                   const WeightBits& weight_bits, std::uint64_t seed,
                                   ListOrder direction) {
  std::vector<VertexId> mates = filled_vector(graph.num_vertices, k_none);
  order::MatchedVertices matched(graph.num_vertices);
  scan_sorted(context, graph, weight_bits, seed, direction, [&](const GraphEdge& edge) {
    if ((matched.contains(edge.u) | matched.contains(edge.v)) != 0) return;
    if (edge.u == edge.v) structures::throw_broken_promise(graph);
    matched.insert(edge.u);
    matched.insert(edge.v);
    mates[edge.u] = edge.v;
    mates[edge.v] = edge.u;
  });
  return mates;
}

}  // namespace

GraphMatching batched_greedy(const Context& context, const EdgeListView& graph,
                             const GraphOrder& order, const order::BatchTuning& tuning) {
  GraphMatching matching;
  std::uint64_t batches = 0;
  if (graph.num_edges() == 0) {
    matching.mates = filled_vector(graph.num_vertices, k_none);
  } else {
    matching.mates = order::with_weight_bits(graph.weights, order, [&](auto weight_bits) {
      if (graph.num_edges() >= tuning.least_scanned) {
        const ListOrder direction = order_to_scan(context, graph, weight_bits);
        if (direction != ListOrder::none) {
          batches = 1;
          return match_sorted(context, graph, weight_bits, order.seed, direction);
        }
      }
      MatchInList problem(graph, weight_bits, order.seed);
      order::BatchTuning used = tuning;
      // Images of 64 bits are unevenly spread: one sort of them takes longer than buckets do.
      if constexpr (sizeof(typename decltype(weight_bits)::Image) == 8) used.few /= 4;
      batches = order::filtered(context, problem, used);
      return std::move(problem.mates);
    });
  }
  matching.stats = run_stats(order, greedy_guarantee(order), batches, "local_max",
                             name_of(GraphLocalMaxVariant::filtered));
  return matching;
}

}  // namespace hypermatch::detail::graph_matching
