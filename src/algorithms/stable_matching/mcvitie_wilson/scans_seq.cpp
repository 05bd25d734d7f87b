// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/stable_matching/common/held_pairs.hpp"
#include "algorithms/stable_matching/common/places_by_partner.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/first_bound.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/shared_lists.hpp"
#include "hypermatch/array.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// Receivers of one list are a group. With few groups an agent looks up its place in each of their
// lists before it proposes, else as it comes to each receiver.
constexpr std::size_t k_few_groups = 32;

class Scans {
 public:
  Scans(const Context& context, const SharedLists& lists)
      : lists_(lists),
        stop_(context),
        receivers_(context, lists),
        bounds_(lists.receiving().size()),
        groups_(lists.receiving().size()),
        cursors_(lists.proposing().size(), 0) {
    const SharedPreferencesView& given = lists.given();
    std::vector<std::uint32_t> group_of_list(given.num_lists(), k_none);
    for (VertexId r = lists.first_receiver(); r < lists.last_receiver(); ++r) {
      std::uint32_t& group = group_of_list[given.lists[r]];
      if (group == k_none) {
        group = static_cast<std::uint32_t>(places_.size());
        list_of_group_.push_back(given.lists[r]);
        add_places(given.list_of(r));
      }
      groups_[r - lists.first_receiver()] = group;
      bounds_[r - lists.first_receiver()] = receivers_.bound(r);
    }
    places_here_.resize(places_.size() <= k_few_groups ? places_.size() : 0);
  }

  StableMatching run(const Context& context) {
    for (const VertexId x : best_first()) settle(x);
    StableMatching found;
    found.pairs = held_pairs(context, lists_, receivers_);
    for (VertexId x = lists_.first(); x < lists_.last(); ++x) found.proposals += count_asked(x);
    return found;
  }

 private:
  void add_places(std::span<const VertexId> list) {
    std::vector<ProposalEntry> entries(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      entries[i] = {list[i], static_cast<std::uint32_t>(i)};
    }
    places_.emplace_back(lists_.proposing()).assign(entries);
  }

  // Proposers that some receiver lists, by the best place that any gives them: few are displaced
  // then, and where receivers have one list none is.
  [[nodiscard]] std::vector<VertexId> best_first() {
    std::vector<VertexId> order;
    std::vector<bool> is_in(lists_.proposing().size(), false);
    std::vector<std::span<const VertexId>> lists;
    std::size_t longest = 0;
    for (std::size_t group = 0; group < places_.size(); ++group) {
      lists.push_back(lists_.given().list(list_of_group_[group]));
      longest = std::max(longest, lists.back().size());
    }
    for (std::size_t place = 0; place < longest; ++place) {
      for (const std::span<const VertexId> list : lists) {
        if (place >= list.size() || is_in[list[place] - lists_.first()]) continue;
        is_in[list[place] - lists_.first()] = true;
        order.push_back(list[place]);
      }
    }
    return order;
  }

  // The place that the group's list gives an agent; k_none: it has not the agent.
  [[nodiscard]] std::uint32_t place(std::uint32_t group, VertexId x) const {
    const ProposalEntry entry = places_[group].find(x);
    return entry.partner == k_none ? k_none : entry.place;
  }
  void look_up(VertexId x) {
    for (std::uint32_t group = 0; group < places_here_.size(); ++group) {
      places_here_[group] = place(group, x);
    }
  }
  [[nodiscard]] std::uint32_t place_here(VertexId x, std::size_t r) const {
    return places_here_.empty() ? place(groups_[r], x) : places_here_[groups_[r]];
  }

  // All turns of an agent, and of those that are displaced.
  void settle(VertexId x) {
    for (std::uint32_t turn = lists_.turns(x); turn > 0; --turn) {
      // Ends: each turn moves an agent's cursor, or the agent's list has ended.
      for (VertexId agent = x; agent != k_none;) agent = serve(agent);
    }
  }

  // Returns who has the next turn.
  VertexId serve(VertexId x) {
    const std::span<const VertexId> list = lists_.given().list_of(x);
    std::uint32_t& cursor = cursors_[x - lists_.first()];
    look_up(x);
    const std::size_t i = next_accepting(x, list, cursor);
    stop_.done(i - cursor + places_here_.size() + 1);
    cursor = static_cast<std::uint32_t>(std::min(i + 1, list.size()));
    if (i == list.size()) return k_none;
    const std::size_t r = list[i] - lists_.first_receiver();
    const Proposal back = receivers_.offer(list[i], proposal_of(x, place_here(x, r)));
    bounds_[r] = receivers_.bound(list[i]);
    return back == k_no_proposal ? k_none : proposer_of(back);
  }

  [[nodiscard]] std::size_t next_accepting(VertexId x, std::span<const VertexId> list,
                                           std::size_t begin) const {
    const VertexId first = lists_.first_receiver();
    if (places_here_.size() == 1) {
      return first_bound_above(bounds_.view(), first, list, begin, places_here_[0]);
    }
    if (!places_here_.empty()) {
      return first_bound_above(bounds_.view(), first, list, begin, places_here_, groups_.view());
    }
    std::size_t i = begin;
    while (i < list.size() && place(groups_[list[i] - first], x) >= bounds_[list[i] - first]) ++i;
    return i;
  }

  // Entries of receivers that do not list the agent are passed, and not asked.
  [[nodiscard]] std::uint64_t count_asked(VertexId x) {
    const std::uint32_t passed = cursors_[x - lists_.first()];
    look_up(x);
    const bool has_all =
        std::find(places_here_.begin(), places_here_.end(), k_none) == places_here_.end();
    if (has_all && !places_here_.empty()) return passed;
    stop_.done(passed);
    std::uint64_t asked = 0;
    for (const VertexId y : lists_.given().list_of(x).first(passed)) {
      asked += place_here(x, y - lists_.first_receiver()) != k_none ? 1 : 0;
    }
    return asked;
  }

  const SharedLists& lists_;
  parallel::StopCheck stop_;
  Receivers<false> receivers_;
  Array<std::uint32_t> bounds_;  // per receiver, what a place must be better than
  Array<std::uint32_t> groups_;  // per receiver
  std::vector<VertexId> list_of_group_;
  std::vector<PlacesByPartner> places_;     // per group
  std::vector<std::uint32_t> places_here_;  // per group, of the agent that has the turn; of few
  Array<std::uint32_t> cursors_;            // per proposer, how many entries it has passed
};

}  // namespace

StableMatching match_by_scans(const Context& context, const SharedLists& lists) {
  return Scans(context, lists).run(context);
}

}  // namespace hypermatch::detail::stable_matching
