// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/crcw.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_crcw(const Context& context, const Directions& directions,
                               RatedEdges rated, RoundOrder order, const Capacities& capacities) {
  PlainArrays arrays;
  return with_claims(context, directions.hypergraph, capacities, std::move(rated), arrays,
                     [&](RatedEdges left, auto claims) {
                       return crcw_rounds(context, directions, std::move(left), order, arrays,
                                          std::move(claims));
                     });
}

}  // namespace hypermatch::detail::hypergraph_matching
