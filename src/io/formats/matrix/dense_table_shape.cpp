// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>

#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/matrix/dense_table.hpp"
#include "io/text/time_stamps.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

namespace {

using Fields = std::vector<std::string_view>;
using Cells = std::span<const std::string_view>;

bool is_value(std::string_view cell) {
  return is_missing_cell(cell) || is_number(cell);
}

bool any_is_name(Cells cells) {
  return !std::ranges::all_of(cells, is_value);
}

bool are_names(Cells cells) {
  return std::ranges::none_of(cells, is_value);
}

// Consecutive integers from 0 or 1, as programs number rows and columns.
bool are_counted(Cells cells) {
  if (cells.empty() || (cells[0] != "0" && cells[0] != "1")) return false;
  std::uint64_t next = cells[0] == "0" ? 0 : 1;
  return std::ranges::all_of(cells,
                             [&](std::string_view cell) { return cell == std::to_string(next++); });
}

bool are_distinct(Cells names) {
  Fields sorted(names.begin(), names.end());
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) == sorted.end();
}

// Words that stand above names of rows, or nothing.
bool is_caption(std::string_view corner) {
  static constexpr std::array<std::string_view, 12> k_words = {
      "",      "id",  "ids",  "index",   "name",     "names",
      "label", "row", "rows", "rowname", "rownames", "key"};
  return std::ranges::find(k_words, plain_name(corner)) != k_words.end();
}

Fields first_column(std::span<const Fields> lines) {
  Fields cells;
  for (const Fields& line : lines) cells.push_back(line.front());
  return cells;
}

// Lines of more than four numbers may still be edges with several weights or a time, or lists of
// neighbours.
bool may_be_edges(std::span<const Fields> lines) {
  bool all_are_integers = true;
  bool has_time = false;
  for (const Fields& line : lines) {
    if (!is_integer(line[0]) || !is_integer(line[1])) return false;
    for (const std::string_view cell : line) {
      all_are_integers = all_are_integers && is_integer(cell);
      const auto number = parse_number(cell.data(), cell.data() + cell.size());
      has_time = has_time || (number && number->is_integer &&
                              is_time_stamp(static_cast<double>(number->integer)));
    }
  }
  return !all_are_integers || has_time || are_counted(first_column(lines));
}

// Names of columns of a list of pairs; `columns` stand behind the first one.
bool names_a_list(Cells all, Cells columns) {
  static constexpr std::array<std::string_view, 4> k_rated = {"rating", "score", "cost",
                                                              "capacity"};
  const auto is_of_list = [](std::string_view name) {
    return names_weights(name) || names_times(name) ||
           std::ranges::find(k_rated, plain_name(name)) != k_rated.end();
  };
  return std::ranges::count_if(all, names_an_end) > 1 || std::ranges::any_of(columns, is_of_list);
}

bool has_names_of_table(std::span<const Fields> lines, const TableShape& shape) {
  const Cells above(lines[0]);
  const Cells columns = shape.is_one_short ? above : above.subspan(1);
  const Fields rows = first_column(lines.subspan(1));
  const bool has_corner = !shape.is_one_short && !above[0].empty();
  // An index in front of names of columns is one of any table.
  const bool is_indexed = !any_is_name(rows) && any_is_name(columns);
  const std::size_t least = is_indexed ? 5 : has_corner ? 3 : 2;
  return columns.size() >= least && are_distinct(columns) && are_distinct(rows) &&
         !names_a_list(above, columns);
}

// Whether lines of this shape are a table, and nothing else.
bool is_dense_table(std::span<const Fields> lines, const TableShape& shape) {
  if (lines.size() < 2 || shape.has_column_names != shape.has_row_names) return false;
  for (const Fields& line : lines.subspan(shape.has_column_names ? 1 : 0)) {
    if (line.size() != shape.fields || any_is_name(shape.cells_of(line))) return false;
  }
  if (shape.has_column_names) return has_names_of_table(lines, shape);
  constexpr std::size_t k_most_of_lists = 4;
  return shape.cells_of(lines[0]).size() > k_most_of_lists && !may_be_edges(lines);
}

// The first lines of a text that may go on behind its end; none where one is malformed.
std::vector<Fields> first_lines(TableLines& lines, const char* end_of_text, bool is_whole) {
  std::vector<Fields> fields;
  try {
    // Ends: every turn takes a line.
    while (fields.size() < k_shaping_lines && lines.next()) {
      if (!is_whole && lines.end() == end_of_text) break;
      fields.push_back(lines.fields());
    }
  } catch (const TextFailure&) {
    return {};
  }
  return fields;
}

}  // namespace

bool is_missing_cell(std::string_view cell) {
  if (cell.empty()) return true;
  if (cell.front() == '+' || cell.front() == '-') cell.remove_prefix(1);
  static constexpr std::array<std::string_view, 7> k_words = {"na",   "nan",  "inf", "infinity",
                                                              "null", "none", "nil"};
  const std::string word = plain_name(cell);
  const bool is_plain = word.size() == cell.size() || cell == "N/A" || cell == "n/a";
  return cell.empty() || (is_plain && std::ranges::find(k_words, word) != k_words.end());
}

TableShape shape_of(std::span<const Fields> lines) {
  TableShape shape;
  const Cells first(lines[0]);
  const std::span<const Fields> rows = lines.subspan(1);
  shape.is_one_short =
      !rows.empty() && are_names(first) &&
      std::ranges::all_of(rows, [&](const Fields& row) { return row.size() == first.size() + 1; });
  shape.fields = first.size() + (shape.is_one_short ? 1 : 0);
  if (shape.is_one_short) {
    shape.has_column_names = shape.has_row_names = true;
    return shape;
  }
  shape.ends_with_separator =
      first.size() > 1 &&
      std::ranges::all_of(lines, [](const Fields& line) { return line.back().empty(); });
  if (first.size() == 1) {
    shape.has_column_names = any_is_name(first);
    return shape;
  }
  const Fields below = first_column(rows);
  const bool are_numbered = is_caption(first[0]) && are_counted(shape.cells_of(first).subspan(1)) &&
                            (any_is_name(below) || are_counted(below));
  // A number among words, or a word among numbers, is malformed, unless the corner tells.
  const Cells above = shape.cells_of(first).subspan(1);
  shape.has_column_names = are_numbered || (any_is_name(above) && is_caption(first[0])) ||
                           (!above.empty() && are_names(above) && !is_number(first[0]));
  shape.has_row_names = shape.has_column_names
                            ? is_caption(first[0]) || (!below.empty() && are_names(below))
                            : !is_value(first[0]) && are_names(below);
  return shape;
}

bool begins_dense_table(const Front& front) {
  constexpr std::size_t k_most_bytes = std::size_t{4} << 20;
  // Ends: at the larger of two sizes.
  for (const std::size_t size : {k_detection_bytes, k_most_bytes}) {
    const TextRange text = range_of(front(size));
    const bool is_whole = text.size() < size;
    if (declared_edges(text) != hypermatch::io::DeclaredEdges::nothing) return false;
    TableLines lines(text);
    const std::vector<Fields> fields = first_lines(lines, text.end, is_whole);
    if (fields.size() > 1) return is_dense_table(fields, shape_of(fields));
    if (is_whole) return false;
  }
  return false;
}

void note_possible_table(std::size_t num_lines, hypermatch::io::Instance& instance) {
  if (num_lines < 2 || instance.bipartite().num_rows != num_lines) return;
  const hypermatch::io::VertexLabels& columns = *instance.column_labels;
  for (VertexId c = 0; c < instance.bipartite().num_columns; ++c) {
    if (!columns.empty() && !is_number(label_at(columns, c))) return;
  }
  instance.report.notes.emplace_back(
      "no id of the first column recurs: a dense table is read by --format table");
}

}  // namespace hypermatch::detail::io
