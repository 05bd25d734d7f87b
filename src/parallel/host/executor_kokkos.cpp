// SPDX-License-Identifier: MIT
// Kokkos: the threads of its default host execution space.
#include <Kokkos_Core.hpp>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "parallel/host/executor.hpp"
#include "parallel/kokkos/spaces.hpp"

namespace hypermatch::detail::parallel {

namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

// Kokkos knows no regions inside regions.
thread_local bool t_is_inside = false;

class KokkosExecutor final : public Executor {
 public:
  explicit KokkosExecutor(int threads) {
    ensure_kokkos(threads);
    width_ = Space().concurrency();
  }

  int width() const noexcept override { return width_; }

 private:
  void run_alone(std::size_t num_tasks, TaskRef task) override {
    if (t_is_inside) {
      for (std::size_t i = 0; i < num_tasks; ++i) task(i);
      return;
    }
    const std::scoped_lock lock(host_region());
    std::atomic_flag failed;
    std::exception_ptr error;  // written by the thread that set `failed`
    Kokkos::parallel_for("hypermatch",
                         Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, std::size_t>(
                             0, num_tasks, Kokkos::ChunkSize(1)),
                         [&](std::size_t i) {
                           // Relaxed: the end of the region orders what is read behind it.
                           if (failed.test(std::memory_order_relaxed)) return;
                           t_is_inside = true;
                           try {
                             task(i);
                           } catch (...) {
                             if (!failed.test_and_set(std::memory_order_relaxed))
                               error = std::current_exception();
                           }
                           t_is_inside = false;
                         });
    Space().fence();
    if (error != nullptr) std::rethrow_exception(error);
  }

  // Its threads wait in their own way between regions.
  bool invite(const std::shared_ptr<Team>& /*team*/) override { return false; }

  int width_ = 1;
};

}  // namespace

std::unique_ptr<Executor> make_kokkos_executor(int threads) {
  return std::make_unique<KokkosExecutor>(threads);
}

}  // namespace hypermatch::detail::parallel
