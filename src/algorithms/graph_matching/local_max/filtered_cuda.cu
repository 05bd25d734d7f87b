// SPDX-License-Identifier: MIT
// The default on a device: locally dominant edges (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66; Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74). Every
// vertex keeps the first few of its arcs, found in one pass over the graph; vertices that are each
// other's choice are matched, others go on along what they kept, and few look at their rows again.
// The greedy matching of the order, its ties included. O(n + m) expected work, O(log m) rounds
// where weights are random; a graph with long chains of falling weights is left to the host.
#include <algorithm>
#include <bit>

#include "algorithms/graph_matching/device/device_problem.hpp"
#include "algorithms/graph_matching/device/device_words.cuh"
#include "algorithms/graph_matching/local_max/device_filtered_rounds.cuh"
#include "algorithms/graph_matching/local_max/device_filtered_scan.cuh"
#include "parallel/cuda_check.cuh"
#include "parallel/device_state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

// What one instance needs, and where it lies.
template <int K>
struct Plan {
  std::uint32_t tile = 0;
  std::size_t tile_bytes = 0;
  std::uint32_t scan_blocks = 1;
  std::uint32_t round_blocks = 1;
  std::uint32_t num_segments = 1;
  std::uint32_t* first_words = nullptr;
  std::uint32_t* lengths = nullptr;
  RankBuffers ranks;
  FilteredControl* control = nullptr;
  std::uint32_t* rest = nullptr;
  std::uint32_t* bitmap = nullptr;
  std::uint32_t* lists = nullptr;
  std::uint32_t* changed = nullptr;
  std::uint32_t* exhausted = nullptr;
  SplitRow<K>* split_rows = nullptr;
  WideRows wide{};
};

bool has_words(const DeviceGraphProblem& problem) {
  return problem.order.objective == Objective::weight && problem.graph.is_weighted();
}

// What runs at once on this device: blocks of a kernel, or fewer for a small instance.
class Occupancy {
 public:
  Occupancy() {
    int device = 0;
    HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
    HYPERMATCH_CUDA_CALL(
        cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device));
  }
  [[nodiscard]] std::uint32_t blocks(const void* kernel, std::uint32_t threads,
                                     std::size_t shared_bytes, std::uint64_t wanted) const {
    int blocks = 0;
    HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, static_cast<int>(threads), shared_bytes));
    const std::uint64_t most = static_cast<std::uint64_t>(multiprocessors_) *
                               static_cast<std::uint64_t>(std::max(1, blocks));
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, most));
  }

 private:
  int multiprocessors_ = 1;
};

template <int K>
const void* address(void (*kernel)(RoundsArguments<K>)) {
  return reinterpret_cast<const void*>(kernel);
}

// Tiles that the rows of a block's threads fit into, if they are not much larger than the average.
std::uint32_t tile_for(const DeviceGraphProblem& problem) {
  const std::uint64_t arcs = problem.graph.num_arcs();
  const std::uint64_t rows = std::max<std::uint64_t>(problem.graph.num_vertices, 1);
  const std::uint64_t wanted = (arcs * k_scan_threads / rows) * 9 / 8 + 64;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted / 64 * 64, 512, k_max_tile));
}

template <int K>
Plan<K> plan_for(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  Plan<K> plan;
  plan.tile = tuning.tile != 0 ? tuning.tile : tile_for(problem);
  plan.tile_bytes =
      std::size_t{plan.tile + k_tile_slack} * sizeof(std::uint32_t) * (has_words(problem) ? 2 : 1);
  const auto* const scan = reinterpret_cast<const void*>(&choose_first<K>);
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(scan, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(plan.tile_bytes)));
  const Occupancy device;
  const std::uint64_t work = problem.graph.num_arcs() + problem.graph.num_vertices;
  plan.scan_blocks = device.blocks(scan, k_scan_threads, plan.tile_bytes, work / plan.tile + 1);
  // A warp each of those that run at once, but not so many that they have nothing to do.
  constexpr std::uint64_t k_least_work = 1024;
  const std::uint64_t warps = work / k_least_work + 1;
  plan.round_blocks = device.blocks(address<K>(&finish_rounds<K>), k_round_threads, 0,
                                    (warps + k_round_warps - 1) / k_round_warps);
  plan.num_segments = plan.round_blocks * k_round_warps;
  return plan;
}

template <int K>
void lay_out(const DeviceGraphProblem& problem, Plan<K>& plan, DeviceGraphOutcome& outcome,
             parallel::DeviceArena& arena) {
  const std::uint64_t n = problem.graph.num_vertices;
  const std::uint64_t arcs = problem.graph.num_arcs();
  lay_out_result(arena, problem.memory, n, outcome);
  plan.control = arena.take<FilteredControl>(1);
  plan.ranks = lay_out_ranks(arena, problem.graph.weights, problem.order);
  plan.rest = arena.take<std::uint32_t>((K - 1) * n);
  plan.bitmap = arena.take<std::uint32_t>((n + 31) / 32);
  plan.lists = arena.take<std::uint32_t>((n + 31) / 32 * 32);
  plan.changed = arena.take<std::uint32_t>((n + 31) / 32);
  plan.exhausted = arena.take<std::uint32_t>((n + 31) / 32);
  plan.first_words = arena.take<std::uint32_t>(plan.num_segments + std::size_t{1});
  plan.lengths = arena.take<std::uint32_t>(plan.num_segments);
  plan.split_rows = arena.take<SplitRow<K>>(std::size_t{2} * plan.scan_blocks);
  const std::uint64_t wide = arcs / k_wide_row + 1;
  plan.wide.rows = arena.take<WideRow>(wide);
  plan.wide.items = arena.take<std::uint64_t>(wide + arcs / k_wide_piece);
}

// A chain that the rounds go along takes this long where the host needs about as much.
std::uint32_t max_rounds_for(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  return tuning.max_rounds != 0 ? tuning.max_rounds : 2000 + problem.graph.num_vertices / 256;
}

template <int K>
void run_rounds(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning,
                const Plan<K>& plan, RoundsArguments<K> arguments) {
  const DeviceStream stream = problem.context.stream();
  const auto launch = [&](const char* name, auto kernel, std::uint32_t warps) {
    kernel<<<(warps + k_round_warps - 1) / k_round_warps, k_round_threads, 0, stream>>>(arguments);
    parallel::check_launch(name);
  };
  launch("prepare_rounds", &prepare_rounds<K>, std::max(plan.scan_blocks, plan.num_segments + 1));
  launch("match_first", &match_first<K>, plan.num_segments);
  // Small graphs gain nothing by kernels of their own, and lose the time to start them.
  constexpr VertexId k_small = 1U << 20;
  const bool is_small = problem.graph.num_vertices < k_small;
  const std::uint32_t first_rounds = tuning.first_rounds >= 0
                                         ? static_cast<std::uint32_t>(tuning.first_rounds)
                                         : (is_small ? 0 : k_first_rounds);
  std::uint32_t& round = arguments.round;
  for (round = 2; round < 2 + first_rounds; ++round) {
    launch("look", &look<K>, plan.num_segments);
    launch("look_again", &look_again<K>, plan.num_segments);
    launch("look_wide", &look_wide<K>, plan.round_blocks * k_round_warps);
    launch("match_changed", &match_changed<K>, plan.num_segments);
  }
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(address<K>(&finish_rounds<K>),
                                                   dim3(plan.round_blocks), dim3(k_round_threads),
                                                   parameters, 0, stream));
}

int team_for(const DeviceGraphView& graph) {
  const std::uint64_t average = graph.num_arcs() / graph.num_vertices;
  return average < 9 ? 1 : average < 20 ? 2 : 4;
}

template <int K>
void launch(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning, const Plan<K>& plan,
            const DeviceGraphOutcome& outcome) {
  const DeviceGraphView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  const ArcWords words = make_words(graph.weights, problem.order, plan.ranks, stream);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(plan.control, 0, sizeof(FilteredControl), stream));
  const FilteredState state{
      .arcs = arcs_of(problem, words), .matched = {plan.bitmap}, .control = plan.control};
  const Choices<K> choices{outcome.mates, plan.rest};
  choose_first<K><<<plan.scan_blocks, k_scan_threads, plan.tile_bytes, stream>>>(
      {.state = state, .choices = choices, .split_rows = plan.split_rows, .tile = plan.tile});
  parallel::check_launch("choose_first");
  run_rounds(problem, tuning, plan,
             {.state = state,
              .choices = choices,
              .split_rows = plan.split_rows,
              .num_parts = plan.scan_blocks,
              .num_segments = plan.num_segments,
              .team = team_for(graph),
              .first_words = plan.first_words,
              .lengths = plan.lengths,
              .lists = plan.lists,
              .changed = plan.changed,
              .exhausted = plan.exhausted,
              .wide = plan.wide,
              .round = 1,
              .max_rounds = max_rounds_for(problem, tuning),
              .num_pairs = outcome.count});
}

template <int K>
DeviceGraphOutcome solve(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  DeviceGraphOutcome outcome;
  Plan<K> plan = plan_for<K>(problem, tuning);
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out(problem, plan, outcome, arena);
  });
  launch(problem, tuning, plan, outcome);
  const DeviceStream stream = problem.context.stream();
  auto* const mail = reinterpret_cast<FilteredControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, plan.control, sizeof(FilteredControl), stream);
  if (problem.solved != nullptr) {
    problem.solved->record(stream);
    outcome.timed = true;
  }
  parallel::runtime::synchronize(stream);
  outcome.rounds = mail->rounds;
  if (mail->unfinished == 0) return outcome;
  outcome = local_max_on_host(problem);
  outcome.stop_reason = "a chain, little to do in a round: the host took over";
  return outcome;
}

DeviceGraphOutcome nothing(const DeviceGraphProblem& problem) {
  DeviceGraphOutcome outcome;
  const std::uint64_t n = problem.graph.num_vertices;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_result(arena, problem.memory, n, outcome);
  });
  const DeviceStream stream = problem.context.stream();
  static_assert(k_none == ~VertexId{0});
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(outcome.mates, 0xFF, n * sizeof(VertexId), stream));
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(outcome.count, 0, sizeof(std::uint64_t), stream));
  return outcome;
}

}  // namespace

DeviceGraphOutcome filtered_on_device(const DeviceGraphProblem& problem,
                                      const DeviceGraphTuning& tuning) {
  if (problem.graph.num_arcs() == 0) return nothing(problem);
  // More choices cost memory, which rows of fewer arcs than that do not earn.
  const bool is_sparse = problem.graph.num_arcs() < std::uint64_t{4} * problem.graph.num_vertices;
  const int choices = tuning.choices != 0 ? tuning.choices : is_sparse ? 2 : 5;
  return choices == 2 ? solve<2>(problem, tuning) : solve<5>(problem, tuning);
}

}  // namespace hypermatch::detail::graph_matching
