// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/interior_first/interior_first.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

HypergraphMatching interior_first(const Context& context, const HypergraphView& hypergraph,
                                  const InteriorFirstOptions& options) {
  detail::parallel::check_input(context, hypergraph);
  const auto solve = [&](const Hypergraph& some, const OrderOptions& order) {
    return local_max(context, some.view(), {.order = order});
  };
  return detail::hypergraph_matching::interior_first(
      context, hypergraph, options.order, options.parts,
      [&](const std::vector<Hypergraph>& parts, const OrderOptions& order) {
        std::vector<HypergraphMatching> found;
        for (const Hypergraph& part : parts) {
          context.report({"solve", found.size(), parts.size() + 1});
          found.push_back(solve(part, order));
        }
        return found;
      },
      solve);
}

}  // namespace hypermatch
