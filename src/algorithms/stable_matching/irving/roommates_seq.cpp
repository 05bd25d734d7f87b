// SPDX-License-Identifier: MIT
#include "hypermatch/roommates.hpp"

#include <string>
#include <utility>

#include "algorithms/stable_matching/common/answers.hpp"
#include "hypermatch/error.hpp"
#include "irving.hpp"

namespace hypermatch {

namespace stable = detail::stable_matching;

namespace {

/// One party per line, each agent followed by its successor; numbers from 1.
std::string parties(const std::vector<VertexId>& successors) {
  std::string text;
  std::vector<bool> written(successors.size(), false);
  for (VertexId first = 0; first < successors.size(); ++first) {
    for (VertexId agent = first; !written[agent]; agent = successors[agent]) {
      if (agent == first && !text.empty()) text += '\n';
      if (agent != first) text += ' ';
      text += std::to_string(std::uint64_t{agent} + 1);
      written[agent] = true;
    }
  }
  return text;
}

}  // namespace

StableOrNone irving(const Context& context, const PreferencesView& preferences,
                    const RoommatesOptions& options) {
  const stable::MutualLists mutual =
      stable::lists_for(context, preferences, "irving", Sides::one, stable::Places::one,
                        stable::TiesOfLists::by_order, options.seed);
  const stable::Partition partition = stable::stable_partition(context, mutual.lists);
  if (partition.odd_parties > 0) {
    if (!preferences.ties.empty()) {
      throw Error(ErrorCode::unsupported,
                  "no matching is stable for the order that seed " + std::to_string(options.seed) +
                      " gives the ties; for another one there may be: try other seeds");
    }
    NoSolution none{.proof = parties(partition.successors)};
    none.stats.algorithm = "irving";
    none.stats.rounds = partition.rotations;
    none.stats.stop_reason = "an odd party";
    return none;
  }
  std::vector<VertexId> mates(partition.successors.size(), k_none);
  for (VertexId agent = 0; agent < mates.size(); ++agent) {
    if (partition.successors[agent] > agent) mates[agent] = partition.successors[agent];
  }
  StableMatching found = stable::answer_of("irving", mates);
  found.proposals = partition.proposals;
  found.dropped = mutual.dropped;
  found.stats.rounds = partition.rotations;
  return found;
}

}  // namespace hypermatch
