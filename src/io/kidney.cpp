// SPDX-License-Identifier: MIT
// Pools of kidney exchange: a line "pairs arcs", then one line "donor recipient weight" per arc,
// numbered from 0, then "-1 -1 -1". As a hypergraph, a hyperedge is an exchange: a cycle of at most
// `longest_cycle` pairs, in each of which the donor gives to the recipient of the next one. As a
// graph, an edge is an exchange of two. Cycle formulation: Roth, Sonmez, Unver 2007,
// doi:10.1257/aer.97.3.828.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/exchange_cycles.hpp"
#include "io/format_table.hpp"
#include "io/graph_builder.hpp"
#include "io/parsers.hpp"
#include "io/text.hpp"
#include "io/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;

constexpr const char* k_kidney_format = "kidney";

enum class Extent { whole, front };

struct PoolHeader {
  const char* line = nullptr;
  std::uint64_t pairs = 0;
  std::uint64_t arcs = 0;
};

/// Goes to the next line that holds something; false at the end of the text.
bool find_line(Cursor& cursor, ReadReport& report) {
  // Ends: every iteration takes a line.
  while (!cursor.at_end()) {
    if (!cursor.skip_blanks()) {
      if (!cursor.at_end()) ++report.blank_lines;
    } else if (cursor.sees('%') || cursor.sees('#')) {
      ++report.comment_lines;
    } else {
      return true;
    }
    cursor.skip_line();
  }
  return false;
}

PoolHeader read_pool_header(Cursor& cursor, ReadReport& report) {
  constexpr const char* k_what = "a line 'pairs arcs'";
  if (!find_line(cursor, report)) cursor.expected(k_what);
  PoolHeader header;
  header.line = cursor.at();
  header.pairs = cursor.read_unsigned(k_what);
  check_limit(header.line, header.pairs, "pairs");
  cursor.skip_blanks();
  header.arcs = cursor.read_unsigned("the number of arcs");
  check_limit(header.line, header.arcs, "arcs");
  cursor.finish_line("the end of the line 'pairs arcs'");
  return header;
}

VertexId read_pair(Cursor& cursor, const char* what, std::uint64_t pairs) {
  cursor.skip_blanks();
  const char* const at = cursor.at();
  const std::uint64_t number = cursor.read_unsigned(what);
  if (number >= pairs) fail_id(at, cursor.end(), what, 0, pairs);
  return static_cast<VertexId>(number);
}

/// The rest of the line that begins with -1.
void read_end_mark(Cursor& cursor) {
  const char* const at = cursor.at();
  for (int word = 0; word < 3; ++word) {
    cursor.skip_blanks();
    if (cursor.read_token() != "-1") fail_expected(at, cursor.end(), "the end mark '-1 -1 -1'");
  }
  cursor.finish_line("the end of the end mark");
}

std::vector<ExchangeArc> read_arcs(Cursor& cursor, const PoolHeader& header, Extent extent,
                                   ReadReport& report) {
  std::vector<ExchangeArc> arcs;
  std::uint64_t found = 0;
  // Ends: every iteration takes a line.
  while (find_line(cursor, report)) {
    if (cursor.sees("-1")) {
      const char* const mark = cursor.at();
      read_end_mark(cursor);
      if (found != header.arcs) {
        throw TextFailure{mark, "expected " + base::counted(header.arcs, "arc") +
                                    ", found the end mark after " + std::to_string(found)};
      }
      if (find_line(cursor, report)) cursor.expected("the end of the file after the end mark");
      return arcs;
    }
    if (found == header.arcs) cursor.expected("the end mark '-1 -1 -1'");
    ExchangeArc arc;
    arc.donor = read_pair(cursor, "a donor", header.pairs);
    arc.recipient = read_pair(cursor, "a recipient", header.pairs);
    cursor.skip_blanks();
    arc.weight = cursor.read_number("a weight");
    cursor.finish_line("the end of the arc");
    ++found;
    if (arc.donor == arc.recipient) {
      ++report.self_loops;
    } else {
      arcs.push_back(arc);
    }
  }
  if (extent == Extent::whole) {
    cursor.expected(found == header.arcs ? "the end mark '-1 -1 -1'"
                                         : base::counted(header.arcs, "arc") + " and an end mark");
  }
  return arcs;
}

void check_interpretation(const ParseInput& input) {
  if (input.as != Interpretation::automatic && input.as != Interpretation::hypergraph &&
      input.as != Interpretation::graph) {
    refuse_interpretation(std::string(input.name), Format::kidney, input.as);
  }
}

Instance make_hypergraph(const ParseInput& input, const PoolHeader& header,
                         const ExchangePool& pool, ReadReport report) {
  std::vector<CyclesOfStart> found = exchange_cycles(input.context, pool, input.longest_cycle);
  std::uint64_t cycles = 0;
  std::uint64_t pins = 0;
  for (const CyclesOfStart& each : found) {
    cycles += each.sizes.size();
    pins += each.pairs.size();
  }
  if (cycles > k_max_count) {
    throw Error(ErrorCode::invalid_input, std::string(input.name) + ": the pool has " +
                                              std::to_string(cycles) + " cycles of at most " +
                                              std::to_string(input.longest_cycle) +
                                              " pairs, at most 2^32 - 2 hyperedges can be held");
  }
  Hypergraph hypergraph;
  hypergraph.num_vertices = static_cast<VertexId>(header.pairs);
  hypergraph.offsets.reserve(cycles + 1);
  hypergraph.offsets.push_back(0);
  Offset last = 0;
  hypergraph.pins.reserve(pins);
  WeightColumn weights;
  for (CyclesOfStart& each : found) {
    const CyclesOfStart taken = std::move(each);
    for (const VertexId pair : taken.pairs) hypergraph.pins.push_back(pair);
    for (std::size_t i = 0; i < taken.sizes.size(); ++i) {
      last += taken.sizes[i];
      hypergraph.offsets.push_back(last);
      weights.push(taken.weights[i]);
    }
  }
  WeightColumn* const columns[] = {&weights};
  hypergraph.weights = join_columns(input.context, columns);
  count_signs(input.context, view_of(hypergraph.weights), report);
  report.format = k_kidney_format;
  report.as = Interpretation::hypergraph;
  Instance instance;
  instance.data = std::move(hypergraph);
  instance.report = std::move(report);
  return instance;
}

Instance make_graph(const ParseInput& input, const PoolHeader& header, const ExchangePool& pool,
                    ReadReport report) {
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(header.pairs);
  WeightColumn weights;
  for (const CyclesOfStart& each : exchange_cycles(input.context, pool, 2)) {
    for (std::size_t i = 0; i < each.sizes.size(); ++i) {
      graph.edges.push_back({each.pairs[2 * i], each.pairs[2 * i + 1]});
      weights.push(each.weights[i]);
    }
  }
  WeightColumn* const columns[] = {&weights};
  graph.weights = join_columns(input.context, columns);
  return finish_graph(input, k_kidney_format, std::move(graph), std::move(report));
}

Instance parse_pool(const ParseInput& input) {
  ReadReport report;
  Cursor cursor(range_of(input.text));
  const PoolHeader header = read_pool_header(cursor, report);
  std::vector<ExchangeArc> arcs = read_arcs(cursor, header, Extent::whole, report);
  const ExchangePool pool = make_pool(std::move(arcs), input.name, report.parallel_edges);
  Instance instance = input.as == Interpretation::graph
                          ? make_graph(input, header, pool, std::move(report))
                          : make_hypergraph(input, header, pool, std::move(report));
  instance.labels.first = 0;
  return instance;
}

}  // namespace

void check_front_of_kidney(const ParseInput& front) {
  check_interpretation(front);
  located(front, [&] {
    ReadReport report;
    Cursor cursor(range_of(front.text));
    const PoolHeader header = read_pool_header(cursor, report);
    (void)read_arcs(cursor, header, Extent::front, report);
  });
}

Instance parse_kidney(const ParseInput& input) {
  check_interpretation(input);
  return located(input, [&] { return parse_pool(input); });
}

}  // namespace hypermatch::detail::io
