// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/on_kokkos.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_crew(const KokkosContext& context, const Directions& directions,
                               RatedEdges rated, const RoundOrder& order,
                               const Capacities& capacities) {
  return run_on_kokkos<Crew>(context, LocalMaxVariant::crew, directions, std::move(rated), order,
                             capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
