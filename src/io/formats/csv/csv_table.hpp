// SPDX-License-Identifier: MIT
// Separated values whose first line names the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/context.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/text/text.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

/// The columns that a reader takes. Capital letters are those of the same word in small ones.
struct CsvColumnsOfTable {
  std::span<const std::string_view> required;
  std::span<const std::string_view> optional = {};
  /// Names that the file has for the required ones: names, or numbers from 1; empty: the same. With
  /// numbers alone the first line is one of names where its last required column is no number.
  std::vector<std::string> called = {};
};

/// The rows, one after another. Lines that begin with `#` or `%` are comments.
class CsvTable {
 public:
  /// `expected` names the columns in messages. It and the columns stay.
  CsvTable(const Context& context, TextRange text, const CsvColumnsOfTable& columns,
           const char* expected);

  /// Goes to the next row. False behind the last one. @throws TextFailure; Error{cancelled}
  [[nodiscard]] bool next();
  /// The begin of the row.
  [[nodiscard]] const char* where() const { return where_; }
  /// The field of required column i, or of optional column i - number of required ones.
  [[nodiscard]] std::string_view field(std::size_t i) const { return line_.fields()[places_[i]]; }
  /// Whether the file has the column of `field(i)`.
  [[nodiscard]] bool has(std::size_t i) const { return places_[i] < num_columns_; }

  /// Comments that are glued to their mark and have the columns of a row.
  struct RowInComment {
    const char* where;
    std::string first, second;  ///< the fields of the first two required columns
  };
  [[nodiscard]] const std::vector<RowInComment>& rows_in_comments() const { return in_comments_; }
  [[nodiscard]] std::uint64_t comment_lines() const { return comment_lines_; }
  [[nodiscard]] std::uint64_t blank_lines() const { return blank_lines_; }
  /// The name of the column of `field(i)`, as the first line has it; empty where it has none.
  [[nodiscard]] std::string_view name_of(std::size_t i) const {
    return header_.empty() || !has(i) ? std::string_view() : std::string_view(header_[places_[i]]);
  }
  /// The line of names.
  [[nodiscard]] const char* header_line() const { return header_line_; }
  /// The names of the columns that no reader asked for.
  [[nodiscard]] const std::vector<std::string>& other_columns() const { return other_columns_; }

 private:
  /// Whether the first line is one of names.
  bool read_header(const char* begin, const char* end);
  void see_comment(const char* begin, const char* end);

  parallel::StopCheck stop_;
  Cursor cursor_;
  const char* end_;
  const CsvColumnsOfTable& columns_;
  const char* expected_;
  CsvLine line_;
  std::vector<std::size_t> places_;  // empty in front of the header
  std::size_t num_columns_ = 0;
  std::vector<std::string> header_;  // all names, or none
  const char* header_line_ = nullptr;
  std::vector<std::string> other_columns_;
  std::vector<RowInComment> in_comments_;
  const char* where_ = nullptr;
  std::uint64_t comment_lines_ = 0;
  std::uint64_t blank_lines_ = 0;
};

/// Whether the first line of a file that is no comment names all required columns, by these names.
[[nodiscard]] bool begins_csv_table(std::span<const char> front,
                                    std::span<const std::string_view> columns);

}  // namespace hypermatch::detail::io
