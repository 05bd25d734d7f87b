// SPDX-License-Identifier: MIT
#include "parallel/host/team.hpp"

#include <algorithm>
#include <utility>

#include "parallel/host/pause.hpp"
#if defined(HYPERMATCH_TEST_GRAINS)
#include "parallel/host/hand_out.hpp"
#endif

namespace hypermatch::detail::parallel {

namespace {

// The role of the calling thread: the executor whose `run` it leads and the team, or a task of a
// team. Nested tasks run one after the other.
struct Membership {
  const Executor* executor = nullptr;
  Team* team = nullptr;
  bool inside_task = false;
};
thread_local Membership t_membership;

// Looks for a change before a thread sleeps: some 50 microseconds.
constexpr int k_looks = 1500;

}  // namespace

void Executor::run(std::size_t num_tasks, TaskRef task) {
  if (num_tasks == 0) return;
  if (num_tasks == 1) return task(0);
  if (t_membership.inside_task) {
    for (std::size_t i = 0; i < num_tasks; ++i) task(i);
    return;
  }
#if defined(HYPERMATCH_TEST_GRAINS)
  const HandOut region(num_tasks, task, width());
  run_region(region.num_runners(), TaskRef(region));
  if (region.was_shared()) shared_regions_.fetch_add(1, std::memory_order_relaxed);
#else
  run_region(num_tasks, task);
#endif
}

void Executor::run_region(std::size_t num_tasks, TaskRef task) {
  const Membership& mine = t_membership;
  if (mine.executor == this) {
    mine.team->run(num_tasks, task);
  } else {
    run_alone(num_tasks, task);
  }
}

void Team::run(std::size_t num_tasks, TaskRef task) {
  if (num_tasks <= k_most_tasks) return run_region(num_tasks, task);
  const std::size_t tasks_each = num_tasks / k_most_tasks + 1;
  const auto several = [&](std::size_t i) {
    const std::size_t end = std::min(num_tasks, (i + 1) * tasks_each);
    for (std::size_t t = i * tasks_each; t < end; ++t) task(t);
  };
  run_region((num_tasks + tasks_each - 1) / tasks_each, TaskRef(several));
}

void Team::run_region(std::size_t num_tasks, TaskRef task) {
  if (num_tasks == 0) return;
  task_.emplace(task);
  // Relaxed: `region_` publishes it.
  unfinished_.store(num_tasks, std::memory_order_relaxed);
  constexpr unsigned k_number = 2 * k_task_bits;
  constexpr Region k_numbers = (Region{1} << (63 - k_number)) - 1;
  const Region number = ((region_.load(std::memory_order_relaxed) >> k_number) + 1) & k_numbers;
  const Region region = number << k_number | Region{num_tasks} << k_task_bits;
  // Release: a thread that takes a task sees what the leader wrote.
  region_.store(region, std::memory_order_release);
  region_.notify_all();
  work(region, Role::leader);
  // Ends: each thread ends the task that it began.
  int looks = 0;
  while (const std::size_t unfinished = unfinished_.load(std::memory_order_acquire)) {
    if (looks < k_looks) {
      ++looks;
      pause();
    } else {
      // The thread at work may have no core: one that sleeps is woken at once, one that yields has
      // to wait for its next share of time.
      unfinished_.wait(unfinished, std::memory_order_acquire);
    }
  }
  if (failed_.test(std::memory_order_relaxed)) {
    failed_.clear(std::memory_order_relaxed);
    std::rethrow_exception(std::exchange(error_, nullptr));
  }
}

void Team::dismiss() {
  region_.store(k_dismissed, std::memory_order_release);
  region_.notify_all();
}

void Team::assist() {
  Region region = 0;
  // Ends when the leader dismisses the team.
  while (region != k_dismissed) region = work(wait_for_tasks(region), Role::assistant);
}

Team::Region Team::work(Region region, Role role) {
  // Ends: a region has finitely many tasks, and the leader publishes finitely many.
  while (has_tasks(region)) {
    const bool leads = role == Role::leader;
    const Region left = leads ? region + 1 : region - (Region{1} << k_task_bits);
    // Acquire: from the leader's release, which stands behind all changes of this word.
    if (region_.compare_exchange_weak(region, left, std::memory_order_acquire)) {
      do_task(leads ? begin_of(region) : end_of(left));
      region = left;
    }
  }
  return region;
}

void Team::do_task(std::size_t index) {
  const bool inside = std::exchange(t_membership.inside_task, true);
  try {
    (*task_)(index);
  } catch (...) {
    if (!failed_.test_and_set(std::memory_order_relaxed)) error_ = std::current_exception();
  }
  t_membership.inside_task = inside;
  // Release: the leader sees what the task wrote.
  if (unfinished_.fetch_sub(1, std::memory_order_release) == 1) unfinished_.notify_all();
}

Team::Region Team::wait_for_tasks(Region last) const {
  // Ends when the leader publishes a region, or dismisses the team.
  while (true) {
    Region region = last;
    for (int looks = 0; looks < k_looks; ++looks) {
      region = region_.load(std::memory_order_acquire);
      if (region == k_dismissed || has_tasks(region)) return region;
      pause();
    }
    region_.wait(region, std::memory_order_acquire);
  }
}

SpinScope::SpinScope(const Context& context) {
  Executor& executor = context.executor();
  const int width = executor.width();
  if (width == 1 || width > available_threads()) return;
  if (t_membership.executor != nullptr || t_membership.inside_task) return;
  team_ = std::make_shared<Team>();
  try {
    if (!executor.invite(team_)) {
      team_.reset();
      return;
    }
  } catch (...) {
    // Some may have come.
    team_->dismiss();
    throw;
  }
  t_membership = {.executor = &executor, .team = team_.get(), .inside_task = false};
}

SpinScope::~SpinScope() {
  if (team_ == nullptr) return;
  t_membership = {};
  team_->dismiss();
}

}  // namespace hypermatch::detail::parallel
