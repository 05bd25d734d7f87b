// SPDX-License-Identifier: MIT
// Matrix Market coordinate files, read as the graph of A + A^T, as row-net or column-net
// hypergraph, or as the rows and columns of a bipartite graph. Format: Boisvert, Pozo, Remington
// 1996, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935.
#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/graph_builder.hpp"
#include "io/hypergraph_builder.hpp"
#include "io/interpretation.hpp"
#include "io/parsers.hpp"
#include "io/self_loops.hpp"
#include "io/text.hpp"
#include "io/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;
using hypermatch::io::Zeros;

constexpr const char* k_matrix_market_format = "matrix_market";

enum class Field { pattern, integer, real, complex };
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

struct MatrixHeader {
  Field field = Field::pattern;
  Symmetry symmetry = Symmetry::general;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t entries = 0;
  const char* size_line = nullptr;
  std::uint64_t first_id = 1;

  [[nodiscard]] bool has_weights() const { return field == Field::integer || field == Field::real; }
};

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
void read_kind(Cursor& cursor, MatrixHeader& header) {
  header.field = static_cast<Field>(read_word(cursor, {"pattern", "integer", "real", "complex"},
                                              "a field of 'pattern', 'integer', 'real' or "
                                              "'complex'"));
  std::vector<std::string_view> symmetries = {"general", "symmetric", "skew-symmetric"};
  std::string wanted = "a symmetry of 'general', 'symmetric' or 'skew-symmetric'";
  if (header.field == Field::complex) {
    symmetries.emplace_back("hermitian");
    wanted = "a symmetry of 'general', 'symmetric', 'skew-symmetric' or 'hermitian'";
  }
  header.symmetry = static_cast<Symmetry>(read_word(cursor, symmetries, wanted));
  cursor.finish_line("the end of the banner");
}

MatrixHeader read_matrix_header(Cursor& cursor, ReadReport& report) {
  MatrixHeader header;
  (void)read_word(cursor, {"%%matrixmarket"}, "'%%MatrixMarket' at the begin of the file");
  (void)read_word(cursor, {"matrix"}, "the object 'matrix'");
  (void)read_word(cursor, {"coordinate"}, "'coordinate' (dense 'array' files are not supported)");
  read_kind(cursor, header);
  while (true) {
    if (cursor.at_end()) cursor.expected("a line 'rows columns entries'");
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
  cursor.skip_blanks();
  header.entries = cursor.read_unsigned("the number of entries");
  check_limit(header.size_line, header.entries, "entries");
  cursor.finish_line("the end of the line 'rows columns entries'");
  if (header.symmetry != Symmetry::general && header.rows != header.columns) {
    throw TextFailure{header.size_line, "expected a square matrix, since it is symmetric, found " +
                                            base::counted(header.rows, "row") + " and " +
                                            base::counted(header.columns, "column")};
  }
  return header;
}

struct EntryPart : ChunkPart {
  std::uint64_t entries = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t explicit_zeros = 0;
  std::vector<SelfLoop> loops;  ///< where they are kept
  Array<GraphEdge> pairs;       ///< {row, column}
  WeightColumn weights;
};

/// True for digits behind a sign or none: an integer of any size.
bool is_digits(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  return !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
}

class EntryParser {
 public:
  EntryParser(const MatrixHeader& header, bool as_graph, const ParseInput& input)
      : header_(header), as_graph_(as_graph), zeros_(input.zeros), self_loops_(input.self_loops) {}

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

  // One number, or the two of a complex value, of which the first is kept.
  [[nodiscard]] Number read_value(EntryPart& part, Cursor& cursor) const {
    const auto is_zero = [](const Number& number) {
      return number.is_integer && number.integer == 0;
    };
    cursor.skip_blanks();
    const char* at = cursor.at();
    const Number value = cursor.read_number("a value");
    if (header_.field == Field::integer && !value.is_integer && !is_digits({at, cursor.at()})) {
      fail_expected(at, cursor.end(), "an integer value");
    }
    bool zero = is_zero(value);
    if (header_.field == Field::complex) {
      cursor.skip_blanks();
      zero = is_zero(cursor.read_number("an imaginary part")) && zero;
    }
    if (zero) ++part.explicit_zeros;
    return value;
  }

  void read_entry(EntryPart& part, Cursor& cursor) const {
    const VertexId row = read_index(cursor, "a row", header_.rows);
    cursor.skip_blanks();
    const VertexId column = read_index(cursor, "a column", header_.columns);
    Number value;
    if (header_.field != Field::pattern) {
      const std::uint64_t zeros_before = part.explicit_zeros;
      value = read_value(part, cursor);
      if (zeros_ == Zeros::drop && part.explicit_zeros != zeros_before) return;
    }
    if (as_graph_ && row == column) {
      ++part.self_loops;
      if (self_loops_ == SelfLoops::keep) {
        part.loops.push_back({row, header_.has_weights() ? absolute(value) : k_weight_of_one});
      }
      return;
    }
    part.pairs.push_back({row, column});
    if (as_graph_ && header_.has_weights()) part.weights.push(absolute(value));
  }

  const MatrixHeader& header_;
  bool as_graph_;
  Zeros zeros_;
  SelfLoops self_loops_;
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
  if (left != 0) {
    fail_at(input.name, line_of(range_of(input.text), range_of(input.text).end),
            "expected " + base::counted(header.entries, "entry") +
                ", found the end of the file after " + std::to_string(header.entries - left));
  }
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
                      interpretation_name(input.as));
  }
}

Instance make_nets(const ParseInput& input, const MatrixHeader& header, Interpretation as,
                   const Array<GraphEdge>& pairs, ReadReport report) {
  const bool by_rows = as != Interpretation::column_net;
  const bool mirror = header.symmetry != Symmetry::general;
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

Instance parse_entries(const ParseInput& input) {
  const Context& context = input.context;
  ReadReport report;
  Cursor start(range_of(input.text));
  MatrixHeader header = read_matrix_header(start, report);
  header.first_id = input.first_id;
  const Interpretation as = resolve_entries(input, header);
  const bool as_graph = as == Interpretation::graph || as == Interpretation::hypergraph;

  std::vector<EntryPart> parts =
      make_parts<EntryPart>(context, TextRange{start.at(), range_of(input.text).end});
  parse_parts(context, parts, EntryParser(header, as_graph, input));
  check_entry_parts(input, header, parts);
  for (const EntryPart& part : parts) {
    report.self_loops += part.self_loops;
    report.explicit_zeros += part.explicit_zeros;
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  if (header.field == Field::complex) report.complex_values = header.entries;
  Array<GraphEdge> pairs = join<GraphEdge>(
      context, parts, [](EntryPart & part) -> auto& { return part.pairs; });
  if (!as_graph) {
    parts.clear();
    return make_nets(input, header, as, pairs, std::move(report));
  }
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

void check_first_entries(const ParseInput& input) {
  ReadReport report;
  Cursor start(range_of(input.text));
  MatrixHeader header = read_matrix_header(start, report);
  header.first_id = input.first_id;
  const Interpretation as = resolve_entries(input, header);
  const bool as_graph = as == Interpretation::graph || as == Interpretation::hypergraph;
  std::vector<EntryPart> parts(1);
  parts[0].text = {start.at(), range_of(input.text).end};
  parse_parts(input.context, parts, EntryParser(header, as_graph, input));
  if (parts[0].entries > header.entries) {
    fail_at_surplus_entry(parts[0], header, header.entries);
  }
  throw_first_failure(parts);
}

void write_nets(const Hypergraph& hypergraph, TextWriter& out) {
  const HypergraphView view = hypergraph.view();
  if (view.is_weighted()) {
    throw Error(ErrorCode::unsupported,
                "format 'matrix_market' cannot hold the weights of hyperedges; leave them out with "
                "--weights unit");
  }
  out << "%%MatrixMarket matrix coordinate pattern general\n"
      << std::uint64_t{view.num_edges()} << ' ' << std::uint64_t{view.num_vertices} << ' '
      << view.num_pins() << '\n';
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    for (const VertexId pin : view.pins_of(e)) {
      out << e + std::uint64_t{1} << ' ' << pin + std::uint64_t{1} << '\n';
    }
  }
}

void write_graph(const EdgeListView& graph, TextWriter& out) {
  const WeightsView& weights = graph.weights;
  const bool integers = std::holds_alternative<std::span<const std::int32_t>>(weights) ||
                        std::holds_alternative<std::span<const std::int64_t>>(weights);
  const bool weighted = is_weighted(weights);
  out << "%%MatrixMarket matrix coordinate "
      << (!weighted ? "pattern" : (integers ? "integer" : "real")) << " symmetric\n"
      << std::uint64_t{graph.num_vertices} << ' ' << std::uint64_t{graph.num_vertices} << ' '
      << std::uint64_t{graph.edges.size()} << '\n';
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    // Symmetric files hold the lower triangle.
    const auto [low, high] = std::minmax(graph.edges[e].u, graph.edges[e].v);
    out << high + std::uint64_t{1} << ' ' << low + std::uint64_t{1};
    if (weighted) (out << ' ').write_weight(weights, e);
    out << '\n';
  }
}

}  // namespace

void check_front_of_matrix_market(const ParseInput& front) {
  located(front, [&] { check_first_entries(front); });
}

Instance parse_matrix_market(const ParseInput& input) {
  return located(input, [&] { return parse_entries(input); });
}

void write_matrix_market(const Context&, const Instance& instance, const EdgeListView& edges,
                         const Sink& sink) {
  TextWriter out(sink);
  if (instance.is_graph()) {
    write_graph(edges, out);
  } else {
    write_nets(std::get<Hypergraph>(instance.data), out);
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
