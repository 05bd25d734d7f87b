// SPDX-License-Identifier: MIT
// Mates as edges, and what they weigh. Everything that a caller hands over is checked: graphs that
// are no simple graphs and mates that are no matching are refused, and nothing beyond an array is
// read.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/value_of_places.hpp"
#include "base/large_vector.hpp"
#include "base/refuse_input.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "order/vertex_set.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/set_bits.hpp"
#include "structures/graph_shape.hpp"
#include "structures/matching_value.hpp"

namespace hypermatch {

using detail::base::refuse_input;
using detail::graph_matching::value_of_places;
namespace parallel = detail::parallel;

namespace {

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

// Throws unless mates are mutual.
void check_mutual(std::span<const VertexId> mates) {
  for (std::size_t v = 0; v < mates.size(); ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    const std::string begin = "mates[" + text(v) + "] is " + text(mate) + ", ";
    if (mate >= mates.size())
      refuse_input(begin + "must be below " + text(mates.size()) + " or none");
    if (mate == v || mates[mate] != v) {
      refuse_input(begin + "but mates[" + text(mate) + "] is not " +
                   (mate == v ? "another vertex" : text(v)));
    }
  }
}

// Throws unless every edge ends inside the graph.
void check_ends(const EdgeListView& graph) {
  const VertexId n = graph.num_vertices;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const auto [u, v] = graph.edges[e];
    if (u < n && v < n) continue;
    refuse_input("edges[" + text(e) + "] has vertex " + text(u < n ? v : u) + ", must be below " +
                 text(n));
  }
}

// Throws unless every pair is joined by one edge; the ends of `edges` are mutual mates.
void check_joined_once(const EdgeListView& graph, std::span<const VertexId> mates,
                       std::span<const EdgeId> edges) {
  std::vector<bool> joined(mates.size(), false);
  for (const EdgeId e : edges) {
    const auto [u, v] = graph.edges[e];
    if (joined[u]) {
      refuse_input("edges[" + text(e) + "] joins " + text(u) + " and " + text(v) +
                   ", as an earlier edge does");
    }
    joined[u] = joined[v] = true;
  }
  for (std::size_t v = 0; v < mates.size(); ++v) {
    if (mates[v] == k_none || joined[v]) continue;
    refuse_input("mates[" + text(v) + "] is " + text(mates[v]) + ", but no edge joins them");
  }
}

// Sets the bits of the edges begin .. end - 1 with mates[u] == v; `begin` is a multiple of 64.
// False if one of them ends outside the graph; it is left out.
bool mark_candidates(std::span<const GraphEdge> graph, std::span<const VertexId> mates,
                     std::size_t begin, std::size_t end, std::uint64_t* words) {
  const auto n = static_cast<VertexId>(mates.size());
  VertexId highest = 0;
  while (begin < end) {
    const std::size_t stop = std::min(end, begin + 64);
    std::uint64_t& word = words[begin / 64];
    std::uint64_t bits = 0;
    // Without a branch that depends on the data: it would be mispredicted at each candidate, and
    // only once the mate is there.
    for (std::uint64_t bit = 1; begin < stop; ++begin, bit <<= 1U) {
      const auto [u, v] = graph[begin];
      highest = std::max({highest, u, v});
      bits |= mates[u < n ? u : 0] == v && u < n ? bit : 0;
    }
    word = bits;
  }
  return highest < n;
}

// The edges with mates[u] == v, ascending. Sets `inside` to whether all edges end inside the graph.
std::vector<EdgeId> find_candidates(const Context& context, const EdgeListView& graph,
                                    std::span<const VertexId> mates, bool& inside) {
  const std::size_t m = graph.edges.size();
  inside = m == 0 || !mates.empty();
  if (m == 0 || mates.empty()) return {};
  // A list per thread would grow by page faults, which threads wait for one another to handle.
  Array<std::uint64_t> marked((m + 63) / 64);
  const parallel::Chunks chunks = parallel::cut(context, marked.size(), 1 << 8);
  std::atomic<bool> outside = false;
  parallel::for_chunks(context, chunks, [&](std::size_t, std::size_t begin, std::size_t end) {
    // Relaxed: the end of the loop publishes it.
    if (!mark_candidates(graph.edges, mates, 64 * begin, std::min(m, 64 * end), marked.data())) {
      outside.store(true, std::memory_order_relaxed);
    }
  });
  inside = !outside;
  return parallel::set_bits(context, marked.view());
}

// Whether these edges, with mates[u] == v, are what joins each matched vertex to its mate: mates
// are mutual, no pair occurs twice, and there are as many ends as matched vertices. Then every mate
// is mutual, because distinct pairs of mates have distinct ends.
bool joins_all(const Context& context, const EdgeListView& graph, std::span<const VertexId> mates,
               std::span<const EdgeId> edges) {
  detail::order::VertexSet joined(static_cast<VertexId>(mates.size()));  // smaller ends
  const auto count = [&](std::size_t items, const auto& holds) {
    return parallel::reduce<std::size_t>(
        context, items, 0, [&](std::size_t i) { return std::size_t{holds(i) ? 1U : 0U}; },
        std::plus<>());
  };
  const std::size_t sound = count(edges.size(), [&](std::size_t i) {
    const auto [u, v] = graph.edges[edges[i]];
    // Of two edges of one pair only one finds it missing, whichever it is.
    return u != v && mates[v] == u && joined.insert_shared(std::min(u, v));
  });
  return sound == edges.size() &&
         2 * sound == count(mates.size(), [&](std::size_t v) { return mates[v] != k_none; });
}

void check_size(VertexId num_vertices, std::span<const VertexId> mates) {
  if (mates.size() == num_vertices) return;
  refuse_input("there are " + text(mates.size()) + " mates for " + text(num_vertices) +
               " vertices");
}

// Matched edges in rows: ascending by their smaller end.
struct MatchedArcs {
  std::vector<GraphEdge> pairs;
  std::vector<Offset> arcs;  // of each, in the row of its smaller end
  bool sound = true;         // mates are mutual, and neighbours
};

MatchedArcs find_arcs(const GraphView& graph, std::span<const VertexId> mates, std::size_t first,
                      std::size_t last) {
  MatchedArcs found;
  const VertexId* const neighbours = graph.neighbours.data();
  for (std::size_t v = first; v < last; ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    const Offset begin = graph.offsets[v];
    const Offset end = graph.offsets[v + 1];
    if (mate >= mates.size() || mate == v || mates[mate] != v || begin > end ||
        end > graph.neighbours.size()) {
      found.sound = false;
      return found;
    }
    if (mate < v) continue;
    const VertexId* const arc = std::find(neighbours + begin, neighbours + end, mate);
    if (arc == neighbours + end) {
      found.sound = false;
      return found;
    }
    found.pairs.push_back({static_cast<VertexId>(v), mate});
    found.arcs.push_back(static_cast<Offset>(arc - neighbours));
  }
  return found;
}

// Says what is wrong with mates that are no matching of these rows.
[[noreturn]] void refuse_mates(const GraphView& graph, std::span<const VertexId> mates) {
  check_mutual(mates);
  for (std::size_t v = 0; v < mates.size(); ++v) {
    const Offset begin = graph.offsets[v];
    const Offset end = graph.offsets[v + 1];
    if (begin > end || end > graph.neighbours.size()) {
      refuse_input("row " + text(v) + " begins at arc " + text(begin) + " and ends at arc " +
                   text(end) + " of " + text(graph.neighbours.size()));
    }
    if (mates[v] == k_none || mates[v] < v) continue;
    const auto row = graph.neighbours_of(static_cast<VertexId>(v));
    if (std::find(row.begin(), row.end(), mates[v]) == row.end()) {
      refuse_input("mates[" + text(v) + "] is " + text(mates[v]) + ", but no edge joins them");
    }
  }
  throw Error(ErrorCode::internal, "mates were refused without a reason");
}

MatchedPairs pairs_of_mates(const Context& context, const GraphView& graph,
                            std::span<const VertexId> mates) {
  detail::structures::check_shape(graph);
  check_size(graph.num_vertices, mates);
  const parallel::Chunks chunks = parallel::cut(context, mates.size(), 1 << 13);
  std::vector<MatchedArcs> found(chunks.count);
  parallel::for_chunks(context, chunks,
                       [&](std::size_t chunk, std::size_t first, std::size_t last) {
                         found[chunk] = find_arcs(graph, mates, first, last);
                       });
  MatchedArcs all;
  for (MatchedArcs& part : found) {
    if (!part.sound) refuse_mates(graph, mates);
    if (all.pairs.empty()) {
      all = std::move(part);
      continue;
    }
    all.pairs.insert(all.pairs.end(), part.pairs.begin(), part.pairs.end());
    all.arcs.insert(all.arcs.end(), part.arcs.begin(), part.arcs.end());
  }
  MatchingValue value = value_of_places(context, graph.weights, std::span<const Offset>(all.arcs));
  return {std::move(all.pairs), value};
}

}  // namespace

std::vector<EdgeId> matched_edges(const Context& context, const EdgeListView& graph,
                                  std::span<const VertexId> mates) {
  detail::structures::check_shape(graph);
  check_size(graph.num_vertices, mates);
  bool inside = true;
  std::vector<EdgeId> edges = find_candidates(context, graph, mates, inside);
  if (!inside || !joins_all(context, graph, mates, edges)) {
    check_mutual(mates);
    check_ends(graph);
    check_joined_once(graph, mates, edges);
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
  matched.value = value_of_places(context, graph.weights, std::span<const EdgeId>(matched.edges));
  return matched;
}

MatchedPairs matched_pairs(const Context& context, const AnyGraphView& graph,
                           std::span<const VertexId> mates) {
  if (const auto* rows = std::get_if<GraphView>(&graph.form())) {
    return pairs_of_mates(context, *rows, mates);
  }
  const auto& list = std::get<EdgeListView>(graph.form());
  const MatchedEdges matched = weigh_matching(context, list, mates);
  MatchedPairs result{detail::filled_vector(matched.edges.size(), GraphEdge{}), matched.value};
  parallel::for_each(context, matched.edges.size(),
                     [&](std::size_t i) { result.pairs[i] = list.edges[matched.edges[i]]; });
  return result;
}

MatchingValue value_of(const Context& context, const EdgeListView& graph,
                       std::span<const VertexId> mates) {
  return weigh_matching(context, graph, mates).value;
}

MatchingValue value_of(const EdgeListView& graph, std::span<const VertexId> mates) {
  return value_of(Context({.threads = 1}), graph, mates);
}

}  // namespace hypermatch
