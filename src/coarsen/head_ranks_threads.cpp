// SPDX-License-Identifier: MIT
#include "coarsen/head_ranks.hpp"

#include "base/per_isa.hpp"

namespace hypermatch::detail::coarsen {

namespace {

// The size of the inner loops is known to the compiler, which keeps the ranks in registers.
template <std::size_t Size>
HYPERMATCH_ALWAYS_INLINE void rank(const std::int32_t* heads, std::size_t count,
                                   std::int32_t* ranks) {
  std::int32_t mine[Size] = {};
  std::int32_t all[Size];
  for (std::size_t i = 0; i < Size; ++i) all[i] = heads[i];
  for (std::size_t j = 0; j < count; ++j) {
    const std::int32_t other = heads[j];
    for (std::size_t i = 0; i < Size; ++i) mine[i] += other < all[i] ? 1 : 0;
  }
  for (std::size_t i = 0; i < Size; ++i) ranks[i] = mine[i];
}

}  // namespace

HYPERMATCH_PER_ISA void rank_heads(const std::int32_t* heads, std::size_t count,
                                   std::int32_t* ranks) noexcept {
  if (count <= 8) {
    rank<8>(heads, count, ranks);
  } else if (count <= 16) {
    rank<16>(heads, count, ranks);
  } else if (count <= 24) {
    rank<24>(heads, count, ranks);
  } else {
    rank<32>(heads, count, ranks);
  }
}

}  // namespace hypermatch::detail::coarsen
