// SPDX-License-Identifier: MIT
// METIS graph files: a line "n m [fmt [ncon]]", then one line per vertex with its size, its weights
// and its neighbours, as far as fmt says so. Format: Karypis, "METIS, A Software Package for
// Partitioning Unstructured Graphs", manual of version 5.1.0, section 4.1.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/formats/metis/metis_rows.hpp"
#include "io/formats/metis/metis_symmetry.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

constexpr const char* k_metis_format = "metis";

}  // namespace

MetisHeader read_metis_header(Cursor& cursor, ReadReport& report) {
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
  MetisHeader header;
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
      const std::uint64_t count = cursor.read_unsigned("the number of weights per vertex");
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

// The header may count self-loops and repeated edges or not.
void check_neighbour_count(const MetisHeader& header, std::uint64_t entries,
                           std::uint64_t self_loops, std::uint64_t edges) {
  const std::uint64_t m = header.num_edges;
  if (2 * m == entries || 2 * m == entries + self_loops || m == edges) return;
  std::string found = base::counted(entries, "neighbour entry");
  if (self_loops != 0) found += ", " + std::to_string(self_loops) + " of them self-loops";
  throw TextFailure{header.line, "expected " + base::counted(m, "edge") + ", that is " +
                                     base::counted(2 * m, "neighbour entry") + ", found " + found +
                                     " (" + base::counted(edges, "edge") + ")"};
}

namespace {

/// The start of the line of `row`; only for messages.
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

MetisLineOptions line_options(const ParseInput& input) {
  return {input.positive_vertex_weights, input.self_loops, input.negative_weights};
}

Instance parse_metis_rows(const ParseInput& input) {
  const Context& context = input.context;
  const TextRange text = range_of(input.text);
  ReadReport report;
  Cursor start(text);
  MetisHeader header = read_metis_header(start, report);
  header.first_id = input.first_id;
  const TextRange body{start.at(), text.end};
  // A vertex needs a line with its weights: this bounds what a wrong header can make us allocate.
  if (header.num_vertices * std::max<std::uint64_t>(header.vertex_weights, 1) > body.size() + 1) {
    throw TextFailure{text.end, "expected lines of " +
                                    base::counted(header.num_vertices, "vertex") +
                                    ", found the end of the file"};
  }
  MetisRows rows = read_rows(context, header, body, line_options(input));
  report.self_loops = rows.self_loops;
  report.comment_lines += rows.comment_lines;
  report.blank_lines += rows.blank_lines;
  CompressedGraph& graph = rows.graph;
  const std::uint64_t entries = graph.neighbours.size() + report.self_loops;

  MergedEdges merged;
  const auto arc = join_directions(context, graph, rows.are_ascending, merged);
  report.parallel_edges = merged.merged;
  report.differing_weights = merged.differing;
  if (arc) {
    const std::string row = std::to_string(arc->row + header.first_id);
    const std::string neighbour = std::to_string(arc->neighbour + header.first_id);
    throw TextFailure{find_row(body, arc->row),
                      "expected each edge in the lines of both its ends, found neighbour " +
                          neighbour + " of vertex " + row + ", but " + row +
                          " is no neighbour of vertex " + neighbour};
  }
  check_neighbour_count(header, entries, report.self_loops, graph.neighbours.size() / 2);
  Graph made(std::move(graph));
  made.weights_per_vertex = header.vertex_weights;
  made.vertex_weights = std::move(rows.vertex_weights);
  return finish_graph(input, k_metis_format, std::move(made), std::move(report),
                      weights_of(input, rows.loops, static_cast<VertexId>(header.num_vertices)));
}

void check_first_metis_rows(const ParseInput& input) {
  ReadReport report;
  const TextRange text = range_of(input.text);
  Cursor start(text);
  MetisHeader header = read_metis_header(start, report);
  header.first_id = input.first_id;
  check_front_rows(input.context, header, {start.at(), text.end}, line_options(input));
}

}  // namespace

void check_front_of_metis(const ParseInput& front) {
  check_graph_interpretation(front, k_metis_format);
  located(front, [&] { check_first_metis_rows(front); });
}

Instance parse_metis(const ParseInput& input) {
  check_graph_interpretation(input, k_metis_format);
  return located(input, [&] { return parse_metis_rows(input); });
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
  const GraphToWrite list(instance, edges, k_metis_format);
  const Adjacency adjacency =
      build_adjacency(context, {list.num_vertices(), list.edges(), list.weights()});
  write_rows({adjacency.offsets.view(), adjacency.neighbours.view(), list.weights(),
              adjacency.edge_ids.view()},
             per_vertex, vertex_weights, sink);
}

}  // namespace hypermatch::detail::io
