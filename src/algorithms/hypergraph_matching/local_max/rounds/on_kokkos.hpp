// SPDX-License-Identifier: MIT
// Rounds of local max in an execution space of Kokkos.
#pragma once

#include <utility>

#include "algorithms/hypergraph_matching/local_max/rounds/on_place.hpp"
#include "hypermatch/kokkos_context.hpp"
#include "parallel/kokkos/place_kokkos.hpp"

namespace hypermatch::detail::hypergraph_matching {

template <template <class> class Rounds>
[[nodiscard]] LocalMaxOutcome run_on_kokkos(const KokkosContext& context, LocalMaxVariant variant,
                                            const Directions& directions, RatedEdges rated,
                                            const RoundOrder& order, const Capacities& capacities) {
  return parallel::in_kokkos(context, [&](auto& place, auto& arena) {
    return run_rounds<Rounds>(place, arena, variant, directions, std::move(rated), order,
                              capacities);
  });
}

}  // namespace hypermatch::detail::hypergraph_matching
