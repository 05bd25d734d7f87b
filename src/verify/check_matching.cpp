// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/edge_order.hpp"
#include "hypermatch/verify.hpp"
#include "structures/edge_rating.hpp"
#include "verify/certified_ratio.hpp"
#include "verify/dual_bound.hpp"
#include "verify/edge_facts.hpp"
#include "verify/exact_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;

// Numbers as files have them, from 1; what stands one before the first has wrapped around from 0.
std::string number(std::uint64_t from_zero) {
  return std::to_string(from_zero + 1);
}
std::string edge(std::uint64_t e) {
  return "edge " + number(e);
}

std::string weight_text(const WeightsView& weights, EdgeId e) {
  return std::visit(
      [e](const auto& held) -> std::string {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return "1";
        } else {
          return std::to_string(held[e]);
        }
      },
      weights);
}

class Checker {
 public:
  Checker(const HypergraphView& hypergraph, const MatchingDemands& demands)
      : hypergraph_(hypergraph),
        order_(detail::structures::resolve(hypergraph, demands.order)),
        ties_(demands.ties),
        owner_(hypergraph.num_vertices, k_none) {}

  /// Facts about the matched edges, given in ascending order; the first one violated, or nothing.
  [[nodiscard]] std::string check_validity(std::span<const std::uint64_t> ascending) {
    return with_edge_facts(
        hypergraph_, order_, 1, [&](const auto&, const auto& eligibility) -> std::string {
          for (const std::uint64_t id : ascending) {
            if (id >= hypergraph_.num_edges()) {
              return edge(id) + " does not exist, there are " +
                     std::to_string(hypergraph_.num_edges()) + " edges";
            }
            const auto e = static_cast<EdgeId>(id);
            if (!matched_.empty() && matched_.back() == e) return edge(e) + " occurs twice";
            if (const Eligibility found = eligibility(e); found != Eligibility::eligible) {
              return ineligible(e, found);
            }
            const auto pins = hypergraph_.pins_of(e);
            for (const VertexId v : pins) {
              if (owner_[v] == k_none) continue;
              return "edges " + number(owner_[v]) + " and " + number(e) + " share vertex " +
                     number(v);
            }
            for (const VertexId v : pins) owner_[v] = e;
            matched_.push_back(e);
          }
          return {};
        });
  }

  /// Facts about the edges that are not matched, after a successful `check_validity`.
  [[nodiscard]] std::string check_unmatched(bool greedy) const {
    const detail::base::TieMixer mix(order_.seed);
    const double scale = greedy ? detail::structures::rating_scale(hypergraph_, order_) : 1;
    return with_edge_facts(hypergraph_, order_, scale,
                           [&](const auto& rating, const auto& eligibility) -> std::string {
                             // Whether `matched` justifies that `other`, which it meets, is not in
                             // the matching.
                             const auto is_above = [&](EdgeId matched, EdgeId other) {
                               const auto a = rating(matched), b = rating(other);
                               if (a != b) return a > b;
                               return ties_ == Ties::redraw || mix(matched) > mix(other);
                             };
                             for (EdgeId e = 0; e < hypergraph_.num_edges(); ++e) {
                               if (eligibility(e) != Eligibility::eligible) continue;
                               EdgeId met = k_none;
                               VertexId where = k_none;
                               bool justified = false;
                               for (const VertexId v : hypergraph_.pins_of(e)) {
                                 const EdgeId other = owner_[v];
                                 if (other == k_none) continue;
                                 justified = other == e || !greedy || is_above(other, e);
                                 if (justified) break;
                                 if (met == k_none) met = other, where = v;
                               }
                               if (justified) continue;
                               if (met == k_none) {
                                 return "not maximal: " + edge(e) +
                                        " meets no matched edge and could be added";
                               }
                               return "not greedy: " + edge(e) +
                                      " comes before every matched edge that it meets, such as " +
                                      edge(met) + " at vertex " + number(where);
                             }
                             return {};
                           });
  }

  [[nodiscard]] const std::vector<EdgeId>& matched() const { return matched_; }
  [[nodiscard]] const OrderOptions& order() const { return order_; }

 private:
  [[nodiscard]] std::string ineligible(EdgeId e, Eligibility found) const {
    if (found == Eligibility::empty)
      return edge(e) + " has no pins, an empty edge is never matched";
    return edge(e) + " has weight " + weight_text(hypergraph_.weights, e) +
           ", only edges of positive weight take part";
  }

  const HypergraphView& hypergraph_;
  OrderOptions order_;
  Ties ties_;
  Array<EdgeId> owner_;  // the matched edge at each vertex
  std::vector<EdgeId> matched_;
};

}  // namespace

MatchingVerdict check_matching(const Context& context, const HypergraphView& hypergraph,
                               std::span<const std::uint64_t> edges,
                               const MatchingDemands& demands) {
  validate(hypergraph);
  context.check_cancelled();
  std::vector<std::uint64_t> sorted;
  if (!std::is_sorted(edges.begin(), edges.end())) {
    sorted.assign(edges.begin(), edges.end());
    std::sort(sorted.begin(), sorted.end());
    edges = sorted;
  }
  MatchingVerdict verdict;
  std::vector<EdgeId> matched;
  OrderOptions order;
  {
    Checker checker(hypergraph, demands);
    verdict.violation = checker.check_validity(edges);
    if (verdict.violation.empty() && (demands.maximal || demands.greedy)) {
      context.check_cancelled();
      verdict.violation = checker.check_unmatched(demands.greedy);
    }
    matched = checker.matched();
    order = checker.order();
  }
  const ExactSum sum = exact_sum(hypergraph.weights, matched);
  verdict.value = sum.value;
  if (!verdict.violation.empty()) return verdict;
  verdict.ok = true;

  const bool known = demands.known_bound >= 0;
  if (!demands.bound && !known) return verdict;
  constexpr double k_infinity = std::numeric_limits<double>::infinity();
  DualBound bound{known ? demands.known_bound : k_infinity, k_infinity};
  if (demands.bound) {
    const DualBound dual = dual_bound(context, hypergraph, order.objective, matched);
    if (dual.value <= bound.value) bound = dual;
  }
  verdict.upper_bound = bound.value;
  verdict.certified_ratio =
      certified_ratio(order.objective == Objective::weight ? sum : exact_sum({}, matched), bound);
  return verdict;
}

}  // namespace hypermatch::verify
