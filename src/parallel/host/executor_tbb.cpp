// SPDX-License-Identifier: MIT
// oneTBB: an arena of the context's width.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "parallel/host/executor.hpp"
#include "parallel/host/team.hpp"

namespace hypermatch::detail::parallel {

namespace {

// oneTBB names the call that failed where the system refuses a thread; what tasks throw does not
// begin so.
template <class Work>
void with_threads(const Work& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    const std::string_view message = error.what();
    if (!message.starts_with("pthread_")) throw;
    throw Error(ErrorCode::resources, "out of threads or memory: " + std::string(message));
  }
}

class TbbExecutor final : public Executor {
 public:
  explicit TbbExecutor(int threads) : width_(threads), arena_(threads) {
    // Without it oneTBB starts no more threads than there are cores. The smallest of these controls
    // holds for all executors, so one that needs none sets none.
    if (threads > tbb::info::default_concurrency()) {
      allow_.emplace(tbb::global_control::max_allowed_parallelism,
                     static_cast<std::size_t>(threads));
    }
    // Here, where it may fail: oneTBB waits forever for an arena whose first use ran out of memory.
    with_threads([&] { arena_.initialize(); });
  }

  TbbExecutor(const TbbExecutor&) = delete;
  TbbExecutor& operator=(const TbbExecutor&) = delete;
  ~TbbExecutor() noexcept override {
    arena_.execute([&] { assistants_.wait(); });
  }

  int width() const noexcept override { return width_; }

 private:
  void run_alone(std::size_t num_tasks, TaskRef task) override {
    with_threads([&] {
      arena_.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, num_tasks, [&](std::size_t i) { task(i); }, tbb::simple_partitioner());
      });
    });
  }

  // Assistants that get no thread in time find nothing to do later, in the destructor at the
  // latest.
  bool invite(const std::shared_ptr<Team>& team) override {
    with_threads([&] {
      arena_.execute([&] {
        for (int i = 1; i < width_; ++i) assistants_.run([team] { team->assist(); });
      });
    });
    return true;
  }

  const int width_;
  std::optional<tbb::global_control> allow_;
  tbb::task_arena arena_;
  tbb::task_group assistants_;
};

}  // namespace

std::unique_ptr<Executor> make_tbb_executor(int threads) {
  return std::make_unique<TbbExecutor>(threads);
}

}  // namespace hypermatch::detail::parallel
