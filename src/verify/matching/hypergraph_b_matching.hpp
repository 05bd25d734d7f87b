// SPDX-License-Identifier: MIT
// Certificates of b-matchings of hypergraphs.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/verify_matching.hpp"

namespace hypermatch::detail::verify {

/// The verdict about edges under the capacities of the demands. The hypergraph is valid, and
/// `edges` do not fall. @throws Error{resources, cancelled}
[[nodiscard]] hypermatch::verify::MatchingVerdict check_b_matching(
    const Context& context, const HypergraphView& hypergraph, std::span<const std::uint64_t> edges,
    const hypermatch::verify::MatchingDemands& demands);

}  // namespace hypermatch::detail::verify
