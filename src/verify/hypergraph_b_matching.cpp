// SPDX-License-Identifier: MIT
// Judges b-matchings of hypergraphs from the definitions: an unmatched edge is justified by a pin
// that is full of matched edges above it.
#include "verify/hypergraph_b_matching.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/counted.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "structures/edge_rating.hpp"
#include "verify/b_dual_bound.hpp"
#include "verify/certified_ratio.hpp"
#include "verify/edge_facts.hpp"
#include "verify/weight_sum.hpp"

namespace hypermatch::detail::verify {

using hypermatch::verify::MatchingDemands;
using hypermatch::verify::MatchingVerdict;

namespace {

std::string number(std::uint64_t from_zero) {
  return std::to_string(from_zero + 1);
}
std::string edge(std::uint64_t e) {
  return "edge " + number(e);
}

// The first edges that tell against a matching.
struct Unmatched {
  EdgeId addable = k_none;   // all pins have room: the matching is not maximal
  EdgeId dominant = k_none;  // no pin is full of edges above it: it is not greedy
};

class BChecker {
 public:
  BChecker(const HypergraphView& hypergraph, const MatchingDemands& demands)
      : hypergraph_(hypergraph),
        demands_(demands),
        order_(structures::resolve(hypergraph, demands.order)),
        counts_(hypergraph.num_vertices, 0),
        lowest_(hypergraph.num_vertices, k_none),
        is_matched_(hypergraph.num_edges(), 0) {}

  /// Takes the edges, which do not fall; the first fact violated, or nothing.
  [[nodiscard]] std::string take(std::span<const std::uint64_t> edges) {
    return with_edge_facts(
        hypergraph_, order_, 1, {}, [&](const auto&, const auto& eligibility) -> std::string {
          for (const std::uint64_t id : edges) {
            if (id >= hypergraph_.num_edges()) {
              return edge(id) + " does not exist, " +
                     base::there_are(hypergraph_.num_edges(), "edge");
            }
            const auto e = static_cast<EdgeId>(id);
            if (is_matched_[e] != 0) return edge(e) + " occurs twice";
            if (const Eligibility found = eligibility(e); found != Eligibility::eligible) {
              return ineligible(e, found);
            }
            for (const VertexId v : hypergraph_.pins_of(e)) {
              if (has_room(v)) continue;
              return "vertex " + number(v) + " is in more than " +
                     base::counted(demands_.capacities[v], "matched edge") + ", its capacity; " +
                     edge(e) + " is the first one above it";
            }
            for (const VertexId v : hypergraph_.pins_of(e)) ++counts_[v];
            is_matched_[e] = 1;
            matched_.push_back(e);
          }
          return {};
        });
  }

  [[nodiscard]] Unmatched check_unmatched(const Context& context) {
    const base::TieMixer mix(order_.seed);
    const double scale = structures::rating_scale(hypergraph_, order_);
    const Array<std::uint64_t> loads = loads_of_edges(context);
    return with_edge_facts(hypergraph_, order_, scale, loads.view(),
                           [&](const auto& rating, const auto& eligibility) {
                             const auto is_above = [&](EdgeId a, EdgeId b) {
                               const auto first = rating(a), second = rating(b);
                               if (first != second) return first > second;
                               return demands_.ties == Ties::redraw || mix(a) > mix(b);
                             };
                             find_lowest(is_above);
                             return look(context, is_above, eligibility);
                           });
  }

  /// The first fact that the demands ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Unmatched& found) const {
    if (demands_.greedy && found.dominant != k_none) {
      const auto pins = hypergraph_.pins_of(found.dominant);
      const VertexId full =
          *std::find_if(pins.begin(), pins.end(), [&](VertexId v) { return !has_room(v); });
      return "not greedy: " + edge(found.dominant) +
             " comes before a matched edge at each of its vertices that is full, such as " +
             edge(lowest_[full]) + " at vertex " + number(full);
    }
    if ((demands_.maximal || demands_.greedy) && found.addable != k_none) {
      return "not maximal: " + edge(found.addable) +
             " meets vertices that have room and could be added";
    }
    return {};
  }

  [[nodiscard]] std::span<const EdgeId> matched() const { return matched_; }
  [[nodiscard]] const OrderOptions& order() const { return order_; }
  /// Of each full vertex its matched edge of least weight.
  [[nodiscard]] Array<EdgeId> lightest() const {
    Array<EdgeId> result(hypergraph_.num_vertices, k_none);
    with_weights(hypergraph_, order_.objective, [&](const auto& weight) {
      for (const EdgeId e : matched_) {
        for (const VertexId v : hypergraph_.pins_of(e)) {
          if (has_room(v)) continue;
          if (result[v] == k_none || weight(e) < weight(result[v])) result[v] = e;
        }
      }
    });
    return result;
  }
  [[nodiscard]] CapacityUse use() const {
    Array<EdgeId> degrees(hypergraph_.num_vertices, 0);
    for (const VertexId v : hypergraph_.pins) ++degrees[v];
    return use_of(demands_.capacities, degrees.view(), counts_.view());
  }

 private:
  [[nodiscard]] bool has_room(VertexId v) const { return counts_[v] < demands_.capacities[v]; }

  // Empty where ratings do not depend on them.
  [[nodiscard]] Array<std::uint64_t> loads_of_edges(const Context& context) const {
    if (!structures::rates_by_load(order_, demands_.capacities)) return {};
    Array<std::uint64_t> loads(hypergraph_.num_edges());
    parallel::for_each(context, loads.size(), [&](std::size_t e) {
      loads[e] = structures::load_of(hypergraph_, demands_.capacities, static_cast<EdgeId>(e));
    });
    return loads;
  }

  template <class IsAbove>
  void find_lowest(const IsAbove& is_above) {
    for (const EdgeId e : matched_) {
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (lowest_[v] == k_none || is_above(lowest_[v], e)) lowest_[v] = e;
      }
    }
  }

  template <class IsAbove, class Eligible>
  [[nodiscard]] Unmatched look(const Context& context, const IsAbove& is_above,
                               const Eligible& eligibility) const {
    const parallel::Chunks chunks = parallel::cut(context, hypergraph_.num_edges(), k_block_places);
    std::vector<Unmatched> parts(chunks.count);
    parallel::for_chunks(context, chunks,
                         [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                           Unmatched& part = parts[chunk];
                           for (std::size_t i = begin; i < end && part.addable == k_none; ++i) {
                             if (i % k_block_places == 0) context.check_cancelled();
                             const auto e = static_cast<EdgeId>(i);
                             if (is_matched_[e] != 0 || eligibility(e) != Eligibility::eligible)
                               continue;
                             bool has_full = false, is_justified = false;
                             for (const VertexId v : hypergraph_.pins_of(e)) {
                               if (has_room(v)) continue;
                               has_full = true;
                               is_justified = lowest_[v] == k_none || is_above(lowest_[v], e);
                               if (is_justified) break;
                             }
                             if (!has_full) {
                               part.addable = e;
                             } else if (!is_justified && part.dominant == k_none) {
                               part.dominant = e;
                             }
                           }
                         });
    Unmatched found;
    for (const Unmatched& part : parts) {
      if (found.dominant == k_none) found.dominant = part.dominant;
      // Nothing behind it tells anything new.
      found.addable = part.addable;
      if (found.addable != k_none) break;
    }
    return found;
  }

  [[nodiscard]] std::string ineligible(EdgeId e, Eligibility found) const {
    if (found == Eligibility::empty) {
      return edge(e) + " has no pins, an empty edge is never matched";
    }
    return edge(e) + " has weight " + weight_text(hypergraph_.weights, e) +
           ", only edges of positive weight take part";
  }

  const HypergraphView& hypergraph_;
  const MatchingDemands& demands_;
  OrderOptions order_;
  Array<std::uint32_t> counts_;     // matched edges of each vertex
  Array<EdgeId> lowest_;            // of them the lowest of the order
  Array<std::uint8_t> is_matched_;  // of each edge
  std::vector<EdgeId> matched_;     // ascending
};

}  // namespace

MatchingVerdict check_b_matching(const Context& context, const HypergraphView& hypergraph,
                                 std::span<const std::uint64_t> edges,
                                 const MatchingDemands& demands) {
  MatchingVerdict verdict;
  BChecker checker(hypergraph, demands);
  verdict.violation = checker.take(edges);
  verdict.valid = verdict.violation.empty();
  if (verdict.valid) {
    context.check_cancelled();
    const Unmatched found = checker.check_unmatched(context);
    verdict.maximal = found.addable == k_none;
    verdict.greedy = verdict.maximal && found.dominant == k_none;
    verdict.violation = checker.violation(found);
    verdict.use = checker.use();
  }
  const WeightSum sum = weight_of(hypergraph.weights, checker.matched());
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  const Objective objective = checker.order().objective;
  const Array<EdgeId> lightest = checker.lightest();
  const DualBound bound = b_dual_bound(context, HyperedgePins(hypergraph), hypergraph, objective,
                                       demands.capacities, lightest.view());
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      objective == Objective::weight ? sum : count_of(checker.matched().size()), bound);
  return verdict;
}

}  // namespace hypermatch::detail::verify
