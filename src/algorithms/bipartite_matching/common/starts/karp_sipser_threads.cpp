// SPDX-License-Identifier: MIT
// Karp and Sipser 1981 (doi:10.1109/SFCS.1981.21) on all threads: rows with one free neighbour and
// columns with one propose in turn, each side in rounds; where there are none, the next rows in a
// batch take their first free neighbours. Maximal. Work O(rows + columns + entries). Makes the
// transpose. Which edges are matched depends on timing.
#include <algorithm>

#include "algorithms/bipartite_matching/common/shared_words.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using parallel::StopCheck;

constexpr std::size_t k_proposal_grain = 256;

// Rows or columns.
struct ProposingSide {
  ProposingSide(const Context& context, const BipartiteView& adjacency_,
                std::vector<VertexId>& mates_)
      : adjacency(adjacency_),
        mates(mates_),
        degree(adjacency_.num_rows),
        ones(adjacency_.num_rows),
        proposers(adjacency_.num_rows) {
    parallel::for_each(context, degree.size(), [&](std::size_t v) {
      check_at_round_numbers(context, v);
      degree[v] = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(adjacency.row_size(static_cast<VertexId>(v)), k_none));
      if (degree[v] == 1) note(static_cast<VertexId>(v));
    });
  }
  // A vertex is noted once, when its degree falls to one.
  void note(VertexId v) {
    // Relaxed: only the places must differ; the list is read by a later step.
    ones[std::atomic_ref<std::size_t>(num_ones).fetch_add(1, std::memory_order_relaxed)] = v;
  }

  BipartiteView adjacency;
  std::vector<VertexId>& mates;
  Array<std::uint32_t> degree;  // free neighbours; an entry that stands twice counts twice
  Array<VertexId> ones;
  std::size_t num_ones = 0;
  Array<VertexId> proposers;
};

// `v` is matched: its neighbours have one free neighbour less.
void leave(const ProposingSide& of, VertexId v, ProposingSide& other, StopCheck& stop) {
  stop.done(work_at(of.adjacency, v));
  for (const VertexId u : of.adjacency.columns_of(v)) {
    // Relaxed: one thread alone sees the count fall to one.
    const std::uint32_t before =
        std::atomic_ref<std::uint32_t>(other.degree[u]).fetch_sub(1, std::memory_order_relaxed);
    if (before == 2 && read(other.mates[u]) == k_none) other.note(u);
  }
}

// In one step only one side proposes, and only `v` itself matches `v`.
void propose(ProposingSide& of, VertexId v, ProposingSide& other, StopCheck& stop) {
  stop.done(1);
  if (of.mates[v] != k_none) return;
  for (const VertexId u : of.adjacency.columns_of(v)) {
    if (read(other.mates[u]) != k_none || !claim(other.mates[u], k_none, v, true)) continue;
    write(of.mates[v], u);
    leave(of, v, other, stop);
    leave(other, u, of, stop);
    return;
  }
}

void propose_ones(const Context& context, StoppableLoops& loops, ProposingSide& of,
                  ProposingSide& other) {
  const std::size_t count = of.num_ones;
  of.num_ones = 0;
  std::swap(of.ones, of.proposers);
  loops.for_each(
      parallel::cut(context, count, k_proposal_grain),
      [&](std::size_t i, StopCheck& stop) { propose(of, of.proposers[i], other, stop); });
}

void match_ones(const Context& context, StoppableLoops& loops, ProposingSide& rows,
                ProposingSide& columns) {
  // Ends: a vertex is noted once.
  while (rows.num_ones + columns.num_ones != 0) {
    propose_ones(context, loops, rows, columns);
    propose_ones(context, loops, columns, rows);
  }
}

}  // namespace

void karp_sipser_threads(Problem& problem) {
  const Context& context = problem.context;
  ProposingSide rows(context, problem.graph, problem.matching.row_mates);
  ProposingSide columns(context, problem.by_columns(), problem.matching.column_mates);
  StoppableLoops loops(context);
  match_ones(context, loops, rows, columns);
  const std::size_t batch = std::max<std::size_t>(1024, rows.mates.size() / 64);
  for (std::size_t begin = 0; begin < rows.mates.size(); begin += batch) {
    const std::size_t end = std::min(begin + batch, rows.mates.size());
    loops.for_each(parallel::cut(context, end - begin, k_proposal_grain),
                   [&](std::size_t i, StopCheck& stop) {
                     propose(rows, static_cast<VertexId>(begin + i), columns, stop);
                   });
    match_ones(context, loops, rows, columns);
  }
}

}  // namespace hypermatch::detail::bipartite_matching
