// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_crew(const Context& context, const Directions& directions,
                               RatedEdges rated, RoundOrder order) {
  PlainArrays arrays;
  return crew_rounds(context, directions, std::move(rated), order, arrays);
}

}  // namespace hypermatch::detail::hypergraph_matching
