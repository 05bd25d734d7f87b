// SPDX-License-Identifier: MIT
// Matchings of vertices for coarsening, of hypergraphs and graphs.
#include <algorithm>
#include <string>

#include "coarsen/classes.hpp"
#include "coarsen/pair_scan.hpp"
#include "coarsen/vertex_matcher.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch {

using namespace detail::coarsen;
namespace parallel = detail::parallel;

namespace {

void check_options(const Context& context, std::size_t n, const VertexMatchingOptions& options) {
  if (options.max_weight < 0) {
    throw Error(ErrorCode::invalid_option,
                "max_weight is " + std::to_string(options.max_weight) + ", must be >= 0");
  }
  detail::check_enum("two_hop", options.two_hop, TwoHop::pair);
  const auto weights = options.vertex_weights;
  check_vertex_weights(n, weights);
  const auto wrong = parallel::reduce<std::size_t>(
      context, weights.size(), n, [&](std::size_t v) { return weights[v] < 0 ? v : n; },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (wrong < n) {
    throw Error(ErrorCode::invalid_input, "vertex_weights[" + std::to_string(wrong) + "] is " +
                                              std::to_string(weights[wrong]) + ", must be >= 0");
  }
}

}  // namespace

VertexMatching match_vertices(const Context& context, const HypergraphView& hypergraph,
                              const VertexMatchingOptions& options) {
  parallel::check_input(context, hypergraph);
  check_options(context, hypergraph.num_vertices, options);
  const NetScan scan(context, hypergraph, options.largest_edge);
  context.check_cancelled();
  return VertexMatcher(context, scan, options).run();
}

VertexMatching match_vertices(const Context& context, const GraphView& graph,
                              const VertexMatchingOptions& options) {
  parallel::check_input(context, graph);
  check_options(context, graph.num_vertices, options);
  return with_weights(graph.weights, [&](auto weight) {
    const ArcScan scan(graph, weight);
    return VertexMatcher(context, scan, options).run();
  });
}

}  // namespace hypermatch
