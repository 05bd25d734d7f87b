// SPDX-License-Identifier: MIT
// Mates as edges, and what they weigh. Everything that a caller hands over is checked: graphs that
// are no simple graphs and mates that are no matching are refused, and nothing beyond an array is
// read.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/primitives.hpp"
#include "structures/graph_shape.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

namespace parallel = detail::parallel;

namespace {

constexpr std::size_t k_nowhere = std::numeric_limits<std::size_t>::max();

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_input, what);
}

// Whether mates[v] is none, or another vertex whose mate is v.
bool is_mutual(std::span<const VertexId> mates, std::size_t v) {
  const VertexId mate = mates[v];
  return mate == k_none || (mate < mates.size() && mate != v && mates[mate] == v);
}

[[noreturn]] void throw_not_mutual(std::span<const VertexId> mates, std::size_t v) {
  const VertexId mate = mates[v];
  const std::string begin = "mates[" + text(v) + "] is " + text(mate) + ", ";
  if (mate >= mates.size()) refuse(begin + "must be below " + text(mates.size()) + " or none");
  refuse(begin + "but mates[" + text(mate) + "] is not " +
         (mate == v ? "another vertex" : text(v)));
}

// Returns the number of pairs; throws unless every mate is a vertex whose mate it is.
std::size_t count_pairs(const Context& context, VertexId num_vertices,
                        std::span<const VertexId> mates) {
  if (mates.size() != num_vertices) {
    refuse("there are " + text(mates.size()) + " mates for " + text(num_vertices) + " vertices");
  }
  struct Found {
    std::size_t matched = 0;
    std::size_t first_bad = k_nowhere;
  };
  const Found found = parallel::reduce<Found>(
      context, mates.size(), {},
      [&](std::size_t v) {
        return Found{mates[v] != k_none ? std::size_t{1} : 0, is_mutual(mates, v) ? k_nowhere : v};
      },
      [](const Found& a, const Found& b) {
        return Found{a.matched + b.matched, std::min(a.first_bad, b.first_bad)};
      });
  if (found.first_bad != k_nowhere) throw_not_mutual(mates, found.first_bad);
  return found.matched / 2;
}

// Names the first edge that ends outside the graph; there is one.
[[noreturn]] void throw_end_outside(const EdgeListView& graph) {
  const VertexId n = graph.num_vertices;
  std::size_t e = 0;
  // Ends: the caller saw such an edge.
  while (graph.edges[e].u < n && graph.edges[e].v < n) ++e;
  const GraphEdge edge = graph.edges[e];
  refuse("edges[" + text(e) + "] has vertex " + text(edge.u < n ? edge.v : edge.u) +
         ", must be below " + text(n));
}

// Names a pair that several edges join, or that none does; there is one.
[[noreturn]] void throw_not_joined_once(const EdgeListView& graph, std::span<const VertexId> mates,
                                        std::span<const EdgeId> edges) {
  std::vector<bool> joined(mates.size(), false);
  for (const EdgeId e : edges) {
    const auto [u, v] = graph.edges[e];
    if (joined[u]) {
      refuse("edges[" + text(e) + "] joins " + text(u) + " and " + text(v) +
             ", as an earlier edge does");
    }
    joined[u] = joined[v] = true;
  }
  VertexId v = 0;
  // Ends: as many edges as pairs, and none twice, would be all of them.
  while (mates[v] == k_none || joined[v]) ++v;
  refuse("mates[" + text(v) + "] is " + text(mates[v]) + ", but no edge joins them");
}

// Whether no pair occurs twice among edges whose ends are mates.
bool are_distinct(const Context& context, const EdgeListView& graph,
                  std::span<const EdgeId> edges) {
  Array<std::uint8_t> joined(graph.num_vertices, 0);
  std::atomic<bool> repeated = false;
  parallel::for_each(context, edges.size(), [&](std::size_t i) {
    const auto [u, v] = graph.edges[edges[i]];
    // Relaxed: the exchange alone decides who came second, and the end of the loop publishes
    // `repeated`.
    const std::atomic_ref mark(joined[std::min(u, v)]);
    if (mark.exchange(1, std::memory_order_relaxed) != 0) {
      repeated.store(true, std::memory_order_relaxed);
    }
  });
  return !repeated;
}

}  // namespace

std::vector<EdgeId> matched_edges(const Context& context, const EdgeListView& graph,
                                  std::span<const VertexId> mates) {
  detail::structures::check_shape(graph);
  const std::size_t pairs = count_pairs(context, graph.num_vertices, mates);
  // How many edges of each chunk are matched, in one pass; a second one over the few that are
  // stores them.
  const std::size_t m = graph.edges.size();
  const parallel::Chunks chunks = parallel::cut(context, m, 1 << 14);
  std::vector<std::vector<EdgeId>> found(chunks.count);
  std::atomic<bool> outside = false;
  parallel::for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<EdgeId> mine;
    VertexId highest = 0;
    for (std::size_t e = begin; e < end; ++e) {
      const auto [u, v] = graph.edges[e];
      highest = std::max({highest, u, v});
      if (u < mates.size() && mates[u] == v) mine.push_back(static_cast<EdgeId>(e));
    }
    // Relaxed: the end of the loop publishes it.
    if (highest >= mates.size()) outside.store(true, std::memory_order_relaxed);
    found[chunk] = std::move(mine);
  });
  if (outside) throw_end_outside(graph);
  std::vector<std::size_t> first(chunks.count + 1, 0);
  for (std::size_t c = 0; c < chunks.count; ++c) first[c + 1] = first[c] + found[c].size();
  std::vector<EdgeId> edges(first[chunks.count]);
  parallel::run_tasks(context, chunks.count, [&](std::size_t chunk) {
    std::copy(found[chunk].begin(), found[chunk].end(),
              edges.begin() + static_cast<std::ptrdiff_t>(first[chunk]));
  });
  if (edges.size() != pairs || !are_distinct(context, graph, edges)) {
    throw_not_joined_once(graph, mates, edges);
  }
  return edges;
}

std::vector<EdgeId> matched_edges(const EdgeListView& graph, std::span<const VertexId> mates) {
  return matched_edges(Context({.threads = 1}), graph, mates);
}

MatchedEdges weigh_matching(const Context& context, const EdgeListView& graph,
                            std::span<const VertexId> mates) {
  MatchedEdges matched;
  matched.edges = matched_edges(context, graph, mates);
  matched.value = detail::structures::value_of(graph.weights, matched.edges);
  return matched;
}

MatchingValue value_of(const Context& context, const EdgeListView& graph,
                       std::span<const VertexId> mates) {
  return weigh_matching(context, graph, mates).value;
}

MatchingValue value_of(const EdgeListView& graph, std::span<const VertexId> mates) {
  return value_of(Context({.threads = 1}), graph, mates);
}

}  // namespace hypermatch
