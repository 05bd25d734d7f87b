// SPDX-License-Identifier: MIT
#include "structures/edge_rating.hpp"

namespace hypermatch::detail::structures {

namespace {
bool sizes_differ(const HypergraphView& hypergraph) {
  std::uint64_t first = 0;
  for (EdgeId e = 0; e < hypergraph.num_edges(); ++e) {
    const std::uint64_t size = hypergraph.edge_size(e);
    if (size == 0 || size == first) continue;
    if (first != 0) return true;
    first = size;
  }
  return false;
}
}  // namespace

OrderOptions resolve(const HypergraphView& hypergraph, OrderOptions options) {
  if (options.objective == Objective::automatic) {
    options.objective = hypergraph.is_weighted() ? Objective::weight : Objective::cardinality;
  }
  if (options.rating == Rating::automatic) {
    options.rating = sizes_differ(hypergraph) ? Rating::weight_per_pin : Rating::weight;
  }
  return options;
}

}  // namespace hypermatch::detail::structures
