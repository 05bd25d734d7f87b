// SPDX-License-Identifier: MIT
// `filtered` on a device under capacities. room_arena.cuh says what differs.
#include "algorithms/hypergraph_matching/local_max/competing_batches/launch.cuh"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome run_filtered_by_room(const DeviceProblem& problem,
                                   const DeviceFilteredTuning& tuning) {
  DeviceOutcome outcome;
  const DeviceFilteredEnd end = with_words(problem, [&](Source source, const auto& make_words) {
    using Words = filtered::WithRoom<decltype(make_words(BatchPlan{}))>;
    const auto with_room = [&](const BatchPlan& plan) { return Words{make_words(plan)}; };
    return with_team(problem.hypergraph, [&](auto team) {
      return launch<Words, decltype(team)>(problem, tuning, source, with_room, nullptr, outcome);
    });
  });
  outcome.is_for_host = end == DeviceFilteredEnd::chain;
  return outcome;
}

}  // namespace hypermatch::detail::hypergraph_matching
