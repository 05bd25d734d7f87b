// SPDX-License-Identifier: MIT
// Validates graphs from untrusted callers.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"
#include "structures/equal_weights.hpp"

namespace hypermatch {

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorCode::invalid_input, message);
}

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

void check_weights(const WeightsView& weights, std::size_t expected, const char* one) {
  if (!is_weighted(weights)) return;
  if (size_of(weights) != expected) {
    fail(detail::base::there_are(size_of(weights), "weight") + " for " +
         detail::base::counted(expected, one));
  }
  std::visit(
      [](const auto& held) {
        using View = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          if constexpr (std::is_floating_point_v<typename View::value_type>) {
            for (std::size_t i = 0; i < held.size(); ++i) {
              if (!std::isfinite(held[i])) fail("weights[" + text(i) + "] is not a finite number");
            }
          }
        }
      },
      weights);
}

void check_shape(const GraphView& graph) {
  const auto& [n, offsets, neighbours, weights] = graph;
  if (n > k_max_count) fail("num_vertices is " + text(n) + ", must be below 2^32 - 1");
  if (offsets.empty() && n == 0 && neighbours.empty()) return;
  if (offsets.size() != n + std::size_t{1}) {
    fail("there are " + text(offsets.size()) + " offsets for " + text(n) +
         " vertices, must be one more");
  }
  if (offsets.front() != 0) fail("offsets[0] must be 0");
  if (offsets.back() != neighbours.size()) fail("the last offset must be the number of arcs");
  if (neighbours.size() / 2 > k_max_count) fail("more than 2^32 - 2 edges");
  for (std::size_t v = 0; v < n; ++v) {
    if (offsets[v] > offsets[v + 1]) fail("offsets[" + text(v + 1) + "] falls");
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
        fail("vertex " + text(v) + " has neighbour " + text(head) + " twice");
      }
      leaving[head] = i;
    }
    if (first[v + std::size_t{1}] - first[v] != graph.degree(v)) {
      fail("vertex " + text(v) + " has " + text(graph.degree(v)) + " neighbours, but is one of " +
           text(first[v + std::size_t{1}] - first[v]));
    }
    for (Offset k = first[v]; k < first[v + std::size_t{1}]; ++k) {
      const VertexId tail = tails[entering[k]];
      if (leaving[tail] == k_unseen) {
        fail("vertex " + text(tail) + " has neighbour " + text(v) +
             ", but not the other way round");
      }
      if (!detail::structures::equal_weights(graph.weights, entering[k], leaving[tail])) {
        fail("the two arcs between vertices " + text(v) + " and " + text(tail) +
             " differ in weight");
      }
    }
    for (const VertexId head : graph.neighbours_of(v)) leaving[head] = k_unseen;
  }
}

}  // namespace

void validate(const GraphView& graph) {
  check_shape(graph);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    for (const VertexId other : graph.neighbours_of(v)) {
      if (other >= graph.num_vertices) {
        fail("vertex " + text(v) + " has neighbour " + text(other) + ", must be below " +
             text(graph.num_vertices));
      }
      if (other == v) fail("vertex " + text(v) + " is its own neighbour");
    }
  }
  check_weights(graph.weights, graph.neighbours.size(), "arc");
  check_symmetry(graph);
}

void validate(const EdgeListView& graph) {
  const auto& [n, edges, weights] = graph;
  if (n > k_max_count) fail("num_vertices is " + text(n) + ", must be below 2^32 - 1");
  if (edges.size() > k_max_count) fail("more than 2^32 - 2 edges");
  check_weights(weights, edges.size(), "edge");
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [u, v] = edges[e];
    if (u >= n || v >= n) {
      fail("edge " + text(e) + " joins " + text(u) + " and " + text(v) + ", must be below " +
           text(n));
    }
    if (u == v) fail("edge " + text(e) + " joins " + text(u) + " to itself");
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
        fail("edges " + text(last[larger]) + " and " + text(e) + " join the same vertices");
      }
      from[larger] = static_cast<VertexId>(v);
      last[larger] = e;
    }
  }
}

}  // namespace hypermatch
