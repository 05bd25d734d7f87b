// SPDX-License-Identifier: MIT
// `filtered` on a device that holds the instance: which priorities there are, and what to do when
// the kernel finds little to do. filtered.cuh describes the algorithm.
#include "algorithms/hypergraph_matching/local_max/competing_batches/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

namespace {

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
  if (problem.has_capacities()) return run_filtered_by_room(problem, tuning);
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
