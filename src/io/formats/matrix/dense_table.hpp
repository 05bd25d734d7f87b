// SPDX-License-Identifier: MIT
// Dense tables as separated values: a line per row, a number per column, with names of columns in
// the first line, names of rows in the first column, both or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "io/formats/csv/csv_line.hpp"
#include "io/formats/detect.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

/// The lines of a table that are neither blank nor comments.
class TableLines {
 public:
  explicit TableLines(TextRange text) : cursor_(text) {}

  /// Goes to the next line and cuts it. False behind the last one. @throws TextFailure
  [[nodiscard]] bool next();
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] const char* end() const { return end_; }  ///< in front of the newline
  /// Those with quotes inside quotes stay as long as this object, all others as long as the text.
  [[nodiscard]] const std::vector<std::string_view>& fields() const { return line_.fields(); }

  [[nodiscard]] std::uint64_t comment_lines() const { return comment_lines_; }
  [[nodiscard]] std::uint64_t blank_lines() const { return blank_lines_; }

 private:
  Cursor cursor_;
  CsvLine line_{OuterTabs::separators};
  bool is_first_ = true;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t comment_lines_ = 0;
  std::uint64_t blank_lines_ = 0;
};

/// An empty cell, or a word for one without a number: NA, NaN, inf, null and the like.
[[nodiscard]] bool is_missing_cell(std::string_view cell);

/// Places of the names of a table.
struct TableShape {
  std::size_t fields = 0;            ///< per line of data
  bool has_column_names = false;     ///< in the first line
  bool has_row_names = false;        ///< in the first column
  bool is_one_short = false;         ///< the first line has no field above the names of rows
  bool ends_with_separator = false;  ///< every line does: no column follows

  /// The fields of a line of data that are cells.
  [[nodiscard]] std::span<const std::string_view> cells_of(
      std::span<const std::string_view> line) const {
    const std::size_t first = has_row_names ? 1 : 0;
    return line.subspan(first, fields - first - (ends_with_separator ? 1 : 0));
  }
};

/// The shape of a table that begins with these lines, of which there is at least one.
[[nodiscard]] TableShape shape_of(std::span<const std::vector<std::string_view>> lines);

/// Lines that tell the shape.
inline constexpr std::size_t k_shaping_lines = 64;

/// Whether a text, of which `front` gives the first bytes, is a dense table without doubt. Only
/// texts are that an edge list is refused for: names on both sides of two columns of numbers or
/// more (three where a word stands above the names of rows), or no names and more than four numbers
/// in each line, of which the first two do not look like ends of an edge.
[[nodiscard]] bool begins_dense_table(const Front& front);

/// Notes that a list of pairs, of so many lines, may be a table: no id of the first column recurs,
/// and those of the second one are numbers.
void note_possible_table(std::size_t num_lines, hypermatch::io::Instance& instance);

}  // namespace hypermatch::detail::io
