// SPDX-License-Identifier: MIT
// Edge lists as separated values: any number of columns, of which two name the ends of an edge and
// one may hold its weight. Quotes are those of RFC 4180 and do not belong to the id. Vertices are
// numbered in the order in which their ids first appear.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/error.hpp"
#include "io/csv_line.hpp"
#include "io/edge_list_declaration.hpp"
#include "io/edge_list_layout.hpp"
#include "io/entries.hpp"
#include "io/graph_builder.hpp"
#include "io/parsers.hpp"
#include "io/printable.hpp"
#include "io/self_loops.hpp"
#include "io/text.hpp"
#include "io/vertex_numbers.hpp"
#include "io/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;

constexpr std::size_t k_no_column = ~std::size_t{0};

struct CsvPart : ChunkPart {
  Array<GraphEdge> pairs;
  WeightColumn weights;
  std::uint64_t self_loops = 0;
  std::vector<SelfLoop> loops;  // where they are kept
};

/// The column that `name` asks for: a number from 1, or a name of the first line.
std::size_t column_of(const ParseInput& input, const std::string& name,
                      const std::vector<std::string_view>& first) {
  const bool is_number = !name.empty() && name.size() <= 6 &&
                         name.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) {
    const auto number = static_cast<std::size_t>(std::stoul(name));
    if (number - 1 < first.size()) return number - 1;
    throw Error(ErrorCode::invalid_option, std::string(input.name) + ": there is no column " +
                                               name + ", the first line has " +
                                               std::to_string(first.size()));
  }
  const auto at = std::find(first.begin(), first.end(), name);
  if (at != first.end()) return static_cast<std::size_t>(at - first.begin());
  std::string known;
  for (const std::string_view each : first) known.append(known.empty() ? "" : "|").append(each);
  throw Error(ErrorCode::invalid_option, std::string(input.name) + ": there is no column " +
                                             shown_text(name) + ", the first line has " +
                                             printable(known) + did_you_mean(name, known));
}

class CsvReader {
 public:
  explicit CsvReader(const ParseInput& input)
      : input_(input),
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
  [[nodiscard]] bool has_header() const { return has_header_; }
  [[nodiscard]] bool is_weighted() const { return weight_ != k_no_column; }
  [[nodiscard]] const NameTable& names() const { return names_; }

 private:
  void take_line(CsvPart& part, const char* begin, const char* end) {
    if (const char* nul = find_nul({begin, end})) fail_at_nul(nul);
    if (columns_ == 0) {
      line_.find_separator(begin, end);
      line_.cut(begin, end);
      columns_ = line_.fields().size();
      if (choose_columns(begin)) return;
    } else {
      line_.cut(begin, end);
    }
    line_.check_columns(begin, columns_);
    take_edge(part, begin);
  }

  // Finds the columns of ends and weight by the first line; whether that is one of names.
  bool choose_columns(const char* line) {
    const std::vector<std::string>& asked = input_.csv->columns;
    if (asked.empty()) {
      if (columns_ != 2 && columns_ != 3) {
        throw TextFailure{line, "expected 2 or 3 columns (vertex, vertex, weight), found " +
                                    std::to_string(columns_) + "; --columns says which to take"};
      }
      if (columns_ == 3) weight_ = 2;
    } else {
      ends_[0] = column_of(input_, asked[0], line_.fields());
      ends_[1] = column_of(input_, asked[1], line_.fields());
      if (asked.size() == 3) weight_ = column_of(input_, asked[2], line_.fields());
    }
    const bool names = std::any_of(asked.begin(), asked.end(), [](const std::string& column) {
      return column.find_first_not_of("0123456789") != std::string::npos;
    });
    has_header_ = input_.csv->header || names || names_ends();
    return has_header_;
  }

  // Whether the first line has names that columns of ends usually have.
  [[nodiscard]] bool names_ends() const {
    const std::string line =
        std::string(line_.fields()[ends_[0]]) + '\t' + std::string(line_.fields()[ends_[1]]);
    try {
      return find_layout({line.data(), line.data() + line.size()}).header != nullptr;
    } catch (const TextFailure&) {
      return false;
    }
  }

  void take_edge(CsvPart& part, const char* line) {
    VertexId ends[2];
    for (int i = 0; i < 2; ++i) {
      const std::string_view id = line_.fields()[ends_[i]];
      if (id.empty()) {
        throw TextFailure{line, "expected a vertex id in column " + std::to_string(ends_[i] + 1) +
                                    ", found nothing"};
      }
      ends[i] = names_.number_of(id);
    }
    std::optional<Number> weight;
    if (is_weighted()) {
      const std::string_view text = line_.fields()[weight_];
      weight = parse_number(text.data(), text.data() + text.size());
      if (!weight) {
        throw TextFailure{line, "expected a weight (a finite number) in column " +
                                    std::to_string(weight_ + 1) + ", found " + shown_text(text) +
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
  bool has_two_sides_;       // equal ids are no self-loop
  std::size_t columns_ = 0;  // 0: the first line is still to come
  std::size_t ends_[2] = {0, 1};
  std::size_t weight_ = k_no_column;
  bool has_header_ = false;
  std::uint64_t lines_ = 0;  // with edges
  CsvLine line_;
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

Instance parse_separated_values(const ParseInput& input) {
  CsvReader reader(input);
  std::vector<CsvPart> parts = read_lines(input, reader);
  hypermatch::io::ReadReport report;
  report.declared = declared_edges(range_of(input.text));
  report.header_lines = reader.has_header() ? 1 : 0;
  report.comment_lines = parts[0].comment_lines;
  report.blank_lines = parts[0].blank_lines;
  report.self_loops = parts[0].self_loops;
  Weights weights;
  if (reader.is_weighted()) {
    weights = join_weights(
        input.context, parts, [](CsvPart & part) -> auto& { return part.weights; });
  }
  const std::vector<std::string_view>& names = reader.names().names();
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

void check_columns(const ParseInput& input) {
  check_graph_interpretation(input, k_edge_list_format);
  const std::vector<std::string>& columns = input.csv->columns;
  const auto is_empty = [](const std::string& column) { return column.empty(); };
  const bool is_right = columns.empty() || columns.size() == 2 || columns.size() == 3;
  if (is_right && std::none_of(columns.begin(), columns.end(), is_empty)) return;
  throw Error(ErrorCode::invalid_option,
              "columns must be two or three names or numbers: source, target, weight");
}

}  // namespace

void check_front_of_edges(const ParseInput& front) {
  if (front.csv == nullptr) {
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
  if (input.csv == nullptr) return parse_edge_list(input);
  check_columns(input);
  return located(input, [&] { return parse_separated_values(input); });
}

}  // namespace hypermatch::detail::io
