// SPDX-License-Identifier: MIT
// The path of a depth-first search: rows from the root down, each with the entry to look at next.
#pragma once

#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/shared_words.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

struct Step {
  Offset next;
  VertexId row;
};

/// Rematches each row of `path`: the last one with the free `column`, every other one with the
/// column that the row below it gave up. Work O(length). Other threads may look at the columns'
/// mates meanwhile: a thread that has not claimed a column asks only whether it is free.
inline void augment(std::vector<VertexId>& row_mates, Columns& columns, const Array<Step>& path,
                    VertexId column, parallel::StopCheck& stop) {
  for (std::size_t i = path.size(); i-- > 0;) {
    stop.done(k_jump);
    const VertexId row = path[i].row;
    const VertexId given_up = row_mates[row];
    row_mates[row] = column;
    write(columns[column].mate, row);
    column = given_up;
  }
}

}  // namespace hypermatch::detail::bipartite_matching
