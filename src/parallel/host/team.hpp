// SPDX-License-Identifier: MIT
// Threads that stay awake between parallel regions. To wake a sleeping thread takes tens of
// microseconds, more than many a region of a small instance lasts; a call of many short regions
// gathers threads once, and they wait for the next region by looking for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

#include "hypermatch/context.hpp"
#include "parallel/host/executor.hpp"

namespace hypermatch::detail::parallel {

/// One thread leads, those that come assist it. The leader waits for tasks that have begun, never
/// for a thread: without assistants it runs all tasks itself.
class Team {
 public:
  /// Leader: as Executor::run. Tasks must not call it.
  void run(std::size_t num_tasks, TaskRef task);
  /// Leader, at the end: assistants leave.
  void dismiss();
  /// Another thread: takes part until it is dismissed.
  void assist();

  /// In one region; `run` bundles more than these.
  static constexpr std::size_t k_most_tasks = (1U << 20) - 1;

 private:
  // A region: a number << 40 | the end << 20 | the first task that has not begun. One word, so that
  // a task that is taken belongs to the current region. The leader takes the first, assistants the
  // last: from region to region each works on much the same data.
  using Region = std::uint64_t;
  static constexpr unsigned k_task_bits = 20;
  static constexpr Region k_dismissed = ~Region{0};
  enum class Role { leader, assistant };

  [[nodiscard]] static std::size_t begin_of(Region region) { return region & k_most_tasks; }
  [[nodiscard]] static std::size_t end_of(Region region) {
    return region >> k_task_bits & k_most_tasks;
  }
  [[nodiscard]] static bool has_tasks(Region region) {
    return region != k_dismissed && begin_of(region) < end_of(region);
  }
  void run_region(std::size_t num_tasks, TaskRef task);
  // Does tasks, first of this region, until none is left; returns the region that has none.
  Region work(Region region, Role role);
  void do_task(std::size_t index);
  [[nodiscard]] Region wait_for_tasks(Region last) const;

  alignas(64) std::atomic<Region> region_ = 0;
  alignas(64) std::atomic<std::size_t> unfinished_ = 0;
  std::optional<TaskRef> task_;  // of the region; changes only while none of its tasks runs
  std::atomic_flag failed_;
  std::exception_ptr error_ = nullptr;  // written by the thread that set `failed_`
};

/// Keeps the threads of a context awake for the calling thread while it lives. Does nothing where
/// there is one thread, or more than cores, or where the calling thread has a team.
class SpinScope {
 public:
  explicit SpinScope(const Context& context);
  SpinScope(const SpinScope&) = delete;
  SpinScope& operator=(const SpinScope&) = delete;
  ~SpinScope();

 private:
  std::shared_ptr<Team> team_;
};

}  // namespace hypermatch::detail::parallel
