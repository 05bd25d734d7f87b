// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"

namespace hypermatch::detail::hypergraph_matching {

LocalMaxOutcome local_max_work_optimal(const Context& context, const Directions& directions,
                                       RatedEdges rated, RoundOrder order) {
  PlainArrays arrays;
  return work_optimal_rounds(context, directions, std::move(rated), order, arrays);
}

}  // namespace hypermatch::detail::hypergraph_matching
