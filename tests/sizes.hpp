// SPDX-License-Identifier: MIT
// Sizes of tests that only need to be large, by how fast this build is.
#pragma once

namespace hypermatch::test {

/// `sanitized` in builds with sanitizers, which make the same work take five to twenty times as
/// long.
template <class T>
constexpr T by_build([[maybe_unused]] T size, [[maybe_unused]] T sanitized) {
#if defined(HYPERMATCH_TESTS_SANITIZED)
  return sanitized;
#else
  return size;
#endif
}

}  // namespace hypermatch::test
