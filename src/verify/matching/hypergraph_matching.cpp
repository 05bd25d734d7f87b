// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/verify_matching.hpp"
#include "structures/edge_rating.hpp"
#include "verify/dual/certified_ratio.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/dual/infinity.hpp"
#include "verify/matching/edge_facts.hpp"
#include "verify/matching/hypergraph_b_matching.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;
namespace parallel = detail::parallel;

// Witnesses against maximality and greedy-ness of a valid matching.
struct Counterexamples {
  EdgeId addable = k_none;   ///< meets no matched edge: the matching is not maximal
  EdgeId dominant = k_none;  ///< comes before every matched edge that it meets: it is not greedy
  VertexId meets = k_none;   ///< where `dominant` meets the first of them
};

class EdgeSetChecker {
 public:
  EdgeSetChecker(const HypergraphView& hypergraph, const MatchingDemands& demands)
      : hypergraph_(hypergraph),
        order_(detail::structures::resolve(hypergraph, demands.order)),
        ties_(demands.ties),
        owner_(hypergraph.num_vertices, k_none) {}

  /// Facts about the matched edges, given in ascending order; the first one violated, or nothing.
  template <class Id>
  [[nodiscard]] std::string check_validity(const Context& context, std::span<const Id> ascending) {
    if (context.threads() > 1 && holds_at_once(context, ascending)) {
      num_matched_ = ascending.size();
      return {};
    }
    std::fill(owner_.begin(), owner_.end(), k_none);
    for (const std::uint64_t id : ascending) {
      if (std::string found = violation_of(ascending, id); !found.empty()) return found;
      const auto e = static_cast<EdgeId>(id);
      for (const VertexId v : hypergraph_.pins_of(e)) owner_[v] = e;
      ++num_matched_;
    }
    return {};
  }

  /// Checks the unmatched edges for maximality and greedy-ness, after a successful
  /// `check_validity`.
  [[nodiscard]] Counterexamples check_unmatched(const Context& context) const {
    const detail::base::TieMixer mix(order_.seed);
    const double scale = detail::structures::rating_scale(hypergraph_, order_);
    const auto look = [&](const auto& rating, const auto& eligibility) {
      // Whether `matched` justifies that `other`, which it meets, is not in the matching.
      const auto is_above = [&](EdgeId matched, EdgeId other) {
        const auto a = rating(matched), b = rating(other);
        if (a != b) return a > b;
        return ties_ == Ties::redraw || mix(matched) > mix(other);
      };
      const parallel::Chunks chunks =
          parallel::cut(context, hypergraph_.num_edges(), k_block_places);
      std::vector<Counterexamples> parts(chunks.count);
      parallel::for_chunks(context, chunks,
                           [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                             parts[chunk] = look_at(context, begin, end, is_above, eligibility);
                           });
      Counterexamples found;
      for (const Counterexamples& part : parts) {
        if (found.dominant == k_none) {
          found.dominant = part.dominant;
          found.meets = part.meets;
        }
        // Nothing behind it tells anything new.
        found.addable = part.addable;
        if (found.addable != k_none) break;
      }
      return found;
    };
    return with_edge_facts(hypergraph_, order_, scale, {}, look);
  }

  /// The first fact that `demands` ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Counterexamples& found,
                                      const MatchingDemands& demands) const {
    if (demands.greedy && found.dominant != k_none) {
      return "not greedy: " + edge_text(found.dominant) +
             " comes before every matched edge that it meets, such as " +
             edge_text(owner_[found.meets]) + " at vertex " + number_text(found.meets);
    }
    if ((demands.maximal || demands.greedy) && found.addable != k_none) {
      return "not maximal: " + edge_text(found.addable) +
             " meets no matched edge and could be added";
    }
    return {};
  }

  /// How many edges passed `check_validity`.
  [[nodiscard]] std::size_t num_matched() const { return num_matched_; }
  [[nodiscard]] const OrderOptions& order() const { return order_; }
  /// The matched edge at each vertex, or k_none.
  [[nodiscard]] std::span<const EdgeId> owners() const { return owner_.view(); }

 private:
  // The first fact about a matched edge that is violated, those before it having been entered.
  template <class Id>
  [[nodiscard]] std::string violation_of(std::span<const Id> ascending, std::uint64_t id) const {
    if (id >= hypergraph_.num_edges()) {
      return edge_text(id) + " does not exist, " +
             detail::base::there_are(hypergraph_.num_edges(), "edge");
    }
    const auto e = static_cast<EdgeId>(id);
    if (num_matched_ != 0 && ascending[num_matched_ - 1] == id)
      return edge_text(e) + " occurs twice";
    if (const Eligibility found = eligible_edges(hypergraph_, order_)(e);
        found != Eligibility::eligible) {
      return edge_text(e) + because(hypergraph_, e, found);
    }
    for (const VertexId v : hypergraph_.pins_of(e)) {
      if (owner_[v] == k_none) continue;
      return "edges " + number_text(owner_[v]) + " and " + number_text(e) + " share vertex " +
             number_text(v);
    }
    return {};
  }

  // Whether no fact about the matched edges is violated; then enters them at their vertices.
  template <class Id>
  [[nodiscard]] bool holds_at_once(const Context& context, std::span<const Id> ascending) {
    const auto eligibility = eligible_edges(hypergraph_, order_);
    return parallel::reduce(
        context, ascending.size(), true,
        [&](std::size_t i) {
          const std::uint64_t id = ascending[i];
          if (id >= hypergraph_.num_edges() || (i != 0 && ascending[i - 1] == id)) return false;
          const auto e = static_cast<EdgeId>(id);
          if (eligibility(e) != Eligibility::eligible) return false;
          bool is_first = true;
          for (const VertexId v : hypergraph_.pins_of(e)) {
            // Relaxed: of two edges that share a vertex the second one sees the first.
            is_first &= std::atomic_ref(owner_[v]).exchange(e, std::memory_order_relaxed) == k_none;
          }
          return is_first;
        },
        [](bool a, bool b) { return a && b; });
  }

  // Checks the edges first .. last - 1, up to the first addable one.
  template <class IsAbove, class Eligible>
  [[nodiscard]] Counterexamples look_at(const Context& context, std::size_t first, std::size_t last,
                                        const IsAbove& is_above,
                                        const Eligible& eligibility) const {
    Counterexamples found;
    for (std::size_t i = first; i < last && found.addable == k_none; ++i) {
      if (i % k_block_places == 0) context.check_cancelled();
      const auto e = static_cast<EdgeId>(i);
      if (eligibility(e) != Eligibility::eligible) continue;
      VertexId meets = k_none;
      bool justified = false;
      for (const VertexId v : hypergraph_.pins_of(e)) {
        const EdgeId other = owner_[v];
        if (other == k_none) continue;
        if (meets == k_none) meets = v;
        justified = found.dominant != k_none || other == e || is_above(other, e);
        if (justified) break;
      }
      if (meets == k_none) {
        found.addable = e;
      } else if (!justified) {
        found.dominant = e;
        found.meets = meets;
      }
    }
    return found;
  }

  const HypergraphView& hypergraph_;
  OrderOptions order_;
  Ties ties_;
  Array<EdgeId> owner_;  // the matched edge at each vertex
  std::size_t num_matched_ = 0;
};

// The edges as numbers of 32 bits, in `narrow` where they are wider.
std::span<const EdgeId> narrowed(std::span<const EdgeId> edges, std::vector<EdgeId>& /*narrow*/) {
  return edges;
}
std::span<const EdgeId> narrowed(std::span<const std::uint64_t> edges,
                                 std::vector<EdgeId>& narrow) {
  narrow.reserve(edges.size());
  for (const std::uint64_t e : edges) narrow.push_back(static_cast<EdgeId>(e));
  return narrow;
}

template <class Id>
MatchingVerdict check_edge_set(const Context& context, const HypergraphView& hypergraph,
                               std::span<const Id> edges, const MatchingDemands& demands) {
  validate(context, hypergraph);
  detail::check_enum("ties", demands.ties);
  context.check_cancelled();
  std::vector<Id> sorted;
  if (!std::is_sorted(edges.begin(), edges.end())) {
    sorted.assign(edges.begin(), edges.end());
    std::sort(sorted.begin(), sorted.end());
    edges = sorted;
  }
  check_capacities(demands.capacities, hypergraph.num_vertices);
  if (!are_ones(context, demands.capacities)) {
    const std::vector<std::uint64_t> ids(edges.begin(), edges.end());
    return detail::verify::check_b_matching(context, hypergraph, ids, demands);
  }
  MatchingVerdict verdict;
  EdgeSetChecker checker(hypergraph, demands);
  verdict.violation = checker.check_validity(context, edges);
  verdict.valid = verdict.violation.empty();
  edges = edges.first(checker.num_matched());
  if (verdict.valid) {
    context.check_cancelled();
    const Counterexamples found = checker.check_unmatched(context);
    verdict.maximal = found.addable == k_none;
    verdict.greedy = verdict.maximal && found.dominant == k_none;
    verdict.violation = checker.violation(found, demands);
  }
  std::vector<EdgeId> narrow;
  const std::span<const EdgeId> matched = narrowed(edges, narrow);
  const WeightSum sum = weight_of(hypergraph.weights, matched);
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  const bool known = demands.known_bound >= 0;
  if (!verdict.ok || (!demands.bound && !known)) return verdict;

  const Objective objective = checker.order().objective;
  DualBound bound{known ? demands.known_bound : k_infinity, k_infinity};
  if (demands.bound) {
    const DualBound dual =
        dual_bound(context, HyperedgePins(hypergraph), objective, checker.owners());
    if (dual.value <= bound.value) bound = dual;
  }
  verdict.upper_bound = bound.value;
  verdict.certified_ratio =
      certified_ratio(objective == Objective::weight ? sum : count_of(matched.size()), bound);
  return verdict;
}

}  // namespace

MatchingVerdict check_matching(const Context& context, const HypergraphView& hypergraph,
                               std::span<const std::uint64_t> edges,
                               const MatchingDemands& demands) {
  return check_edge_set(context, hypergraph, edges, demands);
}

MatchingVerdict check_matching(const Context& context, const HypergraphView& hypergraph,
                               std::span<const EdgeId> edges, const MatchingDemands& demands) {
  return check_edge_set(context, hypergraph, edges, demands);
}

}  // namespace hypermatch::verify
