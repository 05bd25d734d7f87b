// SPDX-License-Identifier: MIT
// Edge lists as files: tab-separated, with names of columns on top where the first line would be
// taken for something else.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/formats/edge_list/edge_list_layout.hpp"
#include "io/formats/edge_list/edge_list_lines.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/time_stamps.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::Instance;

namespace {

/// Other than tabs, which may stand in quotes and are judged with the line.
bool holds_other_controls(std::string id) {
  std::replace(id.begin(), id.end(), '\t', ' ');
  return holds_controls(id);
}

/// Whether lines would be taken for something else: names of columns, counts of vertices and edges,
/// a matrix, times, columns with another separator, the begin of another format or of a packed
/// file.
/// @param front the first lines, as they would be written
bool needs_header(const std::string& u, const std::string& v, std::size_t num_edges,
                  const std::string& front) {
  if (!is_integer(u) && !is_integer(v)) return true;
  if (num_edges > 2 && v == std::to_string(num_edges - 1)) return true;
  const unsigned char first = u.empty() ? '\0' : static_cast<unsigned char>(u.front());
  if (first >= 0x80 || u == "c" || u == "p" || u.starts_with("BZh")) return true;
  try {
    const EdgeListLayout layout = find_layout({front.data(), front.data() + front.size()});
    return layout.separator != Separator::tab || layout.form != LineForm::columns ||
           layout.header != nullptr;
  } catch (const TextFailure&) {
    return true;
  }
}

/// Writes one edge.
void write_line(TextWriter& out, const GraphToWrite& graph,
                const hypermatch::io::VertexLabels& labels, std::size_t e) {
  const auto write_vertex = [&](VertexId v) {
    if (labels.empty()) {
      out << v + labels.first;
    } else {
      out << label_at(labels, v);
    }
  };
  const auto [u, v] = graph.edge(e);
  write_vertex(u);
  out << '\t';
  write_vertex(v);
  if (is_weighted(graph.weights())) (out << '\t').write_weight(graph.weights(), e);
  out << '\n';
}

/// Rows and columns, with the declaration of two sides and names of columns on top.
void write_two_sides(const Instance& instance, const BipartiteView& bipartite, TextWriter& out) {
  const WeightsView weights = view_of(instance.entry_weights);
  const hypermatch::io::SideLabels labels = instance.side_labels();
  const bool weighted = is_weighted(weights);
  out << (weighted ? "% bip weighted\nsource\ttarget\tweight\n"
                   : "% bip unweighted\nsource\ttarget\n");
  std::size_t entry = 0;
  for (VertexId row = 0; row < bipartite.num_rows; ++row) {
    const std::string first = labels.rows->of(row);
    for (const VertexId column : bipartite.columns_of(row)) {
      const std::string second = labels.columns->of(column);
      check_list_ids(first, second);
      out << first << '\t' << second;
      if (weighted) (out << '\t').write_weight(weights, entry);
      out << '\n';
      ++entry;
    }
  }
}

/// The first lines, as far as a reader looks at them together.
std::string front_of(const GraphToWrite& graph, const hypermatch::io::VertexLabels& labels) {
  constexpr std::size_t k_lines = 4;
  std::string front;
  const Sink sink = [&](std::span<const char> text) { front.append(text.begin(), text.end()); };
  TextWriter out(sink);
  for (std::size_t e = 0; e < std::min(graph.num_edges(), k_lines); ++e) {
    write_line(out, graph, labels, e);
  }
  out.flush();
  return front;
}

}  // namespace

void refuse_list_ids(std::string_view u, std::string_view v) {
  throw Error(ErrorCode::unsupported, "format edge_list cannot hold an edge from " + shown_text(u) +
                                          " to " + shown_text(v) +
                                          ": such ids would be read as others");
}

void check_list_ids(std::string_view u, std::string_view v) {
  const std::string line = std::string(u) + '\t' + std::string(v);
  const char* const end = line.data() + line.size();
  const Columns columns = cut_columns(Separator::tab, line.data(), end);
  const bool comment = is_edge_list_comment(Cursor(TextRange{line.data(), end}));
  if (!comment && columns.count == 2 && columns.text[0] == u && columns.text[1] == v &&
      !holds_other_controls(line) && !is_no_id(u) && !is_no_id(v)) {
    return;
  }
  refuse_list_ids(u, v);
}

void write_edge_list(const Context& context, const Instance& instance, const EdgeListView& edges,
                     const Sink& sink) {
  if (const auto* const bipartite = std::get_if<Bipartite>(&instance.data)) {
    TextWriter out(sink);
    write_two_sides(instance, bipartite->view(), out);
    out.flush();
    return;
  }
  const GraphToWrite graph(instance, edges, k_edge_list_format);
  const hypermatch::io::VertexLabels& labels = instance.labels;
  TextWriter out(sink);
  if (graph.num_edges() != 0 &&
      (may_be_times(context, graph.weights()) ||
       needs_header(labels.of(graph.edge(0).u), labels.of(graph.edge(0).v), graph.num_edges(),
                    front_of(graph, labels)))) {
    out << (is_weighted(graph.weights()) ? "source\ttarget\tweight\n" : "source\ttarget\n");
  }
  for (std::size_t e = 0; e < graph.num_edges(); ++e) {
    const auto [u, v] = graph.edge(e);
    if (!labels.empty()) check_list_ids(label_at(labels, u), label_at(labels, v));
    write_line(out, graph, labels, e);
  }
  out.flush();
}

}  // namespace hypermatch::detail::io
