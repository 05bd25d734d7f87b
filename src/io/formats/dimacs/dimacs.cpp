// SPDX-License-Identifier: MIT
#include "io/formats/dimacs/dimacs.hpp"

#include <string>

namespace hypermatch::detail::io {

namespace {

std::uint64_t read_count(Cursor& cursor, const char* line, const char* things) {
  cursor.skip_blanks();
  const std::uint64_t count =
      cursor.read_unsigned(("the number of " + std::string(things)).c_str());
  check_limit(line, count, things);
  return count;
}

}  // namespace

ProblemLine read_problem_line(Cursor& cursor, const ProblemLineText& text,
                              hypermatch::io::ReadReport& report) {
  // Ends: each iteration reads a line.
  while (true) {
    if (cursor.at_end()) cursor.expected(text.whole);
    if (!cursor.skip_blanks()) {
      if (!cursor.at_end()) ++report.blank_lines;
    } else if (cursor.sees('c')) {
      ++report.comment_lines;
    } else {
      break;
    }
    cursor.skip_line();
  }
  ProblemLine line;
  line.at = cursor.at();
  if (cursor.read_token() != "p") fail_expected(line.at, cursor.end(), text.whole);
  cursor.skip_blanks();
  const char* const kind_at = cursor.at();
  line.kind = cursor.read_token();
  if (!text.is_kind(line.kind)) fail_expected(kind_at, cursor.end(), text.kind);
  line.first = read_count(cursor, line.at, text.first);
  line.second = read_count(cursor, line.at, text.second);
  cursor.finish_line("the end of the header");
  return line;
}

}  // namespace hypermatch::detail::io
