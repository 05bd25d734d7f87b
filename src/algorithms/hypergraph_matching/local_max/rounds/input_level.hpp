// SPDX-License-Identifier: MIT
// Both directions of the input as the rounds of local max see them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/shared_arrays.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/variants.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// The hypergraph as it came, with soft deletes.
template <SharedArrays Arrays>
struct InputLevel {
  InputLevel(Arrays& arrays, const Directions& directions, Array<std::uint64_t> edge_words)
      : num_vertices(directions.hypergraph.num_vertices),
        num_edges(directions.hypergraph.num_edges()),
        num_pins(directions.hypergraph.num_pins()),
        edge_offsets(arrays.input("edge_offsets", directions.hypergraph.offsets)),
        pins(arrays.input("pins", directions.hypergraph.pins)),
        vertex_offsets(arrays.input("vertex_offsets", directions.incidence.offsets.view())),
        incident(arrays.input("incident", directions.incidence.edges.view())),
        words(arrays.adopt("words", std::move(edge_words))) {}

  [[nodiscard]] EdgeId origin(std::size_t e) const { return static_cast<EdgeId>(e); }

  std::size_t num_vertices;
  std::size_t num_edges;
  std::size_t num_pins;
  typename Arrays::template Input<Offset> edge_offsets;
  typename Arrays::template Input<VertexId> pins;
  typename Arrays::template Input<Offset> vertex_offsets;
  typename Arrays::template Input<EdgeId> incident;
  typename Arrays::template Words<std::uint64_t> words;
};

}  // namespace hypermatch::detail::hypergraph_matching
