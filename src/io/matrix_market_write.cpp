// SPDX-License-Identifier: MIT
// Matrix Market coordinate files of graphs, hypergraphs, and rows and columns.
#include <algorithm>
#include <variant>

#include "hypermatch/error.hpp"
#include "io/parsers.hpp"
#include "io/text.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::Instance;

namespace {

void write_nets(const Hypergraph& hypergraph, TextWriter& out) {
  const HypergraphView view = hypergraph.view();
  if (view.is_weighted()) {
    throw Error(ErrorCode::unsupported,
                "format 'matrix_market' cannot hold the weights of hyperedges; leave them out with "
                "--weights unit");
  }
  out << "%%MatrixMarket matrix coordinate pattern general\n"
      << std::uint64_t{view.num_edges()} << ' ' << std::uint64_t{view.num_vertices} << ' '
      << view.num_pins() << '\n';
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    for (const VertexId pin : view.pins_of(e)) {
      out << e + std::uint64_t{1} << ' ' << pin + std::uint64_t{1} << '\n';
    }
  }
}

void write_graph(const EdgeListView& graph, TextWriter& out) {
  const WeightsView& weights = graph.weights;
  const bool integers = std::holds_alternative<std::span<const std::int32_t>>(weights) ||
                        std::holds_alternative<std::span<const std::int64_t>>(weights);
  const bool weighted = is_weighted(weights);
  out << "%%MatrixMarket matrix coordinate "
      << (!weighted ? "pattern" : (integers ? "integer" : "real")) << " symmetric\n"
      << std::uint64_t{graph.num_vertices} << ' ' << std::uint64_t{graph.num_vertices} << ' '
      << std::uint64_t{graph.edges.size()} << '\n';
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    // Symmetric files hold the lower triangle.
    const auto [low, high] = std::minmax(graph.edges[e].u, graph.edges[e].v);
    out << high + std::uint64_t{1} << ' ' << low + std::uint64_t{1};
    if (weighted) (out << ' ').write_weight(weights, e);
    out << '\n';
  }
}

}  // namespace

void write_matrix_market(const Context&, const Instance& instance, const EdgeListView& edges,
                         const Sink& sink) {
  TextWriter out(sink);
  if (instance.is_graph()) {
    write_graph(edges, out);
  } else {
    write_nets(std::get<Hypergraph>(instance.data), out);
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
