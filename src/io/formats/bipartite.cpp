// SPDX-License-Identifier: MIT
// From what a format's reader makes to rows and columns.
#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/builders/graph_builder.hpp"

namespace hypermatch::io {

namespace {

struct Rows {
  Bipartite pattern;
  Weights weights;  // one per entry, or none
};

// Each entry of a row has the weight of its hyperedge.
Weights weights_of_pins(const HypergraphView& hypergraph) {
  return std::visit(
      [&](const auto& held) -> Weights {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return {};
        } else {
          Array<std::remove_const_t<typename std::decay_t<decltype(held)>::value_type>> of_pins;
          of_pins.resize(hypergraph.num_pins());
          auto at = of_pins.begin();
          for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
            at = std::fill_n(at, hypergraph.edge_size(e), held[e]);
          }
          return of_pins;
        }
      },
      hypergraph.weights);
}

Rows incidence_matrix(Hypergraph hypergraph, EntryWeights weights) {
  const VertexId num_rows = hypergraph.view().num_edges();
  Rows rows;
  if (weights == EntryWeights::keep) rows.weights = weights_of_pins(hypergraph.view());
  if (hypergraph.offsets.empty()) hypergraph.offsets = Array<Offset>(1, 0);
  rows.pattern = {num_rows, hypergraph.num_vertices, std::move(hypergraph.offsets),
                  std::move(hypergraph.pins)};
  return rows;
}

Rows adjacency_matrix(const Context& context, Graph graph, Zeros zeros, EntryWeights weights) {
  const VertexId n = graph.num_vertices();
  CompressedGraph rows;
  if (zeros == Zeros::drop && graph.is_weighted()) {
    EdgeList edges = to_edge_list(context, std::move(graph));
    detail::io::drop_zeros(context, edges.edges, edges.weights);
    rows = compress(context, edges.view());
  } else if (graph.has_rows()) {
    rows = std::get<CompressedGraph>(std::move(graph).form());
  } else {
    EdgeListView edges = graph.edges(context).view();
    if (weights == EntryWeights::drop) edges.weights = {};
    rows = compress(context, edges);
  }
  if (weights == EntryWeights::drop) rows.weights = {};
  return {{n, n, std::move(rows.offsets), std::move(rows.neighbours)}, std::move(rows.weights)};
}

}  // namespace

Instance to_bipartite(const Context& context, Instance instance, Zeros zeros,
                      EntryWeights weights) {
  detail::check_enum("zeros", zeros, Zeros::drop);
  detail::check_enum("weights", weights, EntryWeights::keep);
  Rows rows = std::visit(
      PerAlternative{[&](Graph& graph) {
                       // A matrix has counted its entries; edges of other files are entries in
                       // both directions.
                       if (instance.report.explicit_zeros == 0) {
                         instance.report.explicit_zeros = 2 * instance.report.zero_weights;
                       }
                       instance.report.has_entry_weights = graph.is_weighted();
                       return adjacency_matrix(context, std::move(graph), zeros, weights);
                     },
                     [&](Hypergraph& hypergraph) {
                       instance.report.has_entry_weights = hypergraph.view().is_weighted();
                       instance.column_labels = std::move(instance.labels);
                       instance.labels = {
                           .text = {}, .offsets = {}, .first = instance.column_labels->first};
                       return incidence_matrix(std::move(hypergraph), weights);
                     },
                     [&](Bipartite& bipartite) {
                       return Rows{std::move(bipartite), std::move(instance.entry_weights)};
                     }},
      instance.data);
  instance.data = std::move(rows.pattern);
  instance.entry_weights = std::move(rows.weights);
  return instance;
}

}  // namespace hypermatch::io
