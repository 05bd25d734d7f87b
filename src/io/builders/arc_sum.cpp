// SPDX-License-Identifier: MIT
#include "io/builders/arc_sum.hpp"

#include <algorithm>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::io {

void check_directions(const std::string& name, bool same_pairs, bool same_weights) {
  if (!same_pairs) {
    throw Error(ErrorCode::invalid_input,
                name + ": expected each edge in the lines of both its ends");
  }
  if (!same_weights) {
    throw Error(ErrorCode::unsupported,
                name +
                    ": an edge has two weights, one in the line of each end; such a file is read "
                    "whole only, convert keeps the heavier ones");
  }
}

void refuse_repeated_neighbour(const std::string& name, const MetisPiece& piece,
                               std::uint64_t first_row, const MetisHeader& header) {
  std::vector<VertexId> row;
  for (std::size_t i = 0; i < piece.rows; ++i) {
    row.assign(piece.neighbours.begin() + piece.row_begin[i],
               piece.neighbours.begin() + piece.row_begin[i + 1]);
    std::sort(row.begin(), row.end());
    const auto twice = std::adjacent_find(row.begin(), row.end());
    if (twice == row.end()) continue;
    throw Error(ErrorCode::unsupported,
                name + ": vertex " + std::to_string(first_row + i + header.first_id) +
                    " has neighbour " + std::to_string(*twice + header.first_id) +
                    " twice; such a file is read whole only, convert merges these");
  }
}

}  // namespace hypermatch::detail::io
