// SPDX-License-Identifier: MIT
#include "hypermatch/roommates.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/answers.hpp"
#include "algorithms/stable_matching/common/mcvitie_wilson.hpp"
#include "algorithms/stable_matching/irving/stable_partition.hpp"
#include "base/clock.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_preferences.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using detail::base::Clock;
using detail::base::seconds_since;
namespace parallel = detail::parallel;
namespace stable = detail::stable_matching;

namespace {

/// One party per line, each agent followed by its successor; numbers from 1.
std::string text_of_parties(const std::vector<VertexId>& successors) {
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

template <bool is_shared>
stable::FirstPhase propose_first_phase(const Context& context, const stable::ProposalLists& lists) {
  stable::Proposals<is_shared> proposals(context, lists);
  stable::mcvitie_wilson(context, proposals, TurnBalance::dynamic);
  stable::FirstPhase first;
  first.proposals = proposals.count(context);
  first.mates.assign(lists.last(), k_none);
  // Each agent holds the proposal of another one.
  parallel::for_each(context, first.mates.size(), [&](std::size_t i) {
    const auto receiver = static_cast<VertexId>(i);
    const VertexId proposer = proposals.receivers().only_held(receiver);
    if (proposer != k_none) first.mates[proposer] = receiver;
  });
  return first;
}

// Preferences without the agents of capacity 0, who keep empty lists, and are in no list.
class OpenPreferences {
 public:
  explicit OpenPreferences(const PreferencesView& given) : view_(given) {
    view_.capacities = {};  // agents with lists have a capacity of 1
    const auto is_open = [&](VertexId agent) { return given.capacity(agent) != 0; };
    if (std::find(given.capacities.begin(), given.capacities.end(), 0U) == given.capacities.end()) {
      return;
    }
    dropped_ = facts_of(given).one_sided_entries;
    offsets_.push_back(0);
    for (VertexId agent = 0; agent < given.num_agents; ++agent) {
      const auto list = given.list_of(agent);
      for (std::size_t place = 0; place < list.size() && is_open(agent); ++place) {
        if (!is_open(list[place])) continue;
        partners_.push_back(list[place]);
        if (!given.ties.empty()) ties_.push_back(given.tie(agent, place));
      }
      offsets_.push_back(partners_.size());
    }
    view_.offsets = offsets_;
    view_.partners = partners_;
    view_.ties = ties_;
  }
  OpenPreferences(const OpenPreferences&) = delete;
  OpenPreferences& operator=(const OpenPreferences&) = delete;

  [[nodiscard]] const PreferencesView& view() const { return view_; }
  // One-sided entries of what was given, if anyone was left out.
  [[nodiscard]] std::optional<std::uint64_t> dropped() const { return dropped_; }

 private:
  PreferencesView view_;
  std::optional<std::uint64_t> dropped_;
  std::vector<Offset> offsets_;
  std::vector<VertexId> partners_;
  std::vector<std::uint32_t> ties_;
};

}  // namespace

namespace detail::stable_matching {

FirstPhase first_phase(const Context& context, const ProposalLists& lists) {
  return context.threads() > 1 ? propose_first_phase<true>(context, lists)
                               : propose_first_phase<false>(context, lists);
}

StableOrNone roommates(const Context& context, const PreferencesView& preferences,
                       const RoommatesOptions& options,
                       const std::function<FirstPhase(const ProposalLists&)>& first_phase_of) {
  const Clock::time_point began = Clock::now();
  if (!preferences.capacities.empty()) parallel::check_preferences(context, preferences);
  check_served(preferences, "irving", Sides::one, Places::one);
  const OpenPreferences open(preferences);
  const ProposalLists lists(context, open.view(), Proposers::all, options.seed);
  const double prepared = seconds_since(began);
  FirstPhase first = first_phase_of(lists);
  const Partition partition = stable_partition(context, lists, first);
  RunStats stats = std::move(first.stats);
  stats.algorithm = "irving";
  stats.rounds = partition.rotations;
  stats.prepare_seconds += prepared;
  if (partition.odd_parties > 0) {
    if (!preferences.ties.empty()) {
      throw Error(ErrorCode::unsupported,
                  "no matching is stable for the order that seed " + std::to_string(options.seed) +
                      " gives the ties; for another one there may be: try other seeds");
    }
    stats.stop_reason = "an odd party";
    return NoSolution{.proof = text_of_parties(partition.successors), .stats = std::move(stats)};
  }
  stats.stop_reason = "complete";
  StableMatching found;
  for (VertexId agent = 0; agent < partition.successors.size(); ++agent) {
    const VertexId mate = partition.successors[agent];
    if (mate > agent) found.pairs.push_back({agent, mate});
  }
  found.proposals = first.proposals;
  found.dropped = open.dropped().value_or(lists.dropped());
  found.stats = std::move(stats);
  return found;
}

}  // namespace detail::stable_matching

StableOrNone irving(const Context& context, const PreferencesView& preferences,
                    const RoommatesOptions& options) {
  return stable::roommates(context, preferences, options,
                           [&](const auto& lists) { return stable::first_phase(context, lists); });
}

}  // namespace hypermatch
