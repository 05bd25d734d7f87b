// SPDX-License-Identifier: MIT
// What edges count when a graph is coarsened: Holtgrewe, Sanders, Schulz 2010 ("Engineering a
// Scalable High Quality Graph Partitioner", doi:10.1109/IPDPS.2010.5470485). O(n + m) work. Each
// quotient comes from the same operands in the same order, and out(v) is the exact sum of the edges
// of v, rounded once, so that ratings are the same on any number of threads. What would be infinite
// is the largest double: ratings may serve as weights, which are finite.
#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

namespace base = detail::base;
namespace parallel = detail::parallel;

namespace {

constexpr double k_largest = std::numeric_limits<double>::max();

double finite(double value) {
  return std::clamp(value, -k_largest, k_largest);
}

// What a rating is made of; of the sums in `out` only what the rating asks for is there.
struct Operands {
  std::span<const std::int64_t> vertex_weights;
  Array<double> out;

  [[nodiscard]] double weight_of(VertexId v) const {
    return vertex_weights.empty() ? 1.0 : static_cast<double>(vertex_weights[v]);
  }
};

void check_vertex_weights(const EdgeListView& graph, std::span<const std::int64_t> weights) {
  if (weights.empty()) return;
  if (weights.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(weights.size()) +
                                              " vertex weights for " +
                                              std::to_string(graph.num_vertices) + " vertices");
  }
  const auto bad = std::find_if(weights.begin(), weights.end(), [](auto w) { return w <= 0; });
  if (bad != weights.end()) {
    throw Error(ErrorCode::invalid_input, "vertex_weights[" +
                                              std::to_string(bad - weights.begin()) + "] is " +
                                              std::to_string(*bad) + ", must be positive");
  }
}

// Calls body(weight), a callable from edge or arc numbers to double.
template <class Body>
decltype(auto) with_weights(const WeightsView& weights, Body&& body) {
  return std::visit(
      [&](const auto& held) -> decltype(auto) {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return body([](std::size_t) { return 1.0; });
        } else {
          return body([held](std::size_t e) { return static_cast<double>(held[e]); });
        }
      },
      weights);
}

// out(v) of every vertex. One thread adds as it meets the edges, and is done if that was exact, as
// it is for integers; several, and exact sums, need to know which edges are whose.
Array<double> out_weights(const Context& context, const EdgeListView& graph) {
  Array<double> out(graph.num_vertices, 0.0);
  if (context.threads() == 1) {
    bool exact = true;
    with_weights(graph.weights, [&](auto weight) {
      for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        exact &= base::add_exactly(out[graph.edges[e].u], weight(e));
        exact &= base::add_exactly(out[graph.edges[e].v], weight(e));
      }
    });
    if (exact) return out;
  }
  const CompressedGraph rows = compress(context, graph);
  with_weights(view_of(rows.weights), [&](auto weight) {
    parallel::for_each(context, graph.num_vertices, [&](std::size_t v) {
      const Offset first = rows.offsets[v];
      out[v] = base::exact_sum(rows.offsets[v + 1] - first,
                               [&](std::size_t i) { return weight(first + i); });
    });
  });
  return out;
}

double quotient(EdgeRating rating, const Operands& operands, double w, const GraphEdge& edge) {
  const double cu = operands.weight_of(edge.u);
  const double cv = operands.weight_of(edge.v);
  switch (rating) {
    case EdgeRating::weight:
      break;
    case EdgeRating::expansion:
      return w / (cu + cv);
    case EdgeRating::expansion_star:
      return w / (cu * cv);
    case EdgeRating::expansion_star_2:
      return w * w / (cu * cv);
    case EdgeRating::inner_outer: {
      // In this order it is exactly 0 for an edge that touches no other, and never infinity less
      // infinity.
      const double others = (finite(operands.out[edge.u]) - w) + (finite(operands.out[edge.v]) - w);
      return others == 0 ? k_largest : w / others;
    }
  }
  return w;
}

}  // namespace

Array<double> rate_edges(const Context& context, const EdgeListView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  parallel::check_input(context, graph);
  check_vertex_weights(graph, vertex_weights);
  const Operands operands{vertex_weights, rating == EdgeRating::inner_outer
                                              ? out_weights(context, graph)
                                              : Array<double>()};
  context.check_cancelled();
  Array<double> ratings(graph.edges.size());
  with_weights(graph.weights, [&](auto weight) {
    parallel::for_each(context, graph.edges.size(), [&](std::size_t e) {
      ratings[e] =
          std::clamp(quotient(rating, operands, weight(e), graph.edges[e]), -k_largest, k_largest);
    });
  });
  return ratings;
}

}  // namespace hypermatch
