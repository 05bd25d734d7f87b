// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/on_kokkos.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_work_optimal(const KokkosContext& context, const Directions& directions,
                                       RatedEdges rated, const RoundOrder& order,
                                       const Capacities& capacities) {
  return run_on_kokkos<WorkOptimal>(context, LocalMaxVariant::work_optimal, directions,
                                    std::move(rated), order, capacities);
}

}  // namespace hypermatch::detail::hypergraph_matching
