// SPDX-License-Identifier: MIT
// Words that the tasks of a loop change together.
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::parallel {

/// Changes that commute, read after all tasks have ended: hence relaxed; plain where one thread
/// runs the loop.
class SharedWords {
 public:
  explicit SharedWords(bool alone) : alone_(alone) {}
  explicit SharedWords(const Context& context) : SharedWords(context.threads() == 1) {}

  /// Adds modulo 2^bits; returns what was there before.
  template <class T>
  T add(T& word, std::type_identity_t<T> term) const {
    if (alone_) return std::exchange(word, static_cast<T>(word + term));
    return std::atomic_ref(word).fetch_add(term, std::memory_order_relaxed);
  }
  template <class T>
  T exchange(T& word, std::type_identity_t<T> value) const {
    return alone_ ? std::exchange(word, value)
                  : std::atomic_ref(word).exchange(value, std::memory_order_relaxed);
  }
  /// Puts the value there if it precedes what is there, by a strict order of finitely many values.
  template <class T, class Precedes>
  void put_first(T& word, std::type_identity_t<T> value, const Precedes& precedes) const {
    if (alone_) {
      if (precedes(value, word)) word = value;
      return;
    }
    const std::atomic_ref shared(word);
    T seen = shared.load(std::memory_order_relaxed);
    // Ends: it fails only where another task has put a value there that precedes `seen`.
    while (precedes(value, seen) &&
           !shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }

 private:
  bool alone_;
};

}  // namespace hypermatch::detail::parallel
