// SPDX-License-Identifier: MIT
// Sizes below which work is not shared by threads. They decide how fast an answer is found, never
// which one. With HYPERMATCH_TEST_GRAINS, which is for tests of data races, they are as small as
// can be, so that instances of a few hundred items run all the code that large ones run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace hypermatch::detail::parallel {

/// The least number of items of a task; `in_tests` in tests of data races.
[[nodiscard]] constexpr std::size_t grain(std::size_t items,
                                          [[maybe_unused]] std::size_t in_tests = 1) {
#if defined(HYPERMATCH_TEST_GRAINS)
  return std::min(items, in_tests);
#else
  return items;
#endif
}

/// The size, or the number of threads, from which on work is shared, or shared in another way;
/// `in_tests` in tests of data races.
template <class Size>
[[nodiscard]] constexpr Size threshold(Size size,
                                       [[maybe_unused]] std::type_identity_t<Size> in_tests = 1) {
#if defined(HYPERMATCH_TEST_GRAINS)
  return std::min(size, in_tests);
#else
  return size;
#endif
}

}  // namespace hypermatch::detail::parallel
