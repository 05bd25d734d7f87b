// SPDX-License-Identifier: MIT
// The order of a few heads without branches.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hypermatch::detail::coarsen {

/// Rows of up to this many arcs are ordered by ranks.
inline constexpr std::size_t k_most_ranked = 32;

/// ranks[i] becomes the number of smaller heads. `heads` are below 2^31 in size after subtracting
/// 2^31, padded with the largest int32 to a multiple of 8; so many ranks are written.
void rank_heads(const std::int32_t* heads, std::size_t count, std::int32_t* ranks) noexcept;

}  // namespace hypermatch::detail::coarsen
