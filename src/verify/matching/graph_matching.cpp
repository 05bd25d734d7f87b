// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/matching/graph_b_matching.hpp"
#include "verify/matching/graph_edges.hpp"
#include "verify/matching/judge.hpp"
#include "verify/matching/judged_graph.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;

// Judges a matching of a graph in either form; Edges is ListEdges or RowEdges.
template <class Edges>
class GraphChecker {
 public:
  using Place = typename Edges::Place;

  GraphChecker(const Edges& edges, const GraphMatchingDemands& demands)
      : edges_(edges),
        demands_(demands),
        judged_(edges, demands),
        places_(edges.num_vertices(), k_nowhere) {}

  /// Takes the matching over: that the pairs are disjoint pairs of vertices; the first fact
  /// violated, or nothing.
  [[nodiscard]] std::string take(std::span<const VertexPair> pairs) {
    taken_ = Array<VertexId>(edges_.num_vertices(), k_none);
    mates_ = taken_.view();
    for (const auto& [u, v] : pairs) {
      for (const std::uint64_t end : {u, v}) {
        if (end < edges_.num_vertices()) continue;
        return "vertex " + judged_.name(end) + " does not exist, " + vertices();
      }
      if (u == v) return "vertex " + judged_.name(u) + " is paired with itself";
      for (const std::uint64_t end : {u, v}) {
        if (taken_[end] != k_none) return "vertex " + judged_.name(end) + " is in two pairs";
      }
      taken_[u] = static_cast<VertexId>(v);
      taken_[v] = static_cast<VertexId>(u);
    }
    return {};
  }
  /// Takes over mates without a copy: they must outlive the checker. Returns the first violated
  /// fact, or nothing.
  [[nodiscard]] std::string take(std::span<const VertexId> mates) {
    if (mates.size() != edges_.num_vertices()) {
      return detail::base::there_are(mates.size(), "mate") + ", " + vertices();
    }
    mates_ = mates;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      const VertexId mate = mates[v];
      if (mate == k_none) continue;
      if (mate >= mates.size()) {
        return "vertex " + judged_.name(v) + " has mate number " + number(mate) + ", " + vertices();
      }
      if (mate == v) return "vertex " + judged_.name(v) + " is paired with itself";
      if (mates[mate] == v) continue;
      return "vertex " + judged_.name(v) + " has mate " + judged_.name(mate) + ", whose mate is " +
             (mates[mate] == k_none         ? "none"
              : mates[mate] >= mates.size() ? "number " + number(mates[mate])
                                            : judged_.name(mates[mate]));
    }
    return {};
  }

  /// That each pair is an eligible edge.
  [[nodiscard]] std::string check_edges(const Context& context) {
    const std::string ineligible =
        judged_.collect(context, matched_, [&](Place place, const Ends& ends) {
          const auto [u, v] = ends;
          if (mates_[u] != v) return false;
          places_[u] = places_[v] = place;  // no other edge has these ends
          return true;
        });
    if (!ineligible.empty()) return ineligible;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      if (mates_[v] != k_none && places_[v] == k_nowhere) {
        return "no edge joins " + judged_.name(v) + " and " + judged_.name(mates_[v]);
      }
    }
    return {};
  }

  /// Checks the unmatched edges for maximality and greedy-ness, after a successful `check_edges`.
  [[nodiscard]] Unmatched<Place> check_unmatched(const Context& context) const {
    return judged_.with_ratings(
        [&](const auto& weight, const auto& rating) { return look(context, weight, rating); });
  }

  /// The first fact that `demands` ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Unmatched<Place>& found) const {
    if (demands_.greedy && found.dominant.is_there()) {
      const auto [u, v] = found.dominant.ends;
      const VertexId end = mates_[u] != k_none ? u : v;
      return "not greedy: " + judged_.text(found.dominant.ends) +
             " comes before every matched edge that it meets, such as " +
             judged_.text(edges_.ends(places_[end], end, mates_[end]));
    }
    if ((demands_.maximal || demands_.greedy) && found.addable.is_there()) {
      return "not maximal: " + judged_.text(found.addable.ends) +
             " meets no matched edge and could be added";
    }
    return {};
  }

  [[nodiscard]] DualBound bound(const Context& context) const {
    return dual_bound(context, edges_, objective(), places_.view());
  }
  /// Nothing is said of capacities of 1.
  [[nodiscard]] static CapacityUse use(const Context&) { return {}; }
  [[nodiscard]] std::size_t num_matched() const { return matched_.size(); }
  /// The weight of the matched edges.
  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(matched_));
  }
  [[nodiscard]] Objective objective() const { return judged_.objective(); }

 private:
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  template <class Weight, class Rating>
  [[nodiscard]] Unmatched<Place> look(const Context& context, const Weight& weight,
                                      const Rating& rating) const {
    const detail::base::PairMixer mix(demands_.order.seed);
    const bool keep = demands_.order.nonpositive == NonPositive::keep;
    // Whether the matched edge at v stands above the one at `place`.
    const auto is_justified_at = [&](VertexId v, const Ends& ends, Place place) {
      if (mates_[v] == k_none) return false;
      const auto matched = rating(places_[v]), other = rating(place);
      if (matched != other) return matched > other;
      return demands_.ties == Ties::redraw ||
             detail::base::graph_rank(0, mix, v, mates_[v]) >
                 detail::base::graph_rank(0, mix, ends[0], ends[1]);
    };
    return judged_.first_unmatched(
        context, [&](Unmatched<Place>& first, Place place, const Ends& ends) {
          const auto [u, v] = ends;
          if (mates_[u] == v || !(keep || weight(place) > 0)) return;
          if (mates_[u] == k_none && mates_[v] == k_none) {
            first.addable = {place, ends};
          } else if (!first.dominant.is_there() && !is_justified_at(u, ends, place) &&
                     !is_justified_at(v, ends, place)) {
            first.dominant = {place, ends};
          }
        });
  }

  static std::string number(std::uint64_t from_zero) { return std::to_string(from_zero + 1); }
  [[nodiscard]] std::string vertices() const {
    return detail::base::there_are(edges_.num_vertices(), "vertex");
  }

  const Edges& edges_;
  const GraphMatchingDemands& demands_;
  JudgedGraph<Edges> judged_;
  Array<VertexId> taken_;            // the mates of pairs
  std::span<const VertexId> mates_;  // these, or what was given
  Array<Place> places_;              // of each matched vertex, where its edge has its weight
  std::vector<Place> matched_;       // the same of the matched edges, ascending
};

template <class Edges, class Answer>
MatchingVerdict check_mates(const Context& context, const Edges& edges, const Answer& answer,
                            const GraphMatchingDemands& demands) {
  context.check_cancelled();
  detail::check_enum("ties", demands.ties);
  check_capacities(demands.capacities, edges.num_vertices());
  if (!demands.ratings.empty() && demands.ratings.size() != edges.num_edges()) {
    throw Error(ErrorCode::invalid_input,
                detail::base::there_are(demands.ratings.size(), "rating") + " for " +
                    detail::base::counted(edges.num_edges(), "edge"));
  }
  const bool is_plain = are_ones(context, demands.capacities);
  if constexpr (std::is_same_v<Answer, std::span<const VertexId>>) {
    if (!is_plain) return check_b_matching(context, edges, pairs_of(answer), demands);
  } else if (!is_plain) {
    return check_b_matching(context, edges, answer, demands);
  }
  GraphChecker checker(edges, demands);
  if constexpr (std::is_same_v<Answer, Partners>) {
    return judge(context, checker, checker.take(pairs_of(answer, edges.num_vertices())),
                 demands.bound);
  } else {
    return judge(context, checker, checker.take(answer), demands.bound);
  }
}

}  // namespace

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, ListEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, ListEdges(graph), mates, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, RowEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, RowEdges(graph), mates, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     const Partners& matching,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, ListEdges(graph), matching, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     const Partners& matching,
                                     const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_mates(context, RowEdges(graph), matching, demands);
}

}  // namespace hypermatch::verify
