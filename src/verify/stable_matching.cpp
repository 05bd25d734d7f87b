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
      : lists_(preferences), name_(name), n_(preferences.num_agents) {
    find_mirrored_ties();
  }

  StableVerdict run(std::span<const GraphEdge> pairs) {
    collect(pairs);
    verdict_.pairs = pairs.size();
    for (VertexId x = 0; x < n_ && verdict_.violation.empty(); ++x) check_agent(x);
    if (verdict_.violation.empty()) find_blocking_pair();
    verdict_.ok = verdict_.violation.empty();
    if (verdict_.ok && has_optimum()) {
      verdict_.is_left_optimal = !exposes_rotation(lists_.num_left, n_);
      verdict_.is_right_optimal = !exposes_rotation(0, lists_.num_left);
    }
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] std::string name(VertexId x) const { return name_ ? name_(x) : std::to_string(x); }

  // Of each entry x -> y the tie in which y lists x.
  void find_mirrored_ties() {
    std::vector<Offset> begin(n_ + std::size_t{1}, 0);
    for (const VertexId y : lists_.partners) ++begin[y + std::size_t{1}];
    for (std::size_t y = 0; y < n_; ++y) begin[y + 1] += begin[y];
    std::vector<Offset> next(begin);
    std::vector<std::pair<Offset, VertexId>> incoming(lists_.partners.size());
    for (VertexId x = 0; x < n_; ++x) {
      for (Offset e = lists_.offsets[x]; e < lists_.offsets[x + std::size_t{1}]; ++e) {
        incoming[next[lists_.partners[e]]++] = {e, x};
      }
    }
    mirrored_.assign(lists_.partners.size(), k_unlisted);
    std::vector<std::uint32_t> tie_of(n_, k_unlisted);
    for (VertexId y = 0; y < n_; ++y) {
      const std::span<const VertexId> list = lists_.list_of(y);
      for (std::size_t i = 0; i < list.size(); ++i) tie_of[list[i]] = lists_.tie(y, i);
      for (Offset i = begin[y]; i < begin[y + std::size_t{1}]; ++i) {
        mirrored_[incoming[i].first] = tie_of[incoming[i].second];
      }
      for (const VertexId x : list) tie_of[x] = k_unlisted;
    }
  }

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

  // The agent's partners are on its list, each once and within its capacity; notes the worst.
  void check_agent(VertexId x) {
    const std::span<const VertexId> list = lists_.list_of(x);
    for (std::size_t i = 0; i < list.size(); ++i) tie_here_[list[i]] = lists_.tie(x, i);
    std::uint32_t worst = 0;
    std::uint64_t ranks = 0;
    for (const VertexId y : partners_of(x)) {
      const std::uint32_t tie = std::exchange(tie_here_[y], k_unlisted);
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
    for (const VertexId y : list) tie_here_[y] = k_unlisted;
    const std::size_t count = partners_of(x).size();
    if (count > lists_.capacity(x)) {
      return violate(name(x) + " has " + std::to_string(count) + " partners, and room for " +
                     std::to_string(lists_.capacity(x)));
    }
    // With room an agent would take any other on its list.
    worst_[x] = count < lists_.capacity(x) ? k_unlisted : worst;
    const bool is_left = x < lists_.num_left;
    (is_left ? verdict_.rank_sum_left : verdict_.rank_sum_right) += ranks;
    std::uint64_t& worst_rank = is_left ? verdict_.worst_rank_left : verdict_.worst_rank_right;
    if (count != 0) worst_rank = std::max(worst_rank, worst + std::uint64_t{1});
    if (count == 0) ++(is_left ? verdict_.unmatched_left : verdict_.unmatched_right);
  }

  // An agent of capacity 0 takes none.
  [[nodiscard]] bool would_take(VertexId x, std::uint32_t tie) const {
    return tie < worst_[x] && lists_.capacity(x) != 0;
  }

  void find_blocking_pair() {
    std::vector<VertexId> partner_of(n_, k_none);  // the last agent whose partner each was
    for (VertexId x = 0; x < n_; ++x) {
      for (const VertexId y : partners_of(x)) partner_of[y] = x;
      const std::span<const VertexId> list = lists_.list_of(x);
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!would_take(x, lists_.tie(x, i))) break;
        const VertexId y = list[i];
        const std::uint32_t mirrored = mirrored_[lists_.offsets[x] + i];
        if (partner_of[y] == x || mirrored == k_unlisted || !would_take(y, mirrored)) continue;
        return violate(name(x) + " and " + name(y) + " would both rather be partners");
      }
    }
  }

  void violate(std::string what) { verdict_.violation = std::move(what); }

  [[nodiscard]] bool has_optimum() const {
    return lists_.sides == Sides::two && lists_.ties.empty() && lists_.capacities.empty();
  }

  // Whether the agents `first` .. `last` - 1 could be worse off in another stable matching: each
  // asks the next one on its list that would take it, whose partner asks in turn; a cycle is a
  // rotation. Who is asked and has no partner ends the search, as does the end of a list.
  [[nodiscard]] bool exposes_rotation(VertexId first, VertexId last) const {
    std::vector<VertexId> next(n_, k_none);
    for (VertexId x = first; x < last; ++x) {
      if (partners_of(x).empty()) continue;
      const std::span<const VertexId> list = lists_.list_of(x);
      for (std::size_t i = worst_[x] + std::size_t{1}; i < list.size(); ++i) {
        const std::uint32_t mirrored = mirrored_[lists_.offsets[x] + i];
        if (mirrored == k_unlisted || !would_take(list[i], mirrored)) continue;
        if (!partners_of(list[i]).empty()) next[x] = partners_of(list[i]).front();
        break;
      }
    }
    std::vector<VertexId> seen_from(n_, k_none);
    for (VertexId x = first; x < last; ++x) {
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
  std::vector<std::uint32_t> mirrored_;  // per entry
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
