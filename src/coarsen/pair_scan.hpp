// SPDX-License-Identifier: MIT
// The pairs of one vertex and their ratings: of a hypergraph the sums over common nets, of a graph
// the weights of arcs. Both ends of a pair compute the same bits, because each adds the common nets
// in ascending order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"
#include "parallel/host/incidence.hpp"
#include "parallel/host/primitives.hpp"
#include "structures/any_weights.hpp"

namespace hypermatch::detail::coarsen {

/// Ratings of partners, in the order in which these were met first; a sparse set. For one thread.
class PartnerSums {
 public:
  explicit PartnerSums(std::size_t num_vertices) : place_(num_vertices, 0) {}

  void clear() { partners_.resize(0), ratings_.resize(0); }
  void add(VertexId partner, double term) {
    const std::size_t known = place_[partner];
    if (known < partners_.size() && partners_[known] == partner) {
      ratings_[known] += term;
      return;
    }
    place_[partner] = static_cast<VertexId>(partners_.size());
    partners_.push_back(partner);
    ratings_.push_back(term);
  }
  template <class Body>
  void for_each(const Body& body) const {
    for (std::size_t i = 0; i < partners_.size(); ++i) body(partners_[i], ratings_[i]);
  }

 private:
  Array<VertexId> place_;
  Array<VertexId> partners_;
  Array<double> ratings_;
};

/// Calls body(weight), a callable from edge or arc numbers to double.
template <class Body>
decltype(auto) with_weights(const WeightsView& weights, Body&& body) {
  if (!is_weighted(weights)) return body([](std::size_t) { return 1.0; });
  if (const auto* held = std::get_if<std::span<const std::int32_t>>(&weights)) {
    return body([held = *held](std::size_t e) { return static_cast<double>(held[e]); });
  }
  return body(structures::AnyWeights(weights));
}

/// Pairs of pins.
class NetScan {
 public:
  /// Nets of more pins than `largest` rate no pair.
  NetScan(const Context& context, const HypergraphView& hypergraph, std::uint64_t largest)
      : hypergraph_(hypergraph),
        incidence_(parallel::build_incidence(context, hypergraph)),
        share_(hypergraph.num_edges()) {
    with_weights(hypergraph.weights, [&](auto weight) {
      parallel::for_each(context, share_.size(), [&](std::size_t e) {
        const std::uint64_t size = hypergraph.edge_size(static_cast<EdgeId>(e));
        share_[e] = size < 2 || size > largest ? 0 : weight(e) / static_cast<double>(size - 1);
      });
    });
  }

  [[nodiscard]] std::size_t num_vertices() const { return hypergraph_.num_vertices; }
  /// body(partner, rating) once for each partner.
  template <class Body>
  void for_each_pair(VertexId v, PartnerSums& sums, const Body& body) const {
    sums.clear();
    for (const EdgeId e : incidence_.edges_of(v)) {
      const double share = share_[e];
      if (share == 0) continue;
      for (const VertexId u : hypergraph_.pins_of(e)) {
        if (u != v) sums.add(u, share);
      }
    }
    sums.for_each(body);
  }
  /// Whether `for_each_pair` visits more pins than that. O(many).
  [[nodiscard]] bool visits_more_than(std::uint64_t many, VertexId v) const {
    std::uint64_t pins = 0;
    std::uint64_t nets = 0;
    for (const EdgeId e : incidence_.edges_of(v)) {
      if (share_[e] != 0) pins += hypergraph_.edge_size(e);
      if (pins > many || ++nets > many) return true;
    }
    return false;
  }
  /// body(partner), several times perhaps.
  template <class Body>
  void for_each_partner(VertexId v, const Body& body) const {
    for (const EdgeId e : incidence_.edges_of(v)) {
      if (share_[e] == 0) continue;
      for (const VertexId u : hypergraph_.pins_of(e)) {
        if (u != v) body(u);
      }
    }
  }

 private:
  HypergraphView hypergraph_;
  parallel::Incidence incidence_;
  Array<double> share_;  // what a net counts for each pair of its pins
};

/// Pairs of neighbours. `Weight` maps an arc to double.
template <class Weight>
class ArcScan {
 public:
  ArcScan(const GraphView& graph, Weight weight) : graph_(graph), weight_(std::move(weight)) {}

  [[nodiscard]] std::size_t num_vertices() const { return graph_.num_vertices; }
  template <class Body>
  void for_each_pair(VertexId v, PartnerSums&, const Body& body) const {
    for (Offset i = graph_.offsets[v]; i < graph_.offsets[v + std::size_t{1}]; ++i) {
      if (graph_.neighbours[i] != v) body(graph_.neighbours[i], weight_(i));
    }
  }
  [[nodiscard]] bool visits_more_than(std::uint64_t many, VertexId v) const {
    return graph_.degree(v) > many;
  }
  template <class Body>
  void for_each_partner(VertexId v, const Body& body) const {
    for (const VertexId u : graph_.neighbours_of(v)) body(u);
  }

 private:
  GraphView graph_;
  Weight weight_;
};

}  // namespace hypermatch::detail::coarsen
