// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/interior_first/interior_first.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

HypergraphMatching interior_first(const Context& context, const HypergraphView& hypergraph,
                                  const InteriorFirstOptions& options) {
  detail::parallel::check_input(context, hypergraph);
  const OrderOptions order = resolve(context, hypergraph, options.order);
  const auto solve = [&](const Hypergraph& some) {
    return local_max(context, some.view(), {.order = order});
  };
  return detail::hypergraph_matching::InteriorsOfHypergraph(context, hypergraph)
      .match(order, options.parts, detail::parallel::one_after_the_other(context, solve), solve);
}

}  // namespace hypermatch
