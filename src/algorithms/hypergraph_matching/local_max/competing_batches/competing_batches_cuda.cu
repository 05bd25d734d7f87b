// SPDX-License-Identifier: MIT
// `filtered` on a device that holds the instance: which priorities there are, and what to do when
// the kernel finds little to do. kernel.cuh describes the algorithm.
#include <type_traits>
#include <variant>

#include "algorithms/hypergraph_matching/local_max/competing_batches/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace {

using filtered::CodeWords;
using filtered::NoWords;
using filtered::PriorityWords;
using filtered::WeightWords;

// Calls body(source, make_words), where make_words(plan) is what the kernel gets.
template <class Body>
decltype(auto) with_words(const DeviceProblem& problem, const Body& body) {
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
  const DeviceFilteredEnd end = with_words(problem, [&](Source source, const auto& make_words) {
    using Words = decltype(make_words(BatchPlan{}));
    return with_team(problem.hypergraph, [&](auto team) {
      return launch<Words, decltype(team)>(problem, tuning, source, make_words, nullptr, outcome);
    });
  });
  outcome.is_for_host = end == DeviceFilteredEnd::chain;
  return outcome;
}

std::size_t filtered_workspace_bytes(const DeviceProblem& problem) {
  if (problem.hypergraph.num_pins() == 0) return 0;
  return with_words(problem, [&](Source source, const auto& make_words) {
    return workspace_bytes<decltype(make_words(BatchPlan{}))>(problem, {}, source);
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
