// SPDX-License-Identifier: MIT
// Whether the sizes of a view in host memory fit each other, which every public function asks, and
// what is thrown when an algorithm meets a broken promise of a view that was not validated.
#pragma once

#include "hypermatch/bipartite.hpp"
#include "hypermatch/hypergraph.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch::detail::structures {

/// Sizes, limits, and whether rows begin and end where their entries do. Time O(1): `validate`
/// looks at all of it. @throws Error{invalid_input}
void check_shape(const HypergraphView& hypergraph);
void check_shape(const BipartiteView& bipartite);

/// For an algorithm that found what no valid view has. @throws Error{invalid_input} naming the
/// first broken promise of the view
[[noreturn]] void throw_broken_promise(const EdgeListView& graph);
[[noreturn]] void throw_broken_promise(const GraphView& graph);
[[noreturn]] void throw_broken_promise(const HypergraphView& hypergraph);
[[noreturn]] void throw_broken_promise(const BipartiteView& bipartite);

}  // namespace hypermatch::detail::structures
