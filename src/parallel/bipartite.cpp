// SPDX-License-Identifier: MIT
#include "hypermatch/bipartite.hpp"

#include <utility>

#include "hypermatch/context.hpp"
#include "parallel/incidence.hpp"

namespace hypermatch {

Bipartite transpose(const Context& context, const BipartiteView& bipartite) {
  // The rows are hyperedges whose pins are the columns.
  detail::parallel::Incidence incidence = detail::parallel::build_incidence(
      context, {bipartite.num_columns, bipartite.offsets, bipartite.columns, {}});
  return {bipartite.num_columns, bipartite.num_rows, std::move(incidence.offsets),
          std::move(incidence.edges)};
}

}  // namespace hypermatch
