// SPDX-License-Identifier: MIT
// The instance as the dual sees it: weights in double, never below the true ones, and the edges of
// each vertex that can gain something.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch::detail::verify {

/// Edges with a positive weight, and their incidence. Weights are scaled by a power of two so that
/// the largest lies near 1, which keeps every sum within the range of double.
class DualProblem {
 public:
  /// O(n + m + pins); keeps a reference to the arrays behind `hypergraph`.
  DualProblem(const HypergraphView& hypergraph, Objective objective);

  [[nodiscard]] VertexId num_vertices() const { return hypergraph_.num_vertices; }
  [[nodiscard]] EdgeId num_edges() const { return hypergraph_.num_edges(); }
  [[nodiscard]] std::span<const VertexId> pins_of(EdgeId e) const { return hypergraph_.pins_of(e); }
  /// Scaled weight, rounded up; 0 for edges that never gain anything.
  [[nodiscard]] double weight(EdgeId e) const { return weights_[e]; }
  [[nodiscard]] double mean_weight() const { return mean_weight_; }
  /// Edges of positive weight at v, ascending.
  [[nodiscard]] std::span<const EdgeId> edges_of(VertexId v) const {
    return edges_.view().subspan(first_edge_[v], first_edge_[v + std::size_t{1}] - first_edge_[v]);
  }
  [[nodiscard]] std::uint64_t degree(VertexId v) const { return edges_of(v).size(); }
  [[nodiscard]] std::uint64_t num_incidences() const { return edges_.size(); }
  /// A bound on the scaled objective as one on the objective; whole where weights are.
  [[nodiscard]] double unscaled_bound(double bound) const;
  /// The same times 2^-64, or larger where that is beyond 2^-1000 of the scale.
  [[nodiscard]] double shrunk_bound(double bound) const;

 private:
  void set_weights(Objective objective);
  void build_incidence();

  HypergraphView hypergraph_;
  Array<double> weights_;
  Array<Offset> first_edge_;  // size n + 1
  Array<EdgeId> edges_;
  double mean_weight_ = 0;
  int exponent_ = 0;  // scaled = true * 2^-exponent
  bool is_integer_ = true;
};

}  // namespace hypermatch::detail::verify
