// SPDX-License-Identifier: MIT
#include "pipeline.hpp"

#include <cstdio>

#include "files.hpp"

namespace hypermatch::cli {

RunContext::RunContext(const std::string& verb, const RunOptions& options, Interrupts& watcher)
    : run_options(options),
      interrupts(watcher),
      log(options.quiet, options.progress),
      context(options, watcher, log),
      device(make_device_context(options, watcher, log)) {
  report.command = verb;
  report.options = options_json(options, context.most_threads());
  if (device) {
    const auto ordinal = static_cast<std::size_t>(device->device());
    report.device_name = available_devices().devices.at(ordinal).name;
  }
}

std::string RunContext::place_words(const registry::AlgorithmInfo& algorithm) const {
  if (device) return "device " + std::to_string(device->device());
  const bool has_threads = algorithm.backends.has(registry::BackendKind::threads);
  return counted(has_threads ? static_cast<std::uint64_t>(context.threads()) : 1, "thread");
}

void RunContext::expect_work() {
  if (device || report.input.file.empty()) return context.expect_all();
  context.expect_pins(report.input.pins + report.input.vertices / 2);
}

void RunContext::expect_proof() {
  if (device || report.input.file.empty()) return context.expect_all();
  context.expect_proof(report.input.pins);
}

void RunContext::log_reading(const std::string& description) {
  log.line("read", description + " (" + seconds(report.seconds.read) + ")");
}

void RunContext::note_reading(const std::string& file, const io::Instance& instance) {
  report.seconds.read = watch.lap();
  report.input = facts_of(file, instance);
  log_reading(describe(report.input));
  log_notes(log, instance.report);
}

int finish(RunContext& run, const Json& json) {
  if (!run.run_options.json.empty()) {
    write_text(run.interrupts, run.run_options.json, to_text(json));
  }
  if (run.violation.empty()) return k_done;
  std::fprintf(stderr, "violation: %s\n", io::printable(run.violation).c_str());
  return k_verification_failed;
}

}  // namespace hypermatch::cli
