// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/local_max/edge_rounds/on_place.hpp"
#include "parallel/host/place_threads.hpp"

namespace hypermatch::detail::graph_matching {

EdgeRoundsOutcome edge_rounds_crcw(const Context& context, RatedEdges edges, const PairKeys& keys) {
  parallel::Threads place(context);
  parallel::Threads::Arena arena;
  return run_crcw(place, arena, edges, keys);
}

}  // namespace hypermatch::detail::graph_matching
