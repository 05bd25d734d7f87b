// SPDX-License-Identifier: MIT
// `filtered` on a device as host code starts it: how many choices a vertex keeps, how kernels are
// launched, and the rounds. The rows are those of a graph, or of a part of one.
#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/pointing_rows/device_first_pass.cuh"
#include "algorithms/graph_matching/local_max/pointing_rows/filtered.cuh"
#include "parallel/device/check.cuh"

namespace hypermatch::detail::graph_matching::device {

/// Buffers of one instance and their places in the workspace.
struct RowsPlan {
  FirstPass first;
  std::uint32_t round_blocks = 1;
  Choices choices{};
  std::uint32_t* changed = nullptr;
  std::uint32_t lane_words = 1;
};

// The kernels that look at rows again, with teams that fit the average row.
inline bool has_small_teams(const DeviceGraphProblem& problem) {
  constexpr std::uint64_t k_small_degree = 8;
  return problem.graph.num_arcs() <= k_small_degree * problem.graph.num_vertices;
}
inline auto* look_kernel(const DeviceGraphProblem& problem) {
  return has_small_teams(problem) ? &look<k_small_team> : &look<k_team>;
}
template <bool kInParts>
auto* finish_kernel(const DeviceGraphProblem& problem) {
  return has_small_teams(problem) ? &finish_rounds<k_small_team, kInParts>
                                  : &finish_rounds<k_team, kInParts>;
}

// As many as memory allows, half of the graph's: more cost little time in the first pass, and save
// looks at rows.
inline int choices_for(const DeviceGraphProblem& problem) {
  const double rows = std::max(1.0, static_cast<double>(problem.graph.num_vertices));
  const double degree = static_cast<double>(problem.graph.num_arcs()) / rows;
  const double half = (8.0 + (has_words(problem) ? 8.0 : 4.0) * degree) / 2.0;
  // Bitmaps and what is small, and room for long rows.
  constexpr double k_arc_bytes =
      2.0 / k_late_piece * (k_holders * sizeof(ArcCandidate) + sizeof(std::uint32_t)) +
      (0.5 / k_team_row + 2.0 / k_late_piece) * sizeof(LongItem);
  const double other = 0.5 + k_arc_bytes * degree;
  for (const int choices : {7, 6, 5, 3}) {
    if (4.0 * choices + other <= half) return choices;
  }
  return 2;
}

inline void set_choices(int choices, Choices& layout) {
  layout.num_rest = choices >= 5 ? 4 : static_cast<std::uint32_t>(choices) - 1;
  layout.num_more = choices >= 5 ? static_cast<std::uint32_t>(choices) - 5 : 0;
}

template <bool kInParts>
RowsPlan plan_for(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning) {
  RowsPlan plan;
  const std::uint64_t n = problem.graph.num_vertices;
  const std::uint64_t arcs = problem.graph.num_arcs();
  set_choices(tuning.choices != 0 ? tuning.choices : choices_for(problem), plan.choices);
  plan_first_pass<Choices>(problem, tuning.tile, plan.first);
  // A turn for each of those that run at once, but not so many that they have nothing to do.
  constexpr std::uint64_t k_least_work = 8192;
  plan.round_blocks = parallel::blocks_at_once(finish_kernel<kInParts>(problem), k_round_threads, 0,
                                               (n + arcs) / k_least_work + 1);
  // One turn for each warp, if words suffice and are not too many.
  const std::uint64_t warps = std::uint64_t{plan.round_blocks} * k_round_warps;
  plan.lane_words = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((n / 32 + 32 * warps) / (32 * warps), 1, k_lane_words));
  return plan;
}

/// Room for the choices behind the first ones.
inline void lay_out_choices(parallel::DeviceArena& arena, const DeviceGraphProblem& problem,
                            RowsPlan& plan) {
  const std::uint64_t n = problem.graph.num_vertices;
  plan.choices.rest = arena.take<std::uint32_t>(plan.choices.num_rest * n);
  plan.choices.more = arena.take<std::uint32_t>(plan.choices.num_more * n);
  lay_out_long_rows(arena, problem, k_none, plan.first);
}

/// A chain that the rounds go along takes this long where the host needs about as much.
inline std::uint32_t max_rounds_for(const DeviceGraphProblem& problem,
                                    const DeviceGraphTuning& tuning) {
  return tuning.max_rounds != 0 ? tuning.max_rounds : 2000 + problem.graph.num_vertices / 256;
}

/// The first pass and round 1; some arcs.
inline void choose(const DeviceGraphProblem& problem, const RowsPlan& plan,
                   const FilteredState& state) {
  run_first_pass(problem, plan.first, state, plan.choices);
  constexpr std::uint32_t k_vertices = k_first_words * k_round_threads;
  const std::uint32_t blocks = (problem.graph.num_vertices - 1) / k_vertices + 1;
  match_first<<<blocks, k_round_threads, 0, problem.context.stream()>>>(state, plan.choices.first);
  parallel::check_launch("match_first");
}

inline RoundsArguments rounds_arguments(const DeviceGraphProblem& problem,
                                        const DeviceGraphTuning& tuning, const RowsPlan& plan,
                                        const FilteredState& state, std::uint64_t* num_pairs) {
  RoundsArguments arguments{
      .state = state,
      .choices = plan.choices,
      .changed = {plan.changed},
      .late = plan.first.long_rows,
      .lane_words = plan.lane_words,
      .round = 2,
      .max_rounds = max_rounds_for(problem, tuning),
      .stall = stall_rule_for(problem, tuning, {.least_ns = 10'000, .vertex_ns = 0.015F}),
      .num_pairs = num_pairs};
  arguments.late.piece = k_late_piece;
  return arguments;
}

/// Rounds 2 .. that are kernels of their own; the next one is arguments.round then.
inline void run_first_rounds(const DeviceGraphProblem& problem, const DeviceGraphTuning& tuning,
                             const RowsPlan& plan, RoundsArguments& arguments) {
  const DeviceStream stream = problem.context.stream();
  const auto launch = [&](const char* name, auto kernel) {
    kernel<<<plan.round_blocks, k_round_threads, 0, stream>>>(arguments);
    parallel::check_launch(name);
  };
  // Small graphs gain nothing by kernels of their own, and lose the time to start them.
  constexpr VertexId k_small = 1U << 20;
  const bool is_small = problem.graph.num_vertices < k_small;
  const std::uint32_t first_rounds = tuning.first_rounds >= 0
                                         ? static_cast<std::uint32_t>(tuning.first_rounds)
                                         : (is_small ? 0 : k_first_rounds);
  std::uint32_t& round = arguments.round;
  for (round = 2; round < 2 + first_rounds; ++round) {
    launch("look", look_kernel(problem));
    launch("look_late", &look_late);
    launch("match_changed", &match_changed);
  }
}

/// All rounds from arguments.round on. As PointingRounds.
template <bool kInParts>
void run_other_rounds(const DeviceGraphProblem& problem, const RowsPlan& plan,
                      const RoundsArguments& arguments) {
  parallel::launch_cooperative(finish_kernel<kInParts>(problem), plan.round_blocks, k_round_threads,
                               0, arguments, problem.context.stream());
}

}  // namespace hypermatch::detail::graph_matching::device
