// SPDX-License-Identifier: MIT
// Words that the threads of one step read and write at once. All accesses are relaxed: what a step
// writes is read through them by the same step only as a hint or a claim on one word, and by later
// steps after the executor's barrier, which orders everything.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

template <class T>
[[nodiscard]] T read(const T& word) {
  // atomic_ref wants a mutable object even to load from it.
  return std::atomic_ref<T>(const_cast<T&>(word)).load(std::memory_order_relaxed);
}

template <class T>
void write(T& word, T value) {
  std::atomic_ref<T>(word).store(value, std::memory_order_relaxed);
}

/// Puts `value` in place of `expected`; false if something else stood there. With one thread, no
/// locked instruction.
template <class T>
[[nodiscard]] bool claim(T& word, T expected, T value, bool shared) {
  if (!shared) {
    if (word != expected) return false;
    word = value;
    return true;
  }
  return std::atomic_ref<T>(word).compare_exchange_strong(expected, value,
                                                          std::memory_order_relaxed);
}

}  // namespace hypermatch::detail::bipartite_matching
