// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/crcw.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/on_kokkos.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_crcw(const KokkosContext& context, const Directions& directions,
                               RatedEdges rated, const RoundOrder& order,
                               const Capacities& capacities) {
  return run_on_kokkos<Crcw>(context, LocalMaxVariant::crcw, directions, std::move(rated), order,
                             capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
