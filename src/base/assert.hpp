// SPDX-License-Identifier: MIT
// Assertions against programming mistakes, in two levels: 1 = light (O(1) per call), 2 = heavy (may
// cost as much as the work itself). Tests run with both on.
#pragma once

#include <cstdio>
#include <cstdlib>

#if !defined(HYPERMATCH_ASSERT_LEVEL)
#define HYPERMATCH_ASSERT_LEVEL 0
#endif

namespace hypermatch::detail::base {
[[noreturn]] inline void assertion_failed(const char* text, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, text);
  std::abort();
}
}  // namespace hypermatch::detail::base

#define HYPERMATCH_CHECK_ASSERTION(condition) \
  ((condition) ? void(0)                      \
               : ::hypermatch::detail::base::assertion_failed(#condition, __FILE__, __LINE__))

#if HYPERMATCH_ASSERT_LEVEL >= 1
#define HYPERMATCH_ASSERT_LIGHT(condition) HYPERMATCH_CHECK_ASSERTION(condition)
#else
#define HYPERMATCH_ASSERT_LIGHT(condition) void(sizeof(!(condition)))
#endif
#if HYPERMATCH_ASSERT_LEVEL >= 2
#define HYPERMATCH_ASSERT_HEAVY(condition) HYPERMATCH_CHECK_ASSERTION(condition)
#else
#define HYPERMATCH_ASSERT_HEAVY(condition) void(sizeof(!(condition)))
#endif
