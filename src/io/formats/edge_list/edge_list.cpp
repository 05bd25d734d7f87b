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

#include "io/builders/entries.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/builders/self_loops.hpp"
#include "io/formats/edge_list/edge_list_counts.hpp"
#include "io/formats/edge_list/edge_list_declaration.hpp"
#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/edge_list/edge_list_lines.hpp"
#include "io/formats/foreign_lists.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/decimal_signs.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/time_stamps.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/weight_column.hpp"
#include "io/text/written_ids.hpp"
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
  if (!layout.is_weighted()) return {};
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

void number_small_integers(const Context& context, Numbered& list) {
  const Array<VertexId> ids =
      number_by_appearance(context, list.pairs, limit_of(context, list.pairs));
  list.num_vertices = static_cast<VertexId>(ids.size());
  list.labels = labels_of(ids);
}

/// `all` gets the names; labels are left to the caller.
Numbered number_names(const Context& context, const EdgeListLayout& layout,
                      std::vector<LinePart>& parts, NameTable& all) {
  // Parts in order, and each part's names in order: the order of first appearance.
  std::vector<Array<VertexId>> number(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& names = parts[i].names.names();
    number[i].resize(names.size());
    for (std::size_t k = 0; k < names.size(); ++k) number[i][k] = all.number_of(names[k]);
  }
  parallel::run_tasks(context, parts.size(), [&](std::size_t i) {
    for (GraphEdge& pair : parts[i].pairs) pair = {number[i][pair.u], number[i][pair.v]};
  });
  Numbered result;
  result.pairs = take_pairs(context, parts);
  result.weights = take_weights(context, layout, parts);
  result.num_vertices = static_cast<VertexId>(all.names().size());
  return result;
}

/// The pairs, whose ends name rows and columns: integers that stand for themselves, or names.
Instance make_two_sides(const ParseInput& input, Numbered numbered, bool have_names,
                        ReadReport report) {
  std::vector<std::string_view> names;
  for (VertexId v = 0; have_names && v < numbered.num_vertices; ++v) {
    names.push_back(label_at(numbered.labels, v));
  }
  const std::uint64_t limit = have_names ? names.size() : limit_of(input.context, numbered.pairs);
  return make_two_sides(input, std::move(numbered.pairs), std::move(numbered.weights), limit,
                        have_names ? &names : nullptr, std::move(report));
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

EdgeLines parse_lines(const ParseInput& input, const EdgeListLayout& layout) {
  const TextRange text = range_of(input.text);
  // A table by id pays while ids are not much larger than the file.
  constexpr std::uint64_t k_always_small = 1 << 16;
  const std::uint64_t limit =
      std::min<std::uint64_t>(std::max<std::uint64_t>(text.size(), k_always_small), k_max_count);
  std::atomic<bool> refused = false;
  EdgeLines lines;
  lines.parts = make_parts<LinePart>(input.context, text);
  parse_parts(input.context, lines.parts,
              LineParser(layout, SmallIntegers(limit, refused), input.negative_weights));
  if (refused) {
    lines.have_names = true;
    lines.parts = make_parts<LinePart>(input.context, text);
    parse_parts(input.context, lines.parts, LineParser(layout, Names(), input.negative_weights));
  }
  const bool has_failed =
      std::any_of(lines.parts.begin(), lines.parts.end(),
                  [](const LinePart& part) { return part.failure.has_value(); });
  if (has_failed && layout.header_counts) fail_at_second_line(layout, text);
  throw_first_failure(lines.parts);
  check_number_of_lines(lines.parts);
  return lines;
}

/// The edges of the lines, and the layout that was right.
struct ReadLines {
  EdgeListLayout layout;
  Numbered numbered;
  bool have_names = false;
};

void count_lines(const EdgeLines& lines, ReadReport& report) {
  report.comment_lines = 0;
  report.blank_lines = 0;
  for (const LinePart& part : lines.parts) {
    report.comment_lines += part.comment_lines;
    report.blank_lines += part.blank_lines;
  }
}

/// Puts an edge in front of all others, whose ends get the first numbers. `names` are those of the
/// vertices so far.
void prepend_edge(const Context& context, std::string_view u, std::string_view v,
                  const NameTable& names, Numbered& numbered) {
  check_id(u);
  check_id(v);
  const VertexId old_u = names.find(u);
  const VertexId old_v = names.find(v);
  std::vector<std::string_view> ids = {u};
  if (v != u) ids.push_back(v);
  const auto second = static_cast<VertexId>(ids.size() - 1);
  const std::size_t n = names.names().size();
  Array<VertexId> number(n);
  ids.reserve(n + ids.size());
  for (std::size_t old = 0; old < n; ++old) {
    if (old == old_u || old == old_v) {
      number[old] = old == old_u ? 0 : second;
      continue;
    }
    number[old] = static_cast<VertexId>(ids.size());
    ids.push_back(names.names()[old]);
  }
  check_limit(u.data(), ids.size(), "vertices");
  Array<GraphEdge> pairs(numbered.pairs.size() + 1);
  pairs[0] = {0, second};
  parallel::for_each(context, numbered.pairs.size(), [&](std::size_t i) {
    pairs[i + 1] = {number[numbered.pairs[i].u], number[numbered.pairs[i].v]};
  });
  numbered.pairs = std::move(pairs);
  numbered.num_vertices = static_cast<VertexId>(ids.size());
  numbered.labels = labels_of(ids);
}

/// Refuses decimal commas between semicolons, and ids in quotes and without: these are one id where
/// separated values are read. A first line that may be
/// an edge is not among `names`.
void judge_names(const EdgeListLayout& layout, TextRange text, const NameTable& names) {
  NameTable first;
  if (layout.sign == HeaderSign::open && layout.header != nullptr) {
    const Columns words = columns_at(layout, layout.header, text);
    (void)first.number_of(words.text[0]);
    (void)first.number_of(words.text[1]);
  }
  const auto judge = [&](std::string_view name) {
    if (layout.separator == Separator::semicolon) refuse_decimal_comma(name, name.data());
    if (name.size() < 3 || name.front() != '"' || name.back() != '"') return;
    const std::string_view bare = name.substr(1, name.size() - 2);
    if (names.find(bare) == k_none && first.find(bare) == k_none) return;
    if (layout.form == LineForm::columns && layout.separator != Separator::blanks) {
      throw HasMixedQuotes{layout.columns, "ids stand in quotes and without"};
    }
    throw TextFailure{name.data(), "expected ids with quotes or without, found " +
                                       shown_text(name) + ", which occurs without them, too"};
  };
  std::ranges::for_each(names.names(), judge);
  std::ranges::for_each(first.names(), judge);
}

/// Decides about a first line of two names above lines with names.
void decide_by_names(const ParseInput& input, EdgeListLayout& layout, NameTable& names,
                     Numbered& numbered, ReadReport& report) {
  const Columns first = columns_at(layout, layout.header, range_of(input.text));
  const std::string_view u = first.text[0];
  const std::string_view v = first.text[1];
  const bool occur = names.find(u) != k_none || names.find(v) != k_none;
  const FirstLine judged =
      occur ? FirstLine::edge : judge_first_line(u, v, {names.names(), numbered.pairs.view()});
  if (judged == FirstLine::unclear) report.notes.push_back(note_of_kept_line(u, v));
  if (judged == FirstLine::header) {
    numbered.labels = labels_of(names.names());
    return;
  }
  prepend_edge(input.context, u, v, names, numbered);
  check_limit(layout.header, numbered.pairs.size(), "edges");
  layout.header = nullptr;
}

ReadLines read_lines_as(const ParseInput& input, EdgeListLayout layout, bool keeps_first,
                        ReadReport& report) {
  const Context& context = input.context;
  const TextRange text = range_of(input.text);
  EdgeLines lines = parse_lines(input, layout);
  if (layout.header_counts) check_counts(layout, lines, text);
  const bool is_open = layout.sign == HeaderSign::open && layout.header != nullptr;
  const bool is_alone = is_open && lines.parts.size() == 1 && lines.parts[0].pairs.empty();
  const FirstNumbers numbers =
      keeps_first ? FirstNumbers::edge : first_numbers(layout, lines, text);
  if (is_alone || numbers == FirstNumbers::counts) {
    layout.header = is_alone ? nullptr : first_data_line(text);
    layout.header_counts = !is_alone;
    lines = parse_lines(input, layout);
  } else if (numbers == FirstNumbers::may_be_counts) {
    report.notes.emplace_back(
        "the first line is an edge; as numbers of vertices and edges it would fit too");
  }
  count_lines(lines, report);
  if (!lines.have_names) {
    Numbered ids;
    ids.pairs = take_pairs(context, lines.parts);
    ids.weights = take_weights(context, layout, lines.parts);
    refuse_neighbours(ids.pairs.view(), view_of(ids.weights), text);
    if (may_be_neighbours(ids.pairs.view(), view_of(ids.weights))) {
      report.notes.emplace_back(
          "the first column numbers the lines, and the third holds such numbers: lists of "
          "neighbours are not read, these are edges with weights");
    }
    judge_comments(text, static_cast<char>(layout.separator), layout.columns, {}, report);
    if (!has_two_sides(input, report.declared)) number_small_integers(context, ids);
    return {layout, std::move(ids)};
  }
  NameTable names;
  Numbered numbered = number_names(context, layout, lines.parts, names);
  judge_names(layout, text, names);
  note_missing_ids(names.names(), report);
  judge_comments(text, static_cast<char>(layout.separator), layout.columns, names.names(), report);
  if (layout.sign == HeaderSign::open && layout.header != nullptr) {
    decide_by_names(input, layout, names, numbered, report);
  } else {
    numbered.labels = labels_of(names.names());
  }
  return {layout, std::move(numbered), true};
}

void report_layout(const EdgeListLayout& layout, TextRange text, ReadReport& report) {
  if (layout.is_weighted()) report.weight_column = 3;
  if (layout.columns > 3) report.notes.emplace_back("column 4 holds times, left out");
  if (layout.form == LineForm::attributes && layout.is_weighted()) report.weight_name = "weight";
  if (layout.header == nullptr) return;
  report.header_lines = 1;
  report.header = shown_line(layout.header, text.end);
  const Columns names = columns_at(layout, layout.header, text);
  report.names_directions = names_an_end(names.text[0]) && names_an_end(names.text[1]);
  if (layout.header_counts) {
    report.notes.emplace_back(layout.is_weighted() &&
                                      columns_at(layout, layout.header, text).count == 3
                                  ? "the first line has the numbers of rows, columns and entries"
                                  : "the first line has the numbers of vertices and edges");
  } else if (layout.is_weighted()) {
    std::string_view name = columns_at(layout, layout.header, text).text[2];
    const bool quoted = name.size() > 1 && name.front() == '"' && name.back() == '"';
    report.weight_name = quoted ? name.substr(1, name.size() - 2) : name;
  }
}

Instance parse_edge_lines(const ParseInput& input) {
  const Context& context = input.context;
  const TextRange text = range_of(input.text);
  EdgeListLayout layout = find_layout(text);
  if (input.csv == nullptr) refuse_list_of_vertices(layout, text);
  const bool keeps_first = input.csv != nullptr && input.csv->no_header;
  if (keeps_first && layout.header_counts) layout.columns = 2;
  const bool is_edge =
      keeps_first || (layout.sign == HeaderSign::open && first_words_recur(layout, text));
  if (is_edge) {
    layout.header = nullptr;
    layout.header_counts = false;
  }
  ReadReport report;
  report.declared = declared_edges(text);
  ReadLines lines = read_lines_as(input, layout, keeps_first, report);
  report_layout(lines.layout, text, report);
  Numbered& numbered = lines.numbered;
  judge_decimal_signs(context, text, lines.layout, view_of(numbered.weights));
  note_declared_lines(text, numbered.pairs.size(), report);
  if (numbered.pairs.empty()) report.notes.emplace_back("no line has an edge");
  (void)drop_times(input, numbered.weights, report);
  if (has_two_sides(input, report.declared)) {
    return make_two_sides(input, std::move(numbered), lines.have_names, std::move(report));
  }
  if (report.header_lines != 0 && !lines.layout.header_counts) {
    const Columns names = columns_at(lines.layout, lines.layout.header, text);
    note_two_kinds(names.text[0], names.text[1], numbered.pairs.view(), numbered.num_vertices,
                   report);
  }
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

}  // namespace

void check_front_of_edge_list(const ParseInput& front) {
  check_graph_interpretation(front, k_edge_list_format);
  located(front, [&] { check_first_edge_lines(front); });
}

Instance parse_edge_list(const ParseInput& input) {
  check_graph_interpretation(input, k_edge_list_format);
  return located(input, [&] { return parse_edge_lines(input); });
}

}  // namespace hypermatch::detail::io
