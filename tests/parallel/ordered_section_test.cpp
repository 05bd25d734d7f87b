// SPDX-License-Identifier: MIT
#include "parallel/host/ordered_section.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::parallel {
namespace {

constexpr std::size_t k_section_items = 2000;

// Takes items one after the other; body(item) is false if the task is to end.
template <class Body>
void take_items(const Context& context, std::size_t tasks, const Body& body) {
  std::atomic<std::size_t> next = 0;
  run_tasks(context, tasks, [&](std::size_t) {
    while (true) {
      const std::size_t item = next.fetch_add(1, std::memory_order_relaxed);
      if (item >= k_section_items || !body(item)) break;
    }
  });
}

TEST(OrderedSection, ItemsAreDoneInOrderAndSeeWhatWasDoneBefore) {
  for (const HostBackend backend :
       {HostBackend::automatic, HostBackend::serial, HostBackend::std_threads}) {
    for (const int threads : {1, 2, 4}) {
      const Context context({.threads = threads, .backend = backend});
      OrderedSection turn;
      // Plain memory: what publishes it is the turn alone.
      std::vector<std::uint64_t> done = {0};
      take_items(context, static_cast<std::size_t>(threads), [&](std::size_t item) {
        std::uint64_t work = item + 1;
        for (std::uint64_t i = 0; i < item % 7 * 100; ++i) work = base::splitmix64(work);
        EXPECT_TRUE(turn.wait_for(item));
        EXPECT_EQ(turn.now(), item);
        EXPECT_EQ(done.size(), item + 1);
        done.push_back(done.back() + item + (work == 0 ? 1 : 0));
        turn.pass_on();
        return true;
      });
      EXPECT_EQ(done.back(), k_section_items * (k_section_items - 1) / 2);
      EXPECT_EQ(turn.now(), k_section_items);
    }
  }
}

TEST(OrderedSection, NobodyWaitsForWhoHasGivenUp) {
  const Context context({.threads = 4});
  OrderedSection turn;
  std::atomic<std::size_t> done = 0;
  take_items(context, 4, [&](std::size_t item) {
    if (item == 100) {
      turn.give_up();
      return false;
    }
    if (!turn.wait_for(item)) return false;
    EXPECT_LT(item, 100U);
    ++done;
    turn.pass_on();
    return true;
  });
  EXPECT_LE(done, 100U);
  EXPECT_EQ(turn.now(), OrderedSection::k_given_up);
}

}  // namespace
}  // namespace hypermatch::detail::parallel
