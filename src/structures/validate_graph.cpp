// SPDX-License-Identifier: MIT
// Validates graphs from untrusted callers.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "base/counted.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/graph.hpp"
#include "structures/equal_weights.hpp"

namespace hypermatch {

using detail::base::refuse_input;

namespace {

void check_values(const WeightsView& weights, std::size_t expected, const char* one) {
  if (!is_weighted(weights)) return;
  if (size_of(weights) != expected) {
    refuse_input(detail::base::there_are(size_of(weights), "weight") + " for " +
                 detail::base::counted(expected, one));
  }
  std::visit(
      [](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          if constexpr (std::is_floating_point_v<typename View::value_type>) {
            for (std::size_t i = 0; i < held.size(); ++i) {
              if (!std::isfinite(held[i]))
                refuse_input("weights[" + std::to_string(i) + "] is not a finite number");
            }
          }
        }
      },
      weights);
}

void check_offsets(const GraphView& graph) {
  const auto& [n, offsets, neighbours, weights] = graph;
  if (n > k_max_count)
    refuse_input("num_vertices is " + std::to_string(n) + ", must be below 2^32 - 1");
  if (offsets.empty() && n == 0 && neighbours.empty()) return;
  if (offsets.size() != n + std::size_t{1}) {
    refuse_input("there are " + std::to_string(offsets.size()) + " offsets for " +
                 std::to_string(n) + " vertices, must be one more");
  }
  if (offsets.front() != 0) refuse_input("offsets[0] must be 0");
  if (offsets.back() != neighbours.size())
    refuse_input("the last offset must be the number of arcs");
  if (neighbours.size() / 2 > k_max_count) refuse_input("more than 2^32 - 2 edges");
  for (std::size_t v = 0; v < n; ++v) {
    if (offsets[v] > offsets[v + 1]) refuse_input("offsets[" + std::to_string(v + 1) + "] falls");
  }
}

// Places of the arcs grouped by head, tails ascending in each group: the transpose.
Array<Offset> arcs_by_head(const GraphView& graph, Array<Offset>& first) {
  const std::size_t n = graph.num_vertices;
  first = Array<Offset>(n + 1, 0);
  for (const VertexId head : graph.neighbours) ++first[head + std::size_t{1}];
  for (std::size_t v = 0; v < n; ++v) first[v + 1] += first[v];
  Array<Offset> next = first.clone();
  Array<Offset> arcs(graph.num_arcs());
  for (std::size_t i = 0; i < graph.neighbours.size(); ++i) arcs[next[graph.neighbours[i]]++] = i;
  return arcs;
}

// Every arc has its counterpart with the same weight: for each vertex, the arcs that leave it are
// marked, and those that enter it are held against the marks.
void check_symmetry(const GraphView& graph) {
  Array<Offset> first;
  const Array<Offset> entering = arcs_by_head(graph, first);
  Array<VertexId> tails(graph.num_arcs());
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    for (Offset i = graph.offsets[v]; i < graph.offsets[v + 1]; ++i) tails[i] = v;
  }
  constexpr Offset k_unseen = ~Offset{0};
  Array<Offset> leaving(graph.num_vertices, k_unseen);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    for (Offset i = graph.offsets[v]; i < graph.offsets[v + 1]; ++i) {
      const VertexId head = graph.neighbours[i];
      if (leaving[head] != k_unseen) {
        refuse_input("vertex " + std::to_string(v) + " has neighbour " + std::to_string(head) +
                     " twice");
      }
      leaving[head] = i;
    }
    if (first[v + std::size_t{1}] - first[v] != graph.degree(v)) {
      refuse_input("vertex " + std::to_string(v) + " has " + std::to_string(graph.degree(v)) +
                   " neighbours, but is one of " +
                   std::to_string(first[v + std::size_t{1}] - first[v]));
    }
    for (Offset k = first[v]; k < first[v + std::size_t{1}]; ++k) {
      const VertexId tail = tails[entering[k]];
      if (leaving[tail] == k_unseen) {
        refuse_input("vertex " + std::to_string(tail) + " has neighbour " + std::to_string(v) +
                     ", but not the other way round");
      }
      if (!detail::structures::equal_weights(graph.weights, entering[k], leaving[tail])) {
        refuse_input("the two arcs between vertices " + std::to_string(v) + " and " +
                     std::to_string(tail) + " differ in weight");
      }
    }
    for (const VertexId head : graph.neighbours_of(v)) leaving[head] = k_unseen;
  }
}

}  // namespace

void validate(const GraphView& graph) {
  check_offsets(graph);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    for (const VertexId other : graph.neighbours_of(v)) {
      if (other >= graph.num_vertices) {
        refuse_input("vertex " + std::to_string(v) + " has neighbour " + std::to_string(other) +
                     ", must be below " + std::to_string(graph.num_vertices));
      }
      if (other == v) refuse_input("vertex " + std::to_string(v) + " is its own neighbour");
    }
  }
  check_values(graph.weights, graph.neighbours.size(), "arc");
  check_symmetry(graph);
}

void validate(const EdgeListView& graph) {
  const auto& [n, edges, weights] = graph;
  if (n > k_max_count)
    refuse_input("num_vertices is " + std::to_string(n) + ", must be below 2^32 - 1");
  if (edges.size() > k_max_count) refuse_input("more than 2^32 - 2 edges");
  check_values(weights, edges.size(), "edge");
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [u, v] = edges[e];
    if (u >= n || v >= n) {
      refuse_input("edge " + std::to_string(e) + " joins " + std::to_string(u) + " and " +
                   std::to_string(v) + ", must be below " + std::to_string(n));
    }
    if (u == v)
      refuse_input("edge " + std::to_string(e) + " joins " + std::to_string(u) + " to itself");
  }
  // By the smaller end, then a mark for each larger one: pairs that repeat meet their mark.
  Array<Offset> first(n + std::size_t{1}, 0);
  for (const auto& [u, v] : edges) ++first[std::min(u, v) + std::size_t{1}];
  for (std::size_t v = 0; v < n; ++v) first[v + 1] += first[v];
  Array<Offset> next = first.clone();
  Array<EdgeId> by_smaller(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    by_smaller[next[std::min(edges[e].u, edges[e].v)]++] = static_cast<EdgeId>(e);
  }
  Array<EdgeId> last(n, k_none);
  Array<VertexId> from(n, k_none);
  for (std::size_t v = 0; v < n; ++v) {
    for (Offset i = first[v]; i < first[v + 1]; ++i) {
      const EdgeId e = by_smaller[i];
      const VertexId larger = std::max(edges[e].u, edges[e].v);
      if (from[larger] == v) {
        refuse_input("edges " + std::to_string(last[larger]) + " and " + std::to_string(e) +
                     " join the same vertices");
      }
      from[larger] = static_cast<VertexId>(v);
      last[larger] = e;
    }
  }
}

}  // namespace hypermatch
