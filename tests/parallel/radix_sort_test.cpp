// SPDX-License-Identifier: MIT
// Radix sort against std::stable_sort: keys of all widths, many equal, sorted, reversed.
#include "parallel/host/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

class RadixSortTest : public test::Everywhere {};
INSTANTIATE_TEST_SUITE_P(All, RadixSortTest, testing::ValuesIn(test::everywhere()),
                         test::CaseName());

template <class Unsigned>
struct Item {
  Unsigned key;
  std::uint32_t place;
  friend bool operator==(const Item&, const Item&) = default;
};

/// Sorts items whose keys are key_of(i), and compares with a stable sort; `place` shows stability.
template <class Unsigned>
void check(const Context& context, std::size_t size,
           const std::function<std::uint64_t(std::size_t)>& key_of, const std::string& what) {
  Array<Item<Unsigned>> items(size);
  for (std::size_t i = 0; i < size; ++i) {
    items[i] = {static_cast<Unsigned>(key_of(i)), static_cast<std::uint32_t>(i)};
  }
  std::vector<Item<Unsigned>> expected(items.begin(), items.end());
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.key < b.key; });
  radix_sort(context, items, [](const Item<Unsigned>& item) { return item.key; });
  ASSERT_EQ(items.size(), size) << what;
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_EQ(items[i], expected[i]) << what << ", size " << size << ", at " << i;
  }
}

template <class Unsigned>
void check_all_keys(const Context& context) {
  // 2^14 items are the smallest chunk of the sort.
  constexpr std::size_t k_chunk = std::size_t{1} << 14;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{255},
                                 k_chunk - 1, k_chunk, k_chunk + 1, 3 * k_chunk + 5}) {
    check<Unsigned>(
        context, size, [](std::size_t i) { return base::hash(5, i); }, "random");
    check<Unsigned>(
        context, size, [](std::size_t i) { return base::hash(6, i) % 5; }, "few keys");
    check<Unsigned>(
        context, size, [](std::size_t) { return 42U; }, "one key");
    check<Unsigned>(
        context, size, [](std::size_t i) { return i; }, "sorted");
    check<Unsigned>(
        context, size, [size](std::size_t i) { return size - i; }, "reversed");
    // Only the highest byte varies, and only one of them is not zero.
    constexpr unsigned k_top = 8 * sizeof(Unsigned) - 8;
    check<Unsigned>(
        context, size, [](std::size_t i) { return (base::hash(7, i) & 0xFF) << k_top; },
        "highest byte");
    check<Unsigned>(
        context, size,
        [size](std::size_t i) { return i == size / 2 ? std::uint64_t{1} << k_top : 0; }, "one");
  }
}

TEST_P(RadixSortTest, SortsStablyByKeysOf8Bits) {
  check_all_keys<std::uint8_t>(context_);
}
TEST_P(RadixSortTest, SortsStablyByKeysOf16Bits) {
  check_all_keys<std::uint16_t>(context_);
}
TEST_P(RadixSortTest, SortsStablyByKeysOf32Bits) {
  check_all_keys<std::uint32_t>(context_);
}
TEST_P(RadixSortTest, SortsStablyByKeysOf64Bits) {
  check_all_keys<std::uint64_t>(context_);
}

}  // namespace
}  // namespace hypermatch::detail::parallel
