// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/stable_matching/common/held_pairs.hpp"
#include "algorithms/stable_matching/common/places_by_partner.hpp"
#include "algorithms/stable_matching/common/receivers.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/bound_trees.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/first_bound.hpp"
#include "algorithms/stable_matching/mcvitie_wilson/shared_ways.hpp"
#include "hypermatch/array.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// Receivers of one list are a group. With few groups an agent looks up its place in each of their
// lists before it proposes, else as it comes to each receiver.
constexpr std::size_t k_few_groups = 32;
// Proposers of more lists scan them always.
constexpr std::size_t k_few_lists = 32;

class Scans {
 public:
  Scans(const Context& context, const SharedLists& lists, std::uint64_t turns)
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
        places_.push_back(places_in(given.list_of(r), lists.proposing()));
      }
      groups_[r - lists.first_receiver()] = group;
      bounds_[r - lists.first_receiver()] = receivers_.bound(r);
    }
    places_here_.resize(places_.size() <= k_few_groups ? places_.size() : 0);
    number_lists(turns);
  }

  StableMatching run(const Context& context) {
    for (const VertexId x : best_first()) settle(x);
    while (std::ranges::any_of(waiting_, [](const auto& agents) { return !agents.empty(); })) {
      serve_waiting();
    }
    StableMatching found;
    found.pairs = held_pairs(context, lists_, receivers_);
    for (VertexId x = lists_.first(); x < lists_.last(); ++x) found.proposals += count_asked(x);
    return found;
  }

 private:
  void number_lists(std::uint64_t turns) {
    const SharedPreferencesView& given = lists_.given();
    std::vector<std::uint32_t> numbers(given.num_lists(), k_none);
    for (VertexId x = lists_.first(); x < lists_.last(); ++x) {
      std::uint32_t& number = numbers[given.lists[x]];
      if (number == k_none) {
        number = static_cast<std::uint32_t>(own_lists_.size());
        own_lists_.push_back(given.list_of(x));
        if (own_lists_.size() > k_few_lists) break;
      }
      list_of_.push_back(number);
    }
    const bool may_have_trees = own_lists_.size() <= k_few_lists && !places_here_.empty();
    most_turns_ = may_have_trees ? turns * lists_.proposing().size() : ~std::uint64_t{0};
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
      for (VertexId agent = x; agent != k_none;) {
        if (trees_) {
          wait(agent);
          break;
        }
        agent = serve(agent);
      }
    }
  }

  // Agents that are displaced again and again, and whose next receivers are of one group, have
  // their turns by the places that the group gives them: the best one first displaces few.
  void wait(VertexId x) {
    look_up(x);
    const std::span<const VertexId> list = lists_.given().list_of(x);
    std::uint32_t& cursor = cursors_[x - lists_.first()];
    cursor = static_cast<std::uint32_t>(next_accepting(x, list, cursor));
    if (cursor == list.size()) return;
    const std::uint32_t group = groups_[list[cursor] - lists_.first_receiver()];
    waiting_[group].push({places_here_[group], x});
  }
  // Ends: each turn moves an agent's cursor, since bounds only fall, or takes an agent out.
  void serve_waiting() {
    for (std::uint32_t group = 0; group < waiting_.size(); ++group) {
      while (!waiting_[group].empty()) {
        const VertexId x = waiting_[group].top().second;
        waiting_[group].pop();
        const std::span<const VertexId> list = lists_.given().list_of(x);
        const std::uint32_t cursor = cursors_[x - lists_.first()];
        look_up(x);
        const std::size_t i = next_accepting(x, list, cursor);
        if (i < list.size() && groups_[list[i] - lists_.first_receiver()] != group) {
          wait(x);
        } else if (const VertexId back = serve(x); back != k_none) {
          wait(back);
        }
      }
    }
  }

  // Returns who has the next turn.
  VertexId serve(VertexId x) {
    const std::span<const VertexId> list = lists_.given().list_of(x);
    std::uint32_t& cursor = cursors_[x - lists_.first()];
    look_up(x);
    const std::size_t i = next_accepting(x, list, cursor);
    stop_.done((trees_ ? 0 : i - cursor) + places_here_.size() + 1);
    ++turns_;
    cursor = static_cast<std::uint32_t>(std::min(i + 1, list.size()));
    if (i == list.size()) return k_none;
    const std::size_t r = list[i] - lists_.first_receiver();
    const Proposal back = receivers_.offer(list[i], proposal_of(x, place_here(x, r)));
    bounds_[r] = receivers_.bound(list[i]);
    if (trees_) {
      trees_->set(list[i], bounds_[r]);
    } else if (turns_ >= most_turns_) {
      waiting_.resize(places_.size());
      trees_.emplace(own_lists_, lists_.first_receiver(), groups_.view(), bounds_.view(),
                     places_.size());
    }
    return back == k_no_proposal ? k_none : proposer_of(back);
  }

  [[nodiscard]] std::size_t next_accepting(VertexId x, std::span<const VertexId> list,
                                           std::size_t begin) const {
    const VertexId first = lists_.first_receiver();
    if (trees_) {
      const std::uint32_t found =
          trees_->first_accepting(list_of_[x - lists_.first()], begin, places_here_);
      return found == k_none ? list.size() : found;
    }
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
    if (trees_) return trees_->count_asked(list_of_[x - lists_.first()], passed, places_here_);
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
  std::vector<std::span<const VertexId>> own_lists_;  // of proposers, without repeats
  std::vector<std::uint32_t> list_of_;                // per proposer, among these
  std::optional<BoundTrees> trees_;
  using ByPlace = std::pair<std::uint32_t, VertexId>;  // of the group, and the agent
  std::vector<std::priority_queue<ByPlace, std::vector<ByPlace>, std::greater<>>> waiting_;
  std::uint64_t turns_ = 0;
  std::uint64_t most_turns_ = 0;  // before there are trees
  Array<std::uint32_t> cursors_;  // per proposer, how many entries it has passed
};

}  // namespace

StableMatching match_by_scans(const Context& context, const SharedLists& lists,
                              std::uint64_t turns) {
  return Scans(context, lists, turns).run(context);
}

}  // namespace hypermatch::detail::stable_matching
