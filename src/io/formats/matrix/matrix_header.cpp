// SPDX-License-Identifier: MIT
#include "io/formats/matrix/matrix_header.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/counted.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::ReadReport;

/// Reads one of the words of the banner, any case; `index` of `words` that it is.
std::size_t read_word(Cursor& cursor, const std::vector<std::string_view>& words,
                      const std::string& what) {
  cursor.skip_blanks();
  const char* at = cursor.at();
  std::string word(cursor.read_token());
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto known = std::find(words.begin(), words.end(), word);
  if (known == words.end()) fail_expected(at, cursor.end(), what);
  return static_cast<std::size_t>(known - words.begin());
}

/// The end of the banner. Complex matrices have a pattern, but no weights.
void read_kind(Cursor& cursor, MatrixHeader& header, ReadReport& report) {
  const char* const field = cursor.at();
  header.field = static_cast<MatrixHeader::Field>(
      read_word(cursor, {"pattern", "integer", "unsigned-integer", "real", "complex"},
                "a field of 'pattern', 'integer', 'unsigned-integer', 'real' or 'complex'"));
  if (header.layout == MatrixHeader::Layout::array &&
      header.field == MatrixHeader::Field::pattern) {
    throw TextFailure{field,
                      "expected a field of 'integer', 'real' or 'complex', found 'pattern', "
                      "which an 'array' has no use for"};
  }
  std::vector<std::string_view> symmetries = {"general", "symmetric", "skew-symmetric"};
  std::string wanted = "a symmetry of 'general', 'symmetric' or 'skew-symmetric'";
  if (header.field == MatrixHeader::Field::complex) {
    symmetries.emplace_back("hermitian");
    wanted = "a symmetry of 'general', 'symmetric', 'skew-symmetric' or 'hermitian'";
  }
  header.symmetry = static_cast<MatrixHeader::Symmetry>(read_word(cursor, symmetries, wanted));
  if (cursor.skip_blanks()) ++report.banner_faults;
  cursor.skip_line();
}

MatrixHeader read_banner(Cursor& cursor, ReadReport& report) {
  MatrixHeader header;
  constexpr std::size_t k_one_percent = 1;
  const std::size_t mark =
      read_word(cursor, {"%%matrixmarket", "%matrixmarket"},
                "the banner '%%MatrixMarket matrix coordinate ...' at the beginning of the file");
  if (mark == k_one_percent) ++report.banner_faults;
  (void)read_word(cursor, {"matrix"}, "the object 'matrix'");
  header.layout = static_cast<MatrixHeader::Layout>(
      read_word(cursor, {"coordinate", "array"}, "'coordinate' or 'array'"));
  read_kind(cursor, header, report);
  return header;
}

/// Entries of an array, by columns: all, or those of the lower triangle.
std::uint64_t entries_of_array(const MatrixHeader& header) {
  if (header.is_general()) return header.rows * header.columns;
  const bool has_diagonal = header.symmetry != MatrixHeader::Symmetry::skew_symmetric;
  return header.rows *
         (has_diagonal ? header.rows + 1 : std::max<std::uint64_t>(header.rows, 1) - 1) / 2;
}

}  // namespace

MatrixHeader read_matrix_header(Cursor& cursor, ReadReport& report) {
  MatrixHeader header = read_banner(cursor, report);
  const bool is_array = header.layout == MatrixHeader::Layout::array;
  const std::string line = is_array ? "a line 'rows columns'" : "a line 'rows columns entries'";
  while (true) {
    if (cursor.at_end()) cursor.expected(line);
    if (!cursor.skip_blanks()) {
      if (!cursor.at_end()) ++report.blank_lines;
    } else if (cursor.sees('%')) {
      ++report.comment_lines;
    } else {
      break;
    }
    cursor.skip_line();
  }
  header.size_line = cursor.at();
  header.rows = cursor.read_unsigned("the number of rows");
  check_limit(header.size_line, header.rows, "rows");
  cursor.skip_blanks();
  header.columns = cursor.read_unsigned("the number of columns");
  check_limit(header.size_line, header.columns, "columns");
  if (is_array) {
    header.entries = entries_of_array(header);
  } else {
    cursor.skip_blanks();
    header.entries = cursor.read_unsigned("the number of entries");
  }
  check_limit(header.size_line, header.entries, "entries");
  cursor.finish_line(("the end of the " + line.substr(2)).c_str());
  if (!header.is_general() && header.rows != header.columns) {
    throw TextFailure{header.size_line, "expected a square matrix, since it is symmetric, found " +
                                            base::counted(header.rows, "row") + " and " +
                                            base::counted(header.columns, "column")};
  }
  return header;
}

}  // namespace hypermatch::detail::io
