// SPDX-License-Identifier: MIT
#include "hypermatch/bipartite.hpp"

#include <utility>

#include "hypermatch/context.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/incidence.hpp"

namespace hypermatch {

Bipartite detail::parallel::transposed(const Context& context, const BipartiteView& bipartite) {
  // The rows are hyperedges whose pins are the columns.
  Incidence incidence =
      build_incidence(context, {bipartite.num_columns, bipartite.offsets, bipartite.columns, {}});
  return {bipartite.num_columns, bipartite.num_rows, std::move(incidence.offsets),
          std::move(incidence.edges)};
}

Bipartite transpose(const Context& context, const BipartiteView& bipartite) {
  detail::parallel::check_input(context, bipartite);
  return detail::parallel::transposed(context, bipartite);
}

}  // namespace hypermatch
