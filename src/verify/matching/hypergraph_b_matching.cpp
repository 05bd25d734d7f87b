// SPDX-License-Identifier: MIT
// Judges b-matchings of hypergraphs from the definitions: an unmatched edge is justified by a pin
// that is full of matched edges above it.
#include "verify/matching/hypergraph_b_matching.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/counted.hpp"
#include "base/edge_order.hpp"
#include "hypermatch/array.hpp"
#include "structures/edge_rating.hpp"
#include "verify/dual/b_dual_bound.hpp"
#include "verify/dual/certified_ratio.hpp"
#include "verify/matching/edge_facts.hpp"
#include "verify/matching/weight_sum.hpp"

namespace hypermatch::detail::verify {

using hypermatch::verify::MatchingDemands;
using hypermatch::verify::MatchingVerdict;

namespace {

// The first edges that tell against a matching.
struct UnmatchedEdges {
  EdgeId addable = k_none;   // all pins have room: the matching is not maximal
  EdgeId dominant = k_none;  // no pin is full of edges above it: it is not greedy
};

// Counts that tasks add to, read after all have ended: hence relaxed.
class Counter {
 public:
  explicit Counter(const Context& context) : alone_(context.threads() == 1) {}
  void up(std::uint32_t& count) const {
    if (alone_) {
      ++count;
    } else {
      std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed);
    }
  }

 private:
  bool alone_;
};

class RoomChecker {
 public:
  RoomChecker(const HypergraphView& hypergraph, const MatchingDemands& demands)
      : hypergraph_(hypergraph),
        demands_(demands),
        order_(structures::resolve(hypergraph, demands.order)),
        counts_(hypergraph.num_vertices, 0),
        lowest_(hypergraph.num_vertices, k_none),
        is_matched_(hypergraph.num_edges(), 0) {}

  /// Takes the edges, which do not fall; the first fact violated, or nothing.
  [[nodiscard]] std::string take(const Context& context, std::span<const std::uint64_t> edges) {
    if (take_at_once(context, edges)) return {};
    parallel::for_each(context, counts_.size(), [&](std::size_t v) { counts_[v] = 0; });
    parallel::for_each(context, is_matched_.size(), [&](std::size_t e) { is_matched_[e] = 0; });
    const auto eligibility = eligible_edges(hypergraph_, order_);
    for (const std::uint64_t id : edges) {
      if (id >= hypergraph_.num_edges()) {
        return edge_text(id) + " does not exist, " +
               base::there_are(hypergraph_.num_edges(), "edge");
      }
      const auto e = static_cast<EdgeId>(id);
      if (is_matched_[e] != 0) return edge_text(e) + " occurs twice";
      if (const Eligibility found = eligibility(e); found != Eligibility::eligible) {
        return edge_text(e) + because(hypergraph_, e, found);
      }
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (has_room(v)) continue;
        return "vertex " + number_text(v) + " is in more than " +
               base::counted(demands_.capacities[v], "matched edge") + ", its capacity; " +
               edge_text(e) + " is the first one above it";
      }
      for (const VertexId v : hypergraph_.pins_of(e)) ++counts_[v];
      is_matched_[e] = 1;
      matched_.push_back(e);
    }
    return {};
  }

  [[nodiscard]] UnmatchedEdges check_unmatched(const Context& context) {
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
  [[nodiscard]] std::string violation(const UnmatchedEdges& found) const {
    if (demands_.greedy && found.dominant != k_none) {
      const auto pins = hypergraph_.pins_of(found.dominant);
      const VertexId full =
          *std::find_if(pins.begin(), pins.end(), [&](VertexId v) { return !has_room(v); });
      return "not greedy: " + edge_text(found.dominant) +
             " comes before a matched edge at each of its vertices that is full, such as " +
             edge_text(lowest_[full]) + " at vertex " + number_text(full);
    }
    if ((demands_.maximal || demands_.greedy) && found.addable != k_none) {
      return "not maximal: " + edge_text(found.addable) +
             " meets vertices that have room and could be added";
    }
    return {};
  }

  [[nodiscard]] std::span<const EdgeId> matched() const { return matched_; }
  [[nodiscard]] const OrderOptions& order() const { return order_; }
  /// The lightest matched edge of each full vertex.
  [[nodiscard]] Array<EdgeId> lightest(const Context& context) const {
    Array<EdgeId> result(hypergraph_.num_vertices, k_none);
    const AnyValues weight = counted_weights(hypergraph_, order_);
    keep_lowest(
        context, result,
        [&](EdgeId a, EdgeId b) { return weight(a) != weight(b) ? weight(a) < weight(b) : a < b; },
        [&](VertexId v) { return !has_room(v); });
    return result;
  }
  [[nodiscard]] CapacityUse use(const Context& context) const {
    Array<EdgeId> degrees(hypergraph_.num_vertices, 0);
    const Counter count(context);
    parallel::for_each(context, hypergraph_.pins.size(),
                       [&](std::size_t i) { count.up(degrees[hypergraph_.pins[i]]); });
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

  // As `take`, in any order; false where a fact is violated, or edges do not rise.
  [[nodiscard]] bool take_at_once(const Context& context, std::span<const std::uint64_t> edges) {
    const auto both = [](bool a, bool b) { return a && b; };
    const auto eligibility = eligible_edges(hypergraph_, order_);
    const bool are_eligible = parallel::reduce(
        context, edges.size(), true,
        [&](std::size_t i) {
          return edges[i] < hypergraph_.num_edges() && (i == 0 || edges[i - 1] < edges[i]) &&
                 eligibility(static_cast<EdgeId>(edges[i])) == Eligibility::eligible;
        },
        both);
    if (!are_eligible) return false;
    const Counter count(context);
    parallel::for_each(context, edges.size(), [&](std::size_t i) {
      const auto e = static_cast<EdgeId>(edges[i]);
      for (const VertexId v : hypergraph_.pins_of(e)) count.up(counts_[v]);
      is_matched_[e] = 1;
    });
    if (!parallel::reduce(
            context, counts_.size(), true,
            [&](std::size_t v) { return counts_[v] <= demands_.capacities[v]; }, both)) {
      return false;
    }
    matched_.assign(edges.begin(), edges.end());
    return true;
  }

  // Makes lowest[v] the lowest of the matched edges at each v with counts(v). is_lower(a, b) is a
  // total order.
  template <class IsLower, class Counts>
  void keep_lowest(const Context& context, Array<EdgeId>& lowest, const IsLower& is_lower,
                   const Counts& counts) const {
    const bool alone = context.threads() == 1;
    parallel::for_each(context, matched_.size(), [&](std::size_t i) {
      const EdgeId e = matched_[i];
      for (const VertexId v : hypergraph_.pins_of(e)) {
        if (!counts(v)) continue;
        if (alone) {
          if (lowest[v] == k_none || is_lower(e, lowest[v])) lowest[v] = e;
          continue;
        }
        const std::atomic_ref word(lowest[v]);
        // Relaxed: words are read after all tasks have ended.
        EdgeId seen = word.load(std::memory_order_relaxed);
        // Ends: it fails only where another task has lowered the word, which has finitely many
        // values.
        while ((seen == k_none || is_lower(e, seen)) &&
               !word.compare_exchange_weak(seen, e, std::memory_order_relaxed)) {
        }
      }
    });
  }

  template <class Rating>
  void find_lowest(const Context& context, const Rating& rating, const base::TieMixer& mix) {
    keep_lowest(
        context, lowest_,
        [&](EdgeId a, EdgeId b) {
          const auto first = rating(a), second = rating(b);
          if (first != second) return first < second;
          return demands_.ties == Ties::redraw ? a > b : mix(a) < mix(b);
        },
        [](VertexId) { return true; });
  }

  template <class Rating, class IsAbove, class Eligible>
  [[nodiscard]] UnmatchedEdges look(const Context& context, const Rating& rating,
                                    const IsAbove& is_above, const Eligible& eligibility) const {
    // As in graph_b_matching.cpp: edges below a bar are justified, those on it need a closer look.
    using Value = std::decay_t<decltype(rating(EdgeId{}))>;
    Array<Value> bars(hypergraph_.num_vertices);
    parallel::for_each(context, bars.size(), [&](std::size_t i) {
      const auto v = static_cast<VertexId>(i);
      bars[v] = has_room(v)            ? std::numeric_limits<Value>::lowest()
                : lowest_[v] == k_none ? std::numeric_limits<Value>::max()
                                       : rating(lowest_[v]);
    });
    const parallel::Chunks chunks = parallel::cut(context, hypergraph_.num_edges(), k_block_places);
    std::vector<UnmatchedEdges> parts(chunks.count);
    parallel::for_chunks(
        context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
          UnmatchedEdges& part = parts[chunk];
          for (std::size_t i = begin; i < end && part.addable == k_none; ++i) {
            if (i % k_block_places == 0) context.check_cancelled();
            const auto e = static_cast<EdgeId>(i);
            if (is_matched_[e] != 0 || eligibility(e) != Eligibility::eligible) continue;
            const auto rated = rating(e);
            bool has_full = false, is_justified = false;
            for (const VertexId v : hypergraph_.pins_of(e)) {
              is_justified = bars[v] > rated;
              if (is_justified) break;
              if (has_room(v)) continue;
              has_full = true;
              is_justified = bars[v] == rated && (lowest_[v] == k_none || is_above(lowest_[v], e));
              if (is_justified) break;
            }
            if (is_justified) continue;
            if (!has_full) {
              part.addable = e;
            } else if (part.dominant == k_none) {
              part.dominant = e;
            }
          }
        });
    UnmatchedEdges found;
    for (const UnmatchedEdges& part : parts) {
      if (found.dominant == k_none) found.dominant = part.dominant;
      // Nothing behind it tells anything new.
      found.addable = part.addable;
      if (found.addable != k_none) break;
    }
    return found;
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
  RoomChecker checker(hypergraph, demands);
  verdict.violation = checker.take(context, edges);
  verdict.valid = verdict.violation.empty();
  if (verdict.valid) {
    context.check_cancelled();
    const UnmatchedEdges found = checker.check_unmatched(context);
    verdict.maximal = found.addable == k_none;
    verdict.greedy = verdict.maximal && found.dominant == k_none;
    verdict.violation = checker.violation(found);
    verdict.use = checker.use(context);
  }
  const WeightSum sum = weight_of(hypergraph.weights, checker.matched());
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  const Objective objective = checker.order().objective;
  const Array<EdgeId> lightest = checker.lightest(context);
  const DualBound bound = b_dual_bound(context, HyperedgePins(hypergraph), hypergraph, objective,
                                       demands.capacities, lightest.view());
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      objective == Objective::weight ? sum : count_of(checker.matched().size()), bound);
  return verdict;
}

}  // namespace hypermatch::detail::verify
