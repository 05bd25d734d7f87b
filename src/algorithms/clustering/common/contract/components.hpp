// SPDX-License-Identifier: MIT
// The connected components of communities.
#pragma once

#include <span>

#include "hypermatch/array.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::clustering {

/// For each vertex the lowest one that it is connected with inside its community. All threads hook
/// roots below lower ones by compare-and-swap (Jayanti, Tarjan 2016, doi:10.1145/2933057.2933108):
/// O((n + m) log n) in the worst case, close to O(n + m) on graphs at hand. @throws
/// Error{resources, cancelled}
[[nodiscard]] Array<VertexId> components_of(const Context& context, const GraphView& graph,
                                            std::span<const VertexId> communities);

}  // namespace hypermatch::detail::clustering
