// SPDX-License-Identifier: MIT
// `filtered` on a device that holds the instance: which priorities there are, and what to do when
// the kernel finds little to do. kernel.cuh describes the algorithm.
#include "algorithms/hypergraph_matching/local_max/competing_batches/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace {

using filtered::IntegerWords;
using filtered::NoWords;
using filtered::PriorityWords;

Source source_of(const DeviceProblem& problem) {
  const OrderOptions& order = problem.options.order;
  if (order.rating != Rating::weight) return Source::priorities;
  if (order.objective != Objective::weight || !problem.hypergraph.is_weighted()) {
    return Source::none;
  }
  return std::holds_alternative<DeviceSpan<const std::int32_t>>(problem.hypergraph.weights)
             ? Source::integers
             : Source::priorities;
}

template <class Words>
DeviceFilteredEnd choose_team(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                              Source source, const auto& make_words, DeviceOutcome& outcome) {
  return with_team(problem.hypergraph, [&](auto team) {
    return launch<Words, decltype(team)>(problem, tuning, source, make_words, nullptr, outcome);
  });
}

DeviceFilteredEnd choose_words(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                               DeviceOutcome& outcome) {
  const Source source = source_of(problem);
  // The image of the smallest positive number is one above that of zero.
  constexpr std::uint32_t k_positive = 0x80000001U;
  const bool keeps = problem.options.order.nonpositive == NonPositive::keep;
  switch (source) {
    case Source::none:
      return choose_team<NoWords>(
          problem, tuning, source, [](const Plan&) { return NoWords{}; }, outcome);
    case Source::integers: {
      const auto weights = std::get<DeviceSpan<const std::int32_t>>(problem.hypergraph.weights);
      return choose_team<IntegerWords>(
          problem, tuning, source,
          [&](const Plan&) {
            return IntegerWords{{}, weights.data(), keeps ? 0 : k_positive, ~std::uint32_t{0}};
          },
          outcome);
    }
    case Source::priorities:
    case Source::packed:
      break;
  }
  return choose_team<PriorityWords>(
      problem, tuning, source,
      [](const Plan& plan) {
        return PriorityWords{{}, plan.rating.priorities, 0, k_left_out - 1};
      },
      outcome);
}

DeviceOutcome nothing(const DeviceProblem& problem) {
  DeviceOutcome outcome;
  std::uint64_t* count = nullptr;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    count =
        problem.memory.count.empty() ? arena.take<std::uint64_t>(1) : problem.memory.count.data();
  });
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(count, 0, sizeof(std::uint64_t), problem.context.stream()));
  outcome.edges = problem.memory.edges.data();
  outcome.count = count;
  return outcome;
}

}  // namespace

DeviceOutcome run_filtered(const DeviceProblem& problem, const DeviceFilteredTuning& tuning) {
  if (problem.hypergraph.num_pins() == 0) return nothing(problem);
  DeviceOutcome outcome;
  outcome.is_for_host = choose_words(problem, tuning, outcome) == DeviceFilteredEnd::chain;
  return outcome;
}

std::size_t filtered_workspace_bytes(const DeviceProblem& problem) {
  if (problem.hypergraph.num_pins() == 0) return 0;
  const Source source = source_of(problem);
  switch (source) {
    case Source::none:
      return workspace_bytes<NoWords>(problem, {}, source);
    case Source::integers:
      return workspace_bytes<IntegerWords>(problem, {}, source);
    default:
      return workspace_bytes<PriorityWords>(problem, {}, source);
  }
}

}  // namespace hypermatch::detail::hypergraph_matching
