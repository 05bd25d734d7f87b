// SPDX-License-Identifier: MIT
// Dulmage-Mendelsohn decomposition of a sparse matrix from a largest matching, and block upper
// triangular form: Dulmage, Mendelsohn 1958, doi:10.4153/CJM-1958-052-0; Pothen, Fan 1990,
// doi:10.1145/98267.98287. O(rows + columns + entries + b log b) for b blocks; blocks and their
// order are the same for every largest matching.
#include "hypermatch/dulmage_mendelsohn.hpp"

#include <utility>

#include "algorithms/bipartite_matching/common/given_matching.hpp"
#include "algorithms/bipartite_matching/dulmage_mendelsohn/blocks.hpp"
#include "hypermatch/enum_names.hpp"
#include "parallel/host/check_input.hpp"
#include "parallel/host/incidence.hpp"

namespace hypermatch {

namespace {

using namespace detail::bipartite_matching;

enum class Part : std::uint8_t { horizontal, square, vertical };

/// To which part each row and each column belongs.
struct Parts {
  std::vector<Part> rows;
  std::vector<Part> columns;
};

void mark(const std::vector<bool>& reached, Part part, std::vector<Part>& parts) {
  for (std::size_t v = 0; v < reached.size(); ++v) {
    if (reached[v]) parts[v] = part;
  }
}

Parts coarse_parts(const Context& context, const BipartiteView& graph,
                   const GivenMatching& matching) {
  Parts parts{std::vector<Part>(graph.num_rows, Part::square),
              std::vector<Part>(graph.num_columns, Part::square)};
  if (matching.cardinality < graph.num_rows) {
    const Reached vertical =
        reach_from_unmatched(context, graph, matching.row_mates, matching.column_mates.view());
    mark(vertical.near, Part::vertical, parts.rows);
    mark(vertical.far, Part::vertical, parts.columns);
  }
  if (matching.cardinality < graph.num_columns) {
    const Bipartite by_columns = detail::parallel::transposed(context, graph);
    const Reached horizontal = reach_from_unmatched(
        context, by_columns.view(), matching.column_mates.view(), matching.row_mates);
    mark(horizontal.near, Part::horizontal, parts.columns);
    mark(horizontal.far, Part::horizontal, parts.rows);
  }
  return parts;
}

/// Puts rows and columns into their order, part after part.
class Arranger {
 public:
  Arranger(const BipartiteView& graph, const GivenMatching& matching, const Parts& parts)
      : graph_(graph), matching_(matching), parts_(parts) {
    result_.structural_rank = matching.cardinality;
    result_.row_order.reserve(graph.num_rows);
    result_.column_order.reserve(graph.num_columns);
    result_.row_begin.push_back(0);
    result_.column_begin.push_back(0);
  }

  void add_horizontal() {
    for (VertexId c = 0; c < graph_.num_columns; ++c) {
      if (parts_.columns[c] != Part::horizontal || matching_.column_mates[c] != k_none) continue;
      result_.column_order.push_back(c);
    }
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      if (parts_.rows[r] == Part::horizontal) add_with_mate(r);
    }
    result_.horizontal = end_part();
    if (result_.horizontal.columns != 0) end_block();
  }

  void add_square(const RowBlocks& blocks) {
    result_.first_square_block = result_.num_blocks();
    result_.num_square_blocks = blocks.count();
    for (std::size_t b = 0; b < blocks.count(); ++b) {
      for (std::size_t i = blocks.offsets[b]; i < blocks.offsets[b + 1]; ++i) {
        add_with_mate(blocks.rows[i]);
      }
      end_block();
    }
    result_.square = end_part();
  }

  void add_vertical() {
    for (VertexId c = 0; c < graph_.num_columns; ++c) {
      if (parts_.columns[c] == Part::vertical) add_with_mate(matching_.column_mates[c]);
    }
    for (VertexId r = 0; r < graph_.num_rows; ++r) {
      if (matching_.row_mates[r] == k_none) result_.row_order.push_back(r);
    }
    result_.vertical = end_part();
    if (result_.vertical.rows != 0) end_block();
  }

  [[nodiscard]] DulmageMendelsohn take() { return std::move(result_); }

 private:
  void add_with_mate(VertexId row) {
    result_.row_order.push_back(row);
    result_.column_order.push_back(matching_.row_mates[row]);
  }

  void end_block() {
    result_.row_begin.push_back(result_.row_order.size());
    result_.column_begin.push_back(result_.column_order.size());
  }

  /// Ends the current part and returns its size.
  PartSize end_part() {
    const PartSize placed{result_.row_order.size(), result_.column_order.size()};
    const PartSize part{placed.rows - before_.rows, placed.columns - before_.columns};
    before_ = placed;
    return part;
  }

  const BipartiteView& graph_;
  const GivenMatching& matching_;
  const Parts& parts_;
  DulmageMendelsohn result_;
  PartSize before_;
};

RowBlocks square_blocks(const Context& context, const BipartiteView& graph,
                        const GivenMatching& matching, const Parts& parts, Decomposition level) {
  std::vector<VertexId> rows;
  std::vector<bool> is_square(graph.num_rows, false);
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    if (parts.rows[r] != Part::square) continue;
    is_square[r] = true;
    rows.push_back(r);
  }
  if (rows.empty()) return {{}, {0}};
  if (level == Decomposition::coarse) {
    const std::size_t size = rows.size();
    return {std::move(rows), {0, size}};
  }
  return triangular_blocks(context,
                           {graph, std::move(rows), matching.column_mates.view(), is_square});
}

}  // namespace

DulmageMendelsohn dulmage_mendelsohn(const Context& context, const BipartiteView& bipartite,
                                     std::span<const VertexId> row_mates,
                                     const DulmageMendelsohnOptions& options) {
  detail::parallel::check_input(context, bipartite);
  detail::check_enum("level", options.level);
  const GivenMatching matching = take_matching(context, bipartite, row_mates);
  const Parts parts = coarse_parts(context, bipartite, matching);
  context.check_cancelled();
  Arranger arranger(bipartite, matching, parts);
  arranger.add_horizontal();
  context.check_cancelled();
  arranger.add_square(square_blocks(context, bipartite, matching, parts, options.level));
  context.check_cancelled();
  arranger.add_vertical();
  return arranger.take();
}

}  // namespace hypermatch
