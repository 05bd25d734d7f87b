// SPDX-License-Identifier: MIT
// Local max on one core: Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
// doi:10.1007/978-3-642-40047-6_66, section 2 (sequential model). Guarantee 1/2. Each vertex keeps
// the key of its best edge: no two edges of a vertex have the same.
#include <algorithm>
#include <cstddef>

#include "algorithms/graph_matching/local_max/edge_rounds/edge_rounds.hpp"
#include "base/large_vector.hpp"

namespace hypermatch::detail::graph_matching {

EdgeRoundsOutcome edge_rounds_sequential(const Context& context, RatedEdges edges, PairKeys keys) {
  EdgeRoundsOutcome outcome{filled_vector(edges.num_vertices, k_none)};
  GraphEdge* const ends = edges.ends.data();
  std::uint64_t* const words = edges.words.data();
  VertexId* const mates = outcome.mates.data();
  Array<std::uint64_t> best(edges.num_vertices, 0);
  const std::size_t m = edges.ends.size();
  // Ends: the uppermost edge left is the best at both ends, so each round matches an edge.
  for (std::size_t left = m; left > 0;) {
    context.check_cancelled();
    context.report({"solve", m - left, m});
    outcome.left_per_round.push_back(left);
    keys.begin_round(outcome.rounds++);
    for (std::size_t e = 0; e < left; ++e) {
      const std::uint64_t key = keys.key(words[e], ends[e]);
      std::uint64_t& best_of_u = best[ends[e].u];
      std::uint64_t& best_of_v = best[ends[e].v];
      if (best_of_u < key) best_of_u = key;
      if (best_of_v < key) best_of_v = key;
    }
    for (std::size_t e = 0; e < left; ++e) {
      const auto [u, v] = ends[e];
      const std::uint64_t key = keys.key(words[e], ends[e]);
      if (best[u] != key || best[v] != key) continue;
      mates[u] = v;
      mates[v] = u;
    }
    // Edges that are left move together; keys at their ends alone are read again.
    std::size_t kept = 0;
    for (std::size_t e = 0; e < left; ++e) {
      const auto [u, v] = ends[e];
      if (mates[u] != k_none || mates[v] != k_none) continue;
      best[u] = 0;
      best[v] = 0;
      words[kept] = words[e];
      ends[kept++] = {u, v};
    }
    left = kept;
  }
  return outcome;
}

}  // namespace hypermatch::detail::graph_matching
