// SPDX-License-Identifier: MIT
// A pool of std::thread with one shared counter of tasks. It exists for builds without oneTBB and
// for thread sanitizers, which must see every synchronisation.
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "parallel/host/executor.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::parallel {

namespace {

// One `run`: lives on the stack of its caller, which returns only when no worker holds it.
struct TaskGroup {
  TaskRef task;
  std::size_t num_tasks;
  std::size_t next = 0;  // guarded by the pool's mutex, as all below
  std::size_t unfinished;
  std::exception_ptr error = nullptr;
};

class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(int threads) : width_(threads) {
    workers_.reserve(static_cast<std::size_t>(threads) - 1);
    try {
      for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
    } catch (const std::system_error& error) {
      stop();
      throw Error(ErrorCode::resources, std::string("out of threads or memory: ") + error.what());
    }
  }
  ThreadExecutor(const ThreadExecutor&) = delete;
  ThreadExecutor& operator=(const ThreadExecutor&) = delete;
  ~ThreadExecutor() override { stop(); }

  int width() const noexcept override { return width_; }

 private:
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  void run_alone(std::size_t num_tasks, TaskRef task) override {
    if (num_tasks == 0) return;
    TaskGroup group{task, num_tasks, 0, num_tasks};
    std::unique_lock lock(mutex_);
    groups_.push_back(&group);
    wake_.notify_all();
    // Ends: each turn takes one of finitely many tasks.
    while (group.next < group.num_tasks) run_one(group, lock);
    done_.wait(lock, [&] { return group.unfinished == 0; });
    if (group.error != nullptr) std::rethrow_exception(group.error);
  }

  bool invite(const std::shared_ptr<Team>& team) override {
    {
      const std::lock_guard lock(mutex_);
      invitations_.assign(workers_.size(), team);
    }
    wake_.notify_all();
    return true;
  }

  // Takes and runs the next task of `group`, which has one. Called and left with the mutex held.
  void run_one(TaskGroup& group, std::unique_lock<std::mutex>& lock) {
    const std::size_t index = group.next++;
    if (group.next == group.num_tasks) std::erase(groups_, &group);
    const bool skip = group.error != nullptr;
    lock.unlock();
    std::exception_ptr error;
    if (!skip) {
      try {
        group.task(index);
      } catch (...) {
        error = std::current_exception();
      }
    }
    lock.lock();
    if (error != nullptr && group.error == nullptr) group.error = error;
    if (--group.unfinished == 0) done_.notify_all();
  }

  void assist(std::unique_lock<std::mutex>& lock) {
    const std::shared_ptr<Team> team = std::move(invitations_.back());
    invitations_.pop_back();
    lock.unlock();
    team->assist();
    lock.lock();
  }

  void work() {
    std::unique_lock lock(mutex_);
    // Ends when the destructor sets `stopping_`.
    while (true) {
      wake_.wait(lock, [this] { return stopping_ || !groups_.empty() || !invitations_.empty(); });
      if (stopping_) return;
      if (!groups_.empty()) {
        run_one(*groups_.back(), lock);
      } else {
        assist(lock);
      }
    }
  }

  const int width_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<TaskGroup*> groups_;                  // those with tasks that are not taken
  std::vector<std::shared_ptr<Team>> invitations_;  // for a thread each
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace

std::unique_ptr<Executor> make_thread_executor(int threads) {
  return std::make_unique<ThreadExecutor>(threads);
}

}  // namespace hypermatch::detail::parallel
