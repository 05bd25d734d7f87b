// SPDX-License-Identifier: MIT
// Threads that stay awake: the same results as without them, exceptions, tasks inside tasks, and
// teams that no thread joins.
#include "parallel/host/team.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "parallel/host/primitives.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

namespace parallel = detail::parallel;

class TeamTest : public ::testing::TestWithParam<test::Where> {
 protected:
  Context context_ = GetParam().context();
};

INSTANTIATE_TEST_SUITE_P(Everywhere, TeamTest, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(TeamTest, RunsEveryTaskOnceInManyRegions) {
  const parallel::SpinScope spin_scope(context_);
  std::vector<int> done(37);
  for (std::size_t region = 1; region <= 500; ++region) {
    const std::size_t tasks = region % done.size();
    std::fill(done.begin(), done.end(), 0);
    parallel::run_tasks(context_, tasks, [&](std::size_t i) { ++done[i]; });
    ASSERT_EQ(std::accumulate(done.begin(), done.end(), 0), static_cast<int>(tasks)) << region;
    ASSERT_EQ(std::count(done.begin(), done.end(), 1), static_cast<std::ptrdiff_t>(tasks));
  }
}

TEST_P(TeamTest, OneRegionSeesWhatTheLastWrote) {
  const parallel::SpinScope spin_scope(context_);
  std::vector<std::uint32_t> values(5000, 1);
  for (int region = 0; region < 50; ++region) {
    // Reversed, so that most items change hands.
    std::vector<std::uint32_t> next(values.size());
    parallel::for_each(
        context_, values.size(),
        [&](std::size_t i) { next[values.size() - 1 - i] = values[i] + 1; }, 100);
    values = next;
  }
  EXPECT_EQ(values, std::vector<std::uint32_t>(values.size(), 51));
}

TEST_P(TeamTest, HandsOnWhatTasksThrow) {
  const parallel::SpinScope spin_scope(context_);
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> begun = 0;
    EXPECT_THROW(parallel::run_tasks(context_, 8,
                                     [&](std::size_t task) {
                                       ++begun;
                                       if (task % 3 == 1) throw std::runtime_error("task");
                                     }),
                 std::runtime_error);
    EXPECT_GE(begun, 1);
    // It goes on working.
    std::atomic<int> after = 0;
    parallel::run_tasks(context_, 8, [&](std::size_t) { ++after; });
    EXPECT_EQ(after, 8);
  }
}

TEST_P(TeamTest, TasksMayHaveTasks) {
  const parallel::SpinScope spin_scope(context_);
  const parallel::SpinScope inner(context_);
  std::atomic<int> count = 0;
  parallel::run_tasks(context_, 6, [&](std::size_t) {
    const parallel::SpinScope alone(context_);
    parallel::run_tasks(context_, 5, [&](std::size_t) { ++count; });
  });
  EXPECT_EQ(count, 30);
}

TEST_P(TeamTest, SleepersWakeForTheNextRegion) {
  const parallel::SpinScope spin_scope(context_);
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> count = 0;
    parallel::run_tasks(context_, 16, [&](std::size_t) { ++count; });
    EXPECT_EQ(count, 16);
  }
}

TEST_P(TeamTest, SeveralThreadsGatherAtOnce) {
  std::vector<std::thread> leaders;
  std::atomic<int> count = 0;
  for (int leader = 0; leader < 3; ++leader) {
    leaders.emplace_back([&] {
      for (int turn = 0; turn < 20; ++turn) {
        const parallel::SpinScope spin_scope(context_);
        for (int region = 0; region < 5; ++region) {
          parallel::run_tasks(context_, 4, [&](std::size_t) { ++count; });
        }
      }
    });
  }
  for (std::thread& leader : leaders) leader.join();
  EXPECT_EQ(count, 3 * 20 * 5 * 4);
}

TEST_P(TeamTest, TakesAnyNumberOfTasks) {
  const parallel::SpinScope spin_scope(context_);
  for (const std::size_t tasks : {parallel::Team::k_most_tasks, parallel::Team::k_most_tasks + 1}) {
    std::vector<unsigned char> done(tasks, 0);
    parallel::run_tasks(context_, tasks, [&](std::size_t i) { ++done[i]; });
    EXPECT_EQ(std::count(done.begin(), done.end(), 1), static_cast<std::ptrdiff_t>(tasks));
  }
}

}  // namespace
}  // namespace hypermatch
