// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <utility>
#include <vector>

#include "hypermatch/context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/verify_stable.hpp"
#include "parallel/host/check_preferences.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::verify {

namespace {

using detail::parallel::run_tasks;
using detail::parallel::StopCheck;

constexpr std::uint32_t k_unlisted = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t k_most_parts = 1024;

/// Contributions of a part of the agents to the verdict.
struct AgentSums {
  VertexId first_wrong = k_none;
  std::array<std::uint64_t, 2> unmatched = {};  // of the left side, of the right one
  std::array<std::uint64_t, 2> ranks = {};
  std::array<std::uint64_t, 2> worst_rank = {};

  void add(const AgentSums& other) {
    first_wrong = std::min(first_wrong, other.first_wrong);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      unmatched[side] += other.unmatched[side];
      ranks[side] += other.ranks[side];
      worst_rank[side] = std::max(worst_rank[side], other.worst_rank[side]);
    }
  }
};

class StableChecker {
 public:
  StableChecker(const Context& context, const PreferencesView& preferences,
                const std::function<std::string(VertexId)>& name)
      : context_(context), lists_(preferences), name_(name), n_(preferences.num_agents) {}

  StableVerdict run(std::span<const GraphEdge> pairs) {
    collect(pairs);
    verdict_.pairs = pairs.size();
    check_agents();
    if (verdict_.violation.empty()) {
      // Each pair has one left agent.
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
  [[nodiscard]] bool is_alone() const { return context_.threads() == 1; }

  // body(part, x) for the agents `first` .. `last` - 1, those of a part in turn; parts have about
  // as many entries each, and there are at most k_most_parts.
  template <class Body>
  void for_agents(VertexId first, VertexId last, const Body& body) const {
    if (first == last) return;  // lists of no agent may have no offsets
    constexpr std::size_t k_parts_per_thread = 8;
    const std::size_t parts =
        is_alone() ? 1
                   : std::min(k_parts_per_thread * static_cast<std::size_t>(context_.threads()),
                              k_most_parts);
    // Agents count, too, as many have short lists or none.
    const auto work_before = [&](VertexId x) { return lists_.offsets[x] + x; };
    const std::uint64_t from = work_before(first);
    const std::uint64_t work = work_before(last) - from;
    const auto begin_of = [&](std::size_t part) {
      const std::uint64_t at = from + work / parts * part;
      VertexId low = first;
      VertexId high = last;
      while (low < high) {  // ends: halves
        const VertexId middle = low + (high - low) / 2;
        if (work_before(middle) < at) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    run_tasks(context_, parts, [&](std::size_t part) {
      StopCheck stop(context_);
      const VertexId end = part + 1 == parts ? last : begin_of(part + 1);
      for (VertexId x = begin_of(part); x < end; ++x) {
        stop.done(lists_.list_of(x).size() + 1);
        body(part, x);
      }
    });
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
    for_agents(0, n_, [&](std::size_t, VertexId x) {
      const auto at = partners_.begin();
      std::sort(at + static_cast<std::ptrdiff_t>(partners_begin_[x]),
                at + static_cast<std::ptrdiff_t>(partners_begin_[x + std::size_t{1}]));
    });
    worst_.assign(n_, k_unlisted);
  }
  [[nodiscard]] std::span<const VertexId> partners_of(VertexId x) const {
    return std::span(partners_).subspan(partners_begin_[x],
                                        partners_begin_[x + std::size_t{1}] - partners_begin_[x]);
  }

  // For each partner of x the tie in which x lists it, or k_unlisted.
  void find_ties(VertexId x, std::vector<std::uint32_t>& ties) const {
    const std::span<const VertexId> list = lists_.list_of(x);
    const std::span<const VertexId> partners = partners_of(x);
    ties.assign(partners.size(), k_unlisted);
    if (partners.size() == 1) {
      const auto at = std::find(list.begin(), list.end(), partners.front());
      if (at != list.end()) {
        ties.front() = lists_.tie(x, static_cast<std::size_t>(at - list.begin()));
      }
      return;
    }
    std::size_t missing = partners.size();
    for (std::size_t i = 0; i < list.size() && missing > 0; ++i) {
      const auto at = std::lower_bound(partners.begin(), partners.end(), list[i]);
      if (at == partners.end() || *at != list[i]) continue;
      ties[static_cast<std::size_t>(at - partners.begin())] = lists_.tie(x, i);
      --missing;
    }
  }

  void check_agents() {
    struct Part {
      AgentSums sums;
      std::vector<std::uint32_t> ties;
    };
    std::vector<Part> parts(k_most_parts);
    for_agents(0, n_, [&](std::size_t i, VertexId x) {
      Part& part = parts[i];
      if (part.sums.first_wrong != k_none) return;
      find_ties(x, part.ties);
      if (wrong_with(x, part.ties).empty()) {
        note_partners(x, part.ties, part.sums);
      } else {
        part.sums.first_wrong = x;
      }
    });
    AgentSums all;
    for (const Part& part : parts) {
      all.add(part.sums);
      if (all.first_wrong != k_none) break;  // the sums are of the agents before it
    }
    verdict_.unmatched_left = all.unmatched[0];
    verdict_.unmatched_right = all.unmatched[1];
    verdict_.rank_sum_left = all.ranks[0];
    verdict_.rank_sum_right = all.ranks[1];
    verdict_.worst_rank_left = all.worst_rank[0];
    verdict_.worst_rank_right = all.worst_rank[1];
    if (all.first_wrong == k_none) return;
    std::vector<std::uint32_t> ties;
    find_ties(all.first_wrong, ties);
    verdict_.violation = wrong_with(all.first_wrong, ties);
  }

  // The agent's partners are on its list, each once and within its capacity; else what is wrong.
  [[nodiscard]] std::string wrong_with(VertexId x, std::span<const std::uint32_t> ties) const {
    const std::span<const VertexId> partners = partners_of(x);
    for (std::size_t i = 0; i < partners.size(); ++i) {
      if (i > 0 && partners[i] == partners[i - 1]) {
        return name(x) + " and " + name(partners[i]) + " are matched twice";
      }
      if (ties[i] == k_unlisted) {
        return name(x) + " and " + name(partners[i]) +
               " are matched, and the former does not list the latter";
      }
    }
    if (partners.size() > lists_.capacity(x)) {
      return name(x) + " has " + std::to_string(partners.size()) + " partners, and room for " +
             std::to_string(lists_.capacity(x));
    }
    return {};
  }

  // Notes the worst partner.
  void note_partners(VertexId x, std::span<const std::uint32_t> ties, AgentSums& sums) {
    std::uint32_t worst = 0;
    std::uint64_t ranks = 0;
    for (const std::uint32_t tie : ties) {
      worst = std::max(worst, tie);
      ranks += tie + std::uint64_t{1};
    }
    // With room an agent would take any other on its list.
    worst_[x] = ties.size() < lists_.capacity(x) ? k_unlisted : worst;
    const std::size_t side = x < lists_.num_left ? 0 : 1;
    sums.ranks[side] += ranks;
    if (ties.empty()) {
      ++sums.unmatched[side];
    } else {
      sums.worst_rank[side] = std::max(sums.worst_rank[side], worst + std::uint64_t{1});
    }
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

  // For each of the agents `first` .. `last` - 1 those that would take it, ascending.
  struct Takers {
    VertexId first;
    VertexId last;
    std::vector<Offset> begin;
    std::vector<VertexId> agents;

    [[nodiscard]] std::span<const VertexId> of(VertexId x) const {
      const Offset from = begin[x - first];
      return std::span(agents).subspan(from, begin[x - first + std::size_t{1}] - from);
    }
    [[nodiscard]] bool holds(VertexId x, VertexId y) const {
      const std::span<const VertexId> all = of(x);
      return std::binary_search(all.begin(), all.end(), y);
    }
  };
  [[nodiscard]] Takers takers_of(VertexId first, VertexId last) const {
    const bool has_two = lists_.sides == Sides::two;
    const VertexId from = has_two && first == 0 ? last : 0;
    const VertexId to = has_two && first != 0 ? first : n_;
    Takers takers{first, last, std::vector<Offset>(last - first + std::size_t{2}, 0), {}};
    std::vector<Offset>& next = takers.begin;  // ends one place in front of where it began
    // Relaxed: counts and places are read after all tasks have ended.
    const bool alone = is_alone();
    const auto take = [alone, places = next.data()](std::size_t i) {
      return alone ? places[i]++
                   : std::atomic_ref(places[i]).fetch_add(1, std::memory_order_relaxed);
    };
    const auto for_wishes = [&](const auto& body) {
      for_agents(from, to, [&](std::size_t, VertexId y) {
        for (const VertexId x : wished(y)) body(x, y);
      });
    };
    for_wishes([&](VertexId x, VertexId) { (void)take(x - first + std::size_t{2}); });
    for (std::size_t i = 2; i < next.size(); ++i) next[i] += next[i - 1];
    takers.agents.resize(next.back());
    for_wishes(
        [&](VertexId x, VertexId y) { takers.agents[take(x - first + std::size_t{1})] = y; });
    if (!alone) {  // else they are ascending
      for_agents(first, last, [&](std::size_t, VertexId x) {
        const auto at = takers.agents.begin();
        std::sort(at + static_cast<std::ptrdiff_t>(next[x - first]),
                  at + static_cast<std::ptrdiff_t>(next[x - first + std::size_t{1}]));
      });
    }
    return takers;
  }

  void find_blocking_pair(const Takers& takers) {
    std::vector<GraphEdge> of_part(k_most_parts, {k_none, k_none});
    for_agents(takers.first, takers.last, [&](std::size_t part, VertexId x) {
      if (of_part[part].u != k_none || takers.of(x).empty()) return;
      const std::span<const VertexId> partners = partners_of(x);
      for (const VertexId y : wished(x)) {
        if (!takers.holds(x, y)) continue;
        if (std::binary_search(partners.begin(), partners.end(), y)) continue;
        of_part[part] = {x, y};
        return;
      }
    });
    for (const GraphEdge& pair : of_part) {
      if (pair.u == k_none) continue;
      verdict_.violation = name(pair.u) + " and " + name(pair.v) + " would both rather be partners";
      return;
    }
  }

  [[nodiscard]] bool has_optimum() const {
    return lists_.sides == Sides::two && lists_.ties.empty() && lists_.capacities.empty();
  }

  // Whether agents of one side could be worse off in another stable matching: each asks the next
  // one on its list that would take it, whose partner asks in turn; a cycle is a rotation. Who is
  // asked and has no partner ends the search, as does the end of a list.
  [[nodiscard]] bool exposes_rotation(const Takers& takers) const {
    std::vector<VertexId> next(n_, k_none);
    for_agents(takers.first, takers.last, [&](std::size_t, VertexId x) {
      if (partners_of(x).empty() || takers.of(x).empty()) return;
      for (const VertexId y : lists_.list_of(x).subspan(worst_[x] + std::size_t{1})) {
        if (!takers.holds(x, y)) continue;
        if (!partners_of(y).empty()) next[x] = partners_of(y).front();
        return;
      }
    });
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

  const Context& context_;
  const PreferencesView& lists_;
  const std::function<std::string(VertexId)>& name_;
  VertexId n_;
  std::vector<std::size_t> partners_begin_;
  std::vector<VertexId> partners_;
  std::vector<std::uint32_t> worst_;  // tie of the worst partner; k_unlisted: has room
  StableVerdict verdict_;
};

}  // namespace

StableVerdict check_stable(const PreferencesView& preferences, std::span<const GraphEdge> pairs,
                           const std::function<std::string(VertexId)>& name) {
  return check_stable(Context({.threads = 1}), preferences, pairs, name);
}

StableVerdict check_stable(const Context& context, const PreferencesView& preferences,
                           std::span<const GraphEdge> pairs,
                           const std::function<std::string(VertexId)>& name) {
  detail::parallel::check_preferences(context, preferences);
  return StableChecker(context, preferences, name).run(pairs);
}

}  // namespace hypermatch::verify
