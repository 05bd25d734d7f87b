// SPDX-License-Identifier: MIT
// Judges b-matchings of graphs from the definitions: an unmatched edge is justified by an end that
// is full of matched edges above it.
#include "verify/matching/graph_b_matching.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"
#include "verify/dual/b_dual_bound.hpp"
#include "verify/matching/judge.hpp"
#include "verify/matching/judged_graph.hpp"
#include "verify/matching/partner_places.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::detail::verify {

using hypermatch::verify::GraphMatchingDemands;
using hypermatch::verify::MatchingVerdict;
using hypermatch::verify::VertexPair;

namespace {

// Edges is ListEdges or RowEdges.
template <class Edges>
class PartnerChecker {
 public:
  using Place = typename Edges::Place;

  PartnerChecker(const Context& context, const Edges& edges, std::span<const VertexPair> pairs,
                 const GraphMatchingDemands& demands)
      : edges_(edges),
        demands_(demands),
        judged_(edges, demands),
        violation_(check_ends(context, pairs)),
        partners_(context, violation_.empty() ? edges.num_vertices() : 0,
                  violation_.empty() ? pairs : std::span<const VertexPair>()) {
    if (violation_.empty() && has_too_many(context)) violation_ = check_pairs(pairs);
    if (violation_.empty()) violation_ = judged_.find_twice(context, partners_);
  }

  /// Takes partners whose rows ascend and hold existing vertices.
  PartnerChecker(const Context& context, const Edges& edges, const Partners& matching,
                 const GraphMatchingDemands& demands)
      : edges_(edges), demands_(demands), judged_(edges, demands), partners_(context, matching) {
    if (has_too_many(context)) violation_ = "too many partners";
  }

  [[nodiscard]] const std::string& violation() const { return violation_; }

  /// That each pair is an eligible edge.
  [[nodiscard]] std::string check_edges(const Context& context) {
    return judged_.place(context, partners_, matched_);
  }

  [[nodiscard]] Unmatched<Place> check_unmatched(const Context& context) {
    return judged_.with_ratings(
        [&](const auto& weight, const auto& rating) { return look(context, weight, rating); });
  }

  /// The first fact that `demands` ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Unmatched<Place>& found) const {
    if (demands_.greedy && found.dominant.is_there()) {
      const auto [u, v] = found.dominant.ends;
      const VertexId end = has_room(u) ? v : u;
      const Ends worst = lowest_edge(end);
      return "not greedy: " + judged_.text(found.dominant.ends) +
             " comes before a matched edge at each of its ends that is full, such as " +
             judged_.text(worst);
    }
    if ((demands_.maximal || demands_.greedy) && found.addable.is_there()) {
      return "not maximal: " + judged_.text(found.addable.ends) +
             " joins vertices that have room and could be added";
    }
    return {};
  }

  [[nodiscard]] WeightSum weight() const {
    return weight_of(edges_.weights(), std::span<const Place>(matched_));
  }
  [[nodiscard]] std::size_t num_matched() const { return matched_.size(); }
  [[nodiscard]] Objective objective() const { return judged_.objective(); }

  [[nodiscard]] DualBound bound(const Context& context) const {
    return b_dual_bound(context, edges_, objective(), demands_.capacities,
                        lightest(context).view());
  }
  /// The place of the lightest matched edge of each full vertex, by weight even if other ratings
  /// order the edges.
  [[nodiscard]] Array<Place> lightest(const Context& context) const {
    return judged_.with_weights([&](const auto& weight) {
      Array<Place> result(edges_.num_vertices());
      parallel::for_each(context, edges_.num_vertices(), [&](std::size_t i) {
        const auto v = static_cast<VertexId>(i);
        result[v] = PartnerPlaces<Place>::k_nowhere;
        if (has_room(v) || partners_.count(v) == 0) return;
        const auto row = partners_.places.view().subspan(partners_.offsets[v], partners_.count(v));
        result[v] = *std::min_element(row.begin(), row.end(),
                                      [&](Place a, Place b) { return weight(a) < weight(b); });
      });
      return result;
    });
  }

  [[nodiscard]] CapacityUse use(const Context& context) const {
    const Array<EdgeId> degrees = edges_.degrees(context);
    Array<EdgeId> matched(edges_.num_vertices());
    parallel::for_each(context, matched.size(), [&](std::size_t v) {
      matched[v] = static_cast<EdgeId>(partners_.count(static_cast<VertexId>(v)));
    });
    return use_of(demands_.capacities, degrees.view(), matched.view());
  }

 private:
  // That the pairs are pairs of vertices; the first violation of that or of the capacities.
  [[nodiscard]] std::string check_ends(const Context& context,
                                       std::span<const VertexPair> pairs) const {
    const bool are_pairs = parallel::reduce(
        context, pairs.size(), true,
        [&](std::size_t i) {
          const auto [u, v] = pairs[i];
          return u < edges_.num_vertices() && v < edges_.num_vertices() && u != v;
        },
        [](bool a, bool b) { return a && b; });
    return are_pairs ? "" : check_pairs(pairs);
  }
  [[nodiscard]] bool has_too_many(const Context& context) const {
    return judged_.first_vertex(context, [&](VertexId v) {
      return partners_.count(v) > demands_.capacities[v];
    }) != k_none;
  }

  // The first pair that is none, or that has a vertex in more than its capacity.
  [[nodiscard]] std::string check_pairs(std::span<const VertexPair> pairs) const {
    Array<std::uint32_t> counts(edges_.num_vertices(), 0);
    for (const VertexPair& pair : pairs) {
      std::string fault = judged_.fault_of(pair);
      if (!fault.empty()) return fault;
      for (const std::uint64_t end : pair) {
        const std::uint32_t capacity = demands_.capacities[end];
        if (counts[end] == capacity) {
          return "vertex " + judged_.name(end) + " is in more than " +
                 base::counted(capacity, "pair") + ", its capacity";
        }
        ++counts[end];
      }
    }
    return {};
  }

  [[nodiscard]] bool has_room(VertexId v) const {
    return partners_.count(v) < demands_.capacities[v];
  }

  // Fills lowest_: of each vertex the place in `partners_` of its lowest matched edge. Returns what
  // ratings of edges at each vertex are compared with: edges below the bar are justified, those
  // above it are not, and those on it need a closer look. It is the rating of the lowest matched
  // edge of a full vertex, and the least or the largest number of others.
  template <class Rating>
  [[nodiscard]] auto find_lowest(const Context& context, const Rating& rating) {
    using Value = std::decay_t<decltype(rating(std::size_t{}))>;
    lowest_ = Array<std::size_t>(edges_.num_vertices());
    Array<Value> bars(edges_.num_vertices());
    parallel::for_each(context, edges_.num_vertices(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      std::size_t lowest = partners_.offsets[v];
      for (std::size_t at = lowest + 1; at < partners_.offsets[v + std::size_t{1}]; ++at) {
        if (judged_.is_above(rating, partners_.places[lowest], {v, partners_.partners[lowest]},
                             partners_.places[at], {v, partners_.partners[at]})) {
          lowest = at;
        }
      }
      lowest_[v] = lowest;
      bars[v] = has_room(v)               ? std::numeric_limits<Value>::lowest()
                : partners_.count(v) == 0 ? std::numeric_limits<Value>::max()
                                          : rating(partners_.places[lowest]);
    });
    return bars;
  }

  template <class Weight, class Rating>
  [[nodiscard]] Unmatched<Place> look(const Context& context, const Weight& weight,
                                      const Rating& rating) {
    const auto bars = find_lowest(context, rating);
    std::vector<bool> is_matched(edges_.num_places(), false);
    for (const Place place : matched_) is_matched[place] = true;
    const bool keep = demands_.order.nonpositive == NonPositive::keep;
    const auto is_above_on_bar = [&](VertexId v, const Ends& ends, Place place) {
      if (has_room(v)) return false;
      if (partners_.count(v) == 0) return true;
      const std::size_t at = lowest_[v];
      return judged_.is_above(rating, partners_.places[at], {v, partners_.partners[at]}, place,
                              ends);
    };
    const auto is_justified_at = [&](VertexId v, const Ends& ends, Place place) {
      const auto bar = bars[v];
      const auto rated = rating(place);
      return bar == rated ? is_above_on_bar(v, ends, place) : bar > rated;
    };
    return judged_.first_unmatched(
        context, [&](Unmatched<Place>& first, Place place, const Ends& ends) {
          const auto [u, v] = ends;
          if (!(keep || weight(place) > 0)) return;
          if (is_justified_at(u, ends, place) || is_justified_at(v, ends, place)) return;
          if (is_matched[place]) return;
          if (has_room(u) && has_room(v)) {
            first.addable = {place, ends};
          } else if (!first.dominant.is_there()) {
            first.dominant = {place, ends};
          }
        });
  }

  [[nodiscard]] Ends lowest_edge(VertexId v) const {
    const std::size_t at = lowest_[v];
    return edges_.ends(partners_.places[at], v, partners_.partners[at]);
  }

  const Edges& edges_;
  const GraphMatchingDemands& demands_;
  JudgedGraph<Edges> judged_;
  std::string violation_;
  PartnerPlaces<Place> partners_;
  Array<std::size_t> lowest_;
  std::vector<Place> matched_;  // places of the matched edges, ascending
};

template <class Edges>
MatchingVerdict check_partner_pairs(const Context& context, const Edges& edges,
                                    std::span<const VertexPair> pairs,
                                    const GraphMatchingDemands& demands) {
  context.check_cancelled();
  PartnerChecker<Edges> checker(context, edges, pairs, demands);
  return judge(context, checker, checker.violation(), demands.bound);
}

// That the partners can be read.
void check_rows(const Partners& matching, VertexId num_vertices) {
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

// That each row ascends and holds vertices.
bool are_ascending(const Context& context, const Partners& matching, VertexId num_vertices) {
  if (matching.offsets.size() != num_vertices + std::size_t{1}) return false;
  return parallel::reduce(
      context, num_vertices, true,
      [&](std::size_t v) {
        const auto row = matching.partners_of(static_cast<VertexId>(v));
        return std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end() &&
               (row.empty() || row.back() < num_vertices);
      },
      [](bool a, bool b) { return a && b; });
}

// Rows that ascend need not become pairs, unless a fault is to be told: if each partner is found
// at the other end of an edge, partners are mutual.
template <class Edges>
MatchingVerdict check_partners(const Context& context, const Edges& edges, const Partners& matching,
                               const GraphMatchingDemands& demands) {
  context.check_cancelled();
  check_rows(matching, edges.num_vertices());
  if (are_ascending(context, matching, edges.num_vertices())) {
    PartnerChecker<Edges> checker(context, edges, matching, demands);
    MatchingVerdict verdict = judge(context, checker, checker.violation(), demands.bound);
    if (verdict.valid) return verdict;
  }
  return check_partner_pairs(context, edges, pairs_of(matching, edges.num_vertices()), demands);
}

}  // namespace

MatchingVerdict check_b_matching(const Context& context, const ListEdges& edges,
                                 std::span<const VertexPair> pairs,
                                 const GraphMatchingDemands& demands) {
  return check_partner_pairs(context, edges, pairs, demands);
}

MatchingVerdict check_b_matching(const Context& context, const RowEdges& edges,
                                 std::span<const VertexPair> pairs,
                                 const GraphMatchingDemands& demands) {
  return check_partner_pairs(context, edges, pairs, demands);
}

MatchingVerdict check_b_matching(const Context& context, const ListEdges& edges,
                                 const Partners& matching, const GraphMatchingDemands& demands) {
  return check_partners(context, edges, matching, demands);
}

MatchingVerdict check_b_matching(const Context& context, const RowEdges& edges,
                                 const Partners& matching, const GraphMatchingDemands& demands) {
  return check_partners(context, edges, matching, demands);
}

std::vector<VertexPair> pairs_of(std::span<const VertexId> mates) {
  std::vector<VertexPair> pairs;
  for (std::size_t v = 0; v < mates.size(); ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none) continue;
    const bool is_mutual = mate < mates.size() && mates[mate] == v;
    if (!is_mutual) pairs.push_back({v, v});
    if (is_mutual && v <= mate) pairs.push_back({v, mate});
  }
  return pairs;
}

std::vector<VertexPair> pairs_of(const Partners& matching, VertexId num_vertices) {
  check_rows(matching, num_vertices);
  std::vector<VertexPair> pairs;
  const std::size_t n = matching.offsets.empty() ? 0 : matching.offsets.size() - 1;
  for (std::size_t v = 0; v < n; ++v) {
    for (const VertexId partner : matching.partners_of(static_cast<VertexId>(v))) {
      if (partner >= n) {
        pairs.push_back({v, partner});
        continue;
      }
      const auto back = matching.partners_of(partner);
      const auto count = [](std::span<const VertexId> row, std::size_t sought) {
        return std::count(row.begin(), row.end(), sought);
      };
      const bool is_mutual = std::binary_search(back.begin(), back.end(), v) || count(back, v) != 0;
      if (!is_mutual) pairs.push_back({v, v});
      if (is_mutual && v <= partner) pairs.push_back({v, partner});
    }
  }
  return pairs;
}

}  // namespace hypermatch::detail::verify
