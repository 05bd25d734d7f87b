// SPDX-License-Identifier: MIT
// Edge lists as separated values: any number of columns, of which two name the ends of an edge and
// one may hold its weight. Quotes are those of RFC 4180 and do not belong to the id. Vertices are
// numbered in the order in which their ids first appear.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/builders/entries.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/csv/csv_columns.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/foreign_lists.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/decimal_signs.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/time_stamps.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;

struct CsvPart : ChunkPart {
  Array<GraphEdge> pairs;
  WeightColumn weights;
  std::uint64_t self_loops = 0;
  std::vector<SelfLoop> loops;  // where they are kept
};

class CsvReader {
 public:
  /// `keeps_first`: the first line is an edge.
  explicit CsvReader(const ParseInput& input, bool keeps_first = false)
      : input_(input),
        keeps_first_(keeps_first),
        has_two_sides_(io::has_two_sides(input, declared_edges(range_of(input.text)))) {}

  /// Some whole lines of the text, in its order.
  void operator()(CsvPart& part, Cursor& cursor) {
    // Ends: every iteration takes a line.
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
        cursor.skip_line();
      } else if (is_edge_list_comment(cursor)) {
        ++part.comment_lines;
        cursor.skip_line();
      } else {
        const char* const end = line_begin_after(cursor.at(), cursor.end());
        take_line(part, cursor.at(), end[-1] == '\n' ? end - 1 : end);
        cursor = Cursor(TextRange{end, cursor.end()});
      }
    }
  }

  [[nodiscard]] bool has_two_sides() const { return has_two_sides_; }
  [[nodiscard]] const CsvColumnChoice& columns() const { return columns_; }
  [[nodiscard]] bool is_weighted() const { return columns_.weight != k_no_column; }
  [[nodiscard]] char separator() const { return line_.separator(); }
  [[nodiscard]] bool has_header() const { return header_ != nullptr; }

  /// Whether a first line whose sign is open has turned out to be an edge. @param pairs those below
  [[nodiscard]] bool has_wrong_header(std::span<const GraphEdge> pairs, std::string& note) const {
    if (columns_.sign != HeaderSign::open || !has_header()) return false;
    if (names_.find(ends_of_first_[0]) != k_none || names_.find(ends_of_first_[1]) != k_none) {
      return true;
    }
    const FirstLine judged =
        judge_first_line(ends_of_first_[0], ends_of_first_[1], {names_.names(), pairs});
    if (judged == FirstLine::unclear) {
      note = note_of_kept_line(ends_of_first_[0], ends_of_first_[1]);
    }
    return judged != FirstLine::header;
  }
  void report_columns(hypermatch::io::ReadReport& report) const {
    if (has_header()) {
      report.header_lines = 1;
      report.header = shown_line(header_, range_of(input_.text).end);
      report.names_directions = names_an_end(ends_of_first_[0]) && names_an_end(ends_of_first_[1]);
    }
    if (!columns_.note.empty()) report.notes.push_back(columns_.note);
    if (!is_weighted()) return;
    report.weight_column = columns_.weight + 1;
    if (has_header()) report.weight_name = columns_.weight_name;
  }
  [[nodiscard]] const NameTable& names() const { return names_; }
  void judge_decimal_signs() const { signs_.judge(); }

 private:
  void take_line(CsvPart& part, const char* begin, const char* end) {
    if (const char* nul = find_nul({begin, end})) fail_at_nul(nul);
    if (columns_.columns == 0) {
      line_.find_separator(begin, end);
      line_.cut(begin, end);
      columns_ = choose_columns(input_, begin, line_.fields(), second_line(end));
      const bool is_names = columns_.sign != HeaderSign::none && !keeps_first_;
      if (is_names) {
        header_ = begin;
        // The names of a table that is one short stand one column further left.
        const std::size_t shift = columns_.columns - line_.fields().size();
        for (int i = 0; i < 2; ++i) {
          ends_of_first_[i] = columns_.ends[i] < shift
                                  ? std::string()
                                  : std::string(line_.fields()[columns_.ends[i] - shift]);
        }
        return;
      }
    } else {
      line_.cut(begin, end);
    }
    line_.check_columns(begin, columns_.columns);
    take_edge(part, begin);
  }

  // The fields of the data line behind the first one; empty without one, or if it is malformed.
  CsvFields second_line(const char* end_of_first) {
    Cursor cursor(TextRange{end_of_first, range_of(input_.text).end});
    cursor.skip_line();
    if (!find_data_line(cursor)) return {};
    second_ = line_;
    try {
      second_.cut(cursor.at(), std::find(cursor.at(), cursor.end(), '\n'));
    } catch (const TextFailure&) {
      return {};
    }
    return second_.fields();
  }

  void take_edge(CsvPart& part, const char* line) {
    VertexId ends[2];
    for (int i = 0; i < 2; ++i) {
      const std::string_view id = line_.fields()[columns_.ends[i]];
      if (id.empty()) {
        throw TextFailure{line, "expected a vertex id in column " +
                                    std::to_string(columns_.ends[i] + 1) + ", found nothing"};
      }
      if (line_.separator() == ';' && is_decimal_comma(id)) {
        // A number lies in the line itself, maybe between quotes.
        const bool has_quotes = id.data() != line && id.data()[-1] == '"';
        if (!has_quotes) refuse_decimal_comma(id, line);
      }
      ends[i] = names_.number_of(id);
    }
    std::optional<Number> weight;
    if (is_weighted()) {
      const std::string_view text = line_.fields()[columns_.weight];
      weight = parse_number(text.data(), text.data() + text.size());
      signs_.see(text, line);
      if (!weight) {
        throw TextFailure{line, "expected a weight (a finite number) in column " +
                                    std::to_string(columns_.weight + 1) + ", found " +
                                    shown_text(text) +
                                    (lines_ == 0 ? "; --header skips a line of names" : "")};
      }
      if (input_.negative_weights == NegativeWeights::refuse) refuse_negative(*weight, line);
    }
    ++lines_;
    check_limit(line, lines_, "edges");
    if (ends[0] == ends[1] && !has_two_sides_) {
      ++part.self_loops;
      if (input_.self_loops == SelfLoops::keep) {
        part.loops.push_back({ends[0], weight.value_or(k_weight_of_one)});
      }
      return;
    }
    part.pairs.push_back({ends[0], ends[1]});
    if (weight) part.weights.push(*weight);
  }

  const ParseInput& input_;
  bool keeps_first_;
  bool has_two_sides_;       // equal ids are no self-loop
  CsvColumnChoice columns_;  // 0 columns: the first line is still to come
  const char* header_ = nullptr;
  std::string ends_of_first_[2];
  std::uint64_t lines_ = 0;  // with edges
  CsvLine line_;
  CsvLine second_;
  DecimalSigns signs_;  // of the weights
  NameTable names_;
};

// One part, so that the lines come in order.
std::vector<CsvPart> read_lines(const ParseInput& input, CsvReader& reader) {
  std::vector<CsvPart> parts(1);
  parts[0].text = range_of(input.text);
  parse_parts(input.context, parts, [&](CsvPart& part, Cursor& cursor) { reader(part, cursor); });
  throw_first_failure(parts);
  return parts;
}

// Loops of a table whose weights are none.
void unweight(std::vector<SelfLoop>& loops) {
  for (SelfLoop& loop : loops) loop.weight = k_weight_of_one;
}

Instance make_instance(const ParseInput& input, const CsvReader& reader, std::vector<CsvPart> parts,
                       hypermatch::io::ReadReport report) {
  report.declared = declared_edges(range_of(input.text));
  report.comment_lines = parts[0].comment_lines;
  report.blank_lines = parts[0].blank_lines;
  report.self_loops = parts[0].self_loops;
  reader.report_columns(report);
  reader.judge_decimal_signs();
  note_declared_lines(range_of(input.text), parts[0].pairs.size() + report.self_loops, report);
  Weights weights;
  if (reader.is_weighted()) {
    weights = join_weights(
        input.context, parts, [](CsvPart & part) -> auto& { return part.weights; });
    const bool is_asked_for = input.csv != nullptr && input.csv->columns.size() == 3;
    if (!is_asked_for && drop_times(input, weights, report)) {
      unweight(parts[0].loops);
    }
  }
  const std::vector<std::string_view>& names = reader.names().names();
  judge_comments(range_of(input.text), reader.separator(), reader.columns().columns, names, report);
  if (reader.has_two_sides()) {
    return make_two_sides(input, std::move(parts[0].pairs), std::move(weights), names.size(),
                          &names, std::move(report));
  }
  EdgeList graph{.num_vertices = static_cast<VertexId>(names.size()),
                 .edges = std::move(parts[0].pairs),
                 .weights = std::move(weights)};
  merge_parallel_edges(input, graph, report);
  const VertexId n = graph.num_vertices;
  Instance instance = finish_graph(input, k_edge_list_format, std::move(graph), std::move(report),
                                   weights_of(input, parts[0].loops, n));
  instance.labels = labels_of(names);
  return instance;
}

Instance parse_separated_values(const ParseInput& input) {
  hypermatch::io::ReadReport report;
  CsvReader reader(input);
  std::vector<CsvPart> parts = read_lines(input, reader);
  std::string note;
  if (!reader.has_wrong_header(parts[0].pairs.view(), note)) {
    return make_instance(input, reader, std::move(parts), std::move(report));
  }
  if (!note.empty()) report.notes.push_back(note);
  CsvReader other(input, true);
  parts = read_lines(input, other);
  return make_instance(input, other, std::move(parts), std::move(report));
}

/// The first columns of a list whose quotes do not belong to ids.
Instance parse_quoted(const ParseInput& input, const HasMixedQuotes& found) {
  hypermatch::io::CsvColumns csv = input.csv == nullptr ? hypermatch::io::CsvColumns{} : *input.csv;
  csv.columns = {"1", "2"};
  if (found.columns > 2) csv.columns.emplace_back("3");
  ParseInput quoted = input;
  quoted.csv = &csv;
  Instance instance = located(quoted, [&] { return parse_separated_values(quoted); });
  instance.report.notes.push_back(std::string(found.found) + ": quotes do not belong to them");
  return instance;
}

void check_columns(const ParseInput& input) {
  check_graph_interpretation(input, k_edge_list_format);
  if (input.csv == nullptr) return;
  const std::vector<std::string>& columns = input.csv->columns;
  const auto is_empty = [](const std::string& column) { return column.empty(); };
  const bool is_right = columns.empty() || columns.size() == 2 || columns.size() == 3;
  if (is_right && std::none_of(columns.begin(), columns.end(), is_empty)) return;
  throw Error(ErrorCode::invalid_option,
              "columns must be two or three names or numbers: source, target, weight");
}

// Whether the columns are asked for, or have to be found among others.
bool is_table(const ParseInput& input) {
  if (input.csv != nullptr && input.csv->are_given()) return true;
  const bool keeps_first = input.csv != nullptr && input.csv->no_header;
  return !keeps_first && begins_table_of_edges(range_of(input.text));
}

}  // namespace

void check_front_of_edges(const ParseInput& front) {
  if (!is_table(front)) {
    check_front_of_edge_list(front);
    return;
  }
  check_columns(front);
  located(front, [&] {
    CsvReader reader(front);
    (void)read_lines(front, reader);
  });
}

Instance parse_edges(const ParseInput& input) {
  if (!is_table(input)) {
    try {
      return parse_edge_list(input);
    } catch (const HasMixedQuotes& found) {
      return parse_quoted(input, found);
    }
  }
  check_columns(input);
  return located(input, [&] { return parse_separated_values(input); });
}

}  // namespace hypermatch::detail::io
