// SPDX-License-Identifier: MIT
// Hypergraph as edges-to-pins CSR, owned and viewed.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch {

class Context;

/// Non-owning hypergraph in host memory; trivially copyable, cheap to pass by value.
///
/// Edge `e` has the pins `pins[offsets[e]] .. pins[offsets[e + 1] - 1]`, distinct vertices below
/// `num_vertices`. An edge without pins is an empty row: it keeps its number and is never matched.
struct HypergraphView {
  VertexId num_vertices = 0;
  std::span<const Offset> offsets;  ///< size m + 1, first 0, never falling, last = number of pins
  std::span<const VertexId> pins;   ///< size offsets[m]
  WeightsView weights;              ///< none, or size m

  [[nodiscard]] EdgeId num_edges() const {
    return offsets.empty() ? 0 : static_cast<EdgeId>(offsets.size() - 1);
  }
  [[nodiscard]] std::uint64_t num_pins() const { return pins.size(); }
  [[nodiscard]] std::uint64_t edge_size(EdgeId e) const { return offsets[e + 1] - offsets[e]; }
  [[nodiscard]] std::span<const VertexId> pins_of(EdgeId e) const {
    return pins.subspan(offsets[e], offsets[e + 1] - offsets[e]);
  }
  [[nodiscard]] bool is_weighted() const { return hypermatch::is_weighted(weights); }
};

/// Owning hypergraph.
///
/// Readers and generators fill the members; code that takes arrays from untrusted callers calls
/// `validate`. Vertex weights are carried for conversion only, no algorithm reads them.
struct Hypergraph {
  VertexId num_vertices = 0;
  Array<Offset> offsets;  ///< size m + 1 (empty stands for m = 0)
  Array<VertexId> pins;
  Weights weights;                       ///< one per edge, or none
  std::uint32_t weights_per_vertex = 0;  ///< how many weights each vertex carries
  Array<std::int64_t> vertex_weights;    ///< size num_vertices * weights_per_vertex

  [[nodiscard]] HypergraphView view() const {
    return {num_vertices, offsets.view(), pins.view(), view_of(weights)};
  }
};

/// Checks every invariant that `HypergraphView` documents, in O(n + pins) time and 4n bytes.
/// @throws Error{invalid_input} naming the first violated one
void validate(const HypergraphView& hypergraph);
/// Checks these invariants on all threads of the context; n / 8 bytes per thread where edges are
/// long.
/// @throws Error{invalid_input, resources, cancelled}
void validate(const Context& context, const HypergraphView& hypergraph);

}  // namespace hypermatch
