// SPDX-License-Identifier: MIT
// Interface of a host back end: run numbered tasks. Everything else in parallel/ is built on it, so
// oneTBB, std::thread and one thread share all code above this line.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::parallel {

/// A callable that each task copies: a small one without state that tasks share, such as an atomic.
template <class F>
concept CopiedByTasks = std::is_trivially_copyable_v<F> && std::is_copy_constructible_v<F> &&
                        sizeof(F) <= 256;
/// The callable as a task sees it. Captures of a copy stay in registers whatever the task writes.
template <class F>
using Local = std::conditional_t<CopiedByTasks<F>, const F, const F&>;

/// Reference to a callable `void(std::size_t task)`; valid only during the call it is passed to.
class TaskRef {
 public:
  template <class F>
  explicit TaskRef(const F& f)
      : object_(&f), call_([](const void* object, std::size_t task) {
          Local<F> body = *static_cast<const F*>(object);
          body(task);
        }) {}
  void operator()(std::size_t task) const { call_(object_, task); }

 private:
  const void* object_;
  void (*call_)(const void*, std::size_t);
};

class Team;

class Executor {
 public:
  virtual ~Executor() = default;
  /// Number of threads that work on `run`, the calling one included.
  [[nodiscard]] virtual int width() const noexcept = 0;
  /// Runs task(0) .. task(num_tasks - 1), in any order and at once, and returns when all are done.
  /// All writes of the tasks are visible afterwards. If tasks throw, one exception is rethrown
  /// after every started task has ended. By the calling thread's team, if it has one.
  void run(std::size_t num_tasks, TaskRef task);
#if defined(HYPERMATCH_TEST_GRAINS)
  /// How many regions had tasks that ran on two threads or more.
  [[nodiscard]] std::size_t shared_regions() const {
    return shared_regions_.load(std::memory_order_relaxed);
  }
#endif

 private:
  friend class SpinScope;
  /// `run` outside of tasks of teams.
  void run_region(std::size_t num_tasks, TaskRef task);
  /// `run` without a team.
  virtual void run_alone(std::size_t num_tasks, TaskRef task) = 0;
  /// Lets all other threads, once they are free, call `team->assist()`; returns at once. False
  /// where they cannot be kept between regions.
  virtual bool invite(const std::shared_ptr<Team>& team) = 0;

#if defined(HYPERMATCH_TEST_GRAINS)
  std::atomic<std::size_t> shared_regions_ = 0;
#endif
};

/// Cores that the process may run on: containers and taskset count.
[[nodiscard]] int available_threads();

[[nodiscard]] std::unique_ptr<Executor> make_serial_executor();
[[nodiscard]] std::unique_ptr<Executor> make_thread_executor(int threads);
#if defined(HYPERMATCH_HAVE_TBB)
[[nodiscard]] std::unique_ptr<Executor> make_tbb_executor(int threads);
#endif
#if defined(HYPERMATCH_HAVE_KOKKOS)
/// Initialises Kokkos on so many threads unless that is done already.
[[nodiscard]] std::unique_ptr<Executor> make_kokkos_executor(int threads);
#endif

}  // namespace hypermatch::detail::parallel
