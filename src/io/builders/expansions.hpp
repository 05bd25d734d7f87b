// SPDX-License-Identifier: MIT
// Hypergraphs that are read as the graph of an expansion.
#pragma once

#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/instance_io.hpp"

namespace hypermatch::detail::io {

[[nodiscard]] constexpr bool is_expansion(hypermatch::io::Interpretation as) {
  return as == hypermatch::io::Interpretation::clique || as == hypermatch::io::Interpretation::star;
}

/// The graph that `as` makes of a hypergraph. Of a star, hyperedges with a name of their own where
/// vertices have some: `e1`, `e2`, ...; weights of vertices are kept by cliques alone.
/// @throws as `expand`, naming the file
[[nodiscard]] hypermatch::io::Instance expanded(const Context& context, const std::string& name,
                                                hypermatch::io::Instance instance,
                                                hypermatch::io::Interpretation as);

}  // namespace hypermatch::detail::io
