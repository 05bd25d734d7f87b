// SPDX-License-Identifier: MIT
// The pipeline of all verbs that work on an instance: read, resolve, solve, passes, note, verify,
// write, report. A verb is a type with hooks for those steps that it has.
#pragma once

#include <optional>
#include <string>

#include "crew.hpp"
#include "hypermatch/device.hpp"
#include "instance.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "report.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

/// State of one run of a verb: contexts, log and interrupts, and the report so far.
struct RunContext {
  /// Enters the device, if one was asked for, before the clock runs. `options` must outlive the
  /// run. @throws Error{unsupported} without that device
  RunContext(const std::string& verb, const RunOptions& options, Interrupts& watcher);

  [[nodiscard]] registry::Where place() const { return where(context.now(), device); }
  /// Where an algorithm runs, "device 0" or "4 threads"; of what has no version for threads
  /// "1 thread".
  [[nodiscard]] std::string place_words(const registry::AlgorithmInfo& algorithm) const;
  /// Logs what was read as `description`, the clock's lap behind it.
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
  std::optional<DeviceContext> device;
  Stopwatch watch;
  Report report;
  std::string violation;  ///< empty: none found
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
  PhaseThreads& threads = run.report.threads;
  run.context.expect_reading(run.file());
  threads.read = run.context.threads();
  run.read();
  run.expect_work();
  naming_the_file(run.file(), [&] {
    if constexpr (requires { run.resolve(); }) run.resolve();
    run.watch.lap();
    if constexpr (requires { run.solve(); }) {
      threads.solve = run.context.threads();
      run.solve();
    }
    if constexpr (requires { run.passes(); }) run.passes();
    if constexpr (requires { run.note(); }) run.note();
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
      run.watch.lap();
      naming_the_file(run.file(), [&run] { run.write(); });
      run.report.seconds.write = run.watch.lap();
    }
  }
  run.report.seconds.total = run.watch.total();
  Json json;
  if (!run.run_options.json.empty()) {
    run.report.input.max_degree = run.max_degree();
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
