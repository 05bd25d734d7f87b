// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/violated_cut.hpp"

#include <limits>
#include <string>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::bipartite_matching {

// Rows if their lower bounds are too large, which the search shows by not reaching the hub;
// otherwise the columns that it does not reach.
ViolatedCut violated_cut(const PairNetwork& network, const PairBounds& bounds,
                         const FeasiblePairs& found) {
  ViolatedCut cut;
  const bool of_rows = !found.reached.back();
  cut.side = of_rows ? ViolatedCut::Side::rows : ViolatedCut::Side::columns;
  const std::size_t first = of_rows ? 0 : network.num_rows;
  const std::size_t count = of_rows ? network.num_rows : network.num_columns;
  const Capacities& lower = of_rows ? bounds.row_lower : bounds.column_lower;
  const Capacities& upper = of_rows ? bounds.column_upper : bounds.row_upper;
  std::vector<bool> demands(count, false);
  for (std::size_t v = 0; v < count; ++v) {
    if (found.reached[first + v] != of_rows || lower[v] == 0) continue;
    demands[v] = true;
    cut.demanding.push_back(v);
    cut.demand += lower[v];
  }
  // The edges of each vertex of the other side that lead to demanding ones.
  std::vector<std::uint64_t> edges(of_rows ? network.num_columns : network.num_rows, 0);
  for (VertexId r = 0; r < network.num_rows; ++r) {
    for (Offset i = network.begin[r]; i < network.begin[r + 1]; ++i) {
      const VertexId c = network.columns[i];
      if (demands[of_rows ? r : c]) ++edges[of_rows ? c : r];
    }
  }
  for (std::size_t v = 0; v < edges.size(); ++v) {
    if (upper[v] < edges[v]) {
      cut.limiting.push_back(v);
      cut.limit += upper[v];
    } else {
      cut.edges += edges[v];
    }
  }
  return cut;
}

void check_pairs_call(const Context& context, const char* algorithm, const BipartiteView& graph,
                      const WeightsView& weights, const PairBounds& bounds) {
  validate(context, graph);
  check_bounds(bounds, graph);
  if (is_weighted(weights) && size_of(weights) != graph.num_entries()) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size_of(weights)) +
                                              " weights for " +
                                              std::to_string(graph.num_entries()) + " entries");
  }
  constexpr std::uint64_t k_most = std::numeric_limits<std::uint32_t>::max() - 2;
  if (graph.num_entries() > k_most || std::uint64_t{graph.num_rows} + graph.num_columns > k_most) {
    throw Error(
        ErrorCode::invalid_input,
        std::string(algorithm) + " takes at most 2^32 - 3 entries, and as many rows and columns");
  }
}

}  // namespace hypermatch::detail::bipartite_matching
