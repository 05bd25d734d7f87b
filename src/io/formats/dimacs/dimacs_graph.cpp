// SPDX-License-Identifier: MIT
// DIMACS graph files: `p edge N M` or `p col N M` with lines `e U V`, and `p sp N M` with lines
// `a U V WEIGHT`. Formats: "Clique and Coloring Problems: Graph Format", DIMACS challenge 1993;
// "Challenge benchmarks: shortest path problem formats", 9th DIMACS challenge 2006.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/dimacs/dimacs.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

constexpr const char* k_dimacs_format = "dimacs";

struct DimacsHeader {
  const char* line = nullptr;
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;
  bool weighted = false;
  std::uint64_t first_id = 1;
};

/// Lines that say nothing about the graph's structure: comments, and the coloring format's values
/// of vertices and geometric descriptors.
bool is_passed_over(const Cursor& cursor) {
  return cursor.sees('c') || cursor.sees('n') || cursor.sees('d') || cursor.sees('v') ||
         cursor.sees('x');
}

DimacsHeader read_dimacs_header(Cursor& cursor, ReadReport& report) {
  const ProblemLine line = read_problem_line(
      cursor,
      {"a line 'p edge|col|sp VERTICES EDGES'", "the problem 'edge', 'col' or 'sp'", "vertices",
       "edges",
       [](std::string_view kind) { return kind == "edge" || kind == "col" || kind == "sp"; }},
      report);
  return {line.at, line.first, line.second, line.kind == "sp", 1};
}

/// Edge lines may carry a weight: all of them do, or none; the first one tells.
bool first_edge_is_weighted(Cursor cursor) {
  while (!cursor.at_end()) {
    if (cursor.skip_blanks() && (cursor.sees('e') || cursor.sees('a'))) {
      for (int word = 0; word < 3 && cursor.skip_blanks(); ++word) (void)cursor.read_token();
      return cursor.skip_blanks();
    }
    cursor.skip_line();
  }
  return false;
}

struct EdgePart : ChunkPart {
  std::uint64_t lines = 0;
  std::uint64_t self_loops = 0;
  std::vector<SelfLoop> loops;  // where they are kept
  Array<GraphEdge> pairs;
  WeightColumn weights;
};

class DimacsLineParser {
 public:
  DimacsLineParser(const DimacsHeader& header, const ParseInput& input)
      : header_(header), self_loops_(input.self_loops), negative_(input.negative_weights) {}

  void operator()(EdgePart& part, Cursor& cursor) const {
    while (!cursor.at_end()) {
      if (!cursor.skip_blanks()) {
        ++part.blank_lines;
        cursor.skip_line();
      } else if (is_passed_over(cursor)) {
        ++part.comment_lines;
        cursor.skip_line();
      } else {
        read_line(part, cursor);
        cursor.finish_line();
      }
    }
  }

 private:
  VertexId read_vertex(Cursor& cursor) const {
    cursor.skip_blanks();
    const char* at = cursor.at();
    const std::uint64_t number = cursor.read_unsigned("a vertex");
    if (number - header_.first_id >= header_.num_vertices) [[unlikely]] {
      fail_id(at, cursor.end(), "a vertex", header_.first_id, header_.num_vertices);
    }
    return static_cast<VertexId>(number - header_.first_id);
  }

  void read_line(EdgePart& part, Cursor& cursor) const {
    const char* at = cursor.at();
    const std::string_view kind = cursor.read_token();
    if (kind == "e" || kind == "a") {
      const VertexId u = read_vertex(cursor);
      const VertexId v = read_vertex(cursor);
      Number weight;
      if (header_.weighted) {
        cursor.skip_blanks();
        weight = cursor.read_number("an edge weight");
        if (negative_ == NegativeWeights::refuse) refuse_negative(weight, at);
      }
      ++part.lines;
      if (u == v) {
        ++part.self_loops;
        if (self_loops_ == SelfLoops::keep) {
          part.loops.push_back({u, header_.weighted ? weight : k_weight_of_one});
        }
        return;
      }
      part.pairs.push_back({u, v});
      if (header_.weighted) part.weights.push(weight);
    } else {
      fail_expected(at, cursor.end(), "a line that starts with 'e', 'a' or 'c'");
    }
  }

  const DimacsHeader& header_;
  SelfLoops self_loops_;
  NegativeWeights negative_;
};

/// M counts the lines; in files that list both directions of each edge also the edges.
void check_line_count(const ParseInput& input, const DimacsHeader& header, std::uint64_t lines,
                      std::uint64_t edges) {
  const std::uint64_t m = header.num_edges;
  if (lines == m || (lines == 2 * m && edges == m)) return;
  const std::string found = std::to_string(lines);
  if (lines < m) {
    const TextRange text = range_of(input.text);
    fail_at(
        input.name, line_of(text, text.end),
        "expected " + base::counted(m, "edge line") + ", found the end of the file after " + found);
  }
  throw TextFailure{header.line, "expected " + base::counted(m, "edge line") + ", found " + found +
                                     " (" + base::counted(edges, "edge") + ")"};
}

Instance parse_dimacs_lines(const ParseInput& input) {
  const Context& context = input.context;
  ReadReport report;
  Cursor start(range_of(input.text));
  DimacsHeader header = read_dimacs_header(start, report);
  header.weighted = header.weighted || first_edge_is_weighted(start);
  header.first_id = input.first_id;

  std::vector<EdgePart> parts =
      make_parts<EdgePart>(context, TextRange{start.at(), range_of(input.text).end});
  parse_parts(context, parts, DimacsLineParser(header, input));
  throw_first_failure(parts);
  std::uint64_t lines = 0;
  for (const EdgePart& part : parts) {
    lines += part.lines;
    report.self_loops += part.self_loops;
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  check_limit(header.line, lines, "edge lines");
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(header.num_vertices);
  graph.edges = join<GraphEdge>(
      context, parts, [](EdgePart & part) -> auto& { return part.pairs; });
  if (header.weighted) {
    graph.weights = join_weights(
        context, parts, [](EdgePart & part) -> auto& { return part.weights; });
  }
  Weights loop_weights = weights_of_loops(input, parts, header.num_vertices);
  parts.clear();
  merge_parallel_edges(input, graph, report);
  check_line_count(input, header, lines, graph.edges.size());
  return finish_graph(input, k_dimacs_format, std::move(graph), std::move(report),
                      std::move(loop_weights));
}

void check_first_dimacs_lines(const ParseInput& input) {
  ReadReport report;
  Cursor start(range_of(input.text));
  DimacsHeader header = read_dimacs_header(start, report);
  header.weighted = header.weighted || first_edge_is_weighted(start);
  header.first_id = input.first_id;
  std::vector<EdgePart> parts(1);
  parts[0].text = {start.at(), range_of(input.text).end};
  parse_parts(input.context, parts, DimacsLineParser(header, input));
  throw_first_failure(parts);
}

}  // namespace

void check_front_of_dimacs_graph(const ParseInput& front) {
  check_graph_interpretation(front, k_dimacs_format);
  located(front, [&] { check_first_dimacs_lines(front); });
}

Instance parse_dimacs_graph(const ParseInput& input) {
  check_graph_interpretation(input, k_dimacs_format);
  return located(input, [&] { return parse_dimacs_lines(input); });
}

void write_dimacs_graph(const Context&, const Instance& instance, const EdgeListView& edges,
                        const Sink& sink) {
  const GraphToWrite graph(instance, edges, k_dimacs_format);
  const bool weighted = is_weighted(graph.weights());
  TextWriter out(sink);
  // Weights belong to the shortest path format, where an undirected edge is two arcs.
  const std::uint64_t lines = std::uint64_t{graph.num_edges()} * (weighted ? 2 : 1);
  out << (weighted ? "p sp " : "p edge ") << std::uint64_t{graph.num_vertices()} << ' ' << lines
      << '\n';
  for (std::size_t e = 0; e < graph.num_edges(); ++e) {
    const std::uint64_t u = graph.edge(e).u + std::uint64_t{1};
    const std::uint64_t v = graph.edge(e).v + std::uint64_t{1};
    if (!weighted) {
      out << "e " << u << ' ' << v << '\n';
      continue;
    }
    (out << "a " << u << ' ' << v << ' ').write_weight(graph.weights(), e) << '\n';
    (out << "a " << v << ' ' << u << ' ').write_weight(graph.weights(), e) << '\n';
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
