// SPDX-License-Identifier: MIT
#include "base/graph_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/sizes.hpp"

namespace hypermatch::detail::base {
namespace {

constexpr std::uint64_t k_seeds[] = {0, 1, 42, ~std::uint64_t{0}};
constexpr std::uint32_t k_ends[] = {0, 1, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFEU};

TEST(PairMixer, IsSymmetric) {
  for (const std::uint64_t seed : k_seeds) {
    const PairMixer mix(seed);
    for (const std::uint32_t a : k_ends) {
      for (const std::uint32_t b : k_ends) ASSERT_EQ(mix(a, b), mix(b, a));
    }
  }
}

TEST(PairMixer, TellsTheEdgesOfAVertexApart) {
  for (const std::uint64_t seed : k_seeds) {
    const PairMixer mix(seed);
    for (const std::uint32_t center : k_ends) {
      // Dense ends, and ends all over the range.
      for (const std::uint32_t stride : {1U, 0x9E3779B1U, 1U << 12}) {
        // At random, 2^18 hashes would meet 8 times, 2^16 every other time: in 60 sets some would.
        std::vector<std::uint32_t> hashes(test::by_build(1U << 18, 1U << 16));
        for (std::uint32_t i = 0; i < hashes.size(); ++i) hashes[i] = mix(center, i * stride);
        std::sort(hashes.begin(), hashes.end());
        ASSERT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
      }
    }
  }
}

// Of edges in random order that neighbour two others a third stand above both, on paths whose
// vertices are numbered in whatever way.
TEST(PairMixer, OrdersPathsAtRandom) {
  constexpr std::uint32_t k_edges = 1U << 15;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const PairMixer mix(seed);
    for (const std::uint32_t stride : {1U, 2U, 1000U, 1U << 10, 1U << 16, ~0U}) {
      const auto hash = [&](std::uint32_t i) { return mix(i * stride, (i + 1) * stride); };
      std::uint32_t uppermost = 0;
      for (std::uint32_t i = 1; i + 1 < k_edges; ++i) {
        uppermost += hash(i) > hash(i - 1) && hash(i) > hash(i + 1) ? 1 : 0;
      }
      EXPECT_NEAR(uppermost, k_edges / 3.0, k_edges / 50.0) << "stride " << stride;
    }
  }
}

// Edges of one length that do not meet: most have a hash of their own, too.
TEST(PairMixer, TellsEdgesOfOneLengthApart) {
  for (const std::uint64_t seed : k_seeds) {
    const PairMixer mix(seed);
    for (const std::uint32_t length : {1U, 2U, 1000U, 1024U, 65537U}) {
      std::vector<std::uint32_t> hashes(1U << 18);
      for (std::uint32_t v = 0; v < hashes.size(); ++v) hashes[v] = mix(v, v + length);
      std::sort(hashes.begin(), hashes.end());
      const auto distinct = std::unique(hashes.begin(), hashes.end()) - hashes.begin();
      EXPECT_GT(distinct, (1 << 18) * 4 / 5) << "length " << length;
    }
  }
}

TEST(PairMixer, SeedsOrderNeighboursDifferently) {
  for (const std::uint32_t v : {1U, 2U, 1000U, 1U << 20}) {
    int before = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      const PairMixer mix(seed);
      before += mix(v - 1, v) < mix(v, v + 1) ? 1 : 0;
    }
    EXPECT_NEAR(before, 2000, 200);
  }
}

}  // namespace
}  // namespace hypermatch::detail::base
