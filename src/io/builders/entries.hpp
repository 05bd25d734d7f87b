// SPDX-License-Identifier: MIT
// From the entries of a file, in any order, to rows and columns: the columns of each row ascend,
// repeated entries become one with the heaviest weight.
#pragma once

#include <string_view>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/parsers.hpp"

namespace hypermatch::detail::io {

struct Entries {
  VertexId num_rows = 0;
  VertexId num_columns = 0;
  Array<GraphEdge> pairs;  ///< row and column
  Weights weights;         ///< one per pair, or none
};

/// Rows and columns, with weights where there are some and `input` keeps them. `report.merged_pins`
/// counts entries that were merged into others.
[[nodiscard]] hypermatch::io::Instance make_rows(const ParseInput& input, Entries entries,
                                                 hypermatch::io::ReadReport report);

/// A list of pairs whose first ends name rows and whose second ends name columns. Ends are numbers
/// below `limit`: the ids themselves, or places in `names`. Rows are numbered as their ids first
/// appear in the first column, columns as theirs do in the second. Entries of weight 0 are left out
/// where `input` asks for that.
[[nodiscard]] hypermatch::io::Instance make_two_sides(const ParseInput& input,
                                                      Array<GraphEdge> pairs, Weights weights,
                                                      std::uint64_t limit,
                                                      const std::vector<std::string_view>* names,
                                                      hypermatch::io::ReadReport report);

/// Whether a list with this declaration is read as rows and columns of two sides.
[[nodiscard]] bool has_two_sides(const ParseInput& input, hypermatch::io::DeclaredEdges declared);

}  // namespace hypermatch::detail::io
