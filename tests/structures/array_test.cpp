// SPDX-License-Identifier: MIT
#include "hypermatch/array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"

// The address sanitizer ends a process that asks for too much, unless told that this is meant.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is the sanitizer's
extern "C" const char* __asan_default_options();
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}

namespace hypermatch {
namespace {

Array<int> counting(std::size_t size) {
  Array<int> array(size);
  std::iota(array.begin(), array.end(), 0);
  return array;
}

bool counts(const Array<int>& array, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (array[i] != static_cast<int>(i)) return false;
  }
  return array.size() >= size;
}

// Memory that reports when its last owner lets go.
struct Lent {
  std::vector<int> items{0, 1, 2, 3, 4};
  std::shared_ptr<int> owner = std::make_shared<int>(0);
  std::weak_ptr<int> watch = owner;
  Array<int> array{owner, std::span<int>(items)};

  Lent() { owner.reset(); }
};

TEST(ArrayTest, StartsEmpty) {
  const Array<int> array;
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.size(), 0U);
  EXPECT_EQ(array.begin(), array.end());
  EXPECT_FALSE(array.borrows());
  EXPECT_TRUE(array.clone().empty());
}

TEST(ArrayTest, FillsAndCopies) {
  const Array<std::int64_t> filled(1000, -7);
  EXPECT_EQ(std::count(filled.begin(), filled.end(), -7), 1000);
  const std::vector<int> source = {3, 1, 2};
  const Array<int> copied{std::span<const int>(source)};
  EXPECT_TRUE(std::ranges::equal(copied.view(), source));
  EXPECT_NE(copied.data(), source.data());
}

TEST(ArrayTest, GrowingKeepsItemsAcrossAllSizes) {
  // From a few bytes to blocks of many megabytes, whatever way memory is got.
  Array<int> array = counting(3);
  std::size_t size = 3;
  for (const std::size_t next : {4U, 1000U, 100'000U, 1'500'000U, 6'000'000U, 6'000'001U}) {
    array.resize(next);
    ASSERT_TRUE(counts(array, size)) << "to " << next;
    std::iota(array.begin(), array.end(), 0);
    size = next;
  }
  // And back: smaller sizes keep the memory until it is given back.
  array.resize(2'000'000);
  EXPECT_GE(array.capacity(), 6'000'001U);
  array.shrink_to_fit();
  EXPECT_EQ(array.capacity(), 2'000'000U);
  EXPECT_TRUE(counts(array, 2'000'000));
  array.resize(5);
  array.shrink_to_fit();
  EXPECT_EQ(array.capacity(), 5U);
  EXPECT_TRUE(counts(array, 5));
  array.resize(0);
  array.shrink_to_fit();
  EXPECT_EQ(array.capacity(), 0U);
  EXPECT_EQ(array.data(), nullptr);
  array.push_back(9);
  EXPECT_EQ(array[0], 9);
}

TEST(ArrayTest, LargeNeighboursGrowPastEachOther) {
  constexpr std::size_t k_step = std::size_t{3} << 18;  // items of 8 bytes: 6 MiB
  std::vector<Array<std::uint64_t>> arrays(3);
  for (std::size_t turn = 1; turn <= 4; ++turn) {
    for (std::size_t a = 0; a < arrays.size(); ++a) {
      arrays[a].resize(turn * k_step);
      for (std::size_t i = (turn - 1) * k_step; i < turn * k_step; i += 511) arrays[a][i] = i + a;
    }
  }
  arrays[1].resize(k_step + 1);
  arrays[1].shrink_to_fit();
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    for (std::size_t turn = 0; turn * k_step < arrays[a].size(); ++turn) {
      const std::size_t end = std::min(arrays[a].size(), (turn + 1) * k_step);
      for (std::size_t i = turn * k_step; i < end; i += 511) {
        if (a == 1 && i >= k_step) break;
        ASSERT_EQ(arrays[a][i], i + a);
      }
    }
  }
}

TEST(ArrayTest, PushBackGrowsGeometrically) {
  Array<int> array;
  std::size_t moves = 0;
  for (int i = 0; i < 3'000'000; ++i) {
    const std::size_t before = array.capacity();
    array.push_back(i);
    moves += array.capacity() != before ? 1 : 0;
  }
  EXPECT_TRUE(counts(array, 3'000'000));
  EXPECT_LT(moves, 40U);
}

TEST(ArrayTest, PushBackOfAnItemOfItself) {
  Array<int> array = counting(16);
  array.shrink_to_fit();
  ASSERT_EQ(array.size(), array.capacity());
  array.push_back(array[7]);
  EXPECT_EQ(array[16], 7);
}

TEST(ArrayTest, ReserveKeepsSizeAndItems) {
  Array<int> array = counting(10);
  array.reserve(1'000'000);
  EXPECT_EQ(array.size(), 10U);
  EXPECT_GE(array.capacity(), 1'000'000U);
  const int* place = array.data();
  array.resize(1'000'000);
  EXPECT_EQ(array.data(), place);
  EXPECT_TRUE(counts(array, 10));
  array.reserve(5);
  EXPECT_EQ(array.size(), 1'000'000U);
}

TEST(ArrayTest, MovingHandsTheMemoryOver) {
  Array<int> array = counting(100);
  const int* place = array.data();
  Array<int> moved = std::move(array);
  EXPECT_EQ(moved.data(), place);
  EXPECT_TRUE(array.empty());  // NOLINT(bugprone-use-after-move): a moved-from array is empty
  EXPECT_EQ(array.capacity(), 0U);
  Array<int> target = counting(5);
  target = std::move(moved);
  EXPECT_EQ(target.data(), place);
  EXPECT_TRUE(counts(target, 100));
  Array<int>& itself = target;
  target = std::move(itself);
  EXPECT_TRUE(counts(target, 100));
  EXPECT_EQ(target.size(), 100U);
}

TEST(ArrayTest, BorrowedMemoryLivesAsLongAsItsBorrowers) {
  Lent lent;
  EXPECT_TRUE(lent.array.borrows());
  EXPECT_EQ(std::as_const(lent.array).data(), lent.items.data());
  EXPECT_TRUE(counts(lent.array, 5));
  Array<int> moved = std::move(lent.array);
  EXPECT_FALSE(lent.watch.expired());
  EXPECT_TRUE(moved.borrows());
  const Array<int> copy = moved.clone();
  EXPECT_FALSE(copy.borrows());
  EXPECT_NE(copy.data(), lent.items.data());
  moved = Array<int>();
  EXPECT_TRUE(lent.watch.expired());
  EXPECT_TRUE(counts(copy, 5));
}

TEST(ArrayTest, ItemsOfABorrowingArrayAreWrittenInPlace) {
  Lent lent;
  lent.array[1] = 7;
  lent.array.data()[2] = 8;
  EXPECT_TRUE(lent.array.borrows());
  EXPECT_EQ(lent.items, (std::vector<int>{0, 7, 8, 3, 4}));
}

TEST(ArrayTest, ResizingABorrowingArrayCopiesIt) {
  {
    Lent lent;
    lent.array.push_back(5);
    EXPECT_FALSE(lent.array.borrows());
    EXPECT_TRUE(lent.watch.expired());
    EXPECT_TRUE(counts(lent.array, 6));
    EXPECT_EQ(lent.items.size(), 5U);
  }
  for (const std::size_t size : {0U, 3U, 5U, 50U}) {
    Lent lent;
    lent.array.resize(size);
    EXPECT_FALSE(lent.array.borrows()) << size;
    EXPECT_TRUE(lent.watch.expired());
    EXPECT_EQ(lent.array.size(), size);
    EXPECT_TRUE(counts(lent.array, std::min<std::size_t>(size, 5)));
    for (int& item : lent.array) item = -1;
    EXPECT_EQ(lent.items, (std::vector<int>{0, 1, 2, 3, 4}));
  }
  Lent lent;
  lent.array.reserve(2);
  EXPECT_FALSE(lent.array.borrows());
  EXPECT_TRUE(counts(lent.array, 5));
  Lent kept;
  kept.array.shrink_to_fit();
  EXPECT_TRUE(kept.array.borrows());
}

TEST(ArrayTest, SizesBeyondMemoryAreErrors) {
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t size : {most, most / 8, most / 8 + 1, most / 16 * 3, most / 64}) {
    try {
      const Array<std::uint64_t> array(size);
      ADD_FAILURE() << "got " << size << " items";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::resources) << size;
    }
  }
  // A failed growth leaves the array as it was.
  Array<int> array = counting(1'500'000);
  EXPECT_THROW(array.resize(most / 8), Error);
  EXPECT_EQ(array.size(), 1'500'000U);
  EXPECT_TRUE(counts(array, 1'500'000));
}

TEST(Array, RefusesWhatTheSystemDoesNotHaveBeforeItIsUsed) {
  const auto available = detail::base::available_memory();
  ASSERT_TRUE(available.has_value());
  EXPECT_GT(*available, std::uint64_t{1} << 20);
  // Systems promise more than they have, at least twice as much.
  const std::size_t much = *available + *available / 2 + (std::size_t{1} << 30);
  Array<char> array = Array<char>(3);
  try {
    array.resize(much);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
    EXPECT_NE(std::string(error.what()).find("the system has"), std::string::npos) << error.what();
  }
  EXPECT_EQ(array.size(), 3U);
  EXPECT_THROW(Array<std::int64_t>(much / 8), Error);
}

TEST(Array, CountsLiveArraysThatAreNotWrittenYet) {
  const auto available = detail::base::available_memory();
  ASSERT_TRUE(available.has_value());
  const std::size_t size = *available / 10 * 6;
  if (size < std::size_t{2} << 30) GTEST_SKIP() << "requests below 1 GiB are not checked";
  Array<char> first(size);
  EXPECT_THROW(Array<char>{size}, Error);
  first.resize(3);
  first.shrink_to_fit();
  // Spare capacity does not count.
  Array<char> spare;
  spare.reserve(size);
  Array<char> second(size);
  // Neither does what was moved or is freed.
  Array<char> moved = std::move(second);
  EXPECT_THROW(Array<char>{size}, Error);
  moved = Array<char>();
  const Array<char> third(size);
}

TEST(Array, CountsWrittenPagesOnce) {
  const auto available = detail::base::available_memory();
  ASSERT_TRUE(available.has_value());
  // Written arrays have left the available memory already.
  const Array<char> written(std::size_t{512} << 20, 'x');
  const auto left = detail::base::available_memory();
  ASSERT_TRUE(left.has_value());
  const std::size_t reserve = std::size_t{400} << 20;  // other processes run
  if (*left < std::size_t{2} << 30) GTEST_SKIP() << "requests below 1 GiB are not checked";
  EXPECT_NO_THROW(Array<char>{*left - reserve});
}

}  // namespace
}  // namespace hypermatch
