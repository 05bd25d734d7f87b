// SPDX-License-Identifier: MIT
// Judges matchings of hypergraphs from the definitions, whatever the capacities: an edge that is
// left out is justified by a pin that is full of matched edges above it.
#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/verify_matching.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/shared_words.hpp"
#include "structures/edge_rating.hpp"
#include "verify/dual/dual_bound.hpp"
#include "verify/dual/infinity.hpp"
#include "verify/matching/edge_facts.hpp"
#include "verify/matching/edges_at_vertices.hpp"
#include "verify/matching/judge.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;
namespace base = detail::base;
namespace parallel = detail::parallel;
namespace structures = detail::structures;

struct EdgeWitness {
  EdgeId edge = k_none;

  [[nodiscard]] bool is_there() const { return edge != k_none; }
};

// Judges edges given by ascending numbers; Held is EdgeAtVertex where all capacities are 1, else
// EdgesAtVertex.
template <class Held>
class EdgeSetChecker {
 public:
  using Witnesses = Counterexamples<EdgeWitness>;

  EdgeSetChecker(const HypergraphView& hypergraph, const MatchingDemands& demands)
      : hypergraph_(hypergraph),
        demands_(demands),
        order_(structures::resolve(hypergraph, demands.order)),
        held_(hypergraph.num_vertices, demands.capacities) {}

  /// Takes the matched edges; the first fact about them that is violated, or nothing.
  template <class Id>
  [[nodiscard]] std::string take(const Context& context, std::span<const Id> ascending) {
    std::string violation;
    num_matched_ = ascending.size();
    if (!takes_at_once(context, ascending)) violation = take_in_turn(context, ascending);
    matched_ = narrowed(ascending.first(num_matched_));
    return violation;
  }

  /// Nothing: `take` has found the edges.
  [[nodiscard]] static std::string check_edges(const Context& /*context*/) { return {}; }

  /// Checks the unmatched edges for maximality and greedy-ness, after a successful `take`.
  [[nodiscard]] Witnesses check_unmatched(const Context& context) {
    context.check_cancelled();
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
                             find_lowest(context, rating, mix);
                             return look(context, rating, is_above, eligibility);
                           });
  }

  /// The first fact that the demands ask for and `found` violates, or nothing.
  [[nodiscard]] std::string violation(const Witnesses& found) const {
    if (demands_.greedy && found.dominant.is_there()) {
      const EdgeId e = found.dominant.edge;
      const auto pins = hypergraph_.pins_of(e);
      const VertexId full =
          *std::find_if(pins.begin(), pins.end(), [&](VertexId v) { return !held_.has_room(v); });
      return "not greedy: " + edge_text(e) + " comes before " +
             (Held::k_is_plain ? "every matched edge that it meets"
                               : "a matched edge at each of its vertices that is full") +
             ", such as " + edge_text(held_.lowest[full]) + " at vertex " + number_text(full);
    }
    if ((demands_.maximal || demands_.greedy) && found.addable.is_there()) {
      return "not maximal: " + edge_text(found.addable.edge) +
             (Held::k_is_plain ? " meets no matched edge" : " meets vertices that have room") +
             " and could be added";
    }
    return {};
  }

  [[nodiscard]] WeightSum weight() const { return weight_of(hypergraph_.weights, matched_); }
  [[nodiscard]] std::size_t num_matched() const { return num_matched_; }
  [[nodiscard]] Objective objective() const { return order_.objective; }

  /// The best bound known, of those that are asked for.
  [[nodiscard]] DualBound bound(const Context& context) const {
    const HyperedgePins edges(hypergraph_);
    if constexpr (Held::k_is_plain) {
      const bool known = demands_.known_bound >= 0;
      DualBound bound{known ? demands_.known_bound : k_infinity, k_infinity};
      if (!demands_.bound) return bound;
      const DualBound dual = dual_bound(context, edges, objective(), held_.lowest.view());
      return dual.value <= bound.value ? dual : bound;
    } else {
      return dual_bound(context, edges, objective(), demands_.capacities, lightest(context).view());
    }
  }

  /// Nothing is said of capacities of 1.
  [[nodiscard]] CapacityUse use(const Context& context) const {
    if constexpr (Held::k_is_plain) {
      return {};
    } else {
      Array<EdgeId> degrees(hypergraph_.num_vertices, 0);
      const parallel::SharedWords words(context);
      parallel::for_each(context, hypergraph_.pins.size(),
                         [&](std::size_t i) { words.add(degrees[hypergraph_.pins[i]], 1); });
      return use_of(demands_.capacities, degrees.view(), held_.counts.view());
    }
  }

 private:
  // Takes the edges in any order; false where a fact is violated.
  template <class Id>
  [[nodiscard]] bool takes_at_once(const Context& context, std::span<const Id> ascending) {
    const auto eligibility = eligible_edges(hypergraph_, order_);
    const parallel::SharedWords words(context);
    return parallel::reduce(
               context, ascending.size(), true,
               [&](std::size_t i) {
                 const std::uint64_t id = ascending[i];
                 if (id >= hypergraph_.num_edges() || (i != 0 && ascending[i - 1] == id)) {
                   return false;
                 }
                 const auto e = static_cast<EdgeId>(id);
                 if (eligibility(e) != Eligibility::eligible) return false;
                 bool fits = true;
                 for (const VertexId v : hypergraph_.pins_of(e)) fits &= held_.enter(words, v, e);
                 return fits;
               },
               [](bool a, bool b) { return a && b; }) &&
           !held_.has_too_many(context);
  }

  // Takes the edges up to the first that violates a fact; that fact.
  template <class Id>
  [[nodiscard]] std::string take_in_turn(const Context& context, std::span<const Id> ascending) {
    held_.clear(context);
    const auto eligibility = eligible_edges(hypergraph_, order_);
    const parallel::SharedWords words(true);
    for (num_matched_ = 0; num_matched_ < ascending.size(); ++num_matched_) {
      const std::uint64_t id = ascending[num_matched_];
      if (id >= hypergraph_.num_edges()) {
        return edge_text(id) + " does not exist, " +
               base::there_are(hypergraph_.num_edges(), "edge");
      }
      const auto e = static_cast<EdgeId>(id);
      if (num_matched_ != 0 && ascending[num_matched_ - 1] == id) {
        return edge_text(e) + " occurs twice";
      }
      if (const Eligibility found = eligibility(e); found != Eligibility::eligible) {
        return edge_text(e) + because(hypergraph_, e, found);
      }
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (!held_.has_room(v)) return held_.too_many(v, e);
      }
      for (const VertexId v : hypergraph_.pins_of(e)) (void)held_.enter(words, v, e);
    }
    return {};
  }

  // The edges as numbers of 32 bits, in `narrow_` where they are wider.
  [[nodiscard]] std::span<const EdgeId> narrowed(std::span<const EdgeId> edges) { return edges; }
  [[nodiscard]] std::span<const EdgeId> narrowed(std::span<const std::uint64_t> edges) {
    narrow_.reserve(edges.size());
    for (const std::uint64_t e : edges) narrow_.push_back(static_cast<EdgeId>(e));
    return narrow_;
  }

  // Empty where ratings do not depend on them.
  [[nodiscard]] Array<std::uint64_t> loads_of_edges(const Context& context) const {
    if (Held::k_is_plain || !structures::rates_by_load(order_, demands_.capacities)) return {};
    Array<std::uint64_t> loads(hypergraph_.num_edges());
    parallel::for_each(context, loads.size(), [&](std::size_t e) {
      loads[e] = structures::load_of(hypergraph_, demands_.capacities, static_cast<EdgeId>(e));
    });
    return loads;
  }

  // Makes lowest[v] the lowest of the matched edges at each v with counts(v). is_lower(a, b) is a
  // total order.
  template <class IsLower, class Counts>
  void keep_lowest(const Context& context, Array<EdgeId>& lowest, const IsLower& is_lower,
                   const Counts& counts) const {
    const parallel::SharedWords words(context);
    const auto is_first = [&](EdgeId a, EdgeId b) { return b == k_none || is_lower(a, b); };
    parallel::for_each(context, matched_.size(), [&](std::size_t i) {
      const EdgeId e = matched_[i];
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (counts(v)) words.put_first(lowest[v], e, is_first);
      }
    });
  }

  template <class Rating>
  void find_lowest(const Context& context, const Rating& rating, const base::TieMixer& mix) {
    if (Held::k_is_plain) return;
    keep_lowest(
        context, held_.lowest,
        [&](EdgeId a, EdgeId b) {
          const auto first = rating(a), second = rating(b);
          if (first != second) return first < second;
          return demands_.ties == Ties::redraw ? a > b : mix(a) < mix(b);
        },
        [](VertexId) { return true; });
  }

  // The lightest matched edge of each full vertex.
  [[nodiscard]] Array<EdgeId> lightest(const Context& context) const {
    Array<EdgeId> result(hypergraph_.num_vertices, k_none);
    const AnyValues weight = counted_weights(hypergraph_, order_);
    keep_lowest(
        context, result,
        [&](EdgeId a, EdgeId b) { return weight(a) != weight(b) ? weight(a) < weight(b) : a < b; },
        [&](VertexId v) { return !held_.has_room(v); });
    return result;
  }

  template <class Rating, class IsAbove, class Eligible>
  [[nodiscard]] Witnesses look(const Context& context, const Rating& rating,
                               const IsAbove& is_above, const Eligible& eligibility) const {
    // As in graph_matching.cpp: edges below a bar are justified, those on it need a closer look.
    using Value = std::decay_t<decltype(rating(EdgeId{}))>;
    Array<Value> bars(hypergraph_.num_vertices);
    parallel::for_each(context, bars.size(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      const EdgeId lowest = held_.lowest[v];
      bars[v] = held_.has_room(v)  ? std::numeric_limits<Value>::lowest()
                : lowest == k_none ? std::numeric_limits<Value>::max()
                                   : rating(lowest);
    });
    const auto look_at = [&](EdgeId e, Witnesses& part) {
      const auto rated = rating(e);
      bool has_full = false;
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (bars[v] > rated) return;
        if (held_.has_room(v)) continue;
        has_full = true;
        const EdgeId lowest = held_.lowest[v];
        if (bars[v] == rated && (lowest == k_none || is_above(lowest, e))) return;
      }
      if (!has_full) {
        part.addable = {e};
      } else if (!part.dominant.is_there()) {
        part.dominant = {e};
      }
    };
    const parallel::Chunks chunks = parallel::cut(context, hypergraph_.num_edges(), k_block_places);
    std::vector<Witnesses> parts(chunks.count);
    parallel::for_chunks(
        context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          Witnesses& part = parts[chunk];
          auto next = std::lower_bound(matched_.begin(), matched_.end(), begin);
          for (std::size_t i = begin; i < end && !part.addable.is_there(); ++i) {
            if (i % k_block_places == 0) context.check_cancelled();
            if (next != matched_.end() && *next == i) {
              ++next;
            } else if (eligibility(static_cast<EdgeId>(i)) == Eligibility::eligible) {
              look_at(static_cast<EdgeId>(i), part);
            }
          }
        });
    return first_of(parts);
  }

  const HypergraphView& hypergraph_;
  const MatchingDemands& demands_;
  OrderOptions order_;
  Held held_;
  std::size_t num_matched_ = 0;
  std::span<const EdgeId> matched_;  // ascending
  std::vector<EdgeId> narrow_;
};

template <class Held, class Id>
MatchingVerdict judge_edges(const Context& context, const HypergraphView& hypergraph,
                            std::span<const Id> ascending, const MatchingDemands& demands) {
  EdgeSetChecker<Held> checker(hypergraph, demands);
  const bool knows_bound = Held::k_is_plain && demands.known_bound >= 0;
  return judge(context, checker, checker.take(context, ascending), demands.bound || knows_bound);
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
  return are_ones(context, demands.capacities)
             ? judge_edges<EdgeAtVertex>(context, hypergraph, edges, demands)
             : judge_edges<EdgesAtVertex>(context, hypergraph, edges, demands);
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
