// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

using SharedWordsOf = test::Everywhere;
INSTANTIATE_TEST_SUITE_P(HostBackends, SharedWordsOf, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(SharedWordsOf, HoldWhatAllTasksDidToThem) {
  constexpr std::uint32_t k_tasks = 10'000;
  const SharedWords words(context_);
  std::uint32_t sum = 7;
  double least = 1e9;
  std::uint32_t most = 0;
  std::uint32_t last = k_tasks;
  std::vector<std::uint32_t> replaced(k_tasks + 1, 0);
  for_each(
      context_, k_tasks,
      [&](std::size_t i) {
        words.add(sum, 3);
        words.put_first(least, 5.0 + static_cast<double>(i), std::less<>());
        words.put_first(most, static_cast<std::uint32_t>(i), std::greater<>());
        words.add(replaced[words.exchange(last, static_cast<std::uint32_t>(i))], 1);
      },
      1);
  EXPECT_EQ(sum, 7 + 3 * k_tasks);
  EXPECT_EQ(least, 5.0);
  EXPECT_EQ(most, k_tasks - 1);
  ++replaced[last];
  EXPECT_EQ(replaced, std::vector<std::uint32_t>(k_tasks + 1, 1));
}

TEST(SharedWords, TellWhatWasThereBefore) {
  for (const bool alone : {true, false}) {
    const SharedWords words(alone);
    std::uint64_t word = 5;
    EXPECT_EQ(words.add(word, ~std::uint64_t{0}), 5U);
    EXPECT_EQ(words.exchange(word, 9), 4U);
    words.put_first(word, 9, std::less<>());
    words.put_first(word, 10, std::less<>());
    EXPECT_EQ(word, 9U);
  }
}

}  // namespace
}  // namespace hypermatch::detail::parallel
