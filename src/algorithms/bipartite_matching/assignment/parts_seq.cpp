// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/bipartite_matching/assignment/part.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"

namespace hypermatch::detail::bipartite_matching {

std::vector<AssignedPart> parts_of(const Context& context, const BipartiteView& graph) {
  const BipartiteMatching matching = maximum_matching(context, graph);
  const DulmageMendelsohn found =
      dulmage_mendelsohn(context, graph, matching.row_mates, {.level = Decomposition::coarse});
  std::vector<AssignedPart> parts;
  std::size_t row = 0;
  std::size_t column = 0;
  const auto take = [&](const PartSize& size, bool transposed) {
    const auto slice = [](const std::vector<VertexId>& order, std::size_t first,
                          std::uint64_t count) {
      const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
      std::vector<VertexId> some(begin, begin + static_cast<std::ptrdiff_t>(count));
      std::sort(some.begin(), some.end());
      return some;
    };
    AssignedPart part{.transposed = transposed,
                      .rows = slice(found.row_order, row, size.rows),
                      .columns = slice(found.column_order, column, size.columns)};
    if (transposed) part.rows.swap(part.columns);
    part.num_rows = static_cast<VertexId>(part.rows.size());
    part.num_columns = static_cast<VertexId>(part.columns.size());
    parts.push_back(std::move(part));
    row += size.rows;
    column += size.columns;
  };
  take(found.horizontal, false);
  take(found.square, false);
  take(found.vertical, true);
  return parts;
}

}  // namespace hypermatch::detail::bipartite_matching
