// SPDX-License-Identifier: MIT
// The vertex cover that proves a matching of rows and columns to be a largest one. Koenig 1931,
// "Grafok es matrixok", Matematikai es Fizikai Lapok 38.
#include "algorithms/bipartite_matching/common/given_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch {

VertexCover vertex_cover(const Context& context, const BipartiteView& bipartite,
                         std::span<const VertexId> row_mates) {
  using namespace detail::bipartite_matching;
  detail::parallel::check_input(context, bipartite);
  const GivenMatching matching = take_matching(context, bipartite, row_mates);
  const Reached reached =
      reach_from_unmatched(context, bipartite, row_mates, matching.column_mates.view());
  VertexCover cover;
  for (VertexId r = 0; r < bipartite.num_rows; ++r) {
    if (!reached.near[r]) cover.rows.push_back(r);
  }
  for (VertexId c = 0; c < bipartite.num_columns; ++c) {
    if (reached.far[c]) cover.columns.push_back(c);
  }
  return cover;
}

}  // namespace hypermatch
