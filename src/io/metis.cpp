// SPDX-License-Identifier: MIT
// METIS graph files: a line "n m [fmt [ncon]]", then one line a vertex with its size, its weights
// and its neighbours, as far as fmt says so. Format: Karypis, "METIS, A Software Package for
// Partitioning Unstructured Graphs", manual of version 5.1.0, section 4.1.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/graph_builder.hpp"
#include "io/metis_symmetry.hpp"
#include "io/parsers.hpp"
#include "io/text.hpp"
#include "io/weight_column.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

constexpr const char* k_format = "metis";
constexpr std::uint64_t k_most_vertex_weights = 1024;

struct Header {
  const char* line = nullptr;  ///< where it stands
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;
  bool vertex_sizes = false;
  std::uint32_t vertex_weights = 0;
  bool edge_weights = false;
};

Header read_header(Cursor& cursor, ReadReport& report) {
  constexpr const char* k_what = "the header 'vertices edges [format [vertex weights]]'";
  while (true) {
    if (cursor.at_end()) cursor.expected(k_what);
    if (!cursor.skip_blanks()) {
      if (!cursor.at_end()) ++report.blank_lines;
      cursor.skip_line();
    } else if (cursor.sees('%')) {
      ++report.comment_lines;
      cursor.skip_line();
    } else {
      break;
    }
  }
  Header header;
  header.line = cursor.at();
  header.num_vertices = cursor.read_unsigned(k_what);
  check_limit(header.line, header.num_vertices, "vertices");
  cursor.skip_blanks();
  const char* edges_at = cursor.at();
  header.num_edges = cursor.read_unsigned("the number of edges");
  check_limit(edges_at, header.num_edges, "edges");
  if (cursor.skip_blanks()) {
    const char* at = cursor.at();
    const std::string_view digits = cursor.read_token();
    if (digits.size() > 3 || digits.find_first_not_of("01") != std::string_view::npos) {
      fail_expected(at, cursor.end(), "a format of up to three digits 0 or 1");
    }
    const auto digit = [&](std::size_t from_right) {
      return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
    };
    header.edge_weights = digit(0);
    header.vertex_weights = digit(1) ? 1 : 0;
    header.vertex_sizes = digit(2);
    if (cursor.skip_blanks()) {
      const char* count_at = cursor.at();
      const std::uint64_t count = cursor.read_unsigned("the number of weights a vertex");
      if (count > k_most_vertex_weights || (header.vertex_weights != 0 && count == 0)) {
        fail_expected(count_at, cursor.end(), "a number of vertex weights in 1..1024");
      }
      // Without vertex weights in the format the number says nothing.
      if (header.vertex_weights != 0) header.vertex_weights = static_cast<std::uint32_t>(count);
    }
  }
  cursor.finish_line("the end of the header");
  return header;
}

struct MetisPart : ChunkPart {
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;  ///< lines that are no comments
  std::uint64_t self_loops = 0;
  std::uint64_t forward = 0;  ///< entries behind their row
  Array<VertexId> neighbours;
  WeightColumn weights;
};

/// Counts the lines of each part that stand for vertices, so that parts know their first row.
void number_rows(const Context& context, std::vector<MetisPart>& parts) {
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    Cursor cursor(parts[i].text);
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks() || !cursor.sees('%')) ++parts[i].rows;
      cursor.skip_line();
    }
  });
  std::uint64_t rows = 0;
  for (MetisPart& part : parts) {
    part.first_row = rows;
    rows += part.rows;
    part.rows = 0;
  }
}

class RowParser {
 public:
  RowParser(const Header& header, bool positive_vertex_weights, Array<Offset>& row_begin,
            Array<std::int64_t>& vertex_weights)
      : header_(header),
        positive_vertex_weights_(positive_vertex_weights),
        row_begin_(row_begin),
        vertex_weights_(vertex_weights) {}

  void operator()(MetisPart& part, Cursor& cursor) const {
    while (!cursor.at_end()) {
      const bool blank = !cursor.skip_blanks();
      if (!blank && cursor.sees('%')) {
        ++part.comment_lines;
        cursor.skip_line();
        continue;
      }
      const std::uint64_t row = part.first_row + part.rows;
      if (row >= header_.num_vertices) {
        if (!blank) {
          cursor.expected("the end of the file after the lines of " +
                          std::to_string(header_.num_vertices) + " vertices");
        }
        ++part.blank_lines;
      } else {
        read_row(part, cursor, static_cast<VertexId>(row));
        // Counts within the part for now.
        row_begin_[row + 1] = part.neighbours.size();
      }
      ++part.rows;
      cursor.finish_line();
    }
  }

 private:
  void read_row(MetisPart& part, Cursor& cursor, VertexId row) const {
    if (header_.vertex_sizes) {
      cursor.skip_blanks();
      (void)cursor.read_unsigned("a vertex size");
    }
    for (std::uint32_t k = 0; k < header_.vertex_weights; ++k) {
      cursor.skip_blanks();
      const char* at = cursor.at();
      const Number weight = cursor.read_number("a vertex weight");
      if (!weight.is_integer) fail_expected(at, cursor.end(), "an integer vertex weight");
      if (positive_vertex_weights_ && weight.integer <= 0) {
        fail_expected(at, cursor.end(), "a positive vertex weight, as edges are rated by it");
      }
      vertex_weights_[row * std::size_t{header_.vertex_weights} + k] = weight.integer;
    }
    while (cursor.skip_blanks()) {
      const char* at = cursor.at();
      const std::uint64_t number = cursor.read_unsigned("a neighbour");
      if (number - 1 >= header_.num_vertices) [[unlikely]] {
        fail_expected(at, cursor.end(),
                      "a neighbour in 1.." + std::to_string(header_.num_vertices));
      }
      const auto neighbour = static_cast<VertexId>(number - 1);
      Number weight;
      if (header_.edge_weights) {
        cursor.skip_blanks();
        weight = cursor.read_number("an edge weight");
      }
      if (neighbour == row) [[unlikely]] {
        ++part.self_loops;
        continue;
      }
      part.neighbours.push_back(neighbour);
      part.forward += neighbour > row ? 1 : 0;
      if (header_.edge_weights) part.weights.push(weight);
    }
  }

  const Header& header_;
  bool positive_vertex_weights_;
  Array<Offset>& row_begin_;
  Array<std::int64_t>& vertex_weights_;
};

/// Makes offsets of the whole file out of the ones that count within parts.
void shift_offsets(const Context& context, const std::vector<MetisPart>& parts,
                   std::uint64_t num_vertices, Array<Offset>& row_begin) {
  Offset shift = 0;
  for (const MetisPart& part : parts) {
    const std::uint64_t first = std::min(part.first_row, num_vertices);
    const std::uint64_t last = std::min(part.first_row + part.rows, num_vertices);
    if (shift != 0) {
      parallel::for_each(context, last - first,
                         [&](std::size_t i) { row_begin[first + i + 1] += shift; });
    }
    shift += part.neighbours.size();
  }
}

/// Where the line of `row` begins; only for messages.
const char* find_row(TextRange body, std::uint64_t row) {
  Cursor cursor(body);
  while (true) {
    const char* line = cursor.at();
    if (!cursor.skip_blanks() || !cursor.sees('%')) {
      if (row-- == 0) return line;
    }
    cursor.skip_line();
  }
}

/// The header may count self-loops and repeated edges or not; it fits if any way of counting does.
void check_edge_count(const Header& header, std::uint64_t entries, std::uint64_t self_loops,
                      std::uint64_t edges) {
  const std::uint64_t m = header.num_edges;
  if (2 * m == entries || 2 * m == entries + self_loops || m == edges) return;
  std::string found = std::to_string(entries) + " neighbour entries";
  if (self_loops != 0) found += ", " + std::to_string(self_loops) + " of them self-loops";
  throw TextFailure{header.line, "expected " + std::to_string(m) + " edges, that is " +
                                     std::to_string(2 * m) + " neighbour entries, found " + found +
                                     " (" + std::to_string(edges) + " edges)"};
}

Instance parse(const ParseInput& input) {
  const Context& context = input.context;
  const TextRange text = range_of(input.text);
  ReadReport report;
  Cursor start(text);
  const Header header = read_header(start, report);
  const TextRange body{start.at(), text.end};
  // A vertex needs a line with its weights: this bounds what a wrong header can make us allocate.
  if (header.num_vertices * std::max<std::uint64_t>(header.vertex_weights, 1) > body.size() + 1) {
    throw TextFailure{text.end, "expected lines of " + std::to_string(header.num_vertices) +
                                    " vertices, found the end of the file"};
  }
  const auto n = static_cast<VertexId>(header.num_vertices);

  std::vector<MetisPart> parts = make_parts<MetisPart>(context, body);
  number_rows(context, parts);
  CompressedGraph graph;
  graph.num_vertices = n;
  graph.offsets = Array<Offset>(n + std::size_t{1}, 0);
  Array<std::int64_t> vertex_weights(std::size_t{n} * header.vertex_weights);
  parse_parts(context, parts,
              RowParser(header, input.positive_vertex_weights, graph.offsets, vertex_weights));
  throw_first_failure(parts);

  std::uint64_t rows = 0;
  std::uint64_t num_forward = 0;
  for (const MetisPart& part : parts) {
    rows += part.rows;
    num_forward += part.forward;
    report.self_loops += part.self_loops;
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  // The empty rest behind the last newline is the line of an isolated vertex if one is due.
  const bool ends_with_newline = text.end[-1] == '\n';
  if (rows + 1 == n && ends_with_newline && header.vertex_weights == 0 && !header.vertex_sizes) {
    graph.offsets[n] = parts.empty() ? 0 : parts.back().neighbours.size();
    if (parts.empty()) parts.emplace_back();
    ++parts.back().rows;
    ++rows;
  }
  if (rows < n) {
    throw TextFailure{text.end, "expected lines of " + std::to_string(n) +
                                    " vertices, found the end of the file after " +
                                    std::to_string(rows)};
  }
  check_limit(header.line, num_forward, "edges");
  shift_offsets(context, parts, n, graph.offsets);

  graph.neighbours = join<VertexId>(
      context, parts, [](MetisPart & part) -> auto& { return part.neighbours; });
  if (header.edge_weights) {
    graph.weights = join_weights(
        context, parts, [](MetisPart & part) -> auto& { return part.weights; });
  }
  parts.clear();
  const std::uint64_t entries = graph.neighbours.size() + report.self_loops;

  if (const auto arc = join_directions(context, graph, report.parallel_edges)) {
    const std::string row = std::to_string(arc->row + std::uint64_t{1});
    const std::string neighbour = std::to_string(arc->neighbour + std::uint64_t{1});
    throw TextFailure{find_row(body, arc->row),
                      "expected each edge in the lines of both its ends, found neighbour " +
                          neighbour + " of vertex " + row + ", but " + row +
                          " is no neighbour of vertex " + neighbour};
  }
  check_edge_count(header, entries, report.self_loops, graph.neighbours.size() / 2);
  Graph made(std::move(graph));
  made.weights_per_vertex = header.vertex_weights;
  made.vertex_weights = std::move(vertex_weights);
  return finish_graph(input, k_format, std::move(made), std::move(report));
}

// One part, in order: rows in front of a wrong one have all of their weights.
void check_front(const ParseInput& input) {
  ReadReport report;
  const TextRange text = range_of(input.text);
  Cursor start(text);
  const Header header = read_header(start, report);
  Array<Offset> row_begin(text.size() + 2);
  Array<std::int64_t> vertex_weights(text.size() + 1);
  std::vector<MetisPart> parts(1);
  parts[0].text = {start.at(), text.end};
  parse_parts(input.context, parts,
              RowParser(header, input.positive_vertex_weights, row_begin, vertex_weights));
  throw_first_failure(parts);
}

}  // namespace

void check_front_of_metis(const ParseInput& front) {
  check_graph_interpretation(front, k_format);
  located(front, [&] { check_front(front); });
}

Instance parse_metis(const ParseInput& input) {
  check_graph_interpretation(input, k_format);
  return located(input, [&] { return parse(input); });
}

namespace {

// A row as it is written: its entries, and where the weights of these stand.
struct RowsToWrite {
  std::span<const Offset> offsets;
  std::span<const VertexId> neighbours;
  WeightsView weights;
  std::span<const EdgeId> edge_ids;  ///< of each arc; empty: weights stand one per arc

  [[nodiscard]] std::size_t weight_of(Offset arc) const {
    return edge_ids.empty() ? arc : edge_ids[arc];
  }
};

void write_rows(const RowsToWrite& rows, std::uint32_t weights_per_vertex,
                std::span<const std::int64_t> vertex_weights, const Sink& sink) {
  const bool weighted = is_weighted(rows.weights);
  const std::size_t n = rows.offsets.empty() ? 0 : rows.offsets.size() - 1;
  TextWriter out(sink);
  out << std::uint64_t{n} << ' ' << std::uint64_t{rows.neighbours.size() / 2};
  if (weighted || weights_per_vertex != 0) {
    out << (weights_per_vertex != 0 ? (weighted ? " 11" : " 10") : " 1");
    if (weights_per_vertex > 1) out << ' ' << std::uint64_t{weights_per_vertex};
  }
  out << '\n';
  for (std::size_t v = 0; v < n; ++v) {
    std::string_view gap;
    for (std::uint32_t k = 0; k < weights_per_vertex; ++k) {
      out << gap << vertex_weights[v * weights_per_vertex + k];
      gap = " ";
    }
    for (Offset a = rows.offsets[v]; a < rows.offsets[v + 1]; ++a) {
      out << gap << rows.neighbours[a] + std::uint64_t{1};
      gap = " ";
      if (weighted) (out << ' ').write_weight(rows.weights, rows.weight_of(a));
    }
    out << '\n';
  }
  out.flush();
}

}  // namespace

void write_metis(const Context& context, const Instance& instance, const EdgeListView&,
                 const Sink& sink) {
  const auto* graph = std::get_if<Graph>(&instance.data);
  const auto* hypergraph = std::get_if<Hypergraph>(&instance.data);
  const std::uint32_t per_vertex =
      graph != nullptr ? graph->weights_per_vertex : hypergraph->weights_per_vertex;
  const std::span<const std::int64_t> vertex_weights =
      graph != nullptr ? graph->vertex_weights.view() : hypergraph->vertex_weights.view();
  if (graph != nullptr && graph->has_rows()) {
    const GraphView rows = std::get<GraphView>(graph->view().form());
    write_rows({rows.offsets, rows.neighbours, rows.weights, {}}, per_vertex, vertex_weights, sink);
    return;
  }
  const EdgeListView edges =
      graph == nullptr ? EdgeListView{} : std::get<EdgeListView>(graph->view().form());
  const GraphToWrite list(instance, edges, k_format);
  const Adjacency adjacency =
      build_adjacency(context, {list.num_vertices(), list.edges(), list.weights()});
  write_rows({adjacency.offsets.view(), adjacency.neighbours.view(), list.weights(),
              adjacency.edge_ids.view()},
             per_vertex, vertex_weights, sink);
}

}  // namespace hypermatch::detail::io
