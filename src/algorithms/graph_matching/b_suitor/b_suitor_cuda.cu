// SPDX-License-Identifier: MIT
// b-Suitor on a device (Khan et al. 2016, doi:10.1137/15M1026304; that it pays on GPUs is from
// Naim, Manne 2018, "Scalable b-Matching on GPUs"). A vertex proposes to as many of its best
// neighbours as it owes proposals, chosen in one look at its row; a neighbour that has no room
// drops its lowest suitor, which owes one more. A team of threads goes on with a vertex that it
// displaced; what it leaves, and displaced vertices with longer rows, wait for the next round.
// Guarantee 1/2: the greedy b-matching of the order, its ties included. Expected work for random
// weights: O(n + m).
#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/graph_matching/b_suitor/suitor_group.cuh"
#include "algorithms/graph_matching/b_suitor/suitor_part.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"

namespace hypermatch::detail::graph_matching {

using namespace device;

namespace {

// Returns the number of rounds.
std::uint64_t propose_in_rounds(SuitorPart<false>& part) {
  const SuitorCounts& counts = part.read_counts();
  const bool has_bars = counts.with_bar != 0;
  const std::uint64_t n = part.num_vertices();
  std::uint64_t fewest = n;
  std::uint64_t rounds = 0;
  int turn = 0;
  // Ends: a list has vertices only where an arc was proposed, and each arc is proposed once.
  for (std::uint64_t left = n; left != 0; turn = 1 - turn) {
    if (rounds == 0) {
      part.propose_first();
    } else {
      part.propose(turn, counts.listed[turn]);
    }
    if (has_bars) part.raise_all_bars(turn);
    part.end_round(turn);
    ++rounds;
    (void)part.read_counts();
    left = 0;
    for (const std::uint32_t listed : counts.listed[1 - turn]) left += listed;
    fewest = std::min(fewest, left);
    part.context().check_cancelled();
    part.context().report({"solve", n - fewest, n});
  }
  return rounds;
}

}  // namespace

DeviceBGraphOutcome b_suitor_on_device(const DeviceBGraphProblem& problem) {
  const auto no_more = [](parallel::DeviceArena&) {};
  SuitorPart<false> part(problem, 0, problem.graph.num_vertices);
  part.look_at_capacities(no_more);
  const SuitorTotals totals = part.read_totals();
  part.lay_out_slots(totals, no_more);
  DeviceBGraphOutcome outcome;
  if (totals.partners != 0) outcome.rounds = propose_in_rounds(part);
  part.list_partners(outcome);
  return outcome;
}

std::vector<DeviceBGraphOutcome> b_suitor_on_devices(const DeviceBGraphParts& graph) {
  return SuitorGroup(graph).run();
}

}  // namespace hypermatch::detail::graph_matching
