// SPDX-License-Identifier: MIT
#include <string>
#include <variant>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"

namespace hypermatch::detail::io {

GraphToWrite::GraphToWrite(const hypermatch::io::Instance& instance, const EdgeListView& edges,
                           const char* format) {
  if (instance.is_graph()) {
    num_vertices_ = edges.num_vertices;
    edges_ = edges.edges;
    weights_ = edges.weights;
    return;
  }
  const HypergraphView hypergraph = std::get<Hypergraph>(instance.data).view();
  num_vertices_ = hypergraph.num_vertices;
  own_edges_.resize(hypergraph.num_edges());
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const auto pins = hypergraph.pins_of(e);
    if (pins.size() != 2) {
      throw Error(ErrorCode::unsupported, std::string("format '") + format +
                                              "' holds graphs; hyperedge " +
                                              std::to_string(e + std::uint64_t{1}) + " has " +
                                              base::counted(pins.size(), "pin") + ", must have 2");
    }
    own_edges_[e] = {pins[0], pins[1]};
  }
  own_weights_ = clone(std::get<Hypergraph>(instance.data).weights);
  (void)merge_parallel_edges(Context({.threads = 1}), num_vertices_, own_edges_, own_weights_);
  edges_ = own_edges_.view();
  weights_ = view_of(own_weights_);
}

}  // namespace hypermatch::detail::io
