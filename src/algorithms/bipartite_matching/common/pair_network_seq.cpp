// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/pair_network.hpp"

#include <algorithm>
#include <limits>

namespace hypermatch::detail::bipartite_matching {

namespace {

constexpr std::uint32_t k_unseen = std::numeric_limits<std::uint32_t>::max();

// For each column the last row that was seen there.
bool has_repeated_entries(const BipartiteView& graph) {
  Array<VertexId> seen(graph.num_columns, k_unseen);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (const VertexId c : graph.columns_of(r)) {
      if (seen[c] == r) return true;
      seen[c] = r;
    }
  }
  return false;
}

// Keeps the first of the best entries of each pair, in the order of their first ones.
void keep_best(const BipartiteView& graph, const WeightsView& weights,
               const structures::PairValues& values, PairNetwork& network) {
  constexpr Offset k_nowhere = std::numeric_limits<Offset>::max();
  Array<Offset> place(graph.num_columns, k_nowhere);  // of the column's arc in the present row
  network.own_begin = Array<Offset>(graph.num_rows + std::size_t{1}, 0);
  network.own_columns.resize(graph.num_entries());
  network.entries.resize(graph.num_entries());
  Offset arcs = 0;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    const Offset first = arcs;
    for (Offset i = graph.offsets[r]; i < graph.offsets[r + 1]; ++i) {
      const VertexId c = graph.columns[i];
      const bool is_new = place[c] == k_nowhere || place[c] < first;
      if (is_new) place[c] = arcs++;
      std::uint32_t& entry = network.entries[place[c]];
      if (is_new || values.value_of(weights, i) > values.value_of(weights, entry)) {
        entry = static_cast<std::uint32_t>(i);
        network.own_columns[place[c]] = c;
      }
    }
    network.own_begin[r + 1] = arcs;
  }
  network.own_columns.resize(arcs);
  network.entries.resize(arcs);
}

void take_bounds(const Capacities& lower, const Capacities& upper, std::size_t count,
                 std::size_t first, PairNetwork& network) {
  for (std::size_t v = 0; v < count; ++v) {
    const std::uint32_t degree = network.upper[first + v];
    network.lower[first + v] = lower[v];
    network.upper[first + v] = std::max(std::min(upper[v], degree), lower[v]);
  }
}

}  // namespace

PairNetwork make_network(const BipartiteView& graph, const WeightsView& weights,
                         const structures::PairValues& values, const PairBounds& bounds) {
  PairNetwork network;
  network.num_rows = graph.num_rows;
  network.num_columns = graph.num_columns;
  network.begin = graph.offsets;
  network.columns = graph.columns;
  if (has_repeated_entries(graph)) {
    keep_best(graph, weights, values, network);
    network.begin = network.own_begin.view();
    network.columns = network.own_columns.view();
  }
  const std::size_t n = std::size_t{graph.num_rows} + graph.num_columns;
  network.lower = Array<std::uint32_t>(n, 0);
  network.upper = Array<std::uint32_t>(n, 0);
  network.column_begin = Array<Offset>(graph.num_columns + std::size_t{1}, 0);
  for (const VertexId c : network.columns) ++network.column_begin[c + std::size_t{1}];
  for (std::size_t r = 0; r < graph.num_rows; ++r) {
    network.upper[r] = static_cast<std::uint32_t>(network.begin[r + 1] - network.begin[r]);
  }
  for (std::size_t c = 0; c < graph.num_columns; ++c) {
    network.upper[graph.num_rows + c] = static_cast<std::uint32_t>(network.column_begin[c + 1]);
    network.column_begin[c + 1] += network.column_begin[c];
  }
  take_bounds(bounds.row_lower, bounds.row_upper, graph.num_rows, 0, network);
  take_bounds(bounds.column_lower, bounds.column_upper, graph.num_columns, graph.num_rows, network);
  return network;
}

}  // namespace hypermatch::detail::bipartite_matching
