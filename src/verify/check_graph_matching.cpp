// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/graph_order.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify.hpp"
#include "verify/certified_ratio.hpp"
#include "verify/dual_bound.hpp"
#include "verify/exact_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail::verify;

// Calls body(value), where value(e) is `values` at e in the type it is stored in, or 1 where there
// are none or they do not count.
template <class Body>
decltype(auto) with_values(const WeightsView& values, bool counts, Body&& body) {
  return std::visit(
      [&](const auto& held) -> decltype(auto) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          if (counts) return body([held](EdgeId e) { return held[e]; });
        }
        return body([](EdgeId) { return 1; });
      },
      values);
}

class GraphChecker {
 public:
  GraphChecker(const EdgeListView& graph, const GraphMatchingDemands& demands)
      : graph_(graph),
        demands_(demands),
        by_weight_(resolve(demands.order.objective, graph.is_weighted()) == Objective::weight),
        mates_(graph.num_vertices, k_none),
        edges_(graph.num_vertices, k_none) {}

  /// That the pairs are disjoint pairs of vertices; the first fact violated, or nothing.
  [[nodiscard]] std::string check_pairs(std::span<const VertexPair> pairs) {
    for (const auto& [u, v] : pairs) {
      for (const std::uint64_t end : {u, v}) {
        if (end < graph_.num_vertices) continue;
        return "vertex " + name(end) + " does not exist, there are " +
               std::to_string(graph_.num_vertices) + " vertices";
      }
      if (u == v) return "vertex " + name(u) + " is paired with itself";
      for (const std::uint64_t end : {u, v}) {
        if (mates_[end] != k_none) return "vertex " + name(end) + " is in two pairs";
      }
      mates_[u] = static_cast<VertexId>(v);
      mates_[v] = static_cast<VertexId>(u);
    }
    return {};
  }

  /// That each pair is an eligible edge.
  [[nodiscard]] std::string check_edges() {
    for (EdgeId e = 0; e < graph_.num_edges(); ++e) {
      const auto [u, v] = graph_.edges[e];
      if (mates_[u] != v) continue;
      if (!is_eligible(e)) {
        return edge(e) + " has weight " + weight_text(e) +
               ", only edges of positive weight take part";
      }
      edges_[u] = edges_[v] = e;
      matched_.push_back(e);
    }
    for (VertexId v = 0; v < graph_.num_vertices; ++v) {
      if (mates_[v] != k_none && edges_[v] == k_none) {
        return "no edge joins " + name(v) + " and " + name(mates_[v]);
      }
    }
    return {};
  }

  /// Facts about the edges that are not matched.
  [[nodiscard]] std::string check_unmatched(bool greedy) const {
    const detail::base::PairMixer mix(demands_.order.seed);
    const bool rated = !demands_.ratings.empty();
    const WeightsView values = rated ? WeightsView(demands_.ratings) : graph_.weights;
    return with_values(values, rated || by_weight_, [&](const auto& rating) -> std::string {
      const auto is_above = [&](EdgeId a, EdgeId b) {
        if (rating(a) != rating(b)) return rating(a) > rating(b);
        if (demands_.ties == Ties::redraw) return true;
        const auto rank = [&](EdgeId e) {
          return detail::base::graph_rank(0, mix, graph_.edges[e].u, graph_.edges[e].v);
        };
        return rank(a) > rank(b);
      };
      for (EdgeId e = 0; e < graph_.num_edges(); ++e) {
        if (!is_eligible(e)) continue;
        const auto [u, v] = graph_.edges[e];
        const EdgeId at_u = edges_[u], at_v = edges_[v];
        if (at_u == k_none && at_v == k_none) {
          return "not maximal: " + edge(e) + " meets no matched edge and could be added";
        }
        if (!greedy || at_u == e) continue;
        const bool justified =
            (at_u != k_none && is_above(at_u, e)) || (at_v != k_none && is_above(at_v, e));
        if (justified) continue;
        return "not greedy: " + edge(e) +
               " comes before every matched edge that it meets, such as " +
               edge(at_u != k_none ? at_u : at_v);
      }
      return {};
    });
  }

  [[nodiscard]] const std::vector<EdgeId>& matched() const { return matched_; }
  [[nodiscard]] Objective objective() const {
    return by_weight_ ? Objective::weight : Objective::cardinality;
  }

 private:
  [[nodiscard]] bool is_eligible(EdgeId e) const {
    return demands_.order.nonpositive == NonPositive::keep ||
           with_values(graph_.weights, by_weight_,
                       [e](const auto& weight) { return weight(e) > 0; });
  }
  [[nodiscard]] std::string name(std::uint64_t v) const {
    return demands_.name ? demands_.name(v) : std::to_string(v + 1);
  }
  [[nodiscard]] std::string edge(EdgeId e) const {
    return "edge " + name(graph_.edges[e].u) + " " + name(graph_.edges[e].v);
  }
  [[nodiscard]] std::string weight_text(EdgeId e) const {
    return with_values(graph_.weights, true,
                       [e](const auto& weight) { return std::to_string(weight(e)); });
  }

  const EdgeListView& graph_;
  const GraphMatchingDemands& demands_;
  bool by_weight_;
  Array<VertexId> mates_;
  Array<EdgeId> edges_;  // the matched edge at each vertex
  std::vector<EdgeId> matched_;
};

// The bound looks at edges and their pins only, so a graph is a hypergraph to it.
DualBound bound_of(const Context& context, const EdgeListView& graph, Objective objective,
                   std::span<const EdgeId> matched) {
  const std::size_t m = graph.edges.size();
  Array<Offset> offsets(m + 1);
  Array<VertexId> pins(2 * m);
  for (std::size_t e = 0; e <= m; ++e) offsets[e] = 2 * e;
  for (std::size_t e = 0; e < m; ++e) {
    pins[2 * e] = graph.edges[e].u;
    pins[2 * e + 1] = graph.edges[e].v;
  }
  return dual_bound(context, {graph.num_vertices, offsets.view(), pins.view(), graph.weights},
                    objective, matched);
}

}  // namespace

MatchingVerdict check_graph_matching(const Context& context, const EdgeListView& graph,
                                     std::span<const VertexPair> pairs,
                                     const GraphMatchingDemands& demands) {
  validate(graph);
  context.check_cancelled();
  MatchingVerdict verdict;
  GraphChecker checker(graph, demands);
  verdict.violation = checker.check_pairs(pairs);
  if (verdict.violation.empty()) verdict.violation = checker.check_edges();
  if (verdict.violation.empty() && (demands.maximal || demands.greedy)) {
    context.check_cancelled();
    verdict.violation = checker.check_unmatched(demands.greedy);
  }
  const ExactSum sum = exact_sum(graph.weights, checker.matched());
  verdict.value = sum.value;
  verdict.ok = verdict.violation.empty();
  if (!verdict.ok || !demands.bound) return verdict;
  const DualBound bound = bound_of(context, graph, checker.objective(), checker.matched());
  verdict.upper_bound = bound.value;
  verdict.certified_ratio = certified_ratio(
      checker.objective() == Objective::weight ? sum : exact_sum({}, checker.matched()), bound);
  return verdict;
}

}  // namespace hypermatch::verify
