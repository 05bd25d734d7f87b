// SPDX-License-Identifier: MIT
// Pause of a spinning thread between two loads of a word.
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
