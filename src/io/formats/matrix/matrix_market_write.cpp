// SPDX-License-Identifier: MIT
// Matrix Market coordinate files of graphs, hypergraphs, and rows and columns.
#include <algorithm>
#include <variant>

#include "hypermatch/error.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"

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

const char* field_of(const WeightsView& weights) {
  if (!is_weighted(weights)) return "pattern";
  const bool integers = std::holds_alternative<std::span<const std::int32_t>>(weights) ||
                        std::holds_alternative<std::span<const std::int64_t>>(weights);
  return integers ? "integer" : "real";
}

void write_rows(const BipartiteView& bipartite, const WeightsView& weights, TextWriter& out) {
  out << "%%MatrixMarket matrix coordinate " << field_of(weights) << " general\n"
      << std::uint64_t{bipartite.num_rows} << ' ' << std::uint64_t{bipartite.num_columns} << ' '
      << std::uint64_t{bipartite.num_entries()} << '\n';
  std::size_t entry = 0;
  for (VertexId row = 0; row < bipartite.num_rows; ++row) {
    for (const VertexId column : bipartite.columns_of(row)) {
      out << row + std::uint64_t{1} << ' ' << column + std::uint64_t{1};
      if (is_weighted(weights)) (out << ' ').write_weight(weights, entry);
      out << '\n';
      ++entry;
    }
  }
}

void write_graph(const EdgeListView& graph, TextWriter& out) {
  const WeightsView& weights = graph.weights;
  const bool weighted = is_weighted(weights);
  out << "%%MatrixMarket matrix coordinate " << field_of(weights) << " symmetric\n"
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
  } else if (const auto* const bipartite = std::get_if<Bipartite>(&instance.data)) {
    write_rows(bipartite->view(), view_of(instance.entry_weights), out);
  } else {
    write_nets(std::get<Hypergraph>(instance.data), out);
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
