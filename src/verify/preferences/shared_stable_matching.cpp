// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/verify_stable.hpp"
#include "verify/preferences/shared_bars.hpp"

namespace hypermatch::verify {

namespace {

constexpr std::uint32_t k_no_place = std::numeric_limits<std::uint32_t>::max();

// Agents by their lists.
class AgentsByList {
 public:
  explicit AgentsByList(const SharedPreferencesView& preferences)
      : begins_(preferences.num_lists() + 1, 0), agents_(preferences.num_agents) {
    for (const VertexId number : preferences.lists) ++begins_[number + std::size_t{1}];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    std::vector<std::size_t> next(begins_);
    for (VertexId x = 0; x < preferences.num_agents; ++x) agents_[next[preferences.lists[x]]++] = x;
  }
  [[nodiscard]] std::span<const VertexId> of(std::size_t number) const {
    return std::span(agents_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<VertexId> agents_;
};

class SharedChecker {
 public:
  SharedChecker(const SharedPreferencesView& preferences,
                const std::function<std::string(VertexId)>& name)
      : lists_(preferences),
        name_(name),
        n_(preferences.num_agents),
        by_list_(preferences),
        place_(n_, k_no_place),
        bars_(n_, 0) {}

  StableVerdict run(std::span<const GraphEdge> pairs) {
    collect(pairs);
    verdict_.pairs = pairs.size();
    for (std::size_t number = 0; number < lists_.num_lists(); ++number) check_agents_of(number);
    if (first_wrong_ != k_none) {
      verdict_.violation = std::move(wrong_);
      return std::move(verdict_);
    }
    find_blocking_pair();
    verdict_.ok = verdict_.violation.empty();
    if (verdict_.ok && lists_.capacities.empty() &&
        (have_one_list(0, lists_.num_left) || have_one_list(lists_.num_left, n_))) {
      verdict_.is_left_optimal = verdict_.is_right_optimal = true;
    }
    return std::move(verdict_);
  }

 private:
  // A partner and its place in the list of the agent that has it.
  struct Held {
    VertexId partner;
    std::uint32_t place;
  };

  [[nodiscard]] std::string name(VertexId x) const { return name_ ? name_(x) : std::to_string(x); }
  [[nodiscard]] std::span<const Held> held_by(VertexId x) const {
    return std::span(held_).subspan(begins_[x], begins_[x + std::size_t{1}] - begins_[x]);
  }
  [[nodiscard]] bool have_one_list(VertexId first, VertexId last) const {
    const auto lists = lists_.lists.subspan(first, last - first);
    return std::all_of(lists.begin(), lists.end(),
                       [&](VertexId number) { return number == lists.front(); });
  }

  void collect(std::span<const GraphEdge> pairs) {
    begins_.assign(n_ + std::size_t{1}, 0);
    for (const GraphEdge& pair : pairs) {
      if (pair.u >= n_ || pair.v >= n_) {
        throw Error(ErrorCode::invalid_input, "a pair of agent " +
                                                  std::to_string(std::max(pair.u, pair.v)) +
                                                  " of " + std::to_string(n_));
      }
      ++begins_[pair.u + std::size_t{1}];
      ++begins_[pair.v + std::size_t{1}];
    }
    for (std::size_t x = 0; x < n_; ++x) begins_[x + 1] += begins_[x];
    held_.resize(2 * pairs.size());
    std::vector<std::size_t> next(begins_);
    for (const GraphEdge& pair : pairs) {
      held_[next[pair.u]++] = {pair.v, k_no_place};
      held_[next[pair.v]++] = {pair.u, k_no_place};
    }
  }

  // Whether each agent of the list has partners that stand on it, each once and within its
  // capacity. Sorts them by place, and notes up to which place the agent wishes for others.
  void check_agents_of(std::size_t number) {
    const std::span<const VertexId> list = lists_.list(number);
    for (std::size_t i = 0; i < list.size(); ++i) place_[list[i]] = static_cast<std::uint32_t>(i);
    for (const VertexId x : by_list_.of(number)) check_agent(x, list);
    for (const VertexId y : list) place_[y] = k_no_place;
  }

  void check_agent(VertexId x, std::span<const VertexId> list) {
    const std::span<Held> held =
        std::span(held_).subspan(begins_[x], begins_[x + std::size_t{1}] - begins_[x]);
    for (Held& one : held) {
      one.place = place_[one.partner];
      if (one.place == k_no_place) {
        return violate(x, name(x) + " and " + name(one.partner) +
                              " are matched, and the former does not list the latter");
      }
    }
    std::sort(held.begin(), held.end(),
              [](const Held& a, const Held& b) { return a.place < b.place; });
    std::uint64_t ranks = 0;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (i > 0 && held[i].partner == held[i - 1].partner) {
        return violate(x, name(x) + " and " + name(held[i].partner) + " are matched twice");
      }
      ranks += held[i].place + std::uint64_t{1};
    }
    if (held.size() > lists_.capacity(x)) {
      return violate(x, name(x) + " has " + std::to_string(held.size()) +
                            " partners, and room for " + std::to_string(lists_.capacity(x)));
    }
    bars_[x] = bar(x, held, list.size());
    const bool is_left = x < lists_.num_left;
    (is_left ? verdict_.rank_sum_left : verdict_.rank_sum_right) += ranks;
    std::uint64_t& worst = is_left ? verdict_.worst_rank_left : verdict_.worst_rank_right;
    if (!held.empty()) worst = std::max(worst, held.back().place + std::uint64_t{1});
    if (held.empty()) ++(is_left ? verdict_.unmatched_left : verdict_.unmatched_right);
  }

  // In front of this place an agent would take any other: all where it has room.
  [[nodiscard]] std::uint32_t bar(VertexId x, std::span<const Held> held,
                                  std::size_t length) const {
    if (lists_.capacity(x) == 0) return 0;
    const bool has_room = held.size() < lists_.capacity(x);
    return has_room ? static_cast<std::uint32_t>(length) : held.back().place;
  }

  // The message of the first agent is kept.
  void violate(VertexId x, std::string what) {
    if (first_wrong_ <= x) return;
    first_wrong_ = x;
    wrong_ = std::move(what);
  }

  // For each list of right agents, which gives a left one the same place for all of these: whether
  // a stretch of its own list, between its partners, has one of these whose bar lies behind.
  void find_blocking_pair() {
    const std::vector<ListByGroups> wishes = left_lists();
    VertexId first = k_none;
    for (std::size_t of_right = 0; of_right < lists_.num_lists(); ++of_right) {
      const std::span<const VertexId> ranking = lists_.list(of_right);
      if (by_list_.of(of_right).empty() || ranking.empty()) continue;
      for (std::size_t i = 0; i < ranking.size(); ++i) {
        place_[ranking[i]] = static_cast<std::uint32_t>(i);
      }
      for (std::size_t of_left = 0; of_left < wishes.size(); ++of_left) {
        const Bars bars = wishes[of_left].bars_of(static_cast<VertexId>(of_right));
        if (bars.empty()) continue;
        for (const VertexId x : by_list_.of(of_left)) {
          if (x < first && place_[x] != k_no_place && is_wanted(x, bars, place_[x])) first = x;
        }
      }
      for (const VertexId x : ranking) place_[x] = k_no_place;
    }
    if (first != k_none) name_blocking_pair(first);
  }

  // The lists that left agents have, with the bars of the right ones.
  [[nodiscard]] std::vector<ListByGroups> left_lists() const {
    std::vector<ListByGroups> wishes(lists_.num_lists());
    for (std::size_t number = 0; number < wishes.size(); ++number) {
      const std::span<const VertexId> agents = by_list_.of(number);
      if (agents.empty() || agents.front() >= lists_.num_left) continue;
      wishes[number] = ListByGroups(lists_.list(number), lists_.lists, bars_);
    }
    return wishes;
  }

  [[nodiscard]] bool is_wanted(VertexId x, const Bars& bars, std::uint32_t place) const {
    std::uint32_t begin = 0;
    for (const Held& one : held_by(x)) {
      if (one.place >= bars_[x]) break;
      if (bars.any_above(begin, one.place, place)) return true;
      begin = one.place + 1;
    }
    return begin < bars_[x] && bars.any_above(begin, bars_[x], place);
  }

  void name_blocking_pair(VertexId x) {
    const std::span<const VertexId> list = lists_.list_of(x);
    for (std::uint32_t i = 0; i < bars_[x]; ++i) {
      const VertexId y = list[i];
      const std::span<const Held> held = held_by(x);
      const bool is_partner =
          std::any_of(held.begin(), held.end(), [&](const Held& one) { return one.partner == y; });
      const std::span<const VertexId> wished = lists_.list_of(y).first(bars_[y]);
      if (is_partner || std::find(wished.begin(), wished.end(), x) == wished.end()) continue;
      verdict_.violation = name(x) + " and " + name(y) + " would both rather be partners";
      return;
    }
  }

  const SharedPreferencesView& lists_;
  const std::function<std::string(VertexId)>& name_;
  VertexId n_;
  AgentsByList by_list_;
  std::vector<std::size_t> begins_;
  std::vector<Held> held_;            // of each agent, by place
  std::vector<std::uint32_t> place_;  // in the list that is looked at
  std::vector<std::uint32_t> bars_;   // per agent
  VertexId first_wrong_ = k_none;
  std::string wrong_;
  StableVerdict verdict_;
};

}  // namespace

StableVerdict check_stable(const SharedPreferencesView& preferences,
                           std::span<const GraphEdge> pairs,
                           const std::function<std::string(VertexId)>& name) {
  check_preferences(preferences);
  return SharedChecker(preferences, name).run(pairs);
}

}  // namespace hypermatch::verify
