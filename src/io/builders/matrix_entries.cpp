// SPDX-License-Identifier: MIT
#include "io/builders/matrix_entries.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/counted.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Zeros;

/// True for digits behind a sign or none: an integer of any size.
bool is_digits(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  return !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_zero(const Number& number) {
  return number.is_integer && number.integer == 0;
}

bool is_line_of_data(Cursor& cursor) {
  return cursor.skip_blanks() && !cursor.sees('%');
}

/// The row and column of the entries of an array, column by column.
class ArrayPlace {
 public:
  ArrayPlace(const MatrixHeader& header, std::uint64_t entry) : header_(header), row_(entry) {
    // Ends: every turn goes to the next column; an array has as many entries as its columns.
    while (row_ >= length()) {
      row_ -= length();
      if (++column_ >= header_.columns) break;
    }
  }
  [[nodiscard]] VertexId row() const { return static_cast<VertexId>(first_row() + row_); }
  [[nodiscard]] VertexId column() const { return static_cast<VertexId>(column_); }
  void next() {
    ++row_;
    // Ends: as above.
    while (column_ < header_.columns && row_ >= length()) {
      row_ = 0;
      ++column_;
    }
  }

 private:
  [[nodiscard]] std::uint64_t first_row() const {
    if (header_.is_general()) return 0;
    return column_ + (header_.symmetry == MatrixHeader::Symmetry::skew_symmetric ? 1 : 0);
  }
  [[nodiscard]] std::uint64_t length() const {
    return header_.rows - std::min(first_row(), header_.rows);
  }

  const MatrixHeader& header_;
  std::uint64_t column_ = 0;
  std::uint64_t row_;  // behind the first stored one of the column
};

class ArrayParser {
 public:
  explicit ArrayParser(const EntryTaker& taker) : taker_(taker) {}

  /// A slice of whole lines.
  void operator()(EntryPart& part, Cursor& cursor) const {
    const MatrixHeader& header = taker_.header();
    ArrayPlace place(header, part.first_entry + part.entries);
    // Ends: every turn takes a line.
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
      } else if (cursor.sees('%')) {
        ++part.comment_lines;
      } else {
        read_line(part, place, cursor);
      }
      cursor.skip_line();
    }
  }

  /// Numbers of entries, from blanks alone.
  static std::uint64_t count(TextRange text, bool is_complex) {
    Cursor cursor(text);
    std::uint64_t words = 0;
    // Ends: every turn takes a line.
    while (!cursor.at_end()) {
      if (is_line_of_data(cursor)) {
        do {
          (void)cursor.read_token();
          ++words;
        } while (cursor.skip_blanks());
      }
      cursor.skip_line();
    }
    return is_complex ? words / 2 : words;
  }

 private:
  void read_line(EntryPart& part, ArrayPlace& place, Cursor& cursor) const {
    const std::uint64_t most = taker_.header().entries;
    do {
      if (part.first_entry + part.entries == most) {
        cursor.expected("the end of the file after " + base::counted(most, "entry"));
      }
      taker_.take_value(part, place.row(), place.column(), cursor);
      if (!cursor.at_line_end() && !is_blank(*cursor.at())) cursor.expected("a blank");
      ++part.entries;
      place.next();
    } while (cursor.skip_blanks());
  }

  const EntryTaker& taker_;
};

}  // namespace

EntryTaker::EntryTaker(const MatrixHeader& header, Wanted wanted, const ParseInput& input)
    : header_(header), wanted_(wanted), self_loops_(input.self_loops) {
  using hypermatch::io::Interpretation;
  // An array has no other way to leave an entry out.
  const bool has_rows = wanted == Wanted::values || input.as == Interpretation::bipartite ||
                        (input.as == Interpretation::automatic && header.rows != header.columns);
  counts_zeros_ = header.layout == MatrixHeader::Layout::coordinate || has_rows;
  keeps_zeros_ = counts_zeros_ && input.zeros == Zeros::keep;
}

void EntryTaker::take_value(EntryPart& part, VertexId row, VertexId column, Cursor& cursor) const {
  cursor.skip_blanks();
  const char* at = cursor.at();
  const Number value = cursor.read_fortran_number("a value");
  if (header_.has_integers() && !value.is_integer && !is_digits({at, cursor.at()})) {
    fail_expected(at, cursor.end(), "an integer value");
  }
  if (header_.field == MatrixHeader::Field::unsigned_integer && *at == '-') {
    fail_expected(at, cursor.end(), "an integer value of at least 0");
  }
  bool zero = is_zero(value);
  if (header_.field == MatrixHeader::Field::complex) {
    cursor.skip_blanks();
    zero = is_zero(cursor.read_fortran_number("an imaginary part")) && zero;
  }
  if (zero && counts_zeros_) ++part.explicit_zeros;
  if (zero && !keeps_zeros_) return;
  take(part, row, column, value);
}

void EntryTaker::take(EntryPart& part, VertexId row, VertexId column, const Number& value) const {
  using hypermatch::io::SelfLoops;
  if (wanted_ == Wanted::graph && row == column) {
    ++part.self_loops;
    if (self_loops_ == SelfLoops::keep) {
      part.loops.push_back({row, header_.has_weights() ? absolute(value) : k_weight_of_one});
    }
    return;
  }
  part.pairs.push_back({row, column});
  if (wanted_ == Wanted::graph && header_.has_weights()) {
    part.weights.push(absolute(value));
    part.lost_signs += (value.is_integer ? value.integer < 0 : value.real < 0) ? 1 : 0;
  }
  if (wanted_ != Wanted::values) return;
  part.weights.push(value);
  if (header_.is_general() || row == column) return;
  part.pairs.push_back({column, row});
  const bool is_skew = header_.symmetry == MatrixHeader::Symmetry::skew_symmetric;
  part.weights.push(is_skew ? negative(value) : value);
}

void check_no_entry_left(const ParseInput& input, const MatrixHeader& header, std::uint64_t left) {
  if (left == 0) return;
  fail_at(input.name, line_of(range_of(input.text), range_of(input.text).end),
          "expected " + base::counted(header.entries, "entry") +
              ", found the end of the file after " + std::to_string(header.entries - left));
}

void parse_array(const ParseInput& input, const EntryTaker& taker, std::vector<EntryPart>& parts) {
  const MatrixHeader& header = taker.header();
  const bool is_complex = header.field == MatrixHeader::Field::complex;
  std::vector<std::uint64_t> counts(parts.size(), 0);
  parallel::run_tasks(input.context, parts.size(), [&](std::size_t i) {
    counts[i] = ArrayParser::count(parts[i].text, is_complex);
  });
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].first_entry = std::min(total, header.entries);
    total += counts[i];
  }
  parse_parts(input.context, parts, ArrayParser(taker));
  throw_first_failure(parts);
  check_no_entry_left(input, header, header.entries - std::min(total, header.entries));
}

void check_front_of_array(const ParseInput& front, const EntryTaker& taker,
                          std::vector<EntryPart>& parts) {
  parse_parts(front.context, parts, ArrayParser(taker));
  throw_first_failure(parts);
}

}  // namespace hypermatch::detail::io
