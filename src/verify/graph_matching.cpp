// SPDX-License-Identifier: MIT
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify.hpp"
#include "verify/certified_ratio.hpp"
#include "verify/dual_bound.hpp"
#include "verify/graph_edges.hpp"
#include "verify/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;

// Calls body(value), where value(place) is `values` there in the type it is stored in, or 1 where
// there are none or they do not count.
template <class Body>
auto with_values(const WeightsView& values, bool counts, const Body& body) {
  return std::visit(
      [&](const auto& held) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          if (counts) return body([held](std::size_t place) { return held[place]; });
        }
        return body([](std::size_t) { return 1; });
      },
      values);
}

// What holds of a valid matching beyond its validity, and the first edge that tells against it.
struct Unmatched {
  std::string addable;   // meets no matched edge: the matching is not maximal
  std::string dominant;  // comes before every matched edge that it meets: it is not greedy
};

// Judges a matching of a graph in either form; Edges is ListEdges or RowEdges.
template <class Edges>
class GraphChecker {
 public:
  using Place = typename Edges::Place;

  GraphChecker(const Edges& edges, const GraphMatchingDemands& demands)
      : edges_(edges),
        demands_(demands),
        by_weight_(resolve(demands.order.objective, is_weighted(edges.weights())) ==
                   Objective::weight),
        places_(edges.num_vertices(), k_nowhere) {}

  /// Takes the matching over: that the pairs are disjoint pairs of vertices; the first fact
  /// violated, or nothing.
  [[nodiscard]] std::string take(std::span<const VertexPair> pairs) {
    taken_ = Array<VertexId>(edges_.num_vertices(), k_none);
    mates_ = taken_.view();
    for (const auto& [u, v] : pairs) {
      for (const std::uint64_t end : {u, v}) {
        if (end < edges_.num_vertices()) continue;
        return "vertex " + name(end) + " does not exist, there are " + vertices();
      }
      if (u == v) return "vertex " + name(u) + " is paired with itself";
      for (const std::uint64_t end : {u, v}) {
        if (taken_[end] != k_none) return "vertex " + name(end) + " is in two pairs";
      }
      taken_[u] = static_cast<VertexId>(v);
      taken_[v] = static_cast<VertexId>(u);
    }
    return {};
  }
  /// The same of mates, which are not copied: they must outlive the checker.
  [[nodiscard]] std::string take(std::span<const VertexId> mates) {
    if (mates.size() != edges_.num_vertices()) {
      return "there are " + std::to_string(mates.size()) + " mates, there are " + vertices();
    }
    mates_ = mates;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      const VertexId mate = mates[v];
      if (mate == k_none) continue;
      if (mate >= mates.size()) {
        return "vertex " + name(v) + " has mate number " + number(mate) + ", there are " +
               vertices();
      }
      if (mate == v) return "vertex " + name(v) + " is paired with itself";
      if (mates[mate] == v) continue;
      return "vertex " + name(v) + " has mate " + name(mate) + ", whose mate is " +
             (mates[mate] == k_none         ? "none"
              : mates[mate] >= mates.size() ? "number " + number(mates[mate])
                                            : name(mates[mate]));
    }
    return {};
  }

  /// That each pair is an eligible edge.
  [[nodiscard]] std::string check_edges() {
    std::string violation;
    edges_.for_each([&](EdgeId e, Place place, const GraphEdge& edge) {
      const auto [u, v] = edge;
      if (mates_[u] != v) return true;
      if (!is_eligible(place)) {
        violation = text(edge) + " has weight " + weight_text(place) +
                    ", only edges of positive weight take part";
        return false;
      }
      places_[u] = places_[v] = demands_.ratings.empty() ? place : static_cast<Place>(e);
      matched_.push_back(e);
      weighed_.push_back(place);
      return true;
    });
    if (!violation.empty()) return violation;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      if (mates_[v] != k_none && places_[v] == k_nowhere) {
        return "no edge joins " + name(v) + " and " + name(mates_[v]);
      }
    }
    return {};
  }

  /// What the edges that are not matched say, after a successful `check_edges`.
  [[nodiscard]] Unmatched check_unmatched() const {
    return with_values(edges_.weights(), by_weight_, [&](const auto& weight) {
      if (demands_.ratings.empty()) return look(weight, weight, [](EdgeId, Place p) { return p; });
      const auto rating = [&](std::size_t e) { return demands_.ratings[e]; };
      return look(weight, rating, [](EdgeId e, Place) { return static_cast<Place>(e); });
    });
  }

  /// Numbers of the matched edges, ascending.
  [[nodiscard]] std::span<const EdgeId> matched() const { return matched_; }
  /// What they weigh.
  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(weighed_));
  }
  [[nodiscard]] Objective objective() const {
    return by_weight_ ? Objective::weight : Objective::cardinality;
  }

 private:
  static constexpr Place k_nowhere = std::numeric_limits<Place>::max();

  // `rated_at` says where the rating of an edge stands, as in places_.
  template <class Weight, class Rating, class RatedAt>
  [[nodiscard]] Unmatched look(const Weight& weight, const Rating& rating,
                               const RatedAt& rated_at) const {
    const detail::base::PairMixer mix(demands_.order.seed);
    const bool keep = demands_.order.nonpositive == NonPositive::keep;
    // Whether the matched edge at v stands above `edge`, which is rated at `place`.
    const auto is_justified_at = [&](VertexId v, const GraphEdge& edge, Place place) {
      if (mates_[v] == k_none) return false;
      const auto matched = rating(places_[v]), other = rating(place);
      if (matched != other) return matched > other;
      return demands_.ties == Ties::redraw || detail::base::graph_rank(0, mix, v, mates_[v]) >
                                                  detail::base::graph_rank(0, mix, edge.u, edge.v);
    };
    Unmatched found;
    edges_.for_each([&](EdgeId e, Place place, const GraphEdge& edge) {
      const auto [u, v] = edge;
      if (mates_[u] == v || !(keep || weight(place) > 0)) return true;
      if (mates_[u] == k_none && mates_[v] == k_none) {
        // Nothing behind it tells anything new.
        found.addable = text(edge);
        return false;
      }
      if (!found.dominant.empty()) return true;
      const Place at = rated_at(e, place);
      if (is_justified_at(u, edge, at) || is_justified_at(v, edge, at)) return true;
      const VertexId end = mates_[u] != k_none ? u : v;
      found.dominant = text(edge) + " comes before every matched edge that it meets, such as " +
                       text(edges_.edge(places_[end], end, mates_[end]));
      return true;
    });
    return found;
  }

  [[nodiscard]] bool is_eligible(Place place) const {
    return demands_.order.nonpositive == NonPositive::keep ||
           with_values(edges_.weights(), by_weight_,
                       [place](const auto& weight) { return weight(place) > 0; });
  }
  static std::string number(std::uint64_t from_zero) { return std::to_string(from_zero + 1); }
  [[nodiscard]] std::string vertices() const {
    return std::to_string(edges_.num_vertices()) + " vertices";
  }
  [[nodiscard]] std::string name(std::uint64_t v) const {
    return demands_.name ? demands_.name(v) : number(v);
  }
  [[nodiscard]] std::string text(const GraphEdge& edge) const {
    return "edge " + name(edge.u) + " " + name(edge.v);
  }
  [[nodiscard]] std::string weight_text(Place place) const {
    return with_values(edges_.weights(), true,
                       [place](const auto& weight) { return std::to_string(weight(place)); });
  }

  const Edges& edges_;
  const GraphMatchingDemands& demands_;
  bool by_weight_;
  Array<VertexId> taken_;            // the mates of pairs
  std::span<const VertexId> mates_;  // these, or what was given
  // Of each matched vertex, where the rating of its edge stands: the number of the edge where there
  // are ratings, else the place of its weight.
  Array<Place> places_;
  std::vector<EdgeId> matched_;
  std::vector<Place> weighed_;  // where the matched edges have their weights
};

Weights weights_for_bound(const ListEdges& /*edges*/) {
  return {};
}
Weights weights_for_bound(const RowEdges& edges) {
  return edge_weights(edges);
}

// The bound looks at edges and their pins only, so a graph is a hypergraph to it.
template <class Edges>
DualBound bound_of(const Context& context, const Edges& edges, Objective objective,
                   std::span<const EdgeId> matched) {
  const std::size_t m = edges.num_edges();
  Array<Offset> offsets(m + 1);
  Array<VertexId> pins(2 * m);
  for (std::size_t e = 0; e <= m; ++e) offsets[e] = 2 * e;
  edges.for_each([&](std::size_t e, auto /*place*/, const GraphEdge& edge) {
    pins[2 * e] = edge.u;
    pins[2 * e + 1] = edge.v;
    return true;
  });
  const Weights copied = weights_for_bound(edges);
  const WeightsView weights = is_weighted(view_of(copied)) ? view_of(copied) : edges.weights();
  return dual_bound(context, {edges.num_vertices(), offsets.view(), pins.view(), weights},
                    objective, matched);
}

template <class Edges, class Answer>
MatchingVerdict check(const Context& context, const Edges& edges, const Answer& answer,
                      const GraphMatchingDemands& demands) {
  context.check_cancelled();
  if (!demands.ratings.empty() && demands.ratings.size() != edges.num_edges()) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(demands.ratings.size()) +
                                              " ratings for " + std::to_string(edges.num_edges()) +
                                              " edges");
  }
  MatchingVerdict verdict;
  GraphChecker checker(edges, demands);
  verdict.violation = checker.take(answer);
  if (verdict.violation.empty()) verdict.violation = checker.check_edges();
  verdict.valid = verdict.violation.empty();
  if (verdict.valid) {
    context.check_cancelled();
    const Unmatched found = checker.check_unmatched();
    verdict.maximal = found.addable.empty();
    verdict.greedy = verdict.maximal && found.dominant.empty();
    if (demands.greedy && !found.dominant.empty()) {
      verdict.violation = "not greedy: " + found.dominant;
    } else if ((demands.maximal || demands.greedy) && !verdict.maximal) {
      verdict.violation =
          "not maximal: " + found.addable + " meets no matched edge and could be added";
    }
  }
  const WeightSum sum = checker.weight();
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  const DualBound bound = bound_of(context, edges, checker.objective(), checker.matched());
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      checker.objective() == Objective::weight ? sum : count_of(checker.matched().size()), bound);
  return verdict;
}

}  // namespace

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(graph);
  return check(context, ListEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(graph);
  return check(context, ListEdges(graph), mates, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(graph);
  return check(context, RowEdges(graph), pairs, demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     std::span<const VertexId> mates,
                                     const GraphMatchingDemands& demands) {
  validate(graph);
  return check(context, RowEdges(graph), mates, demands);
}

}  // namespace hypermatch::verify
