// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/graph_matching/common/order.hpp"
#include "algorithms/graph_matching/exact/exact_rows.hpp"
#include "algorithms/graph_matching/exact/heaviest_matching.hpp"
#include "algorithms/graph_matching/exact/largest_matching.hpp"
#include "base/large_vector.hpp"
#include "base/random.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/exact_matching.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

using namespace detail::graph_matching;

namespace {

using namespace detail::graph_matching::exact;

// The size that is meant: costs, and edges that weigh nothing but count, ask for the most edges.
MatchingSize resolved_size(const ExactOptions& options) {
  const bool means_largest = options.sense == Sense::minimize ||
                             options.order.objective == Objective::cardinality ||
                             options.order.nonpositive == NonPositive::keep;
  return options.size == MatchingSize::any && means_largest ? MatchingSize::largest : options.size;
}

std::string guarantee_of(const ExactOptions& options) {
  if (options.order.objective == Objective::cardinality) return "the most edges";
  const std::string best =
      options.sense == Sense::minimize ? "the least cost" : "the largest weight";
  if (options.size == MatchingSize::perfect) return best + " of a perfect matching";
  return options.size == MatchingSize::largest ? best + " of the most edges" : best;
}

// The barrier, with the number of odd components that its vertices leave.
template <class Rows>
Barrier barrier_of(const Context& context, const Rows& rows, std::vector<VertexId> vertices) {
  detail::parallel::StopCheck stop(context);
  std::sort(vertices.begin(), vertices.end());
  Barrier barrier{.vertices = std::move(vertices)};
  const auto n = static_cast<VertexId>(rows.first.size() - 1);
  std::vector<bool> seen(n, false);
  for (const VertexId v : barrier.vertices) seen[v] = true;
  std::vector<VertexId> component;
  for (VertexId root = 0; root < n; ++root) {
    if (seen[root]) continue;
    component.assign(1, root);
    seen[root] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      const VertexId u = component[at];
      stop.done(rows.first[u + std::size_t{1}] - rows.first[u] + 2);
      for (Offset a = rows.first[u]; a < rows.first[u + std::size_t{1}]; ++a) {
        const VertexId v = rows.heads[a];
        if (seen[v]) continue;
        seen[v] = true;
        component.push_back(v);
      }
    }
    barrier.odd_components += component.size() % 2;
  }
  return barrier;
}

void take_no_mates(GraphMatching& matching, VertexId num_vertices, Barrier barrier) {
  matching.barrier = std::move(barrier);
  matching.mates = detail::filled_vector(num_vertices, k_none);
}

// The dual of weights 1: half for a vertex that no free one reaches, 1 for one of the barrier, and
// 1 for each odd component of more than one vertex; in units of a half.
MatchingDual dual_of(const LargestMatching& largest) {
  const std::size_t n = largest.mates.size();
  MatchingDual dual{.exponent = -1};
  dual.vertices.resize(n);
  std::vector<std::size_t> place(n, n);
  std::vector<std::vector<std::uint64_t>> members;
  for (std::size_t v = 0; v < n; ++v) {
    dual.vertices[v] = largest.sides[v] == Side::odd ? 2 : largest.sides[v] == Side::even ? 0 : 1;
    if (largest.sides[v] != Side::even) continue;
    std::size_t& at = place[largest.component[v]];
    if (at == n) {
      at = members.size();
      members.emplace_back();
    }
    members[at].push_back(v);
  }
  for (std::vector<std::uint64_t>& each : members) {
    if (each.size() > 1) dual.sets.push_back({2, std::move(each)});
  }
  return dual;
}

// The matching of the edges that meet none before them in the list; seeds other than 0 pick the
// edge that comes first.
std::vector<VertexId> first_fit(const EdgeListView& graph, std::uint64_t seed) {
  std::vector<VertexId> mates = detail::filled_vector(graph.num_vertices, k_none);
  const auto take = [&](std::span<const GraphEdge> edges) {
    for (const auto [u, v] : edges) {
      if (u == v || u >= mates.size() || v >= mates.size()) {
        detail::structures::throw_broken_promise(graph);
      }
      if (mates[u] != k_none || mates[v] != k_none) continue;
      mates[u] = v;
      mates[v] = u;
    }
  };
  const std::uint64_t m = graph.edges.size();
  const std::size_t begin =
      seed == 0 || m == 0 ? 0 : detail::base::below(detail::base::hash(seed, 1), m);
  take(graph.edges.subspan(begin));
  take(graph.edges.first(begin));
  return mates;
}

void match_most(const Context& context, const EdgeListView& graph, const ExactOptions& options,
                GraphMatching& matching) {
  LargestMatching largest;
  largest.mates = first_fit(graph, options.order.seed);
  context.check_cancelled();
  const auto is_free = [](VertexId mate) { return mate == k_none; };
  if (std::none_of(largest.mates.begin(), largest.mates.end(), is_free)) {
    largest.sides.assign(graph.num_vertices, Side::unreached);
  } else {
    const PlainRows rows = plain_rows(context, graph, [](std::size_t) { return true; });
    context.check_cancelled();
    largest = largest_matching(context, rows, std::move(largest.mates));
    if (options.size == MatchingSize::perfect &&
        std::any_of(largest.mates.begin(), largest.mates.end(), is_free)) {
      std::vector<VertexId> odd;
      for (VertexId v = 0; v < graph.num_vertices; ++v) {
        if (largest.sides[v] == Side::odd) odd.push_back(v);
      }
      return take_no_mates(matching, graph.num_vertices, barrier_of(context, rows, std::move(odd)));
    }
  }
  matching.stats.rounds = largest.num_phases;
  matching.dual = dual_of(largest);
  matching.mates = std::move(largest.mates);
}

void match_heaviest(const Context& context, const EdgeListView& graph, const ExactOptions& options,
                    GraphMatching& matching) {
  const EdgeValues values = edge_values(graph, options);
  ExactRows rows = exact_rows(context, graph, values);
  if (options.size == MatchingSize::perfect) {
    if (Barrier barrier = barrier_of(context, rows, {}); barrier.odd_components != 0) {
      return take_no_mates(matching, graph.num_vertices, std::move(barrier));
    }
  }
  SolvedRows solved = heaviest_matching(context, rows, options.size == MatchingSize::perfect);
  const Array<VertexId>& vertices = rows.vertices;
  matching.stats.rounds = solved.num_searches;
  if (!solved.exists) {
    Barrier barrier = barrier_of(context, rows, std::move(solved.barrier));
    for (VertexId& v : barrier.vertices) v = vertices[v];
    std::sort(barrier.vertices.begin(), barrier.vertices.end());
    return take_no_mates(matching, graph.num_vertices, std::move(barrier));
  }
  matching.mates = detail::filled_vector(graph.num_vertices, k_none);
  MatchingDual& dual = matching.dual;
  dual.exponent = values.fixed.exponent - 1;
  dual.bonus = 2 * values.bonus;
  dual.weight_unit = values.fixed.rounding_unit();
  context.check_cancelled();
  dual.vertices.resize(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    if (solved.mates[v] != k_none) matching.mates[vertices[v]] = vertices[solved.mates[v]];
    dual.vertices[vertices[v]] = solved.duals[v];
  }
  dual.sets = std::move(solved.sets);
  for (DualSet& set : dual.sets) {
    for (std::uint64_t& member : set.members) {
      if (member < graph.num_vertices) member = vertices[member];
    }
  }
}

}  // namespace

GraphMatching exact(const Context& context, const EdgeListView& graph, const ExactOptions& given) {
  ExactOptions options = given;
  options.order = resolve(context, options.order, graph);
  detail::check_enum("sense", options.sense);
  detail::check_enum("size", options.size);
  options.size = resolved_size(options);
  const bool counts = options.order.objective == Objective::cardinality;
  if (counts && options.sense == Sense::minimize) {
    throw Error(ErrorCode::invalid_option,
                "minimize is for costs, it does not go with the objective cardinality");
  }
  GraphMatching matching;
  matching.stats = run_stats(options.order, guarantee_of(options), 0, "exact");
  if (counts) {
    match_most(context, graph, options, matching);
  } else {
    match_heaviest(context, graph, options, matching);
    if (matching.dual.weight_unit > 0) matching.stats.guarantee += ", but for rounded weights";
  }
  return matching;
}

}  // namespace hypermatch
