// SPDX-License-Identifier: MIT
#include "parallel/host/sort_in_pieces.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "tests/sizes.hpp"

namespace hypermatch::detail::parallel {
namespace {

// Several pieces long: few values, all equal, one small or large one, sorted, reversed, random.
TEST(SortInPieces, IsStdSort) {
  const Context context({.threads = 1});
  constexpr std::uint64_t k_items = test::by_build(300'000U, 140'000U);
  const std::vector<std::function<std::uint64_t(std::uint64_t)>> kinds = {
      [](std::uint64_t i) { return base::hash(1, i); },
      [](std::uint64_t i) { return base::hash(2, i) % 3; },
      [](std::uint64_t) { return std::uint64_t{7}; },
      [](std::uint64_t i) { return std::uint64_t{i == 4321 ? 6U : 7U}; },
      [](std::uint64_t i) { return std::uint64_t{i == 4321 ? 8U : 7U}; },
      [](std::uint64_t i) { return i; },
      [](std::uint64_t i) { return k_items - i; },
  };
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    std::vector<std::uint64_t> items(k_items);
    for (std::uint64_t i = 0; i < k_items; ++i) items[i] = kinds[kind](i);
    for (const int splits : {-1, 0, 1}) {
      std::vector<std::uint64_t> expected = items;
      std::sort(expected.begin(), expected.end(), std::greater<>());
      std::vector<std::uint64_t> sorted = items;
      sort_in_pieces(context, sorted.begin(), sorted.end(), std::greater<>(), splits);
      EXPECT_TRUE(sorted == expected) << kind << ' ' << splits;
    }
  }
  std::vector<std::uint64_t> none;
  sort_in_pieces(context, none.begin(), none.end(), std::less<>());
}

}  // namespace
}  // namespace hypermatch::detail::parallel
