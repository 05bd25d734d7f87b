// SPDX-License-Identifier: MIT
// Runs one section of each task in ticket order: each task runs the section of its item when the
// number of that item comes up; the rest of the tasks runs in parallel.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

#include "parallel/host/pause.hpp"

namespace hypermatch::detail::parallel {

/// A counter of items: 0, then 1, and so on. What a task wrote before it advanced the counter is
/// visible to every task that reads a later number. Items must be taken in order, each by a task
/// that runs: then waiting ends, on any number of threads.
class OrderedSection {
 public:
  /// The current item; k_given_up once a task has given up.
  [[nodiscard]] std::size_t now() const { return item_.load(std::memory_order_acquire); }

  /// Waits until it is `item`'s turn; false if a task has given up. Meanwhile calls follow(now)
  /// whenever the current item changes, repeatedly while it is the one before `item`, and once with
  /// `item`.
  template <class Follow>
  [[nodiscard]] bool wait_for(std::size_t item, const Follow& follow) const {
    constexpr int k_pauses = 1000;
    constexpr std::chrono::milliseconds k_patience{2};  // a few times what a section takes
    int pauses = 0;
    std::chrono::steady_clock::time_point asleep_from;
    std::size_t seen = k_given_up;
    // Ends: all items before this one are with tasks that run, and pass on or give up.
    while (true) {
      const std::size_t turn = now();
      if (turn == k_given_up) return false;
      if (turn != seen || turn + 1 == item) follow(seen = turn);
      if (turn == item) return true;
      if (pauses < k_pauses) {
        if (++pauses == k_pauses) asleep_from = std::chrono::steady_clock::now() + k_patience;
        pause();
      } else if (std::chrono::steady_clock::now() < asleep_from) {
        std::this_thread::yield();
      } else {
        // The task in turn may have no core: one that sleeps is woken at once, one that yields has
        // to wait for its next share of time.
        item_.wait(turn, std::memory_order_acquire);
      }
    }
  }
  [[nodiscard]] bool wait_for(std::size_t item) const {
    return wait_for(item, [](std::size_t) {});
  }
  /// By the task of the current item.
  void pass_on() {
    std::size_t item = item_.load(std::memory_order_relaxed);
    // Fails if another task has given up meanwhile.
    item_.compare_exchange_strong(item, item == k_given_up ? item : item + 1,
                                  std::memory_order_release, std::memory_order_relaxed);
    item_.notify_all();
  }
  /// Waiting ends: the item of this task will not be done.
  void give_up() {
    // Sequentially consistent: who goes to sleep meanwhile sees it, or is seen.
    item_.store(k_given_up, std::memory_order_seq_cst);
    item_.notify_all();
  }

  static constexpr std::size_t k_given_up = ~std::size_t{0};

 private:
  std::atomic<std::size_t> item_ = 0;
};

}  // namespace hypermatch::detail::parallel
