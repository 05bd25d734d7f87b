// SPDX-License-Identifier: MIT
// Whether the sizes of a view in host memory fit each other, which every public function asks, and
// what is thrown when an algorithm meets a broken promise of a view that nobody validated.
#pragma once

#include "hypermatch/bipartite.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph.hpp"
#include "structures/graph_shape.hpp"

namespace hypermatch::detail::structures {

/// Sizes, limits, and whether rows begin and end where their entries do. Time O(1): `validate`
/// looks at all of it. @throws Error{invalid_input}
void check_shape(const HypergraphView& hypergraph);
void check_shape(const BipartiteView& bipartite);

/// For an algorithm that found what no valid view has. @throws Error{invalid_input} naming the
/// first broken promise of `view`
template <class View>
[[noreturn]] void throw_broken_promise(const View& view) {
  validate(view);
  throw Error(ErrorCode::internal, "an algorithm made no progress on a valid view");
}

}  // namespace hypermatch::detail::structures
