// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/mcvitie_wilson/first_bound.hpp"

#include "base/per_isa.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// Looks at blocks first, which become vectors, and then into the block that has one.
template <class IsAbove>
HYPERMATCH_ALWAYS_INLINE std::size_t first_above(std::size_t begin, std::size_t end,
                                                 const IsAbove& is_above) {
  constexpr std::size_t k_block = 64;
  std::size_t i = begin;
  for (; i + k_block <= end; i += k_block) {
    std::uint32_t any = 0;
    for (std::size_t k = 0; k < k_block; ++k) any |= is_above(i + k);
    if (any != 0) break;
  }
  while (i < end && is_above(i) == 0) ++i;
  return i;
}

}  // namespace

HYPERMATCH_PER_ISA std::size_t first_bound_above(std::span<const std::uint32_t> bounds,
                                                 std::size_t begin, std::size_t end,
                                                 std::uint32_t place) noexcept {
  const std::uint32_t* const bound = bounds.data();
  return first_above(begin, end, [=](std::size_t i) HYPERMATCH_INLINE_BODY {
    return static_cast<std::uint32_t>(place < bound[i]);
  });
}

HYPERMATCH_PER_ISA std::size_t first_bound_above(std::span<const std::uint32_t> bounds,
                                                 VertexId first, std::span<const VertexId> list,
                                                 std::size_t begin, std::uint32_t place) noexcept {
  const std::uint32_t* const bound = bounds.data();
  const VertexId* const receivers = list.data();
  return first_above(begin, list.size(), [=](std::size_t i) HYPERMATCH_INLINE_BODY {
    return static_cast<std::uint32_t>(place < bound[receivers[i] - first]);
  });
}

HYPERMATCH_PER_ISA std::size_t first_bound_above(std::span<const std::uint32_t> bounds,
                                                 VertexId first, std::span<const VertexId> list,
                                                 std::size_t begin,
                                                 std::span<const std::uint32_t> places,
                                                 std::span<const std::uint32_t> groups) noexcept {
  const std::uint32_t* const bound = bounds.data();
  const std::uint32_t* const group = groups.data();
  const std::uint32_t* const place = places.data();
  const VertexId* const receivers = list.data();
  return first_above(begin, list.size(), [=](std::size_t i) HYPERMATCH_INLINE_BODY {
    const VertexId r = receivers[i] - first;
    return static_cast<std::uint32_t>(place[group[r]] < bound[r]);
  });
}

}  // namespace hypermatch::detail::stable_matching
