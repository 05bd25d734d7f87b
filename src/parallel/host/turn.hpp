// SPDX-License-Identifier: MIT
// Items that several tasks take one after the other, and of which a part is to be done in order:
// each task does that part of its item when its turn comes, while others are at theirs.
#pragma once

#include <atomic>
#include <cstddef>
#include <thread>

#include "parallel/host/pause.hpp"

namespace hypermatch::detail::parallel {

/// Whose turn it is: item 0's, then 1's, and so on. What a task wrote before it passed its turn on
/// is seen by all who find a later item's. Items must be taken in order, each by a task that runs:
/// then waiting ends, on any number of threads.
class Turn {
 public:
  /// The item whose turn it is; k_given_up once per task has given up.
  [[nodiscard]] std::size_t now() const { return item_.load(std::memory_order_acquire); }

  /// Waits until it is `item`'s turn; false if a task has given up. Meanwhile calls follow(now)
  /// whenever the turn has passed on to another item, again and again while it is that of the item
  /// before, and at least once, with `item`, in the end.
  template <class Follow>
  [[nodiscard]] bool wait_for(std::size_t item, const Follow& follow) const {
    constexpr int k_pauses = 1000;
    int pauses = 0;
    std::size_t seen = k_given_up;
    // Ends: all items before this one are with tasks that run, and pass on or give up.
    while (true) {
      const std::size_t turn = now();
      if (turn == k_given_up) return false;
      if (turn != seen || turn + 1 == item) follow(seen = turn);
      if (turn == item) return true;
      if (pauses < k_pauses) {
        ++pauses;
        pause();
      } else {
        std::this_thread::yield();
      }
    }
  }
  [[nodiscard]] bool wait_for(std::size_t item) const {
    return wait_for(item, [](std::size_t) {});
  }
  /// By the task whose turn it is.
  void pass_on() {
    std::size_t item = item_.load(std::memory_order_relaxed);
    // Fails if another task has given up meanwhile.
    item_.compare_exchange_strong(item, item == k_given_up ? item : item + 1,
                                  std::memory_order_release, std::memory_order_relaxed);
  }
  /// Waiting ends: the item of this task will not be done.
  void give_up() { item_.store(k_given_up, std::memory_order_release); }

  static constexpr std::size_t k_given_up = ~std::size_t{0};

 private:
  std::atomic<std::size_t> item_ = 0;
};

}  // namespace hypermatch::detail::parallel
