// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/verify_stable.hpp"

namespace hypermatch::verify {

namespace {

constexpr std::uint32_t k_unlisted = std::numeric_limits<std::uint32_t>::max();

class StableChecker {
 public:
  StableChecker(const PreferencesView& preferences,
                const std::function<std::string(VertexId)>& name)
      : lists_(preferences), name_(name), n_(preferences.num_agents) {}

  StableVerdict run(std::span<const GraphEdge> pairs) {
    collect(pairs);
    verdict_.pairs = pairs.size();
    for (VertexId x = 0; x < n_ && verdict_.violation.empty(); ++x) check_agent(x);
    if (verdict_.violation.empty()) {
      // Of two sides each pair has a left agent.
      const Takers takers = takers_of(0, lists_.num_left);
      find_blocking_pair(takers);
      verdict_.ok = verdict_.violation.empty();
      if (verdict_.ok && has_optimum()) {
        verdict_.is_right_optimal = !exposes_rotation(takers);
      }
    }
    if (verdict_.ok && has_optimum()) {
      verdict_.is_left_optimal = !exposes_rotation(takers_of(lists_.num_left, n_));
    }
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] std::string name(VertexId x) const { return name_ ? name_(x) : std::to_string(x); }

  // Partners of each agent, ascending.
  void collect(std::span<const GraphEdge> pairs) {
    partners_begin_.assign(n_ + std::size_t{1}, 0);
    for (const GraphEdge& pair : pairs) {
      if (pair.u >= n_ || pair.v >= n_) {
        throw Error(ErrorCode::invalid_input, "a pair of agent " +
                                                  std::to_string(std::max(pair.u, pair.v)) +
                                                  " of " + std::to_string(n_));
      }
      ++partners_begin_[pair.u + std::size_t{1}];
      ++partners_begin_[pair.v + std::size_t{1}];
    }
    for (std::size_t x = 0; x < n_; ++x) partners_begin_[x + 1] += partners_begin_[x];
    partners_.resize(2 * pairs.size());
    std::vector<std::size_t> next(partners_begin_);
    for (const GraphEdge& pair : pairs) {
      partners_[next[pair.u]++] = pair.v;
      partners_[next[pair.v]++] = pair.u;
    }
    worst_.assign(n_, k_unlisted);
    tie_here_.assign(n_, k_unlisted);
  }
  [[nodiscard]] std::span<const VertexId> partners_of(VertexId x) const {
    return std::span(partners_).subspan(partners_begin_[x],
                                        partners_begin_[x + std::size_t{1}] - partners_begin_[x]);
  }

  // The tie in which x lists its only partner.
  [[nodiscard]] std::uint32_t tie_of_partner(VertexId x, VertexId partner) const {
    const std::span<const VertexId> list = lists_.list_of(x);
    const auto at = std::find(list.begin(), list.end(), partner);
    return at == list.end() ? k_unlisted
                            : lists_.tie(x, static_cast<std::size_t>(at - list.begin()));
  }

  // The agent's partners are on its list, each once and within its capacity; notes the worst.
  void check_agent(VertexId x) {
    const std::span<const VertexId> list = lists_.list_of(x);
    const std::span<const VertexId> partners = partners_of(x);
    const bool has_several = partners.size() > 1;
    if (has_several) {
      for (std::size_t i = 0; i < list.size(); ++i) tie_here_[list[i]] = lists_.tie(x, i);
    }
    std::uint32_t worst = 0;
    std::uint64_t ranks = 0;
    for (const VertexId y : partners) {
      const std::uint32_t tie =
          has_several ? std::exchange(tie_here_[y], k_unlisted) : tie_of_partner(x, y);
      if (tie == k_unlisted) {
        const bool is_listed = std::find(list.begin(), list.end(), y) != list.end();
        violate(name(x) + " and " + name(y) +
                (is_listed ? " are matched twice"
                           : " are matched, and the former does not list the latter"));
        return;
      }
      worst = std::max(worst, tie);
      ranks += tie + std::uint64_t{1};
    }
    if (has_several) {
      for (const VertexId y : list) tie_here_[y] = k_unlisted;
    }
    if (partners.size() > lists_.capacity(x)) {
      return violate(name(x) + " has " + std::to_string(partners.size()) +
                     " partners, and room for " + std::to_string(lists_.capacity(x)));
    }
    // With room an agent would take any other on its list.
    worst_[x] = partners.size() < lists_.capacity(x) ? k_unlisted : worst;
    const bool is_left = x < lists_.num_left;
    (is_left ? verdict_.rank_sum_left : verdict_.rank_sum_right) += ranks;
    std::uint64_t& worst_rank = is_left ? verdict_.worst_rank_left : verdict_.worst_rank_right;
    if (!partners.empty()) worst_rank = std::max(worst_rank, worst + std::uint64_t{1});
    if (partners.empty()) ++(is_left ? verdict_.unmatched_left : verdict_.unmatched_right);
  }

  // The front of the list of x: those that it would take rather than its worst partner.
  [[nodiscard]] std::span<const VertexId> wished(VertexId x) const {
    const std::span<const VertexId> list = lists_.list_of(x);
    if (lists_.capacity(x) == 0) return {};
    if (lists_.ties.empty()) return list.first(std::min<std::size_t>(list.size(), worst_[x]));
    const std::span<const std::uint32_t> ties = lists_.ties.subspan(lists_.offsets[x], list.size());
    const auto end = std::lower_bound(ties.begin(), ties.end(), worst_[x]);
    return list.first(static_cast<std::size_t>(end - ties.begin()));
  }

  // For each of the agents `first` .. `last` - 1 those that would take it.
  struct Takers {
    VertexId first;
    VertexId last;
    std::vector<Offset> begin;
    std::vector<VertexId> agents;

    [[nodiscard]] std::span<const VertexId> of(VertexId x) const {
      const Offset from = begin[x - first];
      return std::span(agents).subspan(from, begin[x - first + std::size_t{1}] - from);
    }
  };
  [[nodiscard]] Takers takers_of(VertexId first, VertexId last) const {
    const bool has_two = lists_.sides == Sides::two;
    const VertexId from = has_two && first == 0 ? last : 0;
    const VertexId to = has_two && first != 0 ? first : n_;
    Takers takers{first, last, std::vector<Offset>(last - first + std::size_t{2}, 0), {}};
    std::vector<Offset>& next = takers.begin;  // ends one place in front of where it began
    for (VertexId y = from; y < to; ++y) {
      for (const VertexId x : wished(y)) ++next[x - first + std::size_t{2}];
    }
    for (std::size_t i = 2; i < next.size(); ++i) next[i] += next[i - 1];
    takers.agents.resize(next.back());
    for (VertexId y = from; y < to; ++y) {
      for (const VertexId x : wished(y)) takers.agents[next[x - first + std::size_t{1}]++] = y;
    }
    return takers;
  }

  void find_blocking_pair(const Takers& takers) {
    std::vector<VertexId> taker_of(n_, k_none);  // the last agent that each would take
    for (VertexId x = takers.first; x < takers.last; ++x) {
      const std::span<const VertexId> mine = wished(x);
      if (mine.empty()) continue;
      for (const VertexId y : takers.of(x)) taker_of[y] = x;
      for (const VertexId y : partners_of(x)) taker_of[y] = k_none;
      for (const VertexId y : mine) {
        if (taker_of[y] != x) continue;
        return violate(name(x) + " and " + name(y) + " would both rather be partners");
      }
    }
  }

  void violate(std::string what) { verdict_.violation = std::move(what); }

  [[nodiscard]] bool has_optimum() const {
    return lists_.sides == Sides::two && lists_.ties.empty() && lists_.capacities.empty();
  }

  // Whether agents of one side could be worse off in another stable matching: each asks the next
  // one on its list that would take it, whose partner asks in turn; a cycle is a rotation. Who is
  // asked and has no partner ends the search, as does the end of a list.
  [[nodiscard]] bool exposes_rotation(const Takers& takers) const {
    std::vector<VertexId> next(n_, k_none);
    std::vector<VertexId> taker_of(n_, k_none);
    for (VertexId x = takers.first; x < takers.last; ++x) {
      if (partners_of(x).empty() || takers.of(x).empty()) continue;
      for (const VertexId y : takers.of(x)) taker_of[y] = x;
      for (const VertexId y : lists_.list_of(x).subspan(worst_[x] + std::size_t{1})) {
        if (taker_of[y] != x) continue;
        if (!partners_of(y).empty()) next[x] = partners_of(y).front();
        break;
      }
    }
    std::vector<VertexId> seen_from(n_, k_none);
    for (VertexId x = takers.first; x < takers.last; ++x) {
      // Ends: at an agent that was seen, of which there are ever more.
      for (VertexId at = x; at != k_none; at = next[at]) {
        if (seen_from[at] == x) return true;
        if (seen_from[at] != k_none) break;
        seen_from[at] = x;
      }
    }
    return false;
  }

  const PreferencesView& lists_;
  const std::function<std::string(VertexId)>& name_;
  VertexId n_;
  std::vector<std::size_t> partners_begin_;
  std::vector<VertexId> partners_;
  std::vector<std::uint32_t> worst_;  // tie of the worst partner; k_unlisted: has room
  std::vector<std::uint32_t> tie_here_;
  StableVerdict verdict_;
};

}  // namespace

StableVerdict check_stable(const PreferencesView& preferences, std::span<const GraphEdge> pairs,
                           const std::function<std::string(VertexId)>& name) {
  check_preferences(preferences);
  return StableChecker(preferences, name).run(pairs);
}

}  // namespace hypermatch::verify
