// SPDX-License-Identifier: MIT
#include "io/formats/csv/csv_columns.hpp"

#include <algorithm>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/error.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/text/printable.hpp"

namespace hypermatch::detail::io {

namespace {

/// The column that `name` asks for: a number from 1, or a name of the first line.
std::size_t column_of(const ParseInput& input, const std::string& name, const CsvFields& names) {
  const bool is_number = !name.empty() && name.size() <= 6 &&
                         name.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) {
    const auto number = static_cast<std::size_t>(std::stoul(name));
    if (number - 1 < names.size()) return number - 1;
    throw Error(ErrorCode::invalid_option, std::string(input.name) + ": there is no column " +
                                               name + ", the first line has " +
                                               std::to_string(names.size()));
  }
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end() && std::find(at + 1, names.end(), name) != names.end()) {
    throw Error(ErrorCode::invalid_option, std::string(input.name) + ": two columns are called " +
                                               shown_text(name) +
                                               "; their numbers tell them apart");
  }
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  std::string known;
  for (const std::string_view each : names) {
    if (!each.empty()) known.append(known.empty() ? "" : "|").append(each);
  }
  throw Error(ErrorCode::invalid_option, std::string(input.name) + ": there is no column " +
                                             shown_text(name) + ", the first line has " +
                                             printable(known) + did_you_mean(name, known));
}

bool are_names(CsvFields::const_iterator begin, CsvFields::const_iterator end) {
  return begin != end && std::all_of(begin, end, may_be_name);
}

bool are_numeric(CsvFields::const_iterator begin, CsvFields::const_iterator end) {
  return begin != end && std::all_of(begin, end, is_number);
}

/// The only columns whose names `is` accepts, if they are `count`.
template <class Is>
std::vector<std::size_t> columns_named(const CsvFields& names, std::size_t count, const Is& is) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is(names[i])) found.push_back(i);
  }
  if (found.size() != count) found.clear();
  return found;
}

bool is_one_short(const CsvFields& first, const CsvFields& second) {
  return second.size() == first.size() + 1 && first.size() > 1 &&
         are_names(first.begin(), first.end());
}

/// An index without a name, and names behind it.
bool has_unnamed_first(const CsvFields& names) {
  return names.size() > 2 && names[0].empty() && are_names(names.begin() + 1, names.end());
}

/// A matrix whose rows have names, and numbers behind them; an index of a table is a number.
bool is_named_matrix(const CsvFields& names, const CsvFields& second) {
  return names.size() > 2 && second.size() == names.size() && names[0].empty() &&
         !is_number(second[0]) && are_numeric(second.begin() + 1, second.end()) &&
         columns_named(names, 2, names_an_end).empty();
}

HeaderSign sign_of(const CsvColumnChoice& choice, const CsvFields& names, const CsvFields& second) {
  const auto columns_of = [&](const CsvFields& fields) {
    Columns columns;
    columns.text = {fields[choice.ends[0]], fields[choice.ends[1]]};
    columns.count = 2;
    if (choice.weight != k_no_column) columns.text[columns.count++] = fields[choice.weight];
    return columns;
  };
  if (second.size() != names.size()) return header_sign(columns_of(names), nullptr);
  const Columns below = columns_of(second);
  return header_sign(columns_of(names), &below);
}

/// The place of the weight, or of numbers of edges, in front of one of two ends without usual
/// names; k_no_column: there is none.
std::size_t column_in_front(const CsvFields& names, const CsvFields& second) {
  if (names.size() != 3 || second.size() != 3 || !are_names(names.begin(), names.end())) {
    return k_no_column;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (names_weights(names[i]) && !names_weights(names[2]) && is_number(second[i])) return i;
  }
  const bool counts = names_numbers(names[0]) && (second[0] == "0" || second[0] == "1");
  return counts && !is_number(second[2]) && !names_weights(names[2]) ? 0 : k_no_column;
}

/// The two ends and the weight among the names of a first line.
void choose_by_names(const CsvFields& names, const CsvFields& second, const char* line,
                     CsvColumnChoice& choice) {
  const std::size_t skipped = has_unnamed_first(names) ? 1 : 0;
  const std::size_t rest = names.size() - skipped;
  const std::vector<std::size_t> ends = columns_named(names, 2, names_an_end);
  if (!ends.empty()) {
    choice.ends[0] = ends[0];
    choice.ends[1] = ends[1];
  } else if (const std::size_t in_front = column_in_front(names, second); in_front != k_no_column) {
    choice.ends[0] = in_front == 0 ? 1 : 0;
    choice.ends[1] = 2;
  } else if (rest == 2 || rest == 3) {
    choice.ends[0] = skipped;
    choice.ends[1] = skipped + 1;
  } else {
    throw TextFailure{line, "expected 2 or 3 columns (vertex, vertex, weight), found " +
                                std::to_string(names.size()) +
                                "; --columns says which to take (a dense table for the verb "
                                "bipartite: --format table)"};
  }
  const bool are_first = choice.ends[0] == skipped && choice.ends[1] == skipped + 1;
  if (rest == 3 && are_first) {
    choice.weight = skipped + 2;
  } else if (rest > 2) {
    const std::vector<std::size_t> weight = columns_named(names, 1, names_weights);
    if (!weight.empty()) choice.weight = weight[0];
    choice.note = "columns " + shown_text(names[choice.ends[0]]) + " and " +
                  shown_text(names[choice.ends[1]]) +
                  (weight.empty() ? ", no weights" : ", weights " + shown_text(names[weight[0]])) +
                  "; --columns takes others";
  }
}

}  // namespace

CsvColumnChoice choose_columns(const ParseInput& input, const char* line, const CsvFields& first,
                               const CsvFields& second) {
  static const hypermatch::io::CsvColumns k_none;
  const hypermatch::io::CsvColumns& csv = input.csv != nullptr ? *input.csv : k_none;
  CsvFields names = first;
  const bool one_short = is_one_short(first, second);
  if (one_short) names.insert(names.begin(), std::string_view());
  CsvColumnChoice choice;
  choice.columns = names.size();
  const bool asks_for_names =
      std::any_of(csv.columns.begin(), csv.columns.end(), [](const std::string& column) {
        return column.find_first_not_of("0123456789") != std::string::npos;
      });
  if (csv.columns.empty()) {
    if (is_named_matrix(names, second)) {
      throw TextFailure{
          line,
          "expected edges, found a matrix with names of rows and columns, which the verb "
          "bipartite reads by --format table"};
    }
    choose_by_names(names, second, line, choice);
  } else {
    choice.ends[0] = column_of(input, csv.columns[0], names);
    choice.ends[1] = column_of(input, csv.columns[1], names);
    if (csv.columns.size() == 3) choice.weight = column_of(input, csv.columns[2], names);
    if (choice.ends[0] == choice.ends[1] || choice.weight == choice.ends[0] ||
        choice.weight == choice.ends[1]) {
      throw Error(ErrorCode::invalid_option,
                  std::string(input.name) + ": --columns names one column twice");
    }
  }
  const bool has_front = csv.columns.empty() && column_in_front(names, second) != k_no_column;
  if (csv.header || asks_for_names || one_short || has_front || has_unnamed_first(names)) {
    choice.sign = HeaderSign::names;
  } else if (!csv.no_header) {
    choice.sign = sign_of(choice, names, second);
  }
  if (choice.weight != k_no_column) choice.weight_name = names[choice.weight];
  return choice;
}

bool begins_table_of_edges(TextRange text) {
  Cursor cursor(text);
  std::vector<CsvLine> lines(3);
  std::size_t count = 0;
  try {
    // Ends: after three lines.
    while (count < lines.size() && find_data_line(cursor)) {
      const char* const end = std::find(cursor.at(), text.end, '\n');
      if (count == 0) {
        lines[0].find_separator(cursor.at(), end);
        lines[1] = lines[2] = lines[0];
      }
      lines[count++].cut(cursor.at(), end);
      cursor.skip_line();
    }
  } catch (const TextFailure&) {
    return false;
  }
  if (count < 2) return false;
  const CsvFields& first = lines[0].fields();
  const CsvFields& second = lines[1].fields();
  const std::vector<std::size_t> ends = columns_named(first, 2, names_an_end);
  if (is_one_short(first, second)) {
    const std::string_view row = second[0];
    const bool counts = (row == "1" || row == "0") &&
                        (count < 3 || lines[2].fields()[0] == (row == "1" ? "2" : "1"));
    return !ends.empty() || counts ||
           (row == first[0] && are_numeric(second.begin() + 1, second.end()));
  }
  if (first.size() != second.size()) return false;
  if (has_unnamed_first(first) || column_in_front(first, second) != k_no_column) return true;
  const bool are_first = !ends.empty() && ends[0] == 0 && ends[1] == 1;
  return !ends.empty() && are_names(first.begin(), first.end()) && (first.size() > 3 || !are_first);
}

}  // namespace hypermatch::detail::io
