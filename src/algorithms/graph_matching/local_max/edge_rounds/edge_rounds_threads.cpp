// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_place.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::graph_matching {

EdgeRoundsOutcome edge_rounds(const Context& context, RatedEdges edges,
                              parallel::Incidence* of_pairs, const PairKeys& keys) {
  parallel::Threads place(context);
  parallel::Threads::Arena arena;
  return run_edge_rounds(place, arena, edges, of_pairs, keys);
}

}  // namespace hypermatch::detail::graph_matching
