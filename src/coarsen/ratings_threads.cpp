// SPDX-License-Identifier: MIT
// What edges count when a graph is coarsened: Holtgrewe, Sanders, Schulz 2010 ("Engineering a
// Scalable High Quality Graph Partitioner", doi:10.1109/IPDPS.2010.5470485). O(n + m) work. Each
// quotient comes from the same operands in the same order, and out(v) is the exact sum of the edges
// of v, rounded once, so that ratings are the same on any number of threads. What would be infinite
// is the largest double: ratings may serve as weights, which are finite.
#include <algorithm>
#include <limits>
#include <string>

#include "base/exact_sum.hpp"
#include "coarsen/classes.hpp"
#include "coarsen/pair_scan.hpp"
#include "coarsen/work_progress.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/graph_matching.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/segmented.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace base = detail::base;
namespace parallel = detail::parallel;

namespace {

constexpr VertexId k_between_stops = 256;  // vertices
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

void check_positive(const Context& context, std::size_t num_vertices,
                    std::span<const std::int64_t> weights) {
  check_vertex_weights(num_vertices, weights);
  const std::size_t bad =
      first_wrong(context, "check", weights.size(), [&](std::size_t v) { return weights[v] <= 0; });
  if (bad == weights.size()) return;
  throw Error(ErrorCode::invalid_input, "vertex_weights[" + std::to_string(bad) + "] is " +
                                            std::to_string(weights[bad]) + ", must be positive");
}

// out(v) of every vertex of a graph in rows.
Array<double> out_weights(const Context& context, const GraphView& rows) {
  Array<double> out(rows.num_vertices);
  with_weights(rows.weights, [&](auto weight) {
    for_each_in_blocks(context, "rate", rows.num_vertices, [&](std::size_t v) {
      const Offset first = rows.offsets[v];
      out[v] = base::exact_sum(rows.offsets[v + 1] - first,
                               [&](std::size_t i) { return weight(first + i); });
    });
  });
  return out;
}

// out(v) of every vertex. One thread adds as it meets the edges, and is done if that was exact, as
// it is for integers; several, and exact sums, need to know which edges are whose.
Array<double> out_weights(const Context& context, const EdgeListView& graph) {
  Array<double> out(graph.num_vertices, 0.0);
  if (context.threads() == 1) {
    bool exact = true;
    with_weights(graph.weights, [&](auto weight) {
      for_each_in_blocks(context, "rate", graph.edges.size(), [&](std::size_t e) {
        exact &= base::add_exactly(out[graph.edges[e].u], weight(e));
        exact &= base::add_exactly(out[graph.edges[e].v], weight(e));
      });
    });
    if (exact) return out;
  }
  return out_weights(context, compress(context, graph).view());
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

double clamped(double rating) {
  return std::clamp(rating, -k_largest, k_largest);
}

}  // namespace

Array<double> rate_edges(const Context& context, const EdgeListView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  parallel::check_input(context, graph);
  check_positive(context, graph.num_vertices, vertex_weights);
  const Operands operands{vertex_weights, rating == EdgeRating::inner_outer
                                              ? out_weights(context, graph)
                                              : Array<double>()};
  context.check_cancelled();
  Array<double> ratings(graph.edges.size());
  with_weights(graph.weights, [&](auto weight) {
    for_each_in_blocks(context, "rate", graph.edges.size(), [&](std::size_t e) {
      ratings[e] = clamped(quotient(rating, operands, weight(e), graph.edges[e]));
    });
  });
  return ratings;
}

Array<double> rate_edges(const Context& context, const GraphView& graph,
                         std::span<const std::int64_t> vertex_weights, EdgeRating rating) {
  parallel::check_input(context, graph);
  check_positive(context, graph.num_vertices, vertex_weights);
  const Operands operands{vertex_weights, rating == EdgeRating::inner_outer
                                              ? out_weights(context, graph)
                                              : Array<double>()};
  context.check_cancelled();
  Array<double> ratings(graph.neighbours.size());
  const WorkProgress progress(context, "rate", ratings.size());
  with_weights(graph.weights, [&](auto weight) {
    parallel::for_pieces(
        context, graph.num_vertices,
        [&](std::size_t v) { return v < graph.offsets.size() ? graph.offsets[v] : 0; },
        [&](const parallel::RowPiece& piece) {
          const auto u = static_cast<VertexId>(piece.row);
          if (u % k_between_stops == 0) progress.done(piece.begin);
          for (std::uint64_t i = piece.begin; i < piece.end; ++i) {
            const GraphEdge edge{u, graph.neighbours[i]};
            ratings[i] = clamped(quotient(rating, operands, weight(i), edge));
          }
        });
  });
  return ratings;
}

}  // namespace hypermatch
