// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/streamed_batches/ties.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/random.hpp"

namespace hypermatch::test {
namespace {

using detail::base::splitmix64;
using detail::base::TieMixer;
using detail::hypergraph_matching::ties_in_range;
using detail::hypergraph_matching::ties_in_range_anywhere;

// Ranges that are narrow, wide, everything, and that end where 32 bits do.
TEST(TiesInRange, AreThoseOfEachEdge) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const TieMixer mix(seed);
    const auto first = static_cast<std::uint32_t>(splitmix64(seed)) / 64 * 64;
    const std::uint32_t some = mix(first + static_cast<std::uint32_t>(seed % 64));
    for (const std::uint32_t least : {0U, 1U, some, some + 1, ~0U}) {
      for (const std::uint32_t span : {0U, 1U << 24, 1U << 31, ~0U - least, ~0U}) {
        std::uint64_t expected = 0;
        for (std::uint32_t i = 0; i < 64; ++i) {
          const std::uint64_t tie = mix(first + i);
          const bool inside = tie >= least && tie <= std::uint64_t{least} + span;
          expected |= std::uint64_t{inside} << i;
        }
        if (std::uint64_t{least} + span > ~0U) continue;  // no range of ties
        EXPECT_EQ(ties_in_range(mix, first, least, span), expected);
        EXPECT_EQ(ties_in_range_anywhere(mix, first, least, span), expected);
      }
    }
  }
}

}  // namespace
}  // namespace hypermatch::test
