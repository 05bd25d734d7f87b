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
  RankBuffers ranks;
  FilteredControl* control = nullptr;
  std::uint32_t* rest = nullptr;
  std::uint32_t* bitmap = nullptr;
  std::uint32_t* lists = nullptr;
  std::uint32_t* flags = nullptr;
  SplitRow<K>* split_rows = nullptr;
  WideRows wide{};
};

bool has_words(const DeviceGraphProblem& problem) {
  return problem.order.objective == Objective::weight && problem.graph.is_weighted();
}

// Blocks that run at once, or fewer for a small instance.
std::uint32_t blocks_for(const void* kernel, std::uint32_t threads, std::size_t shared_bytes,
                         std::uint64_t work_of_a_block, std::uint64_t work) {
  int device = 0;
  int multiprocessors = 0;
  int blocks = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, kernel, static_cast<int>(threads), shared_bytes));
  const std::uint64_t most =
      static_cast<std::uint64_t>(multiprocessors) * static_cast<std::uint64_t>(std::max(1, blocks));
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((work + work_of_a_block - 1) / work_of_a_block, 1, most));
}

// Tiles that the rows of a block's threads fit into, if they are not much larger than the average.
std::uint32_t tile_for(const DeviceGraphProblem& problem) {
  const std::uint64_t arcs = problem.graph.num_arcs();
  const std::uint64_t rows = std::max<std::uint64_t>(problem.graph.num_vertices, 1);
  const std::uint64_t wanted = (arcs * k_scan_threads / rows) * 9 / 8 + 64;
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(wanted / 64 * 64, 512, k_max_tile * 3 / 4));
}

template <int K>
Plan<K> plan_for(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  Plan<K> plan;
  plan.tile = tuning.tile != 0 ? tuning.tile : tile_for(problem);
  plan.tile_bytes = std::size_t{2} * (plan.tile + k_tile_slack) * sizeof(std::uint32_t) *
                    (has_words(problem) ? 2 : 1);
  const auto* const scan = reinterpret_cast<const void*>(&choose_first<K>);
  const auto* const rounds = reinterpret_cast<const void*>(&match_in_rounds<K>);
  HYPERMATCH_CUDA_CALL(cudaFuncSetAttribute(scan, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(plan.tile_bytes)));
  const std::uint64_t work = problem.graph.num_arcs() + problem.graph.num_vertices;
  plan.scan_blocks = blocks_for(scan, k_scan_threads, plan.tile_bytes, plan.tile, work);
  plan.round_blocks = blocks_for(rounds, k_round_threads, 0, 4096, work);
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
  plan.flags = arena.take<std::uint32_t>((n + 31) / 32);
  plan.split_rows = arena.take<SplitRow<K>>(std::size_t{2} * plan.scan_blocks);
  const std::uint64_t wide = arcs / k_wide_row + 1;
  plan.wide.rows = arena.take<WideRow>(wide);
  plan.wide.items = arena.take<std::uint64_t>(wide + arcs / k_wide_piece);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

template <int K>
void launch(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning, const Plan<K>& plan,
            const DeviceGraphOutcome& outcome) {
  const DeviceGraphView& graph = problem.graph;
  const DeviceStream stream = problem.context.stream();
  const ArcWords words = make_words(graph.weights, problem.order, plan.ranks, stream);
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(plan.control, 0, sizeof(FilteredControl), stream));
  const FilteredState state{
      .arcs = {.offsets = graph.offsets.data(),
               .neighbours = graph.neighbours.data(),
               .words = words,
               .num_vertices = graph.num_vertices,
               .num_arcs = graph.num_arcs(),
               .mixer = base::PairMixer(problem.order.seed),
               .vectors = is_aligned(graph.neighbours.data()) && is_aligned(words.bits)},
      .matched = {plan.bitmap},
      .control = plan.control};
  const Choices<K> choices{outcome.mates, plan.rest};
  choose_first<K><<<plan.scan_blocks, k_scan_threads, plan.tile_bytes, stream>>>(
      {.state = state, .choices = choices, .split_rows = plan.split_rows, .tile = plan.tile});
  parallel::check_launch("choose_first");
  // A chain that the rounds go along takes this long where the host needs about as much.
  const std::uint32_t max_rounds =
      tuning.max_rounds != 0 ? tuning.max_rounds : 2000 + graph.num_vertices / 256;
  RoundsArguments<K> arguments{.state = state,
                               .choices = choices,
                               .split_rows = plan.split_rows,
                               .num_parts = plan.scan_blocks,
                               .lists = plan.lists,
                               .flags = plan.flags,
                               .wide = plan.wide,
                               .max_rounds = max_rounds,
                               .num_pairs = outcome.count};
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(&match_in_rounds<K>), dim3(plan.round_blocks),
      dim3(k_round_threads), parameters, 0, stream));
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
