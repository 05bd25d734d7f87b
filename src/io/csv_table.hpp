// SPDX-License-Identifier: MIT
// Separated values whose first line names the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hypermatch/context.hpp"
#include "io/csv_line.hpp"
#include "io/text.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::io {

/// The rows, one after another. Lines that begin with `#` or `%` are comments.
class CsvTable {
 public:
  /// `columns` are those to read; the file has them in any order, among others. `expected` names
  /// them in messages. Both stay.
  CsvTable(const Context& context, TextRange text, std::span<const std::string_view> columns,
           const char* expected);

  /// Goes to the next row. False behind the last one. @throws TextFailure; Error{cancelled}
  [[nodiscard]] bool next();
  /// The begin of the row.
  [[nodiscard]] const char* where() const { return where_; }
  /// The field of `columns[i]`.
  [[nodiscard]] std::string_view field(std::size_t i) const { return line_.fields()[places_[i]]; }

  [[nodiscard]] std::uint64_t comment_lines() const { return comment_lines_; }
  [[nodiscard]] std::uint64_t blank_lines() const { return blank_lines_; }

 private:
  void read_header(const char* begin, const char* end);

  parallel::StopCheck stop_;
  Cursor cursor_;
  const char* end_;
  std::span<const std::string_view> columns_;
  const char* expected_;
  CsvLine line_;
  std::vector<std::size_t> places_;  // empty in front of the header
  std::size_t num_columns_ = 0;
  const char* where_ = nullptr;
  std::uint64_t comment_lines_ = 0;
  std::uint64_t blank_lines_ = 0;
};

/// Whether the first line of a file names all these columns.
[[nodiscard]] bool begins_csv_table(std::span<const char> front,
                                    std::span<const std::string_view> columns);

}  // namespace hypermatch::detail::io
