// SPDX-License-Identifier: MIT
// The pipeline of all verbs that work on an instance: read, resolve, solve, passes, note, verify,
// write, report. A verb is a type with hooks for those steps that it has.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <optional>
#include <string>

#include "auto_device.hpp"
#include "crew.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "instance.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "report.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

/// State of one run of a verb: contexts, log and interrupts, and the report so far.
struct RunContext {
  /// Begins to enter the device, if one was asked for. `options` must outlive the run.
  /// @throws Error{unsupported} where it is known at once that there is no such device
  RunContext(const std::string& verb, const RunOptions& options, Interrupts& watcher);

  /// Begins to enter the devices: those that were asked for, or the first.
  void start_device();
  /// With `--device auto`: enters a device where that is estimated to pay, and logs why.
  void choose_device(const registry::MatchingRequest& request);
  /// The same for communities, `runs` times in turn.
  void choose_device(const registry::ClusteringRequest& request, std::uint64_t runs);
  /// Waits for the device, if one was asked for. @throws Error{unsupported} without that device
  void enter_device();
  /// Gives the device back while the host goes on with the answer, which it has.
  void leave_device();
  /// Seconds since the process began.
  [[nodiscard]] double seconds_of_process() const { return before_ + watch.total(); }
  [[nodiscard]] registry::Where place();
  /// Where a solver with these back ends ran, "device 0", "devices 0, 1" or "4 threads"; "1 thread"
  /// without a version for threads, and where a device was asked for and holds nothing, because the
  /// host solved. Puts the number of threads into the report.
  [[nodiscard]] std::string note_place(const registry::Backends& backends,
                                       bool holds_nothing = false);
  /// Enters the device, and logs what was read as `description`, the clock's lap behind it.
  void log_reading(const std::string& description);
  /// The same for an instance, whose facts the report takes.
  void note_reading(const std::string& file, const io::Instance& instance);

  /// The instance that was read is worked on, or the result proven. A device's host has all
  /// threads, and so has what is read as a stream.
  void expect_work();
  void expect_proof();

  const RunOptions& run_options;
  Interrupts& interrupts;
  Log log;
  Crew context;
  std::optional<DeviceGroup> devices;  ///< one or several, once they are entered
  Stopwatch watch;
  Report report;
  std::string violation;  ///< empty: none found

 private:
  struct NamedDevices {
    DeviceGroup group;
    std::string names;
  };

  [[nodiscard]] RunSize run_size() const;
  /// check_request() throws Error{unsupported} for what devices do not run.
  void choose_by(const RunEstimate& times, const std::function<void()>& check_request);

  double before_ = 0;     // seconds of the process before `watch`
  Stopwatch device_age_;  // since the device began to start
  std::atomic<bool> is_entered_ = false;
  std::future<NamedDevices> starting_;   // valid until it is taken
  std::string used_devices_;             // their ordinals; empty: none
  std::optional<KokkosContext> kokkos_;  // the place, beside the context of the step
};

/// Puts the report where `--json` says, and says what was violated; an exit code.
[[nodiscard]] int finish(RunContext& run, const Json& json);

/// Runs the steps of a verb. `Verb` is derived from RunContext and has
///   file(), the instance's name, and read();
///   resolve(), solve(), passes(), note() and verify(), each where it has this step; what they find
///   wrong with the instance is told with the file's name;
///   write(), for what is not written where something was violated;
///   max_degree(), of the report alone, and json() where that is more than the report;
///   conclude(), the last words of a run without violation.
template <class Verb>
[[nodiscard]] int run_pipeline(Verb& run) {
  // Also where the run itself is never destroyed.
  struct ClearedLog {
    Log& log;
    ~ClearedLog() { log.clear(); }
  } const cleared{run.log};
  PhaseThreads& threads = run.report.threads;
  run.context.expect_reading(run.file());
  threads.read = run.context.threads();
  try {
    run.read();
  } catch (...) {
    // Without the device that was asked for nothing else matters.
    if (run.run_options.device != k_auto_device) run.enter_device();
    throw;
  }
  if (run.run_options.device != k_auto_device) run.enter_device();
  run.expect_work();
  naming_the_file(run.file(), [&] {
    if constexpr (requires { run.resolve(); }) run.resolve();
    run.report.seconds.prepare += run.watch.lap();
    if constexpr (requires { run.solve(); }) {
      threads.solve = run.context.threads();
      run.solve();
      run.leave_device();
    }
    if constexpr (requires { run.passes(); }) run.passes();
    if constexpr (requires { run.note(); }) run.note();
    run.report.seconds.write += run.watch.lap();
    if constexpr (requires { run.verify(); }) {
      run.expect_proof();
      run.verify();
      if (run.report.verified) threads.verify = run.context.threads();
    }
  });
  run.context.check_cancelled();
  if constexpr (requires { run.write(); }) {
    if (run.violation.empty()) {
      run.expect_work();
      threads.write = run.context.threads();
      naming_the_file(run.file(), [&run] { run.write(); });
    }
  }
  const bool reports = !run.run_options.json.empty();
  if (reports && !run.report.input.max_degree) run.report.input.max_degree = run.max_degree();
  run.report.seconds.write += run.watch.lap();
  run.report.seconds.total = run.seconds_of_process();
  Json json;
  if (reports) {
    if constexpr (requires { run.json(); }) {
      json = run.json();
    } else {
      json = to_json(run.report);
    }
  }
  const int code = finish(run, json);
  if constexpr (requires { run.conclude(); }) {
    if (code == k_done) run.conclude();
  }
  return code;
}

}  // namespace hypermatch::cli
