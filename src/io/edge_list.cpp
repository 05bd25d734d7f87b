// SPDX-License-Identifier: MIT
// Edge lists: a line "u v" or "u v weight" an edge, columns separated by blanks, tabs, commas or
// semicolons, ids of any kind. Vertices are numbered in the order in which their ids first appear;
// the ids are kept as labels.
#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/edge_list_declaration.hpp"
#include "io/edge_list_layout.hpp"
#include "io/edge_list_lines.hpp"
#include "io/entries.hpp"
#include "io/graph_builder.hpp"
#include "io/parsers.hpp"
#include "io/printable.hpp"
#include "io/self_loops.hpp"
#include "io/text.hpp"
#include "io/vertex_numbers.hpp"
#include "io/weight_column.hpp"
#include "io/written_ids.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Instance;
using hypermatch::io::ReadReport;

/// Common result of the two ways to number vertices: pairs of numbers 0 .. num_vertices - 1, and
/// labels.
struct Numbered {
  VertexId num_vertices = 0;
  Array<GraphEdge> pairs;
  Weights weights;
  hypermatch::io::VertexLabels labels;
};

Weights take_weights(const Context& context, const EdgeListLayout& layout,
                     std::vector<LinePart>& parts) {
  if (layout.columns != 3) return {};
  return join_weights(
      context, parts, [](LinePart & part) -> auto& { return part.weights; });
}

Array<GraphEdge> take_pairs(const Context& context, std::vector<LinePart>& parts) {
  return join<GraphEdge>(
      context, parts, [](LinePart & part) -> auto& { return part.pairs; });
}

void check_number_of_lines(const std::vector<LinePart>& parts) {
  std::uint64_t lines = 0;
  for (const LinePart& part : parts) {
    lines += part.pairs.size();
    check_limit(part.text.begin, lines, "edges");
  }
}

/// A number above all ends.
std::uint64_t limit_of(const Context& context, const Array<GraphEdge>& pairs) {
  return parallel::reduce<std::uint64_t>(
      context, pairs.size(), 0,
      [&](std::size_t i) { return std::uint64_t{std::max(pairs[i].u, pairs[i].v)} + 1; },
      [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
}

Numbered number_small_integers(const Context& context, const EdgeListLayout& layout,
                               std::vector<LinePart>& parts) {
  Numbered result;
  result.pairs = take_pairs(context, parts);
  result.weights = take_weights(context, layout, parts);
  const Array<VertexId> ids =
      number_by_appearance(context, result.pairs, limit_of(context, result.pairs));
  result.num_vertices = static_cast<VertexId>(ids.size());
  result.labels = labels_of(ids);
  return result;
}

/// Replaces the numbers of names within parts by those within the whole text, and returns these
/// names: parts in order, and each part's names in order, is the order of first appearance.
NameTable join_names(const Context& context, std::vector<LinePart>& parts) {
  NameTable all;
  std::vector<Array<VertexId>> number(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& names = parts[i].names.names();
    number[i].resize(names.size());
    for (std::size_t k = 0; k < names.size(); ++k) number[i][k] = all.number_of(names[k]);
  }
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    for (GraphEdge& pair : parts[i].pairs) pair = {number[i][pair.u], number[i][pair.v]};
  });
  return all;
}

Numbered number_names(const Context& context, const EdgeListLayout& layout,
                      std::vector<LinePart>& parts) {
  const NameTable all = join_names(context, parts);
  Numbered result;
  result.pairs = take_pairs(context, parts);
  result.weights = take_weights(context, layout, parts);
  result.num_vertices = static_cast<VertexId>(all.names().size());
  result.labels = labels_of(all.names());
  return result;
}

/// The pairs of all parts, whose ends name rows and columns; integers, or names.
Instance make_two_sides(const ParseInput& input, const EdgeListLayout& layout,
                        std::vector<LinePart>& parts, bool are_names, ReadReport report) {
  const Context& context = input.context;
  const NameTable all = are_names ? join_names(context, parts) : NameTable();
  Array<GraphEdge> pairs = take_pairs(context, parts);
  const std::uint64_t limit = are_names ? all.names().size() : limit_of(context, pairs);
  return make_two_sides(input, std::move(pairs), take_weights(context, layout, parts), limit,
                        are_names ? &all.names() : nullptr, std::move(report));
}

/// Takes self-loops out; their vertices stay. `kept`: where they go, or null.
std::uint64_t take_self_loops(const Context& context, Array<GraphEdge>& pairs, Weights& weights,
                              std::vector<SelfLoop>* kept) {
  const auto loops = parallel::reduce<std::uint64_t>(
      context, pairs.size(), 0, [&](std::size_t i) { return pairs[i].u == pairs[i].v ? 1ULL : 0; },
      [](std::uint64_t a, std::uint64_t b) { return a + b; });
  if (loops == 0) return 0;
  for (std::size_t i = 0; kept != nullptr && i < pairs.size(); ++i) {
    if (pairs[i].u == pairs[i].v) kept->push_back({pairs[i].u, number_at(weights, i)});
  }
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    if (pairs[i].u == pairs[i].v) pairs[i] = k_repeated;
  });
  drop_repeated(context, pairs, weights);
  return loops;
}

std::vector<LinePart> parse_names(const ParseInput& input, const EdgeListLayout& layout,
                                  TextRange text) {
  auto parts = make_parts<LinePart>(input.context, text);
  parse_parts(input.context, parts, LineParser(layout, Names(), input.negative_weights));
  return parts;
}

bool are_all_integers(const std::vector<LinePart>& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const LinePart& part) {
    const auto& names = part.names.names();
    return std::all_of(names.begin(), names.end(), is_integer);
  });
}

Instance parse_edge_lines(const ParseInput& input) {
  const Context& context = input.context;
  const TextRange text = range_of(input.text);
  EdgeListLayout layout = find_layout(text);

  // A table by id pays while ids are not much larger than the file.
  constexpr std::uint64_t k_always_small = 1 << 16;
  const std::uint64_t limit =
      std::min<std::uint64_t>(std::max<std::uint64_t>(text.size(), k_always_small), k_max_count);
  std::atomic<bool> refused = false;
  auto parts = make_parts<LinePart>(context, text);
  parse_parts(context, parts,
              LineParser(layout, SmallIntegers(limit, refused), input.negative_weights));
  if (refused) {
    parts = parse_names(input, layout, text);
    if (layout.header_needs_integers && !are_all_integers(parts)) {
      layout.header = nullptr;
      parts = parse_names(input, layout, text);
    }
  }
  throw_first_failure(parts);
  check_number_of_lines(parts);
  ReadReport report;
  report.declared = declared_edges(text);
  report.header_lines = layout.header == nullptr ? 0 : 1;
  for (const LinePart& part : parts) {
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
  if (has_two_sides(input, report.declared)) {
    return make_two_sides(input, layout, parts, refused, std::move(report));
  }
  Numbered numbered = refused ? number_names(context, layout, parts)
                              : number_small_integers(context, layout, parts);
  parts.clear();
  EdgeList graph;
  graph.num_vertices = numbered.num_vertices;
  graph.edges = std::move(numbered.pairs);
  graph.weights = std::move(numbered.weights);
  std::vector<SelfLoop> loops;
  const bool keeps_loops = input.self_loops == SelfLoops::keep;
  report.self_loops =
      take_self_loops(context, graph.edges, graph.weights, keeps_loops ? &loops : nullptr);
  merge_parallel_edges(input, graph, report);
  Instance instance = finish_graph(input, k_edge_list_format, std::move(graph), std::move(report),
                                   weights_of(input, loops, numbered.num_vertices));
  instance.labels = std::move(numbered.labels);
  return instance;
}

void check_first_edge_lines(const ParseInput& input) {
  const EdgeListLayout layout = find_layout(range_of(input.text));
  std::vector<LinePart> parts(1);
  parts[0].text = range_of(input.text);
  parse_parts(input.context, parts, LineParser(layout, Names(), input.negative_weights));
  throw_first_failure(parts);
}

/// Other than tabs, which may stand in quotes and are judged with the line.
bool holds_other_controls(std::string id) {
  std::replace(id.begin(), id.end(), '\t', ' ');
  return holds_controls(id);
}

/// Ids that would be read as others are refused, not changed.
void check_ids(std::string_view u, std::string_view v) {
  const std::string line = std::string(u) + '\t' + std::string(v);
  const char* const end = line.data() + line.size();
  const Columns columns = cut_columns(Separator::tab, line.data(), end);
  const bool comment = is_edge_list_comment(Cursor(TextRange{line.data(), end}));
  if (!comment && columns.count == 2 && columns.text[0] == u && columns.text[1] == v &&
      !holds_other_controls(line) && !was_float(u) && !was_float(v)) {
    return;
  }
  throw Error(ErrorCode::unsupported, "format edge_list cannot hold an edge from " + shown_text(u) +
                                          " to " + shown_text(v) +
                                          ": such ids would be read as others");
}

/// Whether a first line of these ids would be taken for something else: names of columns, columns
/// with another separator, the begin of another format or of a packed file.
bool needs_header(const std::string& u, const std::string& v) {
  if (!is_integer(u) && !is_integer(v)) return true;
  const unsigned char first = u.empty() ? '\0' : static_cast<unsigned char>(u.front());
  if (first >= 0x80 || u == "c" || u == "p" || u.starts_with("BZh")) return true;
  const std::string line = u + '\t' + v;
  try {
    const EdgeListLayout layout = find_layout({line.data(), line.data() + line.size()});
    return layout.separator != Separator::tab || layout.columns != 2 || layout.header != nullptr;
  } catch (const TextFailure&) {
    return true;
  }
}

}  // namespace

void check_front_of_edge_list(const ParseInput& front) {
  check_graph_interpretation(front, k_edge_list_format);
  located(front, [&] { check_first_edge_lines(front); });
}

Instance parse_edge_list(const ParseInput& input) {
  check_graph_interpretation(input, k_edge_list_format);
  return located(input, [&] { return parse_edge_lines(input); });
}

void write_edge_list(const Context&, const Instance& instance, const EdgeListView& edges,
                     const Sink& sink) {
  const GraphToWrite graph(instance, edges, k_edge_list_format);
  const hypermatch::io::VertexLabels& labels = instance.labels;
  const bool weighted = is_weighted(graph.weights());
  TextWriter out(sink);
  const auto write_vertex = [&](VertexId v) {
    if (labels.empty()) {
      out << v + labels.first;
    } else {
      out << label_at(labels, v);
    }
  };
  // A first line of two names could be taken for names of columns, unless it has some above it.
  if (graph.num_edges() != 0 && !labels.empty() &&
      needs_header(labels.of(graph.edge(0).u), labels.of(graph.edge(0).v))) {
    out << (weighted ? "source\ttarget\tweight\n" : "source\ttarget\n");
  }
  for (std::size_t e = 0; e < graph.num_edges(); ++e) {
    const auto [u, v] = graph.edge(e);
    if (!labels.empty()) check_ids(label_at(labels, u), label_at(labels, v));
    write_vertex(u);
    out << '\t';
    write_vertex(v);
    if (weighted) (out << '\t').write_weight(graph.weights(), e);
    out << '\n';
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
