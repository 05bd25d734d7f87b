// SPDX-License-Identifier: MIT
// b-edge covers by the complement of the greedy b-matching.
#include "hypermatch/b_edge_cover.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/partner_lists.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

namespace {

// Calls body(u, v) for all edges, ascending as `matched_pairs` has them.
template <class Body>
void for_edges(const EdgeListView& graph, const Body& body) {
  for (const auto [u, v] : graph.edges) body(u, v);
}
template <class Body>
void for_edges(const GraphView& graph, const Body& body) {
  for (VertexId u = 0; u < graph.num_vertices; ++u) {
    for (const VertexId v : graph.neighbours_of(u)) {
      if (u < v) body(u, v);
    }
  }
}

Array<std::uint32_t> degrees_of(const EdgeListView& graph) {
  Array<std::uint32_t> degrees(graph.num_vertices, 0);
  for (const auto [u, v] : graph.edges) {
    ++degrees[u];
    ++degrees[v];
  }
  return degrees;
}
Array<std::uint32_t> degrees_of(const GraphView& graph) {
  Array<std::uint32_t> degrees(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    degrees[v] = static_cast<std::uint32_t>(graph.degree(v));
  }
  return degrees;
}

}  // namespace

Array<std::uint32_t> complement_capacities(const Context& context, const AnyGraphView& graph,
                                           const Capacities& least) {
  check_capacities(least, graph.num_vertices());
  Array<std::uint32_t> rest = std::visit(
      [&](const auto& form) {
        detail::parallel::check_input(context, form);
        return degrees_of(form);
      },
      graph.form());
  context.check_cancelled();
  for (std::size_t v = 0; v < rest.size(); ++v) rest[v] -= std::min(rest[v], least[v]);
  return rest;
}

Partners complement(const Context& context, const AnyGraphView& graph, const Partners& matching) {
  const std::vector<GraphEdge> matched = matched_pairs(context, graph, matching).pairs;
  std::vector<GraphEdge> rest;
  // Rows that are not symmetric may have more pairs than edges.
  rest.reserve(graph.num_edges() - std::min<std::size_t>(graph.num_edges(), matched.size()));
  std::size_t next = 0;
  std::visit(
      [&](const auto& form) {
        for_edges(form, [&](VertexId u, VertexId v) {
          if (next < matched.size() && matched[next] == GraphEdge{u, v}) {
            ++next;
          } else {
            rest.push_back({u, v});
          }
        });
      },
      graph.form());
  Partners cover = detail::graph_matching::partner_lists(context, graph.num_vertices(), rest);
  cover.stats = matching.stats;
  cover.stats.guarantee = matching.stats.objective == Objective::weight
                              ? "2 times the lightest cover if no weight is negative"
                              : "2 times the fewest edges";
  return cover;
}

Partners b_edge_cover(const Context& context, const AnyGraphView& graph, const Capacities& least,
                      const GraphOrder& order) {
  const Array<std::uint32_t> rest = complement_capacities(context, graph, least);
  const Capacities capacities{.each = rest.view()};
  const Partners left_out = std::visit(
      [&](const auto& form) { return local_max(context, form, capacities, order); }, graph.form());
  return complement(context, graph, left_out);
}

}  // namespace hypermatch
