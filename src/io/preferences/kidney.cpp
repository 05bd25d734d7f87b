// SPDX-License-Identifier: MIT
// Pools of kidney exchange: a line "pairs arcs", then one line "donor recipient weight" per arc,
// numbered from 0, then "-1 -1 -1"; or PrefLib's wmd, numbered from 1. As a hypergraph, a hyperedge
// is an exchange: a cycle of at most `longest_cycle` pairs, in each of which the donor gives to the
// recipient of the next one. As a graph, an edge is an exchange of two. Cycle formulation: Roth,
// Sonmez, Unver 2007, doi:10.1257/aer.97.3.828.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/formats/format_table.hpp"
#include "io/formats/parsers.hpp"
#include "io/preferences/exchange_cycles.hpp"
#include "io/preferences/preflib_front.hpp"
#include "io/text/line_cursor.hpp"
#include "io/text/text.hpp"
#include "io/text/weight_column.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::Interpretation;
using hypermatch::io::ReadReport;

constexpr const char* k_kidney_format = "kidney";

enum class Extent { whole, front };

struct PoolHeader {
  std::uint64_t pairs = 0;
  std::optional<std::uint64_t> arcs;  ///< those of PrefLib may not say it
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
  const char* const line = cursor.at();
  header.pairs = cursor.read_unsigned(k_what);
  check_limit(line, header.pairs, "pairs");
  cursor.skip_blanks();
  header.arcs = cursor.read_unsigned("the number of arcs");
  check_limit(line, *header.arcs, "arcs");
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
        throw TextFailure{mark, "expected " + base::counted(*header.arcs, "arc") +
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
                                         : base::counted(*header.arcs, "arc") + " and an end mark");
  }
  return arcs;
}

PreflibFront front_of(std::span<const char> text) {
  constexpr std::size_t k_front = std::size_t{1} << 16;
  return preflib_front(text.first(std::min(text.size(), k_front)));
}

/// The lines of a pool as PrefLib has it: metadata, then `DONOR, RECIPIENT, WEIGHT` per arc. Arcs
/// to altruists, which have no recipient, are left out. Files from before 2022 have a line
/// `PAIRS,ARCS` and `NUMBER,NAME` per pair in place of metadata, and arcs whose pairs may count
/// from 0.
class PreflibPool {
 public:
  PreflibPool(const ParseInput& input, ReadReport& report) : input_(input), report_(report) {}

  /// Metadata and arcs of a text.
  std::vector<ExchangeArc> read(Cursor& cursor, Extent extent) {
    // Ends: each round takes a line.
    while (!cursor.at_end()) {
      const bool is_blank = !cursor.skip_blanks();
      const char* const begin = cursor.at();
      cursor.skip_line();
      const char* const end = cursor.at()[-1] == '\n' ? cursor.at() - 1 : cursor.at();
      const std::string_view line =
          is_blank ? std::string_view() : trimmed({begin, static_cast<std::size_t>(end - begin)});
      if (line.empty()) {
        ++report_.blank_lines;
      } else if (line[0] == '#') {
        ++report_.comment_lines;
        read_metadata(line, end);
      } else if (!has_pairs_) {
        read_counts(line, end);
      } else if (names_left_ != 0) {
        --names_left_;
        const std::size_t comma = std::min(line.find(','), line.size() - 1);
        note_altruist(header_.pairs - names_left_ - 1, trimmed(line.substr(comma + 1)));
      } else {
        read_arc(line, cursor.end());
      }
    }
    const char* const end = cursor.end();
    if (extent == Extent::whole) {
      if (!has_pairs_) fail_expected(end, end, k_no_pairs);
      if (header_.arcs && found_ != *header_.arcs) {
        throw TextFailure{end, "expected " + base::counted(*header_.arcs, "arc") + ", found " +
                                   std::to_string(found_)};
      }
    }
    report_.altruists =
        static_cast<std::uint64_t>(std::count(is_altruist_.begin(), is_altruist_.end(), true));
    take_first_id(end);
    return std::move(arcs_);
  }
  [[nodiscard]] const PoolHeader& header() const { return header_; }

 private:
  static constexpr const char* k_no_pairs = "'# NUMBER ALTERNATIVES: N' in front of the arcs";

  void read_metadata(std::string_view line, const char* end) {
    if (found_ != 0) return;
    if (const auto pairs = metadata_value(line, k_preflib_alternatives)) {
      header_.pairs = metadata_number(*pairs, end, "pairs");
      has_pairs_ = true;
    } else if (const auto edges = metadata_value(line, "NUMBER EDGES")) {
      header_.arcs = metadata_number(*edges, end, "arcs");
    } else if (const auto pair = alternative_name(line)) {
      note_altruist(pair->number - 1, pair->name);
    }
  }

  void note_altruist(std::uint64_t place, std::string_view name) {
    // Older files have the second spelling.
    const bool is_altruist = name.starts_with("Altruist") || name.starts_with("Alturist");
    if (!is_altruist || place >= header_.pairs) return;
    if (is_altruist_.size() <= place) is_altruist_.resize(place + 1);
    is_altruist_[place] = true;
  }

  /// The first line of an older file; of another one the metadata is missing.
  void read_counts(std::string_view line, const char* end) {
    const std::size_t comma = line.find(',');
    if (!is_undated_ || comma == std::string_view::npos)
      fail_expected(line.data(), end, k_no_pairs);
    const char* const stop = line.data() + line.size();
    header_.pairs = metadata_number(line.substr(0, comma), line.data() + comma, "pairs");
    header_.arcs = metadata_number(trimmed(line.substr(comma + 1)), stop, "arcs");
    has_pairs_ = true;
    names_left_ = header_.pairs;
  }

  /// Pairs of arcs count from 1 where the last number occurs and 0 does not.
  void take_first_id(const char* end) {
    if (is_undated_ && sees_last_) {
      if (sees_zero_) {
        throw TextFailure{end, "expected pairs that count from 0 or from 1, found 0 and " +
                                   std::to_string(header_.pairs)};
      }
      for (ExchangeArc& arc : arcs_) arc = {arc.donor - 1, arc.recipient - 1, arc.weight};
    }
    std::erase_if(arcs_, [&](const ExchangeArc& arc) {
      return arc.recipient < is_altruist_.size() && is_altruist_[arc.recipient];
    });
  }

  void read_arc(std::string_view line, const char* end) {
    ExchangeArc arc;
    arc.donor = take_pair(line, end, "a donor");
    arc.recipient = take_pair(line, end, "a recipient");
    const std::string_view weight = trimmed(line);
    const auto number = parse_number(weight.data(), weight.data() + weight.size());
    if (!number) fail_expected(weight.data(), end, "a weight (a finite number)");
    arc.weight = *number;
    ++found_;
    if (arc.donor == arc.recipient) {
      ++report_.self_loops;
    } else {
      arcs_.push_back(arc);
    }
  }

  /// Takes the number of a pair off the line, and the comma behind it.
  VertexId take_pair(std::string_view& line, const char* end, const char* what) {
    LineCursor cursor(line.data(), end);
    (void)cursor.more();
    const char* const at = cursor.at();
    const std::uint64_t number = cursor.number(what);
    const std::uint64_t first = is_undated_ ? 0 : input_.first_id;
    const std::uint64_t count = header_.pairs + (is_undated_ ? 1 : 0);
    if (number - first >= count) fail_id(at, cursor.at(), what, first, count);
    sees_zero_ = sees_zero_ || number == 0;
    sees_last_ = sees_last_ || number == header_.pairs;
    cursor.need(',', "',' between the numbers of an arc");
    line = {cursor.at(), static_cast<std::size_t>(line.data() + line.size() - cursor.at())};
    return static_cast<VertexId>(number - first);
  }

  const ParseInput& input_;
  ReadReport& report_;
  PoolHeader header_;
  bool is_undated_ = front_of(input_.text).type.empty();
  std::uint64_t names_left_ = 0;  // lines of names still to come
  bool sees_zero_ = false;        // in an arc
  bool sees_last_ = false;        // the number of pairs, in an arc
  bool has_pairs_ = false;
  std::uint64_t found_ = 0;
  std::vector<bool> is_altruist_;
  std::vector<ExchangeArc> arcs_;
};

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

std::vector<ExchangeArc> read_pool(const ParseInput& input, PoolHeader& header, Extent extent,
                                   ReadReport& report) {
  Cursor cursor(range_of(input.text));
  if (begins_preflib_pool(input.text)) {
    PreflibPool pool(input, report);
    std::vector<ExchangeArc> arcs = pool.read(cursor, extent);
    header = pool.header();
    return arcs;
  }
  header = read_pool_header(cursor, report);
  return read_arcs(cursor, header, extent, report);
}

Instance parse_pool(const ParseInput& input) {
  ReadReport report;
  PoolHeader header;
  std::vector<ExchangeArc> arcs = read_pool(input, header, Extent::whole, report);
  const ExchangePool pool = make_pool(std::move(arcs), input.name, report.parallel_edges);
  Instance instance = input.as == Interpretation::graph
                          ? make_graph(input, header, pool, std::move(report))
                          : make_hypergraph(input, header, pool, std::move(report));
  instance.labels.first = begins_preflib_pool(input.text) ? input.first_id : 0;
  return instance;
}

}  // namespace

bool begins_preflib_pool(std::span<const char> front) {
  return front_of(front).kind == PreflibKind::pool;
}

void check_front_of_kidney(const ParseInput& front) {
  check_interpretation(front);
  located(front, [&] {
    ReadReport report;
    PoolHeader header;
    (void)read_pool(front, header, Extent::front, report);
  });
}

Instance parse_kidney(const ParseInput& input) {
  check_interpretation(input);
  return located(input, [&] { return parse_pool(input); });
}

}  // namespace hypermatch::detail::io
