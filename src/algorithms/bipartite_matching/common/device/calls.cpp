// SPDX-License-Identifier: MIT
// Bipartite matching on a device: checks what it is given, cuts the workspace, runs start and
// search, and reads what the host wants to know. Chooses the host for graphs that are no work for a
// device.
#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/common/device/functions.hpp"
#include "algorithms/bipartite_matching/common/given_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch {

using namespace detail::bipartite_matching;
using detail::parallel::DeviceArena;
using detail::parallel::DeviceScope;
using detail::parallel::DeviceState;
namespace runtime = detail::parallel::runtime;

namespace {

using detail::parallel::DrainedOnThrow;
using detail::parallel::to_host;

enum class DeviceAlgorithm { start_alone, ms_bfs, apfb, apsb };

const char* name_of(DeviceAlgorithm algorithm) {
  switch (algorithm) {
    case DeviceAlgorithm::start_alone:
      return "start";
    case DeviceAlgorithm::ms_bfs:
      return "ms_bfs";
    case DeviceAlgorithm::apfb:
      return "apfb";
    case DeviceAlgorithm::apsb:
      break;
  }
  return "apsb";
}

std::string variant_of(const DeviceBipartiteOptions& options, DeviceAlgorithm algorithm) {
  if (algorithm != DeviceAlgorithm::apfb && algorithm != DeviceAlgorithm::apsb) return "";
  return std::string(name_of(options.kernel)) + "_" + std::string(name_of(options.layout));
}

// From host memory, copies and launches take longer than matching so few entries on the host.
constexpr std::uint64_t k_too_small = 50'000;
constexpr const char* k_small_reason = "solved on the host: too small for a device";
constexpr const char* k_narrow_reason = "solved on the host: levels too narrow for a device";

void check(const DeviceBipartiteOptions& options, DeviceAlgorithm algorithm) {
  (void)asked_start(options.start, !options.initial.empty());
  detail::check_enum("kernel", options.kernel);
  detail::check_enum("layout", options.layout);
  if (options.start == BipartiteStart::least_degree) {
    throw Error(ErrorCode::unsupported, "the start least_degree runs on one core of the host");
  }
  if (algorithm == DeviceAlgorithm::start_alone && options.start == BipartiteStart::none) {
    throw Error(ErrorCode::invalid_option, "start is none, and there is nothing else to do");
  }
}

void check(const DeviceBipartiteView& graph, const DeviceBipartiteOptions& options,
           const DeviceMatesMemory& memory) {
  const auto fail = [](const std::string& text) { throw Error(ErrorCode::invalid_input, text); };
  if (graph.num_rows > k_max_count || graph.num_columns > k_max_count) {
    fail("num_rows and num_columns must be below 2^32 - 1");
  }
  const std::uint64_t offsets = graph.offsets.size();
  if (offsets != std::uint64_t{graph.num_rows} + 1 && (offsets != 0 || graph.num_rows != 0)) {
    fail("there are " + std::to_string(offsets) + " offsets for " + std::to_string(graph.num_rows) +
         " rows");
  }
  if (offsets == 0 && graph.num_entries() != 0) fail("offsets is empty, but there are entries");
  if (!options.initial.empty() && options.initial.size() != graph.num_rows) {
    fail("initial has " + std::to_string(options.initial.size()) +
         " members, must be one per row: " + std::to_string(graph.num_rows));
  }
  const auto room = [](const char* name, const DeviceSpan<VertexId>& span, std::uint64_t size) {
    if (span.data() == nullptr || span.size() >= size) return;
    throw Error(ErrorCode::invalid_option, std::string("memory.") + name + " has room for " +
                                               std::to_string(span.size()) +
                                               " mates, must have it for " + std::to_string(size));
  };
  room("row_mates", memory.row_mates, graph.num_rows);
  room("column_mates", memory.column_mates, graph.num_columns);
}

struct SearchPlan {
  DeviceMates mates;
  std::uint64_t* count = nullptr;  // matched columns
  VertexId* bad_row = nullptr;     // of an initial matching
  DeviceStartBuffers start;
  MsBfsBuffers ms_bfs;
  LevelSearchBuffers level_search;
};

void lay_out(const DeviceBipartiteView& graph, const DeviceMatesMemory& memory,
             DeviceAlgorithm algorithm, BipartiteStart start, SearchPlan& plan,
             DeviceArena& arena) {
  plan.mates.rows = memory.row_mates.data() != nullptr ? memory.row_mates.data()
                                                       : arena.take<VertexId>(graph.num_rows);
  plan.mates.columns = memory.column_mates.data() != nullptr
                           ? memory.column_mates.data()
                           : arena.take<VertexId>(graph.num_columns);
  plan.count = arena.take<std::uint64_t>(1);
  plan.bad_row = arena.take<VertexId>(1);
  // The start is over before the search begins.
  DeviceArena before = arena;
  plan.start = on_device().lay_out_start(before, graph, start);
  if (algorithm == DeviceAlgorithm::ms_bfs) plan.ms_bfs = on_device().lay_out_ms_bfs(arena, graph);
  if (algorithm == DeviceAlgorithm::apfb || algorithm == DeviceAlgorithm::apsb) {
    plan.level_search = on_device().lay_out_level_search(arena, graph);
  }
  if (before.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(before.bytes() - arena.bytes());
  }
}

std::uint64_t bytes_of(const DeviceBipartiteView& graph) {
  return graph.offsets.size() * sizeof(Offset) + graph.columns.size() * sizeof(VertexId);
}

BipartiteMatching solve_on_host(const DeviceContext& device, const BipartiteView& graph,
                                std::uint64_t seed, std::span<const VertexId> initial,
                                const char* reason) {
  // Which start is best is another question there.
  BipartiteMatching matching =
      maximum_matching(device.state()->host(), graph, {.seed = seed, .initial = initial});
  matching.stats.stop_reason = reason;
  return matching;
}

// Solves on the host and copies the matching to the device's arrays.
DeviceBipartiteMatching matched_by_host(const DeviceBipartiteProblem& problem,
                                        const BipartiteView* on_host) {
  const DeviceContext& device = problem.context;
  Bipartite copy;
  if (on_host == nullptr) {
    copy.num_rows = problem.graph.num_rows;
    copy.num_columns = problem.graph.num_columns;
    copy.offsets = to_host(device, problem.graph.offsets);
    copy.columns = to_host(device, problem.graph.columns);
  }
  const auto initial = to_host(device, problem.options.initial);
  BipartiteMatching found = solve_on_host(device, on_host != nullptr ? *on_host : copy.view(),
                                          problem.options.seed, initial, k_narrow_reason);
  detail::copy_to_device(device, problem.mates.rows, found.row_mates.data(),
                         found.row_mates.size() * sizeof(VertexId));
  detail::copy_to_device(device, problem.mates.columns, found.column_mates.data(),
                         found.column_mates.size() * sizeof(VertexId));
  DeviceBipartiteMatching matching;
  matching.cardinality = found.cardinality;
  matching.stats = std::move(found.stats);
  return matching;
}

// Takes the caller's matching, and waits for what the device finds wrong with it.
void take_initial(const DeviceBipartiteProblem& problem, VertexId* bad_row) {
  const DeviceContext& context = problem.context;
  on_device().enqueue_initial(problem, bad_row);
  auto* const mail = reinterpret_cast<VertexId*>(context.state()->mailbox());
  runtime::copy_to_host(mail, bad_row, sizeof(VertexId), context.stream());
  runtime::synchronize(context.stream());
  if (*mail == k_none) return;
  throw Error(ErrorCode::invalid_input, "initial[" + std::to_string(*mail) +
                                            "] is no column of that row, or the mate of another "
                                            "row too; must be an entry, or none");
}

class PhaseLevels : public PhaseLog {
 public:
  void phase(std::uint64_t levels) override { levels_.push_back(levels); }
  [[nodiscard]] std::vector<std::uint64_t> take() { return std::move(levels_); }

 private:
  std::vector<std::uint64_t> levels_;
};

struct Events {
  runtime::Event begin;
  runtime::Event started;
  runtime::Event end;
};

// `on_host`: the same graph in host memory, or null.
DeviceBipartiteMatching solve_on_device(const DeviceContext& context,
                                        const DeviceBipartiteView& graph,
                                        const BipartiteView* on_host,
                                        const DeviceBipartiteOptions& options,
                                        DeviceAlgorithm algorithm, DeviceWorkspace& workspace,
                                        const DeviceMatesMemory& memory) {
  check(options, algorithm);
  check(graph, options, memory);
  context.check_cancelled();
  const bool empty = graph.num_entries() == 0;
  const BipartiteStart start = !options.initial.empty() ? BipartiteStart::initial
                               : empty                  ? BipartiteStart::none
                                                        : on_device().resolved_start(options.start);
  DeviceState& state = *context.state();
  const DeviceScope scope(context.device());
  DrainedOnThrow drained(context.stream());
  SearchPlan plan;
  detail::parallel::cut_workspace(context, workspace, [&](DeviceArena& arena) {
    lay_out(graph, memory, algorithm, start, plan, arena);
  });
  const DeviceBipartiteProblem problem{context, graph, options, plan.mates};

  Events events;
  events.begin.record(context.stream());
  on_device().enqueue_start(problem, start, plan.start);
  if (start == BipartiteStart::initial) take_initial(problem, plan.bad_row);
  on_device().count_matched(plan.mates.rows, graph.num_rows, plan.count, context.stream());
  auto* const mail =
      reinterpret_cast<std::uint64_t*>(state.mailbox() + DeviceState::k_mailbox_bytes / 2);
  runtime::copy_to_host(mail, plan.count, sizeof(std::uint64_t), context.stream());
  events.started.record(context.stream());
  DeviceSearch search;
  PhaseLevels levels;
  if (empty) {
    search.free_rows = graph.num_rows;
  } else if (algorithm == DeviceAlgorithm::ms_bfs) {
    search = on_device().run_ms_bfs(problem, plan.ms_bfs);
  } else if (algorithm != DeviceAlgorithm::start_alone) {
    search = on_device().run_level_search(
        problem, algorithm == DeviceAlgorithm::apfb ? PathPolicy::all_levels : PathPolicy::shortest,
        plan.level_search, levels);
  }
  events.end.record(context.stream());
  runtime::synchronize(context.stream());
  drained.disarm();

  DeviceBipartiteMatching matching;
  if (search.too_narrow) {
    matching = matched_by_host(problem, on_host);
  } else {
    matching.cardinality =
        algorithm == DeviceAlgorithm::start_alone ? *mail : graph.num_rows - search.free_rows;
    matching.stats = {.algorithm = name_of(algorithm),
                      .variant = variant_of(options, algorithm),
                      .start = start,
                      .start_cardinality = *mail,
                      .phases = search.phases,
                      .augmentations = matching.cardinality - *mail,
                      .phase_levels = levels.take(),
                      .start_seconds = events.started.seconds_since(events.begin),
                      .device_seconds = events.end.seconds_since(events.begin),
                      .stop_reason = "complete"};
  }
  matching.row_mates = {plan.mates.rows, graph.num_rows};
  matching.column_mates = {plan.mates.columns, graph.num_columns};
  matching.stats.device_peak_bytes = workspace.size() + bytes_of(graph);
  return matching;
}

BipartiteMatching upload_and_solve(const DeviceContext& context, const BipartiteView& graph,
                                   DeviceBipartiteOptions options,
                                   std::span<const VertexId> initial, DeviceAlgorithm algorithm) {
  check(options, algorithm);
  if (!initial.empty()) {
    if (!options.initial.empty()) {
      throw Error(ErrorCode::invalid_option, "there are two initial matchings, must be one");
    }
    (void)asked_start(options.start, true);
    detail::parallel::check_host_input(context, graph);
    // Says more than the device can.
    (void)take_matching(context.state()->host(), graph, initial, "initial");
  }
  if (algorithm == DeviceAlgorithm::ms_bfs && graph.num_entries() < k_too_small &&
      options.start == BipartiteStart::automatic && options.initial.empty()) {
    detail::parallel::check_host_input(context, graph);
    return solve_on_host(context, graph, options.seed, initial, k_small_reason);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const DeviceBipartite on_device = upload(context, graph);
  DeviceArray<VertexId> initial_on_device;
  if (!initial.empty()) {
    initial_on_device = upload(context, initial);
    options.initial = initial_on_device.view();
  }
  std::chrono::duration<double> transfer = Clock::now() - begin;
  DeviceWorkspace workspace;
  DeviceBipartiteMatching found =
      solve_on_device(context, on_device.view(), &graph, options, algorithm, workspace, {});
  const Clock::time_point solved = Clock::now();
  BipartiteMatching matching;
  matching.row_mates = download(context, found.row_mates);
  matching.column_mates = download(context, found.column_mates);
  transfer += Clock::now() - solved;
  matching.cardinality = found.cardinality;
  matching.stats = std::move(found.stats);
  matching.stats.transfer_seconds = transfer.count();
  return matching;
}

}  // namespace

DeviceBipartite upload(const DeviceContext& context, const BipartiteView& bipartite) {
  detail::parallel::check_host_input(context, bipartite);
  DeviceBipartite on_device;
  on_device.num_rows = bipartite.num_rows;
  on_device.num_columns = bipartite.num_columns;
  on_device.offsets = upload(context, bipartite.offsets);
  on_device.columns = upload(context, bipartite.columns);
  return on_device;
}

DeviceBipartiteMatching start_matching(const DeviceContext& context,
                                       const DeviceBipartiteView& graph,
                                       const DeviceBipartiteOptions& options,
                                       DeviceWorkspace& workspace,
                                       const DeviceMatesMemory& memory) {
  return solve_on_device(context, graph, nullptr, options, DeviceAlgorithm::start_alone, workspace,
                         memory);
}
DeviceBipartiteMatching ms_bfs(const DeviceContext& context, const DeviceBipartiteView& graph,
                               const DeviceBipartiteOptions& options, DeviceWorkspace& workspace,
                               const DeviceMatesMemory& memory) {
  return solve_on_device(context, graph, nullptr, options, DeviceAlgorithm::ms_bfs, workspace,
                         memory);
}
DeviceBipartiteMatching apfb(const DeviceContext& context, const DeviceBipartiteView& graph,
                             const DeviceBipartiteOptions& options, DeviceWorkspace& workspace,
                             const DeviceMatesMemory& memory) {
  return solve_on_device(context, graph, nullptr, options, DeviceAlgorithm::apfb, workspace,
                         memory);
}
DeviceBipartiteMatching apsb(const DeviceContext& context, const DeviceBipartiteView& graph,
                             const DeviceBipartiteOptions& options, DeviceWorkspace& workspace,
                             const DeviceMatesMemory& memory) {
  return solve_on_device(context, graph, nullptr, options, DeviceAlgorithm::apsb, workspace,
                         memory);
}

BipartiteMatching ms_bfs(const DeviceContext& context, const BipartiteView& graph,
                         const DeviceBipartiteOptions& options, std::span<const VertexId> initial) {
  return upload_and_solve(context, graph, options, initial, DeviceAlgorithm::ms_bfs);
}
BipartiteMatching apfb(const DeviceContext& context, const BipartiteView& graph,
                       const DeviceBipartiteOptions& options, std::span<const VertexId> initial) {
  return upload_and_solve(context, graph, options, initial, DeviceAlgorithm::apfb);
}
BipartiteMatching apsb(const DeviceContext& context, const BipartiteView& graph,
                       const DeviceBipartiteOptions& options, std::span<const VertexId> initial) {
  return upload_and_solve(context, graph, options, initial, DeviceAlgorithm::apsb);
}

}  // namespace hypermatch
