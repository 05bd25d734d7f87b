// SPDX-License-Identifier: MIT
// The launch of `filtered` on a device. filtered.cuh describes the algorithm.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "algorithms/hypergraph_matching/local_max/competing_batches/batch_plan.cuh"
#include "hypermatch/error.hpp"
#include "parallel/device/launch.cuh"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

/// Bitmaps of so many bytes profit from the first-level cache if they have it for themselves; of
/// larger ones too little fits, and pins that are read again lose more.
inline constexpr std::uint64_t k_near = 640U << 10;

/// Launch of the kernel on a packed batch: its size, the matched vertices to start from, and the
/// bitmap of edges that won.
struct PackedLaunch {
  PackedSize capacity;
  std::uint32_t* matched_vertices = nullptr;
  std::uint32_t* matched_edges = nullptr;
};

/// The vertex state of the kernel. `most_competitors`: as RoomArena has it.
template <class Vertices>
Vertices vertices_of(const filtered::Arena& arena, std::uint64_t num_slots, const DeviceRoom& room,
                     double most_competitors) {
  if constexpr (std::is_same_v<Vertices, filtered::Arena>) {
    return arena;
  } else {
    return {arena, arena.slots + filtered::slots_cleared(num_slots), room,
            static_cast<float>(most_competitors)};
  }
}

/// The arguments of the kernel, except the stage.
template <class Words, class Team>
filtered::BatchArguments<Words> arguments_of(const DeviceProblem& problem,
                                             const DeviceFilteredTuning& tuning,
                                             const BatchPlan& plan, const Words& words) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const std::uint64_t m = hypergraph.num_edges();
  const std::uint64_t num_slots = std::min<std::uint64_t>(plan.slots, hypergraph.num_vertices);
  const double size = static_cast<double>(hypergraph.num_pins()) / static_cast<double>(m);
  const double target_competitors =
      Team::k_carries_pins ? tuning.carried_target_competitors : tuning.target_competitors;
  const double all_slots = static_cast<double>(num_slots);
  const double competitors =
      std::max({32.0, target_competitors * all_slots / std::max(1.0, size * size),
                std::min<double>(tuning.least_target_competitors, 0.2 * static_cast<double>(m))});
  // Where so many edges compete at a vertex in the mean, two others are there in half its square of
  // all cases.
  const double at_vertex = std::sqrt(2.0 * tuning.most_crowded_pins / std::max(1.0, size));
  const double most = std::max(competitors, at_vertex * all_slots / std::max(1.0, size));
  const filtered::Arena arena{.offsets = hypergraph.offsets.data(),
                              .pins = hypergraph.pins.data(),
                              .mixer = base::TieMixer(problem.options.order.seed),
                              .matched_vertices = plan.matched_vertices,
                              .slots = plan.slot_words,
                              .slot_mask = static_cast<std::uint32_t>(plan.slots - 1),
                              .bitmap_is_near = hypergraph.num_vertices / 8 <= k_near};
  return {.arena = vertices_of<typename Words::Vertices>(arena, num_slots, problem.room, most),
          .words = words,
          .num_vertices = hypergraph.num_vertices,
          .num_edges = static_cast<std::uint32_t>(m),
          .num_slots = num_slots,
          .ties = {plan.noted, plan.tied_pins, static_cast<std::uint32_t>(plan.num_noted - 1),
                   static_cast<std::uint32_t>(plan.num_tied_pins - 1)},
          .matched_edges = plan.matched_edges,
          .candidates = plan.candidates,
          .share = static_cast<std::uint32_t>(plan.share),
          .upper = plan.upper,
          .upper_share = static_cast<std::uint32_t>(plan.upper_share),
          .num_upper = plan.num_upper,
          .control = plan.control,
          .edges = plan.edges,
          .count = plan.count,
          .target_competitors = static_cast<float>(competitors),
          .growth = m < tuning.small ? tuning.small_growth : tuning.growth,
          .rounds_before_refill = tuning.rounds_before_refill,
          .stubborn_rounds = tuning.stubborn_rounds,
          .codes = std::clamp<std::uint32_t>(tuning.codes, 2, k_codes)};
}

/// Starts the kernel on all blocks of the plan, in two parts where pins are still on their way.
template <class Words, class Team>
void start_kernel(const DeviceProblem& problem, const BatchPlan& plan,
                  filtered::BatchArguments<Words>& arguments) {
  const DeviceStream stream = problem.context.stream();
  auto* const kernel = &filtered::run_filtered<Words, Team>;
  const auto start = [&](filtered::Stage stage) {
    arguments.stage = stage;
    parallel::launch_cooperative(kernel, plan.blocks, filtered::k_threads, 0, arguments, stream);
  };
  HYPERMATCH_CUDA_CALL(
      cudaMemsetAsync(plan.control, 0, offsetof(filtered::Control, sample), stream));
  if (problem.upload == nullptr) {
    start(filtered::Stage::all);
  } else {
    start(filtered::Stage::without_pins);
    problem.upload->send_pins();
    start(filtered::Stage::with_pins);
  }
}

/// `packed` is null where `problem` is a whole instance.
template <class Words, class Team>
DeviceFilteredEnd launch(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                         Source source, const auto& make_words, PackedLaunch* packed,
                         DeviceOutcome& outcome) {
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t m = hypergraph.num_edges();
  BatchPlan plan = plan_for<Words, Team>(problem, tuning, source);
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out(problem, source, packed != nullptr ? packed->capacity : PackedSize{}, plan, arena);
  });

  if (source == Source::priorities) {
    rate_edges(problem, plan.rating, plan.rating_buffers);
    make_dense(plan.priority_table, plan.rating.priorities, plan.rating.left_out, m, stream);
  }
  if (source == Source::codes &&
      code_weights(problem, plan.codes, plan.code, plan.control->sample, plan.weight_table)) {
    plan.code = nullptr;
  }
  if (packed != nullptr) plan.matched_vertices = packed->matched_vertices;
  filtered::BatchArguments<Words> arguments =
      arguments_of<Words, Team>(problem, tuning, plan, make_words(plan));
  start_kernel<Words, Team>(problem, plan, arguments);
  auto* const mail = reinterpret_cast<filtered::Control*>(problem.context.state()->mailbox());
  constexpr std::size_t k_head = offsetof(filtered::Control, sums);
  parallel::runtime::copy_to_host(mail, plan.control, k_head, stream);
  if (problem.solved != nullptr) {
    problem.solved->record(stream);
    outcome.timed = true;
  }
  parallel::runtime::synchronize(stream);
  outcome.edges = plan.edges;
  outcome.count = plan.count;
  if (packed != nullptr) packed->matched_edges = plan.matched_edges;
  outcome.rounds = mail->rounds;
  outcome.rounds_with_ties = mail->rounds_with_ties;
  return mail->end;
}

/// Calls body(source, make_words), where make_words(plan) is what the kernel gets.
template <class Body>
decltype(auto) with_words(const DeviceProblem& problem, const Body& body) {
  using filtered::CodeWords;
  using filtered::NoWords;
  using filtered::PriorityWords;
  using filtered::WeightWords;
  const OrderOptions& order = problem.options.order;
  constexpr std::uint32_t k_all = ~std::uint32_t{0};
  // The image of the smallest positive number is one above that of zero.
  const std::uint32_t least = order.nonpositive == NonPositive::keep ? 0 : 0x80000001U;
  if (order.rating != Rating::weight) {
    return body(Source::priorities, [](const BatchPlan& plan) {
      return PriorityWords{{}, plan.rating.priorities, 0, k_left_out - 1};
    });
  }
  const auto none = [&] { return body(Source::none, [](const BatchPlan&) { return NoWords{}; }); };
  if (order.objective != Objective::weight) return none();
  return std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return none();
        } else if constexpr (sizeof(typename View::value_type) == sizeof(std::uint32_t)) {
          using T = typename View::value_type;
          return body(Source::weights, [&](const BatchPlan&) {
            return WeightWords<T>{{}, weights.data(), least, k_all};
          });
        } else {
          return body(Source::codes, [&](const BatchPlan& plan) {
            return CodeWords{{{}, plan.codes, 0, k_left_out - 1},
                             plan.code,
                             reinterpret_cast<const std::uint64_t*>(weights.data()),
                             std::is_same_v<typename View::value_type, double>};
          });
        }
      },
      problem.hypergraph.weights);
}

}  // namespace hypermatch::detail::hypergraph_matching
