// SPDX-License-Identifier: MIT
// Certificates of b-matchings of graphs.
#pragma once

#include <span>
#include <vector>

#include "hypermatch/results.hpp"
#include "hypermatch/verify_matching.hpp"
#include "verify/matching/graph_edges.hpp"

namespace hypermatch::detail::verify {

/// The verdict about pairs under the capacities of the demands, whatever these are. The graph is
/// valid. @throws Error{invalid_input, resources, cancelled}
[[nodiscard]] hypermatch::verify::MatchingVerdict check_b_matching(
    const Context& context, const ListEdges& edges,
    std::span<const hypermatch::verify::VertexPair> pairs,
    const hypermatch::verify::GraphMatchingDemands& demands);
[[nodiscard]] hypermatch::verify::MatchingVerdict check_b_matching(
    const Context& context, const RowEdges& edges,
    std::span<const hypermatch::verify::VertexPair> pairs,
    const hypermatch::verify::GraphMatchingDemands& demands);

/// The verdict about partners. @throws as above, and Error{invalid_input} if they are not partners
/// of so many vertices
[[nodiscard]] hypermatch::verify::MatchingVerdict check_b_matching(
    const Context& context, const ListEdges& edges, const Partners& matching,
    const hypermatch::verify::GraphMatchingDemands& demands);
[[nodiscard]] hypermatch::verify::MatchingVerdict check_b_matching(
    const Context& context, const RowEdges& edges, const Partners& matching,
    const hypermatch::verify::GraphMatchingDemands& demands);

/// The pairs of mates, and of partners. Vertices whose partners are not mutual are paired with
/// themselves. @throws Error{invalid_input} where partners are not those of so many vertices
[[nodiscard]] std::vector<hypermatch::verify::VertexPair> pairs_of(std::span<const VertexId> mates);
[[nodiscard]] std::vector<hypermatch::verify::VertexPair> pairs_of(const Partners& matching,
                                                                   VertexId num_vertices);

}  // namespace hypermatch::detail::verify
