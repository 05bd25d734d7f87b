// SPDX-License-Identifier: MIT
#include "running.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "devices.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::python {

namespace {

// One thread's work that pays for a thread, and work that pays for a second one: its wake-up costs
// most. (The command line's crew has the same.)
constexpr double k_nanoseconds_per_thread = 2e6;
constexpr double k_nanoseconds_for_two = 6e6;
// Work that is over before a person could interrupt it, whatever the algorithm.
constexpr std::uint64_t k_short_entries = 4096;
constexpr auto k_between_looks = std::chrono::milliseconds(20);
constexpr auto k_between_reports = std::chrono::milliseconds(100);

// The threads that calls share, per number of threads. Never destroyed: threads of a pool may be
// waiting while the process ends.
struct SharedThreads {
  std::mutex mutex;
  std::map<int, Context> contexts;
  HostBackend backend = HostBackend::automatic;
};
SharedThreads* shared_threads = new SharedThreads;

// 0: as many as the process may use.
const Context& threads_for(int threads) {
  const std::lock_guard lock(shared_threads->mutex);
  const auto found = shared_threads->contexts.find(threads);
  if (found != shared_threads->contexts.end()) return found->second;
  const HostBackend backend = threads == 1 ? HostBackend::automatic : shared_threads->backend;
  return shared_threads->contexts
      .emplace(threads, Context({.threads = threads, .backend = backend}))
      .first->second;
}

const Context& threads_for(const RunSettings& settings, double nanoseconds) {
  if (settings.threads != 0) return threads_for(settings.threads);
  if (nanoseconds < k_nanoseconds_for_two) return threads_for(1);
  const Context& all = threads_for(0);
  const double wanted = nanoseconds / k_nanoseconds_per_thread;
  return wanted >= all.threads() ? all : threads_for(std::max(2, static_cast<int>(wanted)));
}

// Work of a call on its threads, until a stop is requested.
using Work = std::function<void(const Context&, std::stop_token)>;

// Work in a thread beside the calling one.
class BesideCaller {
 public:
  BesideCaller(const Context& threads, const Work& work)
      : context_(threads, {.progress = [this](const Progress& progress) { note(progress); },
                           .stop = stop_.get_token()}),
        thread_([this, &work] { do_work(work); }) {}
  BesideCaller(const BesideCaller&) = delete;
  BesideCaller& operator=(const BesideCaller&) = delete;
  ~BesideCaller() {
    if (!thread_.joinable()) return;
    stop_.request_stop();
    thread_.join();
  }

  /// True when the work is over; false after a while.
  bool wait() {
    std::unique_lock lock(mutex_);
    return over_.wait_for(lock, k_between_looks, [this] { return is_over_; });
  }
  [[nodiscard]] std::optional<Progress> progress() {
    const std::lock_guard lock(mutex_);
    return last_;
  }
  void stop() { stop_.request_stop(); }
  /// @throws what the work has thrown
  void finish() {
    thread_.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void note(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    last_ = progress;
  }
  void do_work(const Work& work) {
    try {
      work(context_, stop_.get_token());
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    over_.notify_all();
  }

  std::stop_source stop_;
  std::mutex mutex_;  // guards the next three
  std::condition_variable over_;
  bool is_over_ = false;
  std::optional<Progress> last_;
  std::exception_ptr error_;  // written before `is_over_`, read after it
  Context context_;
  std::thread thread_;
};

void tell(const nb::object& progress, const Progress& last) {
  progress(last.phase, last.done, last.total);
}

// Looks for interrupts and tells the progress until the work is over. With the interpreter's lock
// but while it waits.
void follow(BesideCaller& beside, const nb::object& progress) {
  auto told = std::chrono::steady_clock::now() - k_between_reports;
  const bool is_told = progress.is_valid() && !progress.is_none();
  // Ends: the work does, or is stopped.
  for (bool over = false; !over;) {
    {
      const nb::gil_scoped_release unlocked;
      over = beside.wait();
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const auto now = std::chrono::steady_clock::now();
    if (!is_told || (!over && now - told < k_between_reports)) continue;
    told = now;
    if (const auto last = beside.progress()) tell(progress, *last);
  }
}

void run_beside(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
                const Work& work) {
  const Context& threads = threads_for(settings, nanoseconds * static_cast<double>(entries));
  const bool wants_progress = settings.progress.is_valid() && !settings.progress.is_none();
  if (entries <= k_short_entries && !wants_progress) {
    const nb::gil_scoped_release unlocked;
    work(Context(threads, {}), {});
    return;
  }
  std::optional<BesideCaller> beside(std::in_place, threads, work);
  try {
    follow(*beside, settings.progress);
  } catch (...) {
    const nb::gil_scoped_release unlocked;
    beside.reset();
    throw;
  }
  beside->finish();
}

}  // namespace

void run(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
         const std::function<void(const Context&)>& work) {
  run_beside(settings, entries, nanoseconds,
             [&](const Context& context, const std::stop_token&) { work(context); });
}

void run_at(const RunSettings& settings, std::uint64_t entries, double nanoseconds,
            const std::function<void(const registry::Where&)>& work) {
  if (settings.in_kokkos) {
    run(settings, entries, nanoseconds,
        [&](const Context& context) { work(KokkosContext(context)); });
    return;
  }
  if (settings.devices.empty()) {
    run(settings, entries, nanoseconds, work);
    return;
  }
  run_beside(settings, entries, nanoseconds,
             [&](const Context& context, const std::stop_token& stop) {
               CallDevices devices(settings.devices, settings.stream, context, stop);
               work(devices.where());
               devices.keep();
             });
}

void forget_threads() {
  // The old ones are never given back: threads that are gone may hold their locks.
  shared_threads = new SharedThreads;
  shared_threads->backend = HostBackend::std_threads;
  forget_devices();
}

}  // namespace hypermatch::python
