// SPDX-License-Identifier: MIT
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "structures/matching_value.hpp"
#include "structures/shape.hpp"

namespace hypermatch {

MatchingValue value_of(const HypergraphView& hypergraph, const std::vector<EdgeId>& edges) {
  detail::structures::check_shape(hypergraph);
  for (const EdgeId e : edges) {
    if (e >= hypergraph.num_edges()) {
      throw Error(ErrorCode::invalid_input,
                  "edge " + std::to_string(e) + " of the matching does not exist");
    }
  }
  return detail::structures::value_of(hypergraph.weights, edges);
}

}  // namespace hypermatch
