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
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify.hpp"
#include "verify/certified_ratio.hpp"
#include "verify/dual_bound.hpp"
#include "verify/graph_b_matching.hpp"
#include "verify/graph_edges.hpp"
#include "verify/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;
namespace parallel = detail::parallel;

// An edge that tells against a matching.
template <class Place>
struct Witness {
  Place place = 0;
  Ends ends = {k_none, k_none};

  [[nodiscard]] bool is_there() const { return ends[0] != k_none; }
};

// What holds of a valid matching beyond its validity, and the first edge that tells against it.
template <class Place>
struct Unmatched {
  Witness<Place> addable;   // meets no matched edge: the matching is not maximal
  Witness<Place> dominant;  // comes before every matched edge that it meets: it is not greedy
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
        return "vertex " + name(end) + " does not exist, " + vertices();
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
      return detail::base::there_are(mates.size(), "mate") + ", " + vertices();
    }
    mates_ = mates;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      const VertexId mate = mates[v];
      if (mate == k_none) continue;
      if (mate >= mates.size()) {
        return "vertex " + name(v) + " has mate number " + number(mate) + ", " + vertices();
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
  [[nodiscard]] std::string check_edges(const Context& context) {
    struct Part {
      std::vector<Place> matched;
      Witness<Place> ineligible;
    };
    const parallel::Chunks chunks = cut(context);
    std::vector<Part> parts(chunks.count);
    for_chunks(context, chunks, [&](std::size_t chunk, Place place, const Ends& ends) {
      const auto [u, v] = ends;
      Part& part = parts[chunk];
      if (mates_[u] != v || part.ineligible.is_there()) return;
      if (!is_eligible(place)) {
        part.ineligible = {place, ends};
        return;
      }
      places_[u] = places_[v] = place;  // no other edge has these ends
      part.matched.push_back(place);
    });
    for (const Part& part : parts) {
      matched_.insert(matched_.end(), part.matched.begin(), part.matched.end());
      if (!part.ineligible.is_there()) continue;
      return text(part.ineligible.ends) + " has weight " + weight_text(part.ineligible.place) +
             ", only edges of positive weight take part";
    }
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      if (mates_[v] != k_none && places_[v] == k_nowhere) {
        return "no edge joins " + name(v) + " and " + name(mates_[v]);
      }
    }
    return {};
  }

  /// What the edges that are not matched say, after a successful `check_edges`.
  [[nodiscard]] Unmatched<Place> check_unmatched(const Context& context) const {
    return with_values(edges_.weights(), by_weight_, [&](const auto& weight) {
      if (demands_.ratings.empty()) return look(context, weight, weight);
      const Array<double> copied = edges_.at_places(demands_.ratings);
      const std::span<const double> ratings =
          copied.empty() ? demands_.ratings : std::span<const double>(copied.view());
      return look(context, weight, [ratings](std::size_t place) { return ratings[place]; });
    });
  }

  /// The first fact that `demands` ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Unmatched<Place>& found) const {
    if (demands_.greedy && found.dominant.is_there()) {
      const auto [u, v] = found.dominant.ends;
      const VertexId end = mates_[u] != k_none ? u : v;
      return "not greedy: " + text(found.dominant.ends) +
             " comes before every matched edge that it meets, such as " +
             text(edges_.ends(places_[end], end, mates_[end]));
    }
    if ((demands_.maximal || demands_.greedy) && found.addable.is_there()) {
      return "not maximal: " + text(found.addable.ends) +
             " meets no matched edge and could be added";
    }
    return {};
  }

  /// Of each vertex the place of the matched edge at it, or the largest value.
  [[nodiscard]] std::span<const Place> matched() const { return places_.view(); }
  [[nodiscard]] std::size_t num_matched() const { return matched_.size(); }
  /// What the matched edges weigh.
  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(matched_));
  }
  [[nodiscard]] Objective objective() const {
    return by_weight_ ? Objective::weight : Objective::cardinality;
  }

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
    const parallel::Chunks chunks = cut(context);
    std::vector<Unmatched<Place>> parts(chunks.count);
    for_chunks(context, chunks, [&](std::size_t chunk, Place place, const Ends& ends) {
      const auto [u, v] = ends;
      Unmatched<Place>& part = parts[chunk];
      // Nothing behind an edge that could be added tells anything new.
      if (part.addable.is_there()) return;
      if (mates_[u] == v || !(keep || weight(place) > 0)) return;
      if (mates_[u] == k_none && mates_[v] == k_none) {
        part.addable = {place, ends};
      } else if (!part.dominant.is_there() && !is_justified_at(u, ends, place) &&
                 !is_justified_at(v, ends, place)) {
        part.dominant = {place, ends};
      }
    });
    Unmatched<Place> found;
    for (const Unmatched<Place>& part : parts) {
      if (!found.dominant.is_there()) found.dominant = part.dominant;
      found.addable = part.addable;
      if (found.addable.is_there()) break;
    }
    return found;
  }

  [[nodiscard]] parallel::Chunks cut(const Context& context) const {
    return parallel::cut(context, edges_.num_places(), k_block_places);
  }
  // body(chunk, place, ends) for all edges. @throws Error{cancelled}
  template <class Body>
  void for_chunks(const Context& context, const parallel::Chunks& chunks, const Body& body) const {
    parallel::for_chunks(context, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           for (; begin < end; begin += k_block_places) {
                             context.check_cancelled();
                             edges_.for_each(begin, std::min(end, begin + k_block_places),
                                             [&](std::size_t place, const Ends& ends) {
                                               body(chunk, static_cast<Place>(place), ends);
                                             });
                           }
                         });
  }

  [[nodiscard]] bool is_eligible(Place place) const {
    return demands_.order.nonpositive == NonPositive::keep ||
           with_values(edges_.weights(), by_weight_,
                       [place](const auto& weight) { return weight(place) > 0; });
  }
  static std::string number(std::uint64_t from_zero) { return std::to_string(from_zero + 1); }
  [[nodiscard]] std::string vertices() const {
    return detail::base::there_are(edges_.num_vertices(), "vertex");
  }
  [[nodiscard]] std::string name(std::uint64_t v) const {
    return demands_.name ? demands_.name(v) : number(v);
  }
  [[nodiscard]] std::string text(const Ends& ends) const {
    return "edge " + name(ends[0]) + " " + name(ends[1]);
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
  Array<Place> places_;              // of each matched vertex, where its edge has its weight
  std::vector<Place> matched_;       // the same of the matched edges, ascending
};

template <class Edges, class Answer>
MatchingVerdict check(const Context& context, const Edges& edges, const Answer& answer,
                      const GraphMatchingDemands& demands) {
  context.check_cancelled();
  check_capacities(demands.capacities, edges.num_vertices());
  if (!demands.ratings.empty() && demands.ratings.size() != edges.num_edges()) {
    throw Error(ErrorCode::invalid_input,
                detail::base::there_are(demands.ratings.size(), "rating") + " for " +
                    detail::base::counted(edges.num_edges(), "edge"));
  }
  const bool is_plain = are_ones(context, demands.capacities);
  if constexpr (std::is_same_v<Answer, std::span<const VertexPair>>) {
    if (!is_plain) return check_b_matching(context, edges, answer, demands);
  } else if (!is_plain) {
    return check_b_matching(context, edges, pairs_of(answer), demands);
  }
  MatchingVerdict verdict;
  GraphChecker checker(edges, demands);
  verdict.violation = checker.take(answer);
  if (verdict.violation.empty()) verdict.violation = checker.check_edges(context);
  verdict.valid = verdict.violation.empty();
  if (verdict.valid) {
    const auto found = checker.check_unmatched(context);
    verdict.maximal = !found.addable.is_there();
    verdict.greedy = verdict.maximal && !found.dominant.is_there();
    verdict.violation = checker.violation(found);
  }
  const WeightSum sum = checker.weight();
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  const DualBound bound = dual_bound(context, edges, checker.objective(), checker.matched());
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      checker.objective() == Objective::weight ? sum : count_of(checker.num_matched()), bound);
  return verdict;
}

// That the partners can be read.
void check_partner_rows(const Partners& matching, VertexId num_vertices) {
  const std::vector<Offset>& offsets = matching.offsets;
  if (offsets.empty() && num_vertices == 0 && matching.partners.empty()) return;
  if (offsets.size() == num_vertices + std::size_t{1} && offsets.front() == 0 &&
      offsets.back() == matching.partners.size() &&
      std::is_sorted(offsets.begin(), offsets.end())) {
    return;
  }
  throw Error(ErrorCode::invalid_input, "the offsets of partners must rise from 0 to " +
                                            std::to_string(matching.partners.size()) +
                                            ", one per vertex and one more");
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
  check_partner_rows(matching, graph.num_vertices);
  return check_graph_matching(context, graph, pairs_of(matching), demands);
}

MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                     const Partners& matching,
                                     const GraphMatchingDemands& demands) {
  check_partner_rows(matching, graph.num_vertices);
  return check_graph_matching(context, graph, pairs_of(matching), demands);
}

}  // namespace hypermatch::verify
