// SPDX-License-Identifier: MIT
// Lines of separated values, cut into fields. Quotes are those of RFC 4180 and do not belong to the
// field.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace hypermatch::detail::io {

/// Tabs at both ends of a line whose separator is the tab.
enum class OuterTabs {
  blanks,      ///< they belong to no field
  separators,  ///< the first or the last field is empty
};

class CsvLine {
 public:
  explicit CsvLine(OuterTabs tabs = OuterTabs::blanks) : outer_tabs_(tabs) {}

  /// Chooses among comma, semicolon and tab what stands most often outside quotes; blanks where
  /// none does.
  void find_separator(const char* begin, const char* end);

  [[nodiscard]] char separator() const { return separator_; }

  /// Cuts a line. @throws TextFailure for quotes that do not close, or not in front of a separator
  void cut(const char* begin, const char* end);

  /// Without the blanks around them. Those with quotes inside quotes stay as long as this object,
  /// all others as long as the text.
  [[nodiscard]] const std::vector<std::string_view>& fields() const { return fields_; }

  /// @throws TextFailure at `begin` if the line has not `columns` fields
  void check_columns(const char* begin, std::size_t columns) const;

 private:
  const char* take_quoted(const char* field, const char* stop);

  OuterTabs outer_tabs_;
  char separator_ = ' ';
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // fields that hold quotes
};

}  // namespace hypermatch::detail::io
