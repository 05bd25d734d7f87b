// SPDX-License-Identifier: MIT
// Executors: every task once, exceptions out, several callers at once, runs inside runs.
#include "parallel/host/executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "contexts.hpp"

namespace hypermatch::detail::parallel {
namespace {

using test::Where;

class ExecutorTest : public test::Everywhere {
 protected:
  Executor& executor() { return context_.executor(); }
};

INSTANTIATE_TEST_SUITE_P(All, ExecutorTest, testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(ExecutorTest, HasTheWidthThatWasAskedFor) {
  // Kokkos has the threads that it was initialised with, or that its execution space can have.
  if (GetParam().backend == HostBackend::kokkos) {
    EXPECT_EQ(executor().width(), context_.threads());
  } else {
    EXPECT_EQ(executor().width(), GetParam().threads);
  }
}

TEST_P(ExecutorTest, RunsEveryTaskOnce) {
  for (const std::size_t tasks : {0U, 1U, 2U, 3U, 4U, 5U, 17U, 1000U}) {
    std::vector<std::atomic<int>> runs(tasks);
    const auto body = [&](std::size_t i) { runs.at(i).fetch_add(1, std::memory_order_relaxed); };
    executor().run(tasks, TaskRef(body));
    for (std::size_t i = 0; i < tasks; ++i) ASSERT_EQ(runs[i].load(), 1) << i << " of " << tasks;
  }
}

// Another context with fewer threads takes none of this one's.
TEST_P(ExecutorTest, KeepsItsThreadsBesideANarrowerContext) {
  const Context narrow({.threads = 2, .backend = GetParam().backend});
  const auto width = static_cast<std::size_t>(executor().width());
  std::mutex mutex;
  std::condition_variable all_here;
  std::size_t here = 0;
  int num_alone = 0;
  const auto body = [&](std::size_t) {
    std::unique_lock lock(mutex);
    if (++here == width) all_here.notify_all();
    // Fails after a while instead of waiting forever.
    const bool met =
        all_here.wait_for(lock, std::chrono::seconds(300), [&] { return here == width; });
    num_alone += met ? 0 : 1;
  };
  executor().run(width, TaskRef(body));
  EXPECT_EQ(num_alone, 0) << "tasks that did not run beside all others";
}

// Plain stores: the sanitizer proves that `run` orders them before what follows it, and that what
// precedes it is ordered before the tasks.
TEST_P(ExecutorTest, OrdersWritesBeforeAndAfter) {
  std::vector<std::size_t> items(300, 0);
  for (std::size_t round = 1; round <= 50; ++round) {
    const auto body = [&](std::size_t task) {
      // Every task reads what another one wrote in the round before.
      const std::size_t other = (task + 1) % 3;
      for (std::size_t i = 0; i < 50; ++i) {
        const std::size_t expected = items[(round % 2 == 0 ? 150 : 0) + other * 50 + i];
        items[(round % 2 == 0 ? 0 : 150) + task * 50 + i] = expected + 1;
      }
    };
    executor().run(3, TaskRef(body));
  }
  // Round 50 wrote the first half.
  for (std::size_t i = 0; i < 150; ++i) ASSERT_EQ(items[i], 50U) << i;
}

TEST_P(ExecutorTest, RethrowsAndStaysUsable) {
  for (const std::size_t thrower : {0U, 1U, 63U, 99U}) {
    std::atomic<int> running = 0;
    const auto body = [&](std::size_t i) {
      running.fetch_add(1);
      if (i == thrower) {
        running.fetch_sub(1);
        throw std::runtime_error("task " + std::to_string(i));
      }
      running.fetch_sub(1);
    };
    try {
      executor().run(100, TaskRef(body));
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "task " + std::to_string(thrower));
    }
    EXPECT_EQ(running.load(), 0) << "a task outlived its run";
  }
  std::atomic<int> count = 0;
  const auto body = [&](std::size_t) { ++count; };
  executor().run(100, TaskRef(body));
  EXPECT_EQ(count.load(), 100);
}

TEST_P(ExecutorTest, RethrowsOneOfManyExceptions) {
  const auto body = [](std::size_t i) { throw static_cast<int>(i); };
  for (int repeat = 0; repeat < 20; ++repeat) {
    try {
      executor().run(50, TaskRef(body));
      FAIL() << "no exception";
    } catch (int i) {
      EXPECT_GE(i, 0);
      EXPECT_LT(i, 50);
    }
  }
}

TEST_P(ExecutorTest, ServesRunsInsideRuns) {
  std::vector<std::atomic<int>> runs(8 * 8 * 8);
  const auto outer = [&](std::size_t i) {
    const auto middle = [&](std::size_t j) {
      const auto inner = [&](std::size_t k) { ++runs[(i * 8 + j) * 8 + k]; };
      executor().run(8, TaskRef(inner));
    };
    executor().run(8, TaskRef(middle));
  };
  executor().run(8, TaskRef(outer));
  for (const auto& count : runs) ASSERT_EQ(count.load(), 1);
}

TEST_P(ExecutorTest, ServesSeveralCallersAtOnce) {
  constexpr std::size_t k_callers = 4, k_rounds = 50, k_tasks = 20;
  std::vector<std::thread> callers;
  std::vector<std::size_t> sums(k_callers, 0);
  for (std::size_t c = 0; c < k_callers; ++c) {
    callers.emplace_back([&, c] {
      for (std::size_t round = 0; round < k_rounds; ++round) {
        std::vector<std::size_t> out(k_tasks, 0);
        const auto body = [&](std::size_t i) { out[i] = i + c; };
        executor().run(k_tasks, TaskRef(body));
        for (const std::size_t item : out) sums[c] += item;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  for (std::size_t c = 0; c < k_callers; ++c) {
    EXPECT_EQ(sums[c], k_rounds * (k_tasks * (k_tasks - 1) / 2 + c * k_tasks));
  }
}

TEST_P(ExecutorTest, AnExceptionReachesOnlyItsOwnCaller) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&, c] {
      for (int round = 0; round < 30; ++round) {
        const auto body = [&](std::size_t i) {
          if (c % 2 == 1 && i == 7) throw c;
        };
        int caught = -1;
        try {
          executor().run(16, TaskRef(body));
        } catch (int thrown) {
          caught = thrown;
        }
        if (caught != (c % 2 == 1 ? c : -1)) ++wrong;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong.load(), 0);
}

// As many tasks as the width wait for each other, which ends only if all run at once. On the
// waiting side a deadline turns a hang into a failure.
TEST_P(ExecutorTest, RunsAsManyTasksAtOnceAsItIsWide) {
  const auto width = static_cast<std::size_t>(executor().width());
  std::mutex mutex;
  std::condition_variable all_there;
  std::size_t arrived = 0;
  std::set<std::thread::id> threads;
  std::atomic<bool> late = false;
  const auto body = [&](std::size_t) {
    std::unique_lock lock(mutex);
    threads.insert(std::this_thread::get_id());
    if (++arrived == width) all_there.notify_all();
    if (!all_there.wait_for(lock, std::chrono::seconds(300), [&] { return arrived >= width; })) {
      late = true;
    }
  };
  executor().run(width, TaskRef(body));
  EXPECT_FALSE(late.load()) << arrived << " of " << width << " tasks started";
  EXPECT_EQ(threads.size(), width);
}

TEST_P(ExecutorTest, NeverRunsMoreTasksAtOnceThanItIsWide) {
  std::atomic<int> now = 0, most = 0;
  const auto body = [&](std::size_t) {
    const int mine = ++now;
    int seen = most.load();
    while (seen < mine && !most.compare_exchange_weak(seen, mine)) {  // ends: `most` only grows
    }
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    --now;
  };
  executor().run(200, TaskRef(body));
  EXPECT_LE(most.load(), executor().width());
}

TEST(ExecutorPoolTest, ComesAndGoesWithoutWork) {
  for (int repeat = 0; repeat < 20; ++repeat) {
    for (const Where& where : test::everywhere()) EXPECT_GE(where.context().threads(), 1);
  }
}

}  // namespace
}  // namespace hypermatch::detail::parallel
