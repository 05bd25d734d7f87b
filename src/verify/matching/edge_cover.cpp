// SPDX-License-Identifier: MIT
// Judges b-edge covers of graphs from the definitions. A vertex is tight if it has no edge too
// many; a chosen edge is justified by a tight end whose left-out edges are all above it.
#include <algorithm>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/verify_cover.hpp"
#include "verify/dual/certified_ratio.hpp"
#include "verify/dual/cover_bound.hpp"
#include "verify/matching/graph_partners.hpp"
#include "verify/matching/judged_graph.hpp"
#include "verify/matching/partner_places.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::verify {

using namespace detail::verify;

namespace {

// Edges is ListEdges or RowEdges.
template <class Edges>
class CoverChecker {
 public:
  using Place = typename Edges::Place;

  CoverChecker(const Context& context, const Edges& edges, std::span<const VertexPair> pairs,
               const GraphMatchingDemands& demands)
      : edges_(edges),
        demands_(demands),
        judged_(edges, demands),
        violation_(check_pairs(pairs)),
        partners_(context, edges.num_vertices(),
                  violation_.empty() ? pairs : std::span<const VertexPair>()),
        needed_(edges.num_vertices(), 0),
        spare_(edges.num_vertices()) {
    if (violation_.empty()) violation_ = judged_.find_twice(context, partners_);
  }

  /// The first fault of the cover, or nothing.
  [[nodiscard]] std::string find_fault(const Context& context) {
    if (!violation_.empty()) return violation_;
    std::string fault = judged_.place(context, partners_, chosen_, Answers::all_edges);
    if (!fault.empty()) return fault;
    edges_.for_each(0, edges_.num_places(), [&](std::size_t, const Ends& ends) {
      ++needed_[ends[0]];
      ++needed_[ends[1]];
    });
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      const std::uint32_t degree = needed_[v];
      needed_[v] = std::min(degree, demands_.capacities[v]);
      spare_[v] = degree - needed_[v];
      if (fault.empty() && partners_.count(v) < needed_[v]) {
        fault = "vertex " + judged_.name(v) + " is in " +
                detail::base::counted(partners_.count(v), "pair") + ", must be in " +
                std::to_string(needed_[v]) + " at least";
      }
    }
    return fault;
  }

  /// Puts into the verdict whether the cover is minimal and greedy, and the violated demand.
  void judge(const Context& context, EdgeCoverVerdict& verdict) {
    const Unmatched<Place> found = judged_.with_ratings(
        [&](const auto&, const auto& rating) { return look(context, rating); });
    verdict.minimal = !found.addable.is_there();
    verdict.greedy = verdict.minimal && !found.dominant.is_there() && !dropped_.is_there();
    if ((demands_.maximal || demands_.greedy) && !verdict.minimal) {
      verdict.violation = "not minimal: " + judged_.text(found.addable.ends) + " could be left out";
    } else if (demands_.greedy && dropped_.is_there()) {
      verdict.violation =
          "not greedy: " + judged_.text(dropped_.ends) + " has no positive weight and is left out";
    } else if (demands_.greedy && !verdict.greedy) {
      const auto [u, v] = found.dominant.ends;
      const VertexId end = is_tight(u) ? u : v;
      verdict.violation = "not greedy: " + judged_.text(found.dominant.ends) +
                          " comes before an edge that is left out at each of its ends that has no "
                          "edge too many, such as " +
                          judged_.text(lowest_[end].ends);
    }
  }

  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(chosen_));
  }
  [[nodiscard]] std::size_t num_chosen() const { return chosen_.size(); }
  [[nodiscard]] Objective objective() const { return judged_.objective(); }
  [[nodiscard]] CapacityUse use() const {
    CapacityUse use;
    for (VertexId v = 0; v < edges_.num_vertices(); ++v) {
      use.capacity += needed_[v];
      use.saturated += is_tight(v) ? 1 : 0;
    }
    return use;
  }

  [[nodiscard]] double lower_bound(const Context& context) const {
    return judged_.with_weights([&](const auto& weight) {
      Array<Place> lightest(edges_.num_vertices(), PartnerPlaces<Place>::k_nowhere);
      for_left_out([&](Place place, const Ends& ends) {
        for (const VertexId v : ends) {
          if (!is_tight(v)) continue;
          const Place before = lightest[v];
          const bool is_first = before == PartnerPlaces<Place>::k_nowhere;
          if (is_first || weight(place) < weight(before)) lightest[v] = place;
        }
      });
      return cover_lower_bound(context, edges_, objective(), {needed_.view(), spare_.view()},
                               lightest.view());
    });
  }

 private:
  [[nodiscard]] std::string check_pairs(std::span<const VertexPair> pairs) const {
    for (const VertexPair& pair : pairs) {
      std::string fault = judged_.fault_of(pair);
      if (!fault.empty()) return fault;
    }
    return {};
  }
  [[nodiscard]] bool is_tight(VertexId v) const { return partners_.count(v) == needed_[v]; }
  [[nodiscard]] bool is_chosen(const Ends& ends) const {
    return partners_.find(ends[0], ends[1]) != partners_.partners.size();
  }

  template <class Body>
  void for_left_out(const Body& body) const {
    edges_.for_each(0, edges_.num_places(), [&](std::size_t place, const Ends& ends) {
      if (!is_chosen(ends)) body(static_cast<Place>(place), ends);
    });
  }

  // Fills lowest_ and dropped_.
  template <class Rating>
  void look_at_left_out(const Rating& rating) {
    lowest_ = std::vector<Witness<Place>>(edges_.num_vertices());
    for_left_out([&](Place place, const Ends& ends) {
      if (!dropped_.is_there() && !judged_.is_eligible(place)) dropped_ = {place, ends};
      for (const VertexId v : ends) {
        Witness<Place>& lowest = lowest_[v];
        if (!lowest.is_there() ||
            judged_.is_above(rating, lowest.place, lowest.ends, place, ends)) {
          lowest = {place, ends};
        }
      }
    });
  }

  template <class Rating>
  [[nodiscard]] Unmatched<Place> look(const Context& context, const Rating& rating) {
    look_at_left_out(rating);
    const auto is_justified_at = [&](VertexId v, const Ends& ends, Place place) {
      if (!is_tight(v)) return false;
      const Witness<Place>& lowest = lowest_[v];
      return !lowest.is_there() || judged_.is_above(rating, lowest.place, lowest.ends, place, ends);
    };
    return judged_.first_unmatched(
        context, [&](Unmatched<Place>& first, Place place, const Ends& ends) {
          const auto [u, v] = ends;
          if (is_justified_at(u, ends, place) || is_justified_at(v, ends, place)) return;
          if (!judged_.is_eligible(place) || !is_chosen(ends)) return;
          if (!is_tight(u) && !is_tight(v)) {
            first.addable = {place, ends};
          } else if (!first.dominant.is_there()) {
            first.dominant = {place, ends};
          }
        });
  }

  const Edges& edges_;
  const GraphMatchingDemands& demands_;
  JudgedGraph<Edges> judged_;
  std::string violation_;
  PartnerPlaces<Place> partners_;
  Array<std::uint32_t> needed_;         // of each vertex, in how many edges it must be
  Array<std::uint32_t> spare_;          // the rest of its degree
  std::vector<Place> chosen_;           // places of the cover's edges, ascending
  std::vector<Witness<Place>> lowest_;  // of each vertex the lowest edge that is left out
  Witness<Place> dropped_;              // the first of these that does not take part
};

// The share of a cover's objective that each cover has at least.
double share_of(double bound, double objective) {
  if (objective <= bound) return 1;
  return certified_ratio(bound, objective);
}

template <class Edges>
EdgeCoverVerdict check_cover(const Context& context, const Edges& edges,
                             std::span<const VertexPair> pairs,
                             const GraphMatchingDemands& demands) {
  context.check_cancelled();
  check_demands(edges, demands);
  EdgeCoverVerdict verdict;
  CoverChecker<Edges> checker(context, edges, pairs, demands);
  verdict.violation = checker.find_fault(context);
  verdict.valid = verdict.violation.empty();
  if (!verdict.valid) return verdict;
  checker.judge(context, verdict);
  verdict.use = checker.use();
  const WeightSum sum = checker.weight();
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  verdict.lower_bound = checker.lower_bound(context);
  const bool is_by_weight = checker.objective() == Objective::weight;
  verdict.certified_ratio = share_of(
      verdict.lower_bound, is_by_weight ? sum.upper : count_of(checker.num_chosen()).upper);
  return verdict;
}

}  // namespace

EdgeCoverVerdict check_edge_cover(const Context& context, const EdgeListView& graph,
                                  std::span<const VertexPair> pairs,
                                  const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_cover(context, ListEdges(graph), pairs, demands);
}

EdgeCoverVerdict check_edge_cover(const Context& context, const GraphView& graph,
                                  std::span<const VertexPair> pairs,
                                  const GraphMatchingDemands& demands) {
  validate(context, graph);
  return check_cover(context, RowEdges(graph), pairs, demands);
}

EdgeCoverVerdict check_edge_cover(const Context& context, const EdgeListView& graph,
                                  const Partners& cover, const GraphMatchingDemands& demands) {
  return check_edge_cover(context, graph, pairs_of(cover, graph.num_vertices), demands);
}

EdgeCoverVerdict check_edge_cover(const Context& context, const GraphView& graph,
                                  const Partners& cover, const GraphMatchingDemands& demands) {
  return check_edge_cover(context, graph, pairs_of(cover, graph.num_vertices), demands);
}

}  // namespace hypermatch::verify
