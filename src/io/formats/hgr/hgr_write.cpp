// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/graph.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

template <class PinsOf>
void write_hgr_lines(const Sink& sink, std::uint64_t num_edges, std::uint64_t num_vertices,
                     const WeightsView& weights, std::span<const std::int64_t> vertex_weights,
                     const PinsOf& pins_of) {
  TextWriter out(sink);
  const bool weighted = is_weighted(weights);
  out << num_edges << ' ' << num_vertices;
  if (!vertex_weights.empty()) {
    out << (weighted ? " 11" : " 10");
  } else if (weighted) {
    out << " 1";
  }
  out << '\n';
  for (std::size_t e = 0; e < num_edges; ++e) {
    // An empty hyperedge is a line with its weight only, or a blank one.
    bool first = true;
    if (weighted) {
      out.write_weight(weights, e);
      first = false;
    }
    for (const VertexId v : pins_of(e)) {
      if (!first) out << ' ';
      first = false;
      out << std::uint64_t{v} + 1;
    }
    out << '\n';
  }
  for (const std::int64_t weight : vertex_weights) out << weight << '\n';
  out.flush();
}

}  // namespace

void write_hgr(const Context&, const hypermatch::io::Instance& instance, const EdgeListView& edges,
               const Sink& sink) {
  const std::uint32_t per_vertex = instance.is_graph()
                                       ? std::get<Graph>(instance.data).weights_per_vertex
                                       : std::get<Hypergraph>(instance.data).weights_per_vertex;
  if (per_vertex > 1) {
    throw Error(
        ErrorCode::unsupported,
        "hmetis files hold one weight per vertex, this instance has " + std::to_string(per_vertex));
  }
  if (const auto* hypergraph = std::get_if<Hypergraph>(&instance.data)) {
    const HypergraphView view = hypergraph->view();
    write_hgr_lines(sink, view.num_edges(), view.num_vertices, view.weights,
                    hypergraph->vertex_weights.view(),
                    [&](std::size_t e) { return view.pins_of(static_cast<EdgeId>(e)); });
  } else {
    const auto& graph = std::get<Graph>(instance.data);
    write_hgr_lines(sink, edges.edges.size(), edges.num_vertices, edges.weights,
                    graph.vertex_weights.view(), [&](std::size_t e) {
                      return std::array<VertexId, 2>{edges.edges[e].u, edges.edges[e].v};
                    });
  }
}

}  // namespace hypermatch::detail::io
