// SPDX-License-Identifier: MIT
// The default on a device: locally dominant edges (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66; Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74). Every
// vertex keeps the first few of its arcs, found in one pass over the graph; vertices that are each
// other's choice are matched, others go on along what they kept, and few look at their rows again.
// The greedy matching of the order, its ties included. O(n + m) expected work, O(log m) rounds
// where weights are random; long chains of falling weights are left to the host.
#include <algorithm>
#include <atomic>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/chains/ordered_rows.cuh"
#include "algorithms/graph_matching/local_max/chains/sorted_edges.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/pointing_parts.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/rows_plan.cuh"
#include "parallel/device/check.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching {

namespace {

using namespace device;

struct WholePlan : RowsPlan {
  OrderedControl* ordered_control = nullptr;
  SortedPartsRoom sorted_edges;  ///< where choices but the first were
};

// Small graphs gain nothing by it.
bool seeks_order(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  constexpr std::uint64_t k_least_arcs = std::uint64_t{1} << 22;
  if (tuning.ordered_rows == 0 || !has_words(problem)) return false;
  return tuning.ordered_rows > 0 || problem.graph.num_arcs() >= k_least_arcs;
}

void lay_out_rows_plan(const DeviceGraphProblem& problem, WholePlan& plan,
                       DeviceGraphOutcome& outcome, parallel::DeviceArena& arena) {
  const std::uint64_t n = problem.graph.num_vertices;
  const std::uint64_t arcs = problem.graph.num_arcs();
  lay_out_result(arena, problem.memory, n, outcome);
  lay_out_first_pass(arena, problem, n, plan.first);
  plan.choices.first = outcome.mates;
  plan.changed = arena.take<std::uint32_t>((n + 31) / 32);
  plan.ordered_control =
      reinterpret_cast<OrderedControl*>(arena.take<std::byte>(ordered_control_bytes()));
  parallel::DeviceArena sorted = arena;
  plan.sorted_edges = lay_out_sorted_parts(sorted, arcs / 2);
  lay_out_choices(arena, problem, plan);
  if (sorted.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(sorted.bytes() - arena.bytes());
  }
}

/// Where in the mailbox the first kernel says which order rows have: behind what the host reads.
constexpr std::size_t k_order_at = parallel::DeviceState::k_mailbox_bytes / 2;
static_assert(sizeof(FilteredControl) <= k_order_at);

std::uint32_t* order_mail(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  if (!seeks_order(problem, tuning)) return nullptr;
  auto* const mail =
      reinterpret_cast<std::uint32_t*>(problem.context.state()->mailbox() + k_order_at);
  std::atomic_ref(*mail).store(0, std::memory_order_relaxed);  // the first kernel is launched later
  return mail;
}

// Until the first kernel has said it, while others run that were launched behind it.
RowOrder await_order(std::uint32_t* mail, DeviceStream stream) {
  const std::atomic_ref word(*mail);
  constexpr int k_looks = 256;
  // Ends: the kernel ends, or fails. Relaxed: nothing else is read.
  while (true) {
    for (int i = 0; i < k_looks; ++i) {
      const std::uint32_t said = word.load(std::memory_order_relaxed);
      if (said != 0) return static_cast<RowOrder>(said - 1);
    }
    const cudaError_t state = cudaStreamQuery(stream);
    if (state == cudaErrorNotReady) {
      (void)cudaGetLastError();
      continue;
    }
    parallel::check_cuda(state, "prepare_filtered");
    const std::uint32_t said = word.load(std::memory_order_relaxed);
    return said != 0 ? static_cast<RowOrder>(said - 1) : RowOrder::none;
  }
}

struct SolveEnd {
  bool complete = false;
  bool in_order = true;  ///< else rows have not the order that they seemed to have
};

SolveEnd solve_by_rounds(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning,
                         const WholePlan& plan, const FilteredState& state,
                         DeviceGraphOutcome& outcome) {
  RoundsArguments arguments = rounds_arguments(problem, tuning, plan, state, outcome.count);
  run_first_rounds(problem, tuning, plan, arguments);
  run_other_rounds<false>(problem, plan, arguments);
  const DeviceStream stream = problem.context.stream();
  auto* const mail = reinterpret_cast<FilteredControl*>(problem.context.state()->mailbox());
  parallel::runtime::copy_to_host(mail, plan.first.control, sizeof(FilteredControl), stream);
  record_solved(problem, outcome);
  parallel::runtime::synchronize(stream);
  outcome.rounds = mail->rounds;
  return {.complete = mail->unfinished == 0};
}

SolveEnd solve_in_order(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning,
                        const WholePlan& plan, const FilteredState& state, RowOrder order,
                        DeviceGraphOutcome& outcome) {
  const bool has_ahead = plan.choices.num_rest == 4 && plan.choices.num_more != 0;
  auto* const fours = reinterpret_cast<uint4*>(plan.choices.rest);
  const OrderedEnd end =
      run_ordered_rows(problem, tuning, state.arcs, order, max_rounds_for(problem, tuning),
                       {.control = plan.ordered_control,
                        .gone = {plan.first.gone},
                        .changed = {plan.changed},
                        .passed = has_ahead ? plan.choices.more : plan.choices.rest,
                        .ahead = has_ahead ? fours : nullptr},
                       outcome);
  outcome.has_ordered_rows = end.in_order;
  outcome.rounds = end.rounds;
  return {.complete = !end.unfinished, .in_order = end.in_order};
}

DeviceGraphOutcome solve_filtered(const DeviceGraphProblem& problem,
                                  const DeviceGraphTuning& tuning) {
  DeviceGraphOutcome outcome;
  WholePlan plan{plan_for<false>(problem, tuning), nullptr, {}};
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out_rows_plan(problem, plan, outcome, arena);
  });
  const ArcWords words = make_coded_words(problem, plan.first.codes);
  const FilteredState state{.arcs = arcs_of(problem, words),
                            .gone = {plan.first.gone},
                            .control = plan.first.control,
                            .few = plan.first.few,
                            .order_mail = order_mail(problem, tuning)};
  choose(problem, plan, state);
  const RowOrder order = state.order_mail != nullptr
                             ? await_order(state.order_mail, problem.context.stream())
                             : RowOrder::none;
  const SolveEnd end = order == RowOrder::none
                           ? solve_by_rounds(problem, tuning, plan, state, outcome)
                           : solve_in_order(problem, tuning, plan, state, order, outcome);
  if (!end.in_order) {
    DeviceGraphTuning by_rounds = tuning;
    by_rounds.ordered_rows = 0;
    return solve_filtered(problem, by_rounds);
  }
  if (end.complete) return outcome;
  outcome.stop_reason = k_host_took_over;
  outcome.has_sorted_edges =
      match_sorted_edges(problem, state.arcs, state.gone, plan.sorted_edges, outcome);
  outcome.is_for_host = !outcome.has_sorted_edges;
  record_solved(problem, outcome);
  return outcome;
}

DeviceGraphOutcome match_nothing(const DeviceGraphProblem& problem) {
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

DeviceGraphOutcome run_filtered(const DeviceGraphProblem& problem,
                                const DeviceGraphTuning& tuning) {
  return problem.graph.num_arcs() == 0 ? match_nothing(problem) : solve_filtered(problem, tuning);
}

DeviceGraphPartsOutcome run_filtered_in_parts(const DeviceGraphParts& graph) {
  return PointingGroup(graph).run();
}

}  // namespace hypermatch::detail::graph_matching
