// SPDX-License-Identifier: MIT
// For tests of data races alone (HYPERMATCH_TEST_GRAINS): hands the tasks of a region to several
// threads, however short they are, without an order between them that would hide a race.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>

#include "parallel/host/executor.hpp"

namespace hypermatch::detail::parallel {

/// One region, as a few runners that take its tasks by a counter. The first runner that begins
/// waits until another thread has begun one, too. All orders are relaxed, here and between the
/// tasks, so that the sanitizer sees no order that an executor need not make.
class HandOut {
 public:
  HandOut(std::size_t num_tasks, TaskRef task, int width)
      : task_(task),
        num_tasks_(num_tasks),
        num_runners_(std::min(num_tasks, static_cast<std::size_t>(width))),
        next_(num_runners_) {}

  [[nodiscard]] std::size_t num_runners() const { return num_runners_; }
  /// Whether two threads or more have run tasks.
  [[nodiscard]] bool was_shared() const { return shared_.load(std::memory_order_relaxed); }

  /// Runs task `runner`, and then those that no runner has taken.
  void operator()(std::size_t runner) const {
    static thread_local bool inside = false;
    const bool is_nested = std::exchange(inside, true);
    meet(&inside, is_nested);
    try {
      // Ends: each turn takes one of finitely many tasks.
      for (std::size_t i = runner; i < num_tasks_;
           i = next_.fetch_add(1, std::memory_order_relaxed)) {
        task_(i);
      }
    } catch (...) {
      inside = is_nested;
      throw;
    }
    inside = is_nested;
  }

 private:
  // `me` differs from thread to thread.
  void meet(const void* me, bool is_nested) const {
    const void* first = nullptr;
    if (!first_.compare_exchange_strong(first, me, std::memory_order_relaxed)) {
      if (first != me) shared_.store(true, std::memory_order_relaxed);
      return;
    }
    // All other threads may be inside tasks of the region around this one.
    if (num_runners_ < 2 || is_nested) return;
    // Ends after a while even if no thread is free.
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    while (!was_shared() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  }

  TaskRef task_;
  std::size_t num_tasks_;
  std::size_t num_runners_;
  mutable std::atomic<std::size_t> next_;
  mutable std::atomic<const void*> first_ = nullptr;
  mutable std::atomic<bool> shared_ = false;
};

}  // namespace hypermatch::detail::parallel
