// SPDX-License-Identifier: MIT
// The next receiver that accepts an agent, many at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::stable_matching {

/// The first index of begin .. end - 1 whose bound is worse than the place, or end.
[[nodiscard]] std::size_t first_bound_above(std::span<const std::uint32_t> bounds,
                                            std::size_t begin, std::size_t end,
                                            std::uint32_t place) noexcept;

/// The same of the bounds of `list[begin]` to `list[end - 1]`, numbered from `first` on.
[[nodiscard]] std::size_t first_bound_above(std::span<const std::uint32_t> bounds, VertexId first,
                                            std::span<const VertexId> list, std::size_t begin,
                                            std::uint32_t place) noexcept;

/// The same of places that the receivers' lists give: `places[groups[i]]` for the receiver i.
[[nodiscard]] std::size_t first_bound_above(std::span<const std::uint32_t> bounds, VertexId first,
                                            std::span<const VertexId> list, std::size_t begin,
                                            std::span<const std::uint32_t> places,
                                            std::span<const std::uint32_t> groups) noexcept;

}  // namespace hypermatch::detail::stable_matching
