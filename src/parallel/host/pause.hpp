// SPDX-License-Identifier: MIT
// What a thread does between two looks at a word that another will change soon.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#else
#include <thread>
#endif

namespace hypermatch::detail::parallel {

inline void pause() {
#if defined(__x86_64__)
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace hypermatch::detail::parallel
