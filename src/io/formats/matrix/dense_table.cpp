// SPDX-License-Identifier: MIT
#include "io/formats/matrix/dense_table.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/decimal_signs.hpp"
#include "io/text/printable.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;
using hypermatch::io::Zeros;

/// Names of rows or columns, all different.
class SideNames {
 public:
  explicit SideNames(const char* thing) : thing_(thing) {}

  void add(std::string_view name, const char* line) {
    const std::string what = std::string("the name of a ") + thing_;
    if (name.empty()) throw TextFailure{line, "expected " + what + ", found nothing"};
    if (is_decimal_comma(name)) {
      throw TextFailure{line, "expected " + what + ", found " + shown_text(name) +
                                  ", a number with a decimal comma"};
    }
    if (names_.number_of(name) + std::size_t{1} == names_.names().size() &&
        names_.names().size() == ++count_) {
      return;
    }
    throw TextFailure{line, std::string("two ") + thing_ + "s are called " + shown_text(name)};
  }
  [[nodiscard]] const std::vector<std::string_view>& names() const { return names_.names(); }

 private:
  const char* thing_;
  NameTable names_;
  std::size_t count_ = 0;
};

class TableReader {
 public:
  explicit TableReader(const ParseInput& input)
      : input_(input), lines_(range_of(input.text)), stop_(input.context), offsets_(1, 0) {}

  /// All lines of the text.
  void read() {
    const TextRange text = range_of(input_.text);
    std::vector<std::vector<std::string_view>> first;
    TableLines looked_at(text);
    // Ends: each turn takes a line.
    while (first.size() < k_shaping_lines && looked_at.next()) first.push_back(looked_at.fields());
    if (first.empty()) fail_expected(text.end, text.end, "a row of numbers");
    shape_ = shape_of(first);
    if (shape_.has_column_names && lines_.next()) take_names(lines_);
    // Ends: each turn takes a line.
    while (lines_.next()) {
      take_row(lines_);
      stop_.done(static_cast<std::uint64_t>(lines_.end() - lines_.begin()) + 1);
    }
    if (offsets_.size() == 1) fail_expected(text.end, text.end, "a row of numbers");
    signs_.judge();
    report_.comment_lines = lines_.comment_lines();
    report_.blank_lines = lines_.blank_lines();
  }

  Instance take() {
    Instance instance;
    num_columns_ =
        shape_.fields - (shape_.has_row_names ? 1 : 0) - (shape_.ends_with_separator ? 1 : 0);
    Bipartite table;
    table.num_rows = static_cast<VertexId>(offsets_.size() - 1);
    table.num_columns = static_cast<VertexId>(num_columns_);
    table.offsets = std::move(offsets_);
    table.columns = std::move(columns_);
    WeightColumn* const column = &values_;
    Weights weights = join_columns(input_.context, {&column, 1});
    count_signs(input_.context, view_of(weights), report_);
    report_.explicit_zeros = std::exchange(report_.zero_weights, 0) + dropped_zeros_;
    report_.has_entry_weights = true;
    if (input_.keeps_entry_weights) instance.entry_weights = std::move(weights);
    instance.column_labels.emplace();
    instance.column_labels->first = input_.first_id;
    if (shape_.has_row_names) instance.labels = labels_of(row_names_.names());
    if (shape_.has_column_names) instance.column_labels = labels_of(column_names_.names());
    add_notes();
    report_.as = Interpretation::bipartite;
    report_.bytes = input_.text.size();
    instance.data = std::move(table);
    instance.report = std::move(report_);
    return instance;
  }

 private:
  void take_names(const TableLines& lines) {
    std::span<const std::string_view> names(lines.fields());
    if (!shape_.is_one_short) names = shape_.cells_of(names);
    for (const std::string_view name : names) column_names_.add(name, lines.begin());
  }

  void take_row(const TableLines& lines) {
    const std::span<const std::string_view> fields(lines.fields());
    if (fields.size() != shape_.fields) {
      throw TextFailure{lines.begin(), "expected " + base::counted(shape_.fields, "field") +
                                           " as in the lines before, found " +
                                           std::to_string(fields.size())};
    }
    if (shape_.has_row_names) row_names_.add(fields[0], lines.begin());
    VertexId column = 0;
    for (const std::string_view cell : shape_.cells_of(fields)) {
      take_cell(cell, column++, lines.begin());
    }
    if (shape_.ends_with_separator && !fields.back().empty()) {
      throw TextFailure{lines.begin(),
                        "expected nothing behind the last separator, as in the "
                        "lines before, found " +
                            shown_text(fields.back())};
    }
    offsets_.push_back(columns_.size());
    check_limit(lines.begin(), offsets_.size() - 1, "rows");
    check_limit(lines.begin(), columns_.size(), "entries");
  }

  void take_cell(std::string_view cell, VertexId column, const char* line) {
    const std::optional<Number> value = parse_number(cell.data(), cell.data() + cell.size());
    signs_.see(cell, line);
    if (!value && is_missing_cell(cell)) {
      ++(cell.empty() ? empty_cells_ : missing_cells_);
      return;
    }
    if (!value) fail_at_cell(cell, column, line);
    const bool is_zero = value->is_integer ? value->integer == 0 : value->real == 0;
    if (is_zero && input_.zeros == Zeros::drop) {
      ++dropped_zeros_;
      return;
    }
    columns_.push_back(column);
    values_.push(*value);
  }

  [[noreturn]] void fail_at_cell(std::string_view cell, VertexId column, const char* line) const {
    std::string place = "column " + std::to_string(column + 1);
    if (shape_.has_column_names) {
      place += " (" + printable(column_names_.names()[column]) + ")";
    }
    throw TextFailure{line, "expected a number, or nothing for a pair that may not be, in " +
                                place + ", found " + shown_text(cell)};
  }

  void add_notes() {
    const bool rows = shape_.has_row_names;
    const bool columns = shape_.has_column_names;
    report_.notes.emplace_back(
        std::string("a dense table, ") +
        (rows && columns ? "names of columns in the first line, of rows in the first column"
         : columns       ? "names of columns in the first line"
         : rows          ? "names of rows in the first column"
                         : "without names") +
        " (--format edge_list: a list of pairs)");
    const std::uint64_t missing = empty_cells_ + missing_cells_;
    if (missing != 0) {
      report_.notes.push_back(base::counted(missing, "cell") + " without a number: " +
                              (missing == 1 ? "a pair that may" : "pairs that may") + " not be");
    }
    if (shape_.ends_with_separator) {
      report_.notes.emplace_back("every line ends with a separator: no column behind it");
    }
  }

  const ParseInput& input_;
  TableLines lines_;  // holds names with quotes inside
  parallel::StopCheck stop_;
  TableShape shape_;
  SideNames row_names_{"row"};
  SideNames column_names_{"column"};
  Array<Offset> offsets_;
  Array<VertexId> columns_;
  WeightColumn values_;
  DecimalSigns signs_;
  std::size_t num_columns_ = 0;
  std::uint64_t empty_cells_ = 0;
  std::uint64_t missing_cells_ = 0;
  std::uint64_t dropped_zeros_ = 0;
  ReadReport report_;
};

void check_table_interpretation(const ParseInput& input) {
  const bool is_rows = input.as == Interpretation::bipartite ||
                       (input.as == Interpretation::automatic && input.rectangular_as_bipartite);
  if (is_rows) return;
  throw Error(ErrorCode::unsupported,
              std::string(input.name) +
                  ": a dense table has rows and columns (--as bipartite), which the verb bipartite "
                  "matches; it is no graph (--format edge_list and --columns take edges from it)");
}

}  // namespace

bool TableLines::next() {
  // Ends: each turn takes a line.
  while (!cursor_.at_end()) {
    const char* const line = cursor_.at();
    const bool is_blank = !cursor_.skip_blanks();
    const bool is_comment = !is_blank && is_edge_list_comment(cursor_);
    cursor_.skip_line();
    const char* const end = cursor_.at();
    begin_ = line;
    end_ = end[-1] == '\n' ? end - 1 : end;
    const bool is_of_tabs = is_blank && !is_first_ && line_.separator() == '\t' &&
                            std::string_view(begin_, end_).find('\t') != std::string_view::npos;
    if (is_comment) {
      ++comment_lines_;
    } else if (is_blank && !is_of_tabs) {
      ++blank_lines_;
    } else {
      if (const char* nul = find_nul({begin_, end_})) fail_at_nul(nul);
      if (is_first_) line_.find_separator(begin_, end_);
      is_first_ = false;
      line_.cut(begin_, end_);
      return true;
    }
  }
  return false;
}

void check_front_of_table(const ParseInput& front) {
  check_table_interpretation(front);
  located(front, [&] { TableReader(front).read(); });
}

Instance parse_table(const ParseInput& input) {
  check_table_interpretation(input);
  return located(input, [&] {
    TableReader reader(input);
    reader.read();
    return reader.take();
  });
}

}  // namespace hypermatch::detail::io
