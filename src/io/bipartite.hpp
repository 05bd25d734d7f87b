// SPDX-License-Identifier: MIT
// From what a format's reader makes to rows and columns.
#pragma once

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/context.hpp"

namespace hypermatch::detail::io {

/// A graph's adjacency matrix, a hypergraph's incidence matrix.
[[nodiscard]] hypermatch::io::BipartiteInstance to_bipartite(
    const Context& context, hypermatch::io::Instance instance,
    const hypermatch::io::ReadOptions& options);

}  // namespace hypermatch::detail::io
