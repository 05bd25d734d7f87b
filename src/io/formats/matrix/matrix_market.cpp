// SPDX-License-Identifier: MIT
// Matrix Market coordinate files, read as the graph of A + A^T, as row-net or column-net
// hypergraph, or as the rows and columns of a bipartite graph. Format: Boisvert, Pozo, Remington
// 1996, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935.
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/entries.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/hypergraph_builder.hpp"
#include "io/builders/matrix_entries.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/matrix/matrix_header.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;

/// The lines `row column value` of a coordinate file.
class EntryParser {
 public:
  explicit EntryParser(const EntryTaker& taker) : taker_(taker), header_(taker.header()) {}

  void operator()(EntryPart& part, Cursor& cursor) const {
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
        cursor.skip_line();
      } else if (cursor.sees('%')) {
        ++part.comment_lines;
        cursor.skip_line();
      } else {
        read_entry(part, cursor);
        cursor.finish_line("the end of the entry");
        ++part.entries;
      }
    }
  }

 private:
  VertexId read_index(Cursor& cursor, const char* what, std::uint64_t limit) const {
    const char* at = cursor.at();
    const std::uint64_t number = cursor.read_unsigned(what) - header_.first_id;
    if (number >= limit) [[unlikely]] {
      fail_id(at, cursor.end(), what, header_.first_id, limit);
    }
    return static_cast<VertexId>(number);
  }

  void read_entry(EntryPart& part, Cursor& cursor) const {
    const VertexId row = read_index(cursor, "a row", header_.rows);
    cursor.skip_blanks();
    const VertexId column = read_index(cursor, "a column", header_.columns);
    if (header_.field == MatrixHeader::Field::pattern) {
      taker_.take(part, row, column, {});
    } else {
      taker_.take_value(part, row, column, cursor);
    }
  }

  const EntryTaker& taker_;
  const MatrixHeader& header_;
};

/// Throws at the first entry beyond the `allowed` ones of this part.
[[noreturn]] void fail_at_surplus_entry(const EntryPart& part, const MatrixHeader& header,
                                        std::uint64_t allowed) {
  Cursor cursor(part.text);
  while (true) {
    const bool is_entry = cursor.skip_blanks() && !cursor.sees('%');
    if (is_entry && allowed-- == 0) break;
    cursor.skip_line();
  }
  cursor.expected("the end of the file after " + base::counted(header.entries, "entry"));
}

/// Throws what a reader that goes through the file entry by entry would meet first.
void check_entry_parts(const ParseInput& input, const MatrixHeader& header,
                       const std::vector<EntryPart>& parts) {
  std::uint64_t left = header.entries;
  for (const EntryPart& part : parts) {
    if (part.entries > left) fail_at_surplus_entry(part, header, left);
    if (part.failure) throw TextFailure(*part.failure);
    left -= part.entries;
  }
  check_no_entry_left(input, header, left);
}

Interpretation resolve_entries(const ParseInput& input, const MatrixHeader& header) {
  const bool square = header.rows == header.columns;
  switch (input.as) {
    case Interpretation::row_net:
    case Interpretation::column_net:
    case Interpretation::bipartite:
      return input.as;
    case Interpretation::automatic:
    case Interpretation::graph:
    case Interpretation::hypergraph:
      if (square) {
        return input.as == Interpretation::automatic ? Interpretation::graph : input.as;
      }
      if (input.as == Interpretation::automatic && input.rectangular_as_bipartite) {
        return Interpretation::bipartite;
      }
      throw Error(ErrorCode::invalid_option,
                  std::string(input.name) + ": a matrix of " + base::counted(header.rows, "row") +
                      " and " + base::counted(header.columns, "column") + " is no graph" +
                      (input.as == Interpretation::graph
                           ? ""
                           : "; choose --as row-net|column-net, or match rows "
                             "with columns by the verb bipartite"));
    default:
      throw Error(ErrorCode::unsupported,
                  std::string(input.name) +
                      ": a matrix is read as graph, hypergraph, row-net or column-net, not as " +
                      std::string(name_of(input.as)));
  }
}

Instance make_nets(const ParseInput& input, const MatrixHeader& header, Interpretation as,
                   const Array<GraphEdge>& pairs, ReadReport report) {
  const bool by_rows = as != Interpretation::column_net;
  const bool mirror = !header.is_general();
  const std::uint64_t num_edges = by_rows ? header.rows : header.columns;
  const std::uint64_t num_vertices = by_rows ? header.columns : header.rows;
  Instance instance;
  instance.data = build_from_incidences(
      input, static_cast<VertexId>(num_vertices), static_cast<EdgeId>(num_edges), pairs.size(),
      [&](std::size_t i, const auto& emit) {
        const GraphEdge pair = pairs[i];
        const auto [edge, pin] = by_rows ? std::pair(pair.u, pair.v) : std::pair(pair.v, pair.u);
        emit(edge, pin);
        if (mirror && edge != pin) emit(pin, edge);
      },
      report);
  report.format = k_matrix_market_format;
  report.bytes = input.text.size();
  report.as = as;
  instance.report = std::move(report);
  return instance;
}

/// A matrix behind its header, as it is to be read.
struct Matrix {
  explicit Matrix(const ParseInput& input) : start(range_of(input.text)) {
    header = read_matrix_header(start, report);
    header.first_id = input.first_id;
    as = resolve_entries(input, header);
  }

  [[nodiscard]] bool is_graph() const {
    return as == Interpretation::graph || as == Interpretation::hypergraph;
  }
  [[nodiscard]] EntryTaker::Wanted wanted(const ParseInput& input) const {
    if (is_graph()) return EntryTaker::Wanted::graph;
    const bool has_values = as == Interpretation::bipartite && header.has_weights();
    return has_values && input.keeps_entry_weights ? EntryTaker::Wanted::values
                                                   : EntryTaker::Wanted::pattern;
  }

  Cursor start;
  ReadReport report;
  MatrixHeader header;
  Interpretation as;
};

Instance make_graph(const ParseInput& input, const MatrixHeader& header,
                    std::vector<EntryPart>& parts, Array<GraphEdge> pairs, ReadReport report) {
  const Context& context = input.context;
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(header.rows);
  if (header.has_weights()) {
    graph.weights = join_weights(
        context, parts, [](EntryPart & part) -> auto& { return part.weights; });
  }
  Weights loop_weights = weights_of_loops(input, parts, header.rows);
  parts.clear();
  graph.edges = std::move(pairs);
  merge_parallel_edges(input, graph, report);
  return finish_graph(input, k_matrix_market_format, std::move(graph), std::move(report),
                      std::move(loop_weights));
}

/// Whether the first lines of an array have a value per column.
bool stands_by_rows(const Matrix& matrix) {
  if (matrix.header.columns < 2 || !matrix.header.is_general()) return false;
  Cursor cursor = matrix.start;
  // Ends: each turn takes a line.
  for (int line = 0; line < 2 && !cursor.at_end();) {
    if (cursor.skip_blanks() && !cursor.sees('%')) {
      std::uint64_t words = 0;
      // Ends: each turn takes a word.
      while (cursor.skip_blanks()) {
        (void)cursor.read_token();
        ++words;
      }
      if (words != matrix.header.columns) return false;
      ++line;
    }
    cursor.skip_line();
  }
  return true;
}

Instance parse_entries(const ParseInput& input) {
  const Context& context = input.context;
  Matrix matrix(input);
  const MatrixHeader& header = matrix.header;
  const EntryTaker taker(header, matrix.wanted(input), input);
  std::vector<EntryPart> parts =
      make_parts<EntryPart>(context, TextRange{matrix.start.at(), range_of(input.text).end});
  if (header.layout == MatrixHeader::Layout::array) {
    parse_array(input, taker, parts);
  } else {
    parse_parts(context, parts, EntryParser(taker));
    check_entry_parts(input, header, parts);
  }
  ReadReport report = std::move(matrix.report);
  std::uint64_t lost_signs = 0;
  for (const EntryPart& part : parts) {
    report.self_loops += part.self_loops;
    report.explicit_zeros += part.explicit_zeros;
    lost_signs += part.lost_signs;
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  if (header.field == MatrixHeader::Field::complex) report.complex_values = header.entries;
  if (lost_signs != 0 && header.symmetry != MatrixHeader::Symmetry::skew_symmetric) {
    report.notes.push_back(base::counted(lost_signs, "negative value") +
                           " of the matrix: in a graph the absolute value counts");
  }
  if (header.layout == MatrixHeader::Layout::array && stands_by_rows(matrix)) {
    report.notes.emplace_back(
        "values stand column by column, and this file has a line per row; a table by rows is read "
        "by --format table, without banner and sizes");
  }
  Array<GraphEdge> pairs = join<GraphEdge>(
      context, parts, [](EntryPart & part) -> auto& { return part.pairs; });
  if (matrix.is_graph()) {
    return make_graph(input, header, parts, std::move(pairs), std::move(report));
  }
  if (matrix.wanted(input) == EntryTaker::Wanted::values) {
    report.format = k_matrix_market_format;
    Weights values = join_weights(
        context, parts, [](EntryPart & part) -> auto& { return part.weights; });
    return make_rows(input,
                     {.num_rows = static_cast<VertexId>(header.rows),
                      .num_columns = static_cast<VertexId>(header.columns),
                      .pairs = std::move(pairs),
                      .weights = std::move(values)},
                     std::move(report));
  }
  parts.clear();
  report.has_entry_weights = header.has_weights();
  return make_nets(input, header, matrix.as, pairs, std::move(report));
}

void check_first_entries(const ParseInput& input) {
  const Matrix matrix(input);
  const MatrixHeader& header = matrix.header;
  const EntryTaker taker(header, matrix.wanted(input), input);
  std::vector<EntryPart> parts(1);
  parts[0].text = {matrix.start.at(), range_of(input.text).end};
  if (header.layout == MatrixHeader::Layout::array) {
    check_front_of_array(input, taker, parts);
    return;
  }
  parse_parts(input.context, parts, EntryParser(taker));
  if (parts[0].entries > header.entries) {
    fail_at_surplus_entry(parts[0], header, header.entries);
  }
  throw_first_failure(parts);
}

}  // namespace

void check_front_of_matrix_market(const ParseInput& front) {
  located(front, [&] { check_first_entries(front); });
}

Instance parse_matrix_market(const ParseInput& input) {
  return located(input, [&] { return parse_entries(input); });
}

}  // namespace hypermatch::detail::io
