// SPDX-License-Identifier: MIT
#include "algorithms/bipartite_matching/common/columns.hpp"

#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::bipartite_matching {

Columns::Columns(Problem& problem) : problem_(problem), columns_(problem.graph.num_columns) {
  const std::vector<VertexId>& mates = problem.matching.column_mates;
  parallel::for_each(problem.context, columns_.size(), [&](std::size_t c) {
    check_at_round_numbers(problem.context, c);
    columns_[c] = {mates[c], 0};
  });
}

Columns::~Columns() {
  std::vector<VertexId>& mates = problem_.matching.column_mates;
  for (std::size_t c = 0; c < columns_.size(); ++c) mates[c] = columns_[c].mate;
}

std::uint32_t Columns::fresh_marks(std::uint64_t count) {
  if (count > k_hopeless - clock_) {
    for (Column& column : columns_) {
      if (column.mark != k_hopeless) column.mark = 0;
    }
    clock_ = 1;
  }
  return clock_;
}

}  // namespace hypermatch::detail::bipartite_matching
