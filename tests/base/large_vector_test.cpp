// SPDX-License-Identifier: MIT
#include "base/large_vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail {
namespace {

TEST(LargeVector, IsFilledWhateverItsSize) {
  // From 1 MiB on pages are asked for; odd sizes begin and end within one.
  for (const std::size_t size : {0U, 1U, 1000U, (1U << 18) - 1, 1U << 18, (1U << 20) + 7}) {
    const std::vector<std::uint32_t> items = filled_vector(size, std::uint32_t{0xA5A5A5A5});
    ASSERT_EQ(items.size(), size);
    EXPECT_EQ(std::count(items.begin(), items.end(), 0xA5A5A5A5), static_cast<long>(size));
  }
}

TEST(LargeVector, PopulatingKeepsWhatIsThere) {
  std::vector<std::uint32_t> items(std::size_t{1} << 20);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i * i);
  populate_pages(items.data() + 3, (items.size() - 5) * sizeof(std::uint32_t));
  populate_pages(items.data() + 3, 0);
  populate_pages(items.data() + 3, 4);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(items[i], static_cast<std::uint32_t>(i * i));
  }
}

TEST(LargeVector, RefusesWhatTheSystemDoesNotHave) {
  const auto available = base::available_memory();
  ASSERT_TRUE(available.has_value());
  const std::size_t much = *available + *available / 2 + (std::size_t{1} << 30);
  try {
    (void)filled_vector(much, 'x');
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
  }
}

}  // namespace
}  // namespace hypermatch::detail
