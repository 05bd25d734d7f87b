// SPDX-License-Identifier: MIT
// Checks shared by the verifiers of matchings to items.
#pragma once

#include "ranked_rows.hpp"

namespace hypermatch::detail::verify {

/// As files have it: `l 3`.
[[nodiscard]] std::string wish_name(VertexId agent);

/// Items exist, are listed (an agent's own one may be unlisted where that is said), and are given
/// to no more agents than their capacity. The rank of each agent's item, or k_none.
[[nodiscard]] std::string own_ranks(const WishRows& rows, std::span<const VertexId> mates,
                                    std::vector<std::uint32_t>& ranks, bool own_item_unlisted);

}  // namespace hypermatch::detail::verify
