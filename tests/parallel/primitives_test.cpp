// SPDX-License-Identifier: MIT
// The primitives against the standard library's algorithms, at sizes around every boundary.
#include "parallel/host/primitives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "contexts.hpp"

namespace {
std::atomic<std::size_t> num_allocations{0};
}

// Counts what this program allocates. Not inlined: g++ would see `free` meet `new`.
[[gnu::noinline]] void* operator new(std::size_t size) {
  num_allocations.fetch_add(1);
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  num_allocations.fetch_add(1);
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace hypermatch::detail::parallel {
namespace {

constexpr std::size_t k_grain = 64;

std::vector<std::size_t> sizes() {
  // 8 chunks a thread: 5 threads make 40, so that 40 grains are a boundary, too.
  return {0,
          1,
          2,
          k_grain - 1,
          k_grain,
          k_grain + 1,
          2 * k_grain,
          8 * k_grain,
          8 * k_grain + 1,
          40 * k_grain - 1,
          40 * k_grain + 1,
          100'003};
}

std::vector<std::uint32_t> random_items(std::size_t size, std::uint64_t seed) {
  std::vector<std::uint32_t> items(size);
  for (std::size_t i = 0; i < size; ++i) {
    items[i] = static_cast<std::uint32_t>(base::hash(seed, i));
  }
  return items;
}

class PrimitivesTest : public test::Everywhere {};
INSTANTIATE_TEST_SUITE_P(All, PrimitivesTest, testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(PrimitivesTest, CutCoversTheRangeInOrderWithoutSmallChunks) {
  for (const std::size_t size : sizes()) {
    for (const std::size_t grain : {std::size_t{0}, std::size_t{1}, k_grain}) {
      for (const std::size_t per_thread : {1U, 3U, 8U}) {
        const Chunks chunks = cut(context_, size, grain, per_thread);
        std::size_t next = 0;
        for (std::size_t c = 0; c < chunks.count; ++c) {
          ASSERT_EQ(chunks.begin(c), next);
          ASSERT_GT(chunks.end(c), next) << "an empty chunk";
          next = chunks.end(c);
          if (c + 1 < chunks.count) {
            ASSERT_GE(chunks.end(c) - chunks.begin(c), parallel::grain(grain));
          }
        }
        ASSERT_EQ(next, size);
        ASSERT_LE(chunks.count, static_cast<std::size_t>(context_.threads()) * per_thread);
      }
    }
  }
}

TEST_P(PrimitivesTest, CutTakesSizesNearTheLargest) {
  const std::size_t size = ~std::size_t{0} / 2;
  const Chunks chunks = cut(context_, size, 1);
  EXPECT_EQ(chunks.begin(0), 0U);
  EXPECT_EQ(chunks.end(chunks.count - 1), size);
}

TEST_P(PrimitivesTest, ForEachVisitsEveryItemOnce) {
  for (const std::size_t size : sizes()) {
    std::vector<std::uint8_t> visits(size, 0);
    for_each(
        context_, size, [&](std::size_t i) { ++visits[i]; }, k_grain);
    ASSERT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<std::ptrdiff_t>(size));
  }
}

TEST_P(PrimitivesTest, ForChunksNumbersItsChunks) {
  for (const std::size_t size : sizes()) {
    const Chunks chunks = cut(context_, size, k_grain);
    std::vector<std::size_t> owner(size, ~std::size_t{0});
    for_chunks(context_, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) owner[i] = chunk;
    });
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(owner[i], i / chunks.size);
  }
}

TEST_P(PrimitivesTest, ReduceAgreesWithAccumulate) {
  for (const std::size_t size : sizes()) {
    const auto items = random_items(size, 1);
    const auto sum = reduce<std::uint64_t>(
        context_, size, 7, [&](std::size_t i) { return std::uint64_t{items[i]}; },
        [](std::uint64_t a, std::uint64_t b) { return a + b; }, k_grain);
    ASSERT_EQ(sum, std::accumulate(items.begin(), items.end(), std::uint64_t{7})) << size;
    const auto top = reduce<std::uint32_t>(
        context_, size, 0, [&](std::size_t i) { return items[i]; },
        [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); }, k_grain);
    ASSERT_EQ(top, size == 0 ? 0U : *std::max_element(items.begin(), items.end())) << size;
  }
}

// Associative, but not commutative: chunks must be combined in order.
TEST_P(PrimitivesTest, ReduceKeepsTheOrder) {
  std::string expected = ">";
  for (std::size_t i = 0; i < 2000; ++i) expected += static_cast<char>('a' + i % 26);
  const auto text = reduce<std::string>(
      context_, 2000, ">",
      [](std::size_t i) { return std::string(1, static_cast<char>('a' + i % 26)); },
      [](const std::string& a, const std::string& b) { return a + b; }, k_grain);
  EXPECT_EQ(text, expected);
}

TEST_P(PrimitivesTest, RoundsAllocateNothing) {
  // oneTBB allocates its tasks.
  if (GetParam().backend == HostBackend::tbb) GTEST_SKIP() << "only what is ours";
  const Context context = GetParam().context();
  std::vector<std::uint64_t> sums(50'000);
  const auto round = [&] {
    const std::uint64_t sum = reduce(
        context, sums.size(), std::uint64_t{0}, [](std::size_t i) { return i; }, std::plus<>());
    const auto total = exclusive_scan<std::uint64_t>(
        context, sums.size(), [](std::size_t i) { return i; },
        [&](std::size_t i, std::uint64_t before) { sums[i] = before; });
    EXPECT_EQ(sum, total);
  };
  round();  // executors may grow their lists once
  const std::size_t before = num_allocations.load();
  round();
  EXPECT_EQ(num_allocations.load(), before);
}

TEST(Primitives, PartialResultsFitForAnyNumberOfThreads) {
  for (const int threads : {1, 2, 127, 129, 300}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const Chunks chunks = cut_for_partials(context, 1'000'003, 1);
    EXPECT_LE(chunks.count, k_most_partials);
    EXPECT_GE(chunks.count, static_cast<std::size_t>(threads));
    const auto sum = reduce(
        context, 10'007, std::uint64_t{0}, [](std::size_t i) { return i; }, std::plus<>(), 1);
    EXPECT_EQ(sum, 10'007ULL * 10'006 / 2);
  }
}

TEST_P(PrimitivesTest, ExclusiveScanAgreesWithTheStandardLibrary) {
  for (const std::size_t size : sizes()) {
    const auto items = random_items(size, 2);
    std::vector<std::uint64_t> expected(size);
    std::exclusive_scan(items.begin(), items.end(), expected.begin(), std::uint64_t{0});
    std::vector<std::uint64_t> sums(size);
    const auto total = exclusive_scan<std::uint64_t>(
        context_, size, [&](std::size_t i) { return std::uint64_t{items[i]}; },
        [&](std::size_t i, std::uint64_t sum) { sums[i] = sum; }, k_grain);
    ASSERT_EQ(sums, expected) << size;
    ASSERT_EQ(total, std::accumulate(items.begin(), items.end(), std::uint64_t{0})) << size;
  }
}

TEST_P(PrimitivesTest, ExclusiveScanMayOverwriteItsInput) {
  for (const std::size_t size : sizes()) {
    std::vector<std::uint64_t> items(size, 3);
    const auto total = exclusive_scan<std::uint64_t>(
        context_, size, [&](std::size_t i) { return items[i]; },
        [&](std::size_t i, std::uint64_t sum) { items[i] = sum; }, k_grain);
    ASSERT_EQ(total, 3 * size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(items[i], 3 * i);
  }
}

TEST_P(PrimitivesTest, SelectAgreesWithCopyIf) {
  for (const std::size_t size : sizes()) {
    const auto items = random_items(size, 3);
    for (const std::uint32_t divisor : {1U, 2U, 97U, 0U}) {  // 0: keep none
      const auto keep = [&](std::size_t i) { return divisor != 0 && items[i] % divisor == 0; };
      std::vector<std::uint32_t> expected;
      for (std::size_t i = 0; i < size; ++i) {
        if (keep(i)) expected.push_back(items[i]);
      }
      std::vector<std::uint32_t> kept(expected.size());
      const std::size_t count = select(
          context_, size, keep,
          [&](std::size_t place, std::size_t i) { kept.at(place) = items[i]; }, k_grain);
      ASSERT_EQ(count, expected.size());
      ASSERT_EQ(kept, expected);
    }
  }
}

TEST_P(PrimitivesTest, ExceptionsOfBodiesComeOut) {
  EXPECT_THROW(for_each(
                   context_, 10'000,
                   [](std::size_t i) {
                     if (i == 7777) throw std::out_of_range("7777");
                   },
                   k_grain),
               std::out_of_range);
  EXPECT_THROW(run_tasks(context_, 1, [](std::size_t) { throw std::out_of_range("only"); }),
               std::out_of_range);
}

}  // namespace
}  // namespace hypermatch::detail::parallel
