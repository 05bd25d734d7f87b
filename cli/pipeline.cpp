// SPDX-License-Identifier: MIT
#include "pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <thread>
#include <utility>

#include "files.hpp"
#include "machine.hpp"

namespace hypermatch::cli {

RunContext::RunContext(const std::string& verb, const RunOptions& options, Interrupts& watcher)
    : run_options(options),
      interrupts(watcher),
      log(options.quiet, options.progress),
      context(options, watcher, log),
      before_(process_seconds_at_start()) {
  for (const std::string& note : options.notes) log.line("note", note);
  report.command = verb;
  report.options = options_json(options, context.most_threads());
  report.seconds.start = before_;
  if (names_kokkos_space(options.device)) {
    // Refused before any work.
    kokkos_.emplace(make_kokkos_context(options.device, context.now()));
    report.device_name = std::string(kokkos_->name()) + " (Kokkos)";
    return;
  }
  if (!names_devices(options.device)) return;
  start_device();
  // Where there is no driver, that is known before a large file is read.
  constexpr std::chrono::milliseconds k_fast_refusal{10};
  const bool is_ready = starting_.wait_for(k_fast_refusal) == std::future_status::ready;
  report.seconds.start += watch.lap();
  if (is_ready) enter_device();
}

void RunContext::start_device() {
  device_age_ = {};
  std::function<void(const Progress&)> progress;
  if (const auto shown = log.progress()) {
    // Until the device is entered, the log is the main thread's. Relaxed: what it must see else
    // comes with the future.
    progress = [this, shown](const Progress& news) {
      if (is_entered_.load(std::memory_order_relaxed)) shown(news);
    };
  }
  starting_ = std::async(std::launch::async, [this, progress, stop = interrupts.stop()] {
    NamedDevices entered{make_devices(run_options, stop, progress), {}};
    const std::vector<DeviceInfo> infos = available_devices().devices;
    for (const DeviceContext& each : entered.group) {
      if (!entered.names.empty()) entered.names += ", ";
      entered.names += infos.at(static_cast<std::size_t>(each.device())).name;
      // The first copy makes the pinned buffers and the pool of device memory.
      const VertexId item = 0;
      (void)upload(each, std::span(&item, 1));
    }
    return entered;
  });
}

void RunContext::enter_device() {
  if (!starting_.valid()) return;
  const double lap = watch.lap();
  // What was not noted yet belongs to reading.
  report.seconds.read += lap;
  NamedDevices entered = starting_.get();
  devices = std::move(entered.group);
  for (const DeviceContext& each : *devices) {
    used_devices_ += (used_devices_.empty() ? "" : ", ") + std::to_string(each.device());
  }
  report.device_name = std::move(entered.names);
  is_entered_.store(true, std::memory_order_relaxed);
  report.seconds.start += watch.lap();
}

void RunContext::leave_device() {
  if (!devices) return;
  // Nothing waits for it: the process may end first.
  std::thread([contexts = std::move(*devices).take()]() mutable {
    // `release_device` takes the last context of a device.
    while (!contexts.empty()) {
      DeviceContext last = std::move(contexts.back());
      contexts.pop_back();
      const auto is_same = [&](const DeviceContext& other) {
        return other.device() == last.device();
      };
      contexts.erase(std::remove_if(contexts.begin(), contexts.end(), is_same), contexts.end());
      release_device(std::move(last));
    }
  }).detach();
  devices.reset();
}

registry::Where RunContext::place() {
  if (kokkos_) return registry::Where(kokkos_.emplace(context.now()));
  return devices ? registry::Where(*devices, context.now()) : registry::Where(context.now());
}

std::string RunContext::note_place(const registry::Backends& backends, bool holds_nothing) {
  if (!used_devices_.empty() && holds_nothing) {
    report.device_name.clear();
  } else if (!used_devices_.empty()) {
    const bool is_one = used_devices_.find(',') == std::string::npos;
    return (is_one ? "device " : "devices ") + used_devices_;
  }
  if (kokkos_) return "the space " + std::string(kokkos_->name()) + " of Kokkos";
  report.threads.solve = backends.has(registry::BackendKind::threads) ? context.threads() : 1;
  return counted(static_cast<std::uint64_t>(report.threads.solve), "thread") +
         (names_kokkos(run_options.device) ? " of Kokkos" : "");
}

void RunContext::expect_work() {
  if (!used_devices_.empty() || report.input.file.empty()) return context.expect_all();
  context.expect_pins(report.input.pins + report.input.vertices / 2);
}

void RunContext::expect_proof() {
  if (!used_devices_.empty() || report.input.file.empty()) return context.expect_all();
  context.expect_proof(report.input.pins);
}

RunSize RunContext::run_size() const {
  const InstanceFacts& input = report.input;
  return {.vertices = input.vertices,
          .edges = input.edges,
          .pins = input.pins,
          .threads = context.most_threads(),
          .start_seconds =
              std::max(0.0, k_device_start - (starting_.valid() ? device_age_.total() : 0))};
}

void RunContext::choose_device(const registry::MatchingRequest& request) {
  if (run_options.device != k_auto_device) return;
  RunSize size = run_size();
  size.is_graph = request.problem == registry::Problem::graph_matching;
  choose_by(estimate(size), [&] { (void)registry::find(request, registry::Place::device); });
}

void RunContext::choose_device(const registry::ClusteringRequest& request, std::uint64_t runs) {
  if (run_options.device != k_auto_device) return;
  choose_by(estimate_communities(run_size(), runs),
            [&] { (void)registry::find(request, registry::Place::device); });
}

void RunContext::choose_by(const RunEstimate& times, const std::function<void()>& check_request) {
  std::string reason = words(times, context.most_threads());
  if (times.prefers_device()) {
    try {
      check_request();
      if (!starting_.valid()) start_device();
      enter_device();
      report.options["device"] = "cuda:" + used_devices_;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::unsupported) throw;
      reason = error.what();
      if (reason.ends_with(k_use_cores)) reason.resize(reason.size() - k_use_cores.size());
    }
  }
  log.line("device", std::string(devices ? "cuda" : "cpu") + ", " + reason);
}

void RunContext::log_reading(const std::string& description) {
  if (run_options.device != k_auto_device) enter_device();
  log.line("read", description + " (" + seconds(report.seconds.read) + ", " +
                       counted(static_cast<std::uint64_t>(report.threads.read), "thread") + ")");
}

void RunContext::note_reading(const std::string& file, const io::Instance& instance) {
  report.input = facts_of(file, instance);
  report.seconds.read = watch.lap();
  constexpr std::chrono::seconds k_now{0};
  if (!run_options.json.empty() && starting_.valid() &&
      starting_.wait_for(k_now) != std::future_status::ready) {
    // For the report, while a device starts.
    report.input.max_degree = max_degree(context, instance);
    report.seconds.write += watch.lap();
  }
  log_reading(describe(report.input));
  log_notes(log, instance);
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
