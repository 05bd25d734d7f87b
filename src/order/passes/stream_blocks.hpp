// SPDX-License-Identifier: MIT
// The promises of a stream of edges.
#pragma once

#include <cstdint>

#include "hypermatch/external_matching.hpp"
#include "order/passes/edge_keys.hpp"

namespace hypermatch::detail::order {

/// @throws Error{invalid_input} if a block breaks the promises of a stream, whose earlier numbers
/// of edges are below `first_unused_id`
void check_streamed(const EdgeBlock& block, EdgeShape shape, VertexId num_vertices,
                    std::uint64_t first_unused_id);

}  // namespace hypermatch::detail::order
