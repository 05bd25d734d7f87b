// SPDX-License-Identifier: MIT
// Judges matchings of graphs from the definitions, whatever the capacities: an edge that is left
// out is justified by an end that is full of matched edges above it.
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/verify_matching.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/matching/graph_edges.hpp"
#include "verify/matching/graph_partners.hpp"
#include "verify/matching/judge.hpp"
#include "verify/matching/judged_graph.hpp"
#include "verify/matching/partner_places.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;
namespace base = detail::base;
namespace parallel = detail::parallel;

// Judges pairs that stand at their vertices, none too many: in Held, MatePlaces where each capacity
// is 1, else PartnerPlaces. Edges is ListEdges or RowEdges.
template <class Edges, class Held>
class GraphChecker {
 public:
  using Place = typename Edges::Place;

  GraphChecker(const JudgedGraph<Edges>& judged, Held&& held)
      : judged_(judged),
        edges_(judged.edges()),
        demands_(judged.demands()),
        held_(std::move(held)) {}

  /// That each pair is an eligible edge.
  [[nodiscard]] std::string check_edges(const Context& context) {
    return judged_.place(context, held_, matched_);
  }

  /// Checks the unmatched edges for maximality and greedy-ness, after a successful `check_edges`.
  [[nodiscard]] Unmatched<Place> check_unmatched(const Context& context) {
    return judged_.with_ratings(
        [&](const auto& weight, const auto& rating) { return look(context, weight, rating); });
  }

  /// The first fact that `demands` ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Unmatched<Place>& found) const {
    if (demands_.greedy && found.dominant.is_there()) {
      const auto [u, v] = found.dominant.ends;
      const VertexId end = has_room(u) ? v : u;
      const std::size_t at = lowest_at(end);
      return "not greedy: " + judged_.text(found.dominant.ends) + " comes before " +
             (k_is_plain ? "every matched edge that it meets"
                         : "a matched edge at each of its ends that is full") +
             ", such as " + judged_.text(edges_.ends(held_.places[at], end, held_.partners[at]));
    }
    if ((demands_.maximal || demands_.greedy) && found.addable.is_there()) {
      return "not maximal: " + judged_.text(found.addable.ends) +
             (k_is_plain ? " meets no matched edge" : " joins vertices that have room") +
             " and could be added";
    }
    return {};
  }

  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(matched_));
  }
  [[nodiscard]] std::size_t num_matched() const { return matched_.size(); }
  [[nodiscard]] Objective objective() const { return judged_.objective(); }

  [[nodiscard]] DualBound bound(const Context& context) const {
    if constexpr (k_is_plain) {
      return dual_bound(context, edges_, objective(), held_.places.view());
    } else {
      return dual_bound(context, edges_, objective(), demands_.capacities,
                        lightest(context).view());
    }
  }

  /// Nothing is said of capacities of 1.
  [[nodiscard]] CapacityUse use(const Context& context) const {
    if (k_is_plain) return {};
    const Array<EdgeId> degrees = edges_.degrees(context);
    Array<EdgeId> matched(edges_.num_vertices());
    parallel::for_each(context, matched.size(), [&](std::size_t v) {
      matched[v] = static_cast<EdgeId>(held_.count(static_cast<VertexId>(v)));
    });
    return use_of(demands_.capacities, degrees.view(), matched.view());
  }

 private:
  static constexpr bool k_is_plain = std::is_same_v<Held, MatePlaces<Place>>;

  [[nodiscard]] bool has_room(VertexId v) const {
    return held_.count(v) < (k_is_plain ? 1 : demands_.capacities[v]);
  }
  // The index in `held_` of the lowest matched edge of a vertex that has one.
  [[nodiscard]] std::size_t lowest_at(VertexId v) const {
    return k_is_plain ? held_.first(v) : lowest_[v];
  }

  // The place of the lightest matched edge of each full vertex, by weight even if other ratings
  // order the edges.
  [[nodiscard]] Array<Place> lightest(const Context& context) const {
    return judged_.with_weights([&](const auto& weight) {
      Array<Place> result(edges_.num_vertices());
      parallel::for_each(context, edges_.num_vertices(), [&](std::size_t i) {
        const auto v = static_cast<VertexId>(i);
        result[v] = Held::k_nowhere;
        if (has_room(v) || held_.count(v) == 0) return;
        const auto row = held_.places.view().subspan(held_.first(v), held_.count(v));
        result[v] = *std::min_element(row.begin(), row.end(),
                                      [&](Place a, Place b) { return weight(a) < weight(b); });
      });
      return result;
    });
  }

  // Fills lowest_. Returns what ratings of edges at each vertex are compared with: edges below the
  // bar are justified, those above it are not, and those on it need a closer look. It is the rating
  // of the lowest matched edge of a full vertex, and the least or the largest number of others.
  template <class Rating>
  [[nodiscard]] auto find_lowest(const Context& context, const Rating& rating) {
    using Value = std::decay_t<decltype(rating(std::size_t{}))>;
    lowest_ = Array<std::size_t>(edges_.num_vertices());
    Array<Value> bars(edges_.num_vertices());
    parallel::for_each(context, edges_.num_vertices(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      std::size_t lowest = held_.first(v);
      for (std::size_t at = lowest + 1; at < held_.first(v) + held_.count(v); ++at) {
        if (judged_.is_above(rating, held_.places[lowest], {v, held_.partners[lowest]},
                             held_.places[at], {v, held_.partners[at]})) {
          lowest = at;
        }
      }
      lowest_[v] = lowest;
      bars[v] = has_room(v)           ? std::numeric_limits<Value>::lowest()
                : held_.count(v) == 0 ? std::numeric_limits<Value>::max()
                                      : rating(held_.places[lowest]);
    });
    return bars;
  }

  template <class Weight, class Rating>
  [[nodiscard]] Unmatched<Place> look(const Context& context, const Weight& weight,
                                      const Rating& rating) {
    const auto is_full_above = [&](VertexId v, const Ends& ends, Place place) {
      if (has_room(v)) return false;
      if (held_.count(v) == 0) return true;
      const std::size_t at = lowest_at(v);
      return judged_.is_above(rating, held_.places[at], {v, held_.partners[at]}, place, ends);
    };
    if constexpr (k_is_plain) {
      return look_at(context, weight, is_full_above);
    } else {
      const auto bars = find_lowest(context, rating);
      return look_at(context, weight, [&](VertexId v, const Ends& ends, Place place) {
        const auto bar = bars[v], rated = rating(place);
        return bar == rated ? is_full_above(v, ends, place) : bar > rated;
      });
    }
  }

  // is_full_above(v, ends, place): whether v is full of edges above this one.
  template <class Weight, class IsFullAbove>
  [[nodiscard]] Unmatched<Place> look_at(const Context& context, const Weight& weight,
                                         const IsFullAbove& is_full_above) const {
    const bool keep = demands_.order.nonpositive == NonPositive::keep;
    const auto is_matched = [&](const Ends& ends) {
      return held_.find(ends[0], ends[1]) != held_.partners.size();
    };
    return judged_.first_unmatched(
        context, [&](Unmatched<Place>& first, Place place, const Ends& ends) {
          const auto [u, v] = ends;
          // Mates are found at once; rows of partners are searched for few edges only.
          if ((k_is_plain && is_matched(ends)) || !(keep || weight(place) > 0)) return;
          if (is_full_above(u, ends, place) || is_full_above(v, ends, place)) return;
          if (!k_is_plain && is_matched(ends)) return;
          if (has_room(u) && has_room(v)) {
            first.addable = {place, ends};
          } else if (!first.dominant.is_there()) {
            first.dominant = {place, ends};
          }
        });
  }

  JudgedGraph<Edges> judged_;
  const Edges& edges_;
  const GraphMatchingDemands& demands_;
  Held held_;
  Array<std::size_t> lowest_;   // of each vertex where its lowest edge stands; empty for mates
  std::vector<Place> matched_;  // places of the matched edges, ascending
};

template <class Edges, class Held>
MatchingVerdict judge_held(const Context& context, const JudgedGraph<Edges>& judged, Held held,
                           std::string violation) {
  GraphChecker<Edges, Held> checker(judged, std::move(held));
  return judge(context, checker, std::move(violation), judged.demands().bound);
}

std::string number(std::uint64_t from_zero) {
  return std::to_string(from_zero + 1);
}

// The first fault of pairs, which become mates.
template <class Edges>
std::string take(const JudgedGraph<Edges>& judged, std::span<const VertexPair> pairs,
                 Array<VertexId>& mates) {
  for (const VertexPair& pair : pairs) {
    if (std::string fault = judged.fault_of(pair); !fault.empty()) return fault;
    for (const std::uint64_t end : pair) {
      if (mates[end] != k_none) return "vertex " + judged.name(end) + " is in two pairs";
    }
    mates[pair[0]] = static_cast<VertexId>(pair[1]);
    mates[pair[1]] = static_cast<VertexId>(pair[0]);
  }
  return {};
}

// The first fault of mates.
template <class Edges>
std::string fault_of_mates(const JudgedGraph<Edges>& judged, std::span<const VertexId> mates) {
  const VertexId n = judged.edges().num_vertices();
  if (mates.size() != n) {
    return base::there_are(mates.size(), "mate") + ", " + base::there_are(n, "vertex");
  }
  for (VertexId v = 0; v < n; ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    if (mate >= n) {
      return "vertex " + judged.name(v) + " has mate number " + number(mate) + ", " +
             base::there_are(n, "vertex");
    }
    if (mate == v) return "vertex " + judged.name(v) + " is paired with itself";
    if (mates[mate] == v) continue;
    return "vertex " + judged.name(v) + " has mate " + judged.name(mate) + ", whose mate is " +
           (mates[mate] == k_none ? "none"
            : mates[mate] >= n    ? "number " + number(mates[mate])
                                  : judged.name(mates[mate]));
  }
  return {};
}

template <class Edges>
MatchingVerdict check_plain(const Context& context, const JudgedGraph<Edges>& judged,
                            std::span<const VertexId> mates) {
  return judge_held(context, judged, MatePlaces<typename Edges::Place>(mates),
                    fault_of_mates(judged, mates));
}

template <class Edges>
MatchingVerdict check_plain(const Context& context, const JudgedGraph<Edges>& judged,
                            std::span<const VertexPair> pairs) {
  Array<VertexId> mates(judged.edges().num_vertices(), k_none);
  std::string violation = take(judged, pairs, mates);
  return judge_held(context, judged, MatePlaces<typename Edges::Place>(mates.view()),
                    std::move(violation));
}

template <class Edges>
MatchingVerdict check_plain(const Context& context, const JudgedGraph<Edges>& judged,
                            const Partners& partners) {
  const auto pairs = pairs_of(partners, judged.edges().num_vertices());
  return check_plain(context, judged, std::span<const VertexPair>(pairs));
}

// The first pair that is none, or that has a vertex in more than its capacity.
template <class Edges>
std::string fault_of_pairs(const JudgedGraph<Edges>& judged, std::span<const VertexPair> pairs) {
  Array<std::uint32_t> counts(judged.edges().num_vertices(), 0);
  for (const VertexPair& pair : pairs) {
    if (std::string fault = judged.fault_of(pair); !fault.empty()) return fault;
    for (const std::uint64_t end : pair) {
      const std::uint32_t capacity = judged.demands().capacities[end];
      if (counts[end]++ == capacity) {
        return "vertex " + judged.name(end) + " is in more than " +
               base::counted(capacity, "pair") + ", its capacity";
      }
    }
  }
  return {};
}

template <class Edges, class Place>
bool has_too_many(const Context& context, const JudgedGraph<Edges>& judged,
                  const PartnerPlaces<Place>& partners) {
  return judged.first_vertex(context, [&](VertexId v) {
    return partners.count(v) > judged.demands().capacities[v];
  }) != k_none;
}

template <class Edges>
MatchingVerdict check_under_capacities(const Context& context, const JudgedGraph<Edges>& judged,
                                       std::span<const VertexPair> pairs) {
  const VertexId n = judged.edges().num_vertices();
  const bool are_pairs = parallel::reduce(
      context, pairs.size(), true,
      [&](std::size_t i) {
        return pairs[i][0] < n && pairs[i][1] < n && pairs[i][0] != pairs[i][1];
      },
      [](bool a, bool b) { return a && b; });
  std::string violation = are_pairs ? "" : fault_of_pairs(judged, pairs);
  PartnerPlaces<typename Edges::Place> held(context, are_pairs ? n : 0,
                                            pairs.first(are_pairs ? pairs.size() : 0));
  if (are_pairs && has_too_many(context, judged, held)) violation = fault_of_pairs(judged, pairs);
  if (violation.empty()) violation = judged.find_twice(context, held);
  return judge_held(context, judged, std::move(held), std::move(violation));
}

template <class Edges>
MatchingVerdict check_under_capacities(const Context& context, const JudgedGraph<Edges>& judged,
                                       std::span<const VertexId> mates) {
  const auto pairs = pairs_of(mates);
  return check_under_capacities(context, judged, std::span<const VertexPair>(pairs));
}

// Rows that ascend need not become pairs, unless a fault is to be told: if each partner is found
// at the other end of an edge, partners are mutual.
template <class Edges>
MatchingVerdict check_under_capacities(const Context& context, const JudgedGraph<Edges>& judged,
                                       const Partners& partners) {
  const VertexId n = judged.edges().num_vertices();
  if (are_ascending(context, partners, n)) {
    PartnerPlaces<typename Edges::Place> held(context, partners);
    const char* const fault = has_too_many(context, judged, held) ? "too many partners" : "";
    MatchingVerdict verdict = judge_held(context, judged, std::move(held), fault);
    if (verdict.valid) return verdict;
  }
  const auto pairs = pairs_of(partners, n);
  return check_under_capacities(context, judged, std::span<const VertexPair>(pairs));
}

template <class Edges, class Answer>
MatchingVerdict check(const Context& context, const Edges& edges, const Answer& answer,
                      const GraphMatchingDemands& demands) {
  context.check_cancelled();
  check_demands(edges, demands);
  const JudgedGraph<Edges> judged(edges, demands);
  return are_ones(context, demands.capacities) ? check_plain(context, judged, answer)
                                               : check_under_capacities(context, judged, answer);
}

}  // namespace

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, ListEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, ListEdges(graph), mates, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, RowEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, RowEdges(graph), mates, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     const Partners& matching,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, ListEdges(graph), matching, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     const Partners& matching,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check(context, RowEdges(graph), matching, demands);
}

}  // namespace hypermatch::verify
