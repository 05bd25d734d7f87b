// SPDX-License-Identifier: MIT
// Rows of the edges of a list that take part, for algorithms that look at no weight.
#pragma once

#include <cstddef>
#include <utility>

#include "hypermatch/array.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch::detail::graph_matching {

/// Counting sort of the arcs of a list by their tails: calls prepare(number of arcs), then
/// place(at, head, e) for both arcs of each edge with takes(e). `number`: of each vertex in the
/// rows. @returns the first arc of each row, size n + 1
template <class Takes, class Number, class Prepare, class Place>
[[nodiscard]] Array<Offset> sort_arcs(const Context& context, const EdgeListView& graph,
                                      const Takes& takes, const Number& number,
                                      const Prepare& prepare, const Place& place) {
  constexpr std::uint64_t k_work_per_edge = 16;  // two places anywhere in memory
  parallel::StopCheck stop(context);
  const VertexId n = graph.num_vertices;
  Array<Offset> first(n + std::size_t{1}, 0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    if (u == v || u >= n || v >= n) structures::throw_broken_promise(graph);
    stop.done(k_work_per_edge);
    if (!takes(e)) continue;
    ++first[number(u) + std::size_t{1}];
    ++first[number(v) + std::size_t{1}];
  }
  for (VertexId v = 0; v < n; ++v) first[v + std::size_t{1}] += first[v];
  prepare(first[n]);
  // The begin of each row moves to its end, which is the begin of the next one.
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    stop.done(k_work_per_edge);
    if (!takes(e)) continue;
    const VertexId u = number(graph.edges[e].u);
    const VertexId v = number(graph.edges[e].v);
    place(first[u]++, v, e);
    place(first[v]++, u, e);
  }
  for (std::size_t v = n; v > 0; --v) first[v] = first[v - 1];
  first[0] = 0;
  return first;
}

struct PlainRows {
  Array<Offset> first;    ///< size n + 1
  Array<VertexId> heads;  ///< size 2m
};

/// The rows of the edges with takes(e), in the numbers of the graph.
template <class Takes>
[[nodiscard]] PlainRows plain_rows(const Context& context, const EdgeListView& graph,
                                   const Takes& takes) {
  PlainRows rows;
  rows.first = sort_arcs(
      context, graph, takes, [](VertexId v) { return v; },
      [&](Offset arcs) { rows.heads.resize(arcs); },
      [&](Offset at, VertexId head, std::size_t /*e*/) { rows.heads[at] = head; });
  return rows;
}

/// Whether the edges of a list take part under a resolved order.
class Eligible {
 public:
  Eligible(const EdgeListView& graph, const GraphOrder& order)
      : weights_(graph.weights),
        all_(order.objective == Objective::cardinality || order.nonpositive == NonPositive::keep ||
             !graph.is_weighted()) {}
  [[nodiscard]] bool operator()(std::size_t e) const { return all_ || weight_at(weights_, e) > 0; }

 private:
  const WeightsView& weights_;
  bool all_;
};

}  // namespace hypermatch::detail::graph_matching
