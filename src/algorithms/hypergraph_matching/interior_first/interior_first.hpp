// SPDX-License-Identifier: MIT
// `interior_first` of hypergraphs (parallel/host/interior_parts.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/resolve.hpp"
#include "order/matched_vertices.hpp"
#include "parallel/host/gather_weights.hpp"
#include "parallel/host/interior_parts.hpp"

namespace hypermatch::detail::hypergraph_matching {

class InteriorsOfHypergraph {
 public:
  InteriorsOfHypergraph(const Context& context, const HypergraphView& hypergraph)
      : context_(context), hypergraph_(hypergraph), matched_(hypergraph.num_vertices) {}

  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] std::size_t num_edges() const { return hypergraph_.num_edges(); }
  [[nodiscard]] std::span<const VertexId> pins_of(EdgeId e) const { return hypergraph_.pins_of(e); }
  [[nodiscard]] Hypergraph some_edges(const std::vector<EdgeId>& edges, VertexId first,
                                      VertexId num_vertices) const {
    Hypergraph some;
    some.num_vertices = num_vertices;
    some.offsets = Array<Offset>(edges.size() + 1);
    some.offsets[0] = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      some.offsets[i + 1] = some.offsets[i] + pins_of(edges[i]).size();
    }
    some.pins.reserve(some.offsets[edges.size()]);
    for (const EdgeId e : edges) {
      for (const VertexId v : pins_of(e)) some.pins.push_back(v - first);
    }
    some.weights = parallel::gather_weights(context_, hypergraph_.weights, edges.size(),
                                            [&](std::size_t i) { return edges[i]; });
    return some;
  }
  void add(const HypergraphMatching& found, const std::vector<EdgeId>& numbers,
           VertexId /*first*/) {
    for (const EdgeId i : found.edges) {
      edges_.push_back(numbers[i]);
      for (const VertexId v : pins_of(numbers[i])) matched_.insert(v);
    }
  }
  [[nodiscard]] bool is_free(EdgeId e) const {
    return !matched_.meets(pins_of(e).data(), pins_of(e).size());
  }

  /// `solve` matches one instance, `solve_all` as parallel::interior_first has it.
  template <class SolveAll, class Solve>
  [[nodiscard]] HypergraphMatching match(const OrderOptions& order, std::uint32_t parts,
                                         const SolveAll& solve_all, const Solve& solve) {
    HypergraphMatching all;
    all.stats = parallel::interior_first(*this, parts, solve_all, solve);
    all.edges = std::move(edges_);
    std::sort(all.edges.begin(), all.edges.end());
    all.stats.algorithm = "interior_first";
    all.stats.rating = order.rating;
    all.stats.objective = order.objective;
    all.stats.guarantee = order.objective == Objective::cardinality
                              ? "1/d of the most edges, d the largest edge size (maximal)"
                              : "maximal (1/d of the most edges, d the largest edge size)";
    return all;
  }

 private:
  const Context& context_;
  const HypergraphView& hypergraph_;
  order::MatchedVertices matched_;
  decltype(HypergraphMatching::edges) edges_;
};

}  // namespace hypermatch::detail::hypergraph_matching
