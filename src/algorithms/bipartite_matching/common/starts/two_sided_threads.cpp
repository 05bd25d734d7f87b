// SPDX-License-Identifier: MIT
// The two-sided start (Dufosse, Kaya, Ucar 2015, doi:10.1016/j.jpdc.2015.06.009): the matrix is
// scaled towards row and column sums of one, each vertex draws a neighbour by the scaled entries,
// and Karp and Sipser's rule matches as many as possible along the drawn edges: about 0.86 of the
// maximum where one side can be matched completely. Work O(rows + columns + entries). Draws are
// hash(seed, side, vertex); the number of pairs does not depend on threads, the pairs do,
// so an algorithm that runs on one thread matches the drawn edges on one.
#include <algorithm>

#include "algorithms/bipartite_matching/common/shared_words.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "base/random.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

namespace {

using parallel::cut;
using parallel::StopCheck;

constexpr int k_scalings = 5;  // as many as the paper finds enough
constexpr std::size_t k_scaling_grain = 512;

// Rows or columns.
struct ScaledSide {
  ScaledSide(const BipartiteView& adjacency_, std::vector<VertexId>& mates_)
      : adjacency(adjacency_),
        mates(mates_),
        scale(adjacency_.num_rows, 1.0),
        choice(adjacency_.num_rows, k_none),
        others(adjacency_.num_rows, 0) {}

  BipartiteView adjacency;
  std::vector<VertexId>& mates;
  Array<double> scale;
  Array<VertexId> choice;
  Array<std::uint32_t> others;  // free vertices that chose it, without its own choice
};

// visit(v) for every vertex of this side.
template <class Visit>
void for_all(const Context& context, const ScaledSide& side, const Visit& visit) {
  StoppableLoops(context).for_chunks(
      cut(context, side.scale.size(), k_scaling_grain),
      [&](std::size_t, std::size_t begin, std::size_t end, StopCheck& stop) {
        for_rows(stop, side.adjacency, begin, end, visit);
      });
}

// Makes the scaled sums of this side one. Each sum is made in the order of its row.
void scale(const Context& context, ScaledSide& side, const ScaledSide& other) {
  for_all(context, side, [&](VertexId v) {
    double sum = 0;
    for (const VertexId u : side.adjacency.columns_of(v)) sum += other.scale[u];
    side.scale[v] = sum > 0 ? 1 / sum : 1;
  });
}

VertexId draw(const ScaledSide& side, VertexId v, const ScaledSide& other, std::uint64_t bits) {
  const std::span<const VertexId> neighbours = side.adjacency.columns_of(v);
  double sum = 0;
  for (const VertexId u : neighbours) sum += other.scale[u];
  double left = base::unit_interval(bits) * sum;
  for (const VertexId u : neighbours) {
    left -= other.scale[u];
    if (left < 0) return u;
  }
  return neighbours.back();
}

void choose(const Context& context, ScaledSide& side, const ScaledSide& other, std::uint64_t seed,
            std::uint64_t stream) {
  for_all(context, side, [&](VertexId v) {
    if (side.adjacency.row_size(v) == 0) return;
    side.choice[v] = draw(side, v, other, base::hash(seed, stream, v));
  });
}

void count_choosers(const Context& context, const ScaledSide& side, ScaledSide& other) {
  parallel::for_each(context, side.choice.size(), [&](std::size_t v) {
    check_at_round_numbers(context, v);
    const VertexId u = side.choice[v];
    if (u == k_none || other.choice[u] == v) return;
    // Relaxed: counts are read after the step.
    std::atomic_ref<std::uint32_t>(other.others[u]).fetch_add(1, std::memory_order_relaxed);
  });
}

// One chunk, where the algorithm runs on one thread.
parallel::Chunks cut_for_matching(const Problem& problem, std::size_t items) {
  if (problem.threads == Threads::all) return cut(problem.context, items, k_scaling_grain);
  return {items, items, items == 0 ? std::size_t{0} : std::size_t{1}};
}

// A vertex that no other chose has one edge left and takes it, which may leave another one with one
// edge.
void match_chain(ScaledSide& side, VertexId v, ScaledSide& other, StopCheck& stop) {
  // Ends: each iteration matches a vertex.
  while (true) {
    stop.done(k_jump);
    const VertexId u = side.choice[v];
    if (!claim(other.mates[u], k_none, v, true)) return;
    // No other thread can match v: all vertices that chose it are matched.
    write(side.mates[v], u);
    const VertexId next = other.choice[u];
    if (read(side.mates[next]) != k_none || side.choice[next] == u) return;
    // Relaxed: the thread that counts down to zero goes on, and all that it reads are claimed
    // words.
    if (std::atomic_ref<std::uint32_t>(side.others[next]).fetch_sub(1, std::memory_order_relaxed) !=
        1) {
      return;
    }
    v = next;
  }
}

void match_chains(const Problem& problem, ScaledSide& side, ScaledSide& other) {
  // Counts fall while this runs, so the starting vertices are noted before.
  Array<VertexId> first(side.choice.size());
  const std::size_t count = parallel::select(
      problem.context, side.choice.size(),
      [&](std::size_t v) {
        check_at_round_numbers(problem.context, v);
        const VertexId u = side.choice[v];
        return u != k_none && side.others[v] == 0 && other.choice[u] != v;
      },
      [&](std::size_t place, std::size_t v) { first[place] = static_cast<VertexId>(v); });
  StoppableLoops(problem.context)
      .for_each(cut_for_matching(problem, count),
                [&](std::size_t i, StopCheck& stop) { match_chain(side, first[i], other, stop); });
}

// Matches the remaining components: cycles, on which each column chose another row, and pairs.
void match_cycles(const Problem& problem, ScaledSide& rows, ScaledSide& columns) {
  StoppableLoops(problem.context)
      .for_each(cut_for_matching(problem, columns.choice.size()),
                [&](std::size_t c, StopCheck& stop) {
                  stop.done(k_jump);
                  const VertexId r = columns.choice[c];
                  if (r == k_none || columns.mates[c] != k_none) return;
                  if (claim(rows.mates[r], k_none, static_cast<VertexId>(c), true)) {
                    columns.mates[c] = r;
                  }
                });
}

}  // namespace

void two_sided(Problem& problem, std::uint64_t seed) {
  const Context& context = problem.context;
  ScaledSide rows(problem.graph, problem.matching.row_mates);
  ScaledSide columns(problem.by_columns(), problem.matching.column_mates);
  for (int i = 0; i < k_scalings; ++i) {
    scale(context, columns, rows);
    scale(context, rows, columns);
  }
  choose(context, rows, columns, seed, 0);
  choose(context, columns, rows, seed, 1);
  count_choosers(context, rows, columns);
  count_choosers(context, columns, rows);
  match_chains(problem, rows, columns);
  match_chains(problem, columns, rows);
  match_cycles(problem, rows, columns);
}

}  // namespace hypermatch::detail::bipartite_matching
