// SPDX-License-Identifier: MIT
// Karp and Sipser 1981 (doi:10.1109/SFCS.1981.21) on one core: a vertex with one free neighbour is
// matched with it, which no maximum matching forbids; where there is none, the next free row takes
// its first free neighbour. Maximal. Work O(rows + columns + entries). Makes the transpose.
#include <algorithm>

#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using parallel::StopCheck;

// Rows or columns, as seen from the other side.
struct PeeledSide {
  PeeledSide(const BipartiteView& adjacency_, std::vector<VertexId>& mates_, StopCheck& stop)
      : adjacency(adjacency_), mates(mates_), degree(adjacency_.num_rows) {
    for (VertexId v = 0; v < adjacency.num_rows; ++v) {
      stop.done(1);
      degree[v] =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(adjacency.row_size(v), k_none));
      if (degree[v] == 1) ones.push_back(v);
    }
  }

  BipartiteView adjacency;
  std::vector<VertexId>& mates;
  Array<std::uint32_t> degree;  // free neighbours; an entry that stands twice counts twice
  Array<VertexId> ones;         // were seen with one free neighbour
};

VertexId first_free(const PeeledSide& of, VertexId v, const PeeledSide& other) {
  for (const VertexId u : of.adjacency.columns_of(v)) {
    if (other.mates[u] == k_none) return u;
  }
  return k_none;
}

void leave(const PeeledSide& of, VertexId v, PeeledSide& other) {
  for (const VertexId u : of.adjacency.columns_of(v)) {
    if (--other.degree[u] == 1 && other.mates[u] == k_none) other.ones.push_back(u);
  }
}

void match(PeeledSide& of, VertexId v, PeeledSide& other, StopCheck& stop) {
  const VertexId u = first_free(of, v, other);
  stop.done(work_at(of.adjacency, v) + (u == k_none ? 0 : work_at(other.adjacency, u)));
  if (u == k_none) return;
  of.mates[v] = u;
  other.mates[u] = v;
  leave(of, v, other);
  leave(other, u, of);
}

// Ends: a vertex is noted once, when its degree falls to one.
void match_ones(PeeledSide& rows, PeeledSide& columns, StopCheck& stop) {
  while (!rows.ones.empty() || !columns.ones.empty()) {
    PeeledSide& of = rows.ones.empty() ? columns : rows;
    const VertexId v = of.ones[of.ones.size() - 1];
    of.ones.resize(of.ones.size() - 1);
    if (of.mates[v] == k_none) {
      match(of, v, &of == &rows ? columns : rows, stop);
    } else {
      stop.done(k_jump);
    }
  }
}

}  // namespace

void karp_sipser_seq(Problem& problem) {
  StopCheck stop(problem.context);
  PeeledSide rows(problem.graph, problem.matching.row_mates, stop);
  PeeledSide columns(problem.by_columns(), problem.matching.column_mates, stop);
  match_ones(rows, columns, stop);
  for (VertexId r = 0; r < problem.graph.num_rows; ++r) {
    stop.done(1);
    if (rows.mates[r] != k_none || rows.degree[r] == 0) continue;
    match(rows, r, columns, stop);
    match_ones(rows, columns, stop);
  }
}

}  // namespace hypermatch::detail::bipartite_matching
