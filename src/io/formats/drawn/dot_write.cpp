// SPDX-License-Identifier: MIT
// Graphs and their marks in the language of Graphviz.
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "io/formats/drawn/marked_graph.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

/// In quotes a quote has a backslash in front, and backslashes stand for themselves: one in front
/// of a quote or at the end cannot.
std::string dot_id(std::string_view id) {
  if (!is_plain(id)) refuse_id("dot", id, "it is no plain text");
  std::string text = "\"";
  bool is_escaping = false;  // an odd number of backslashes stands in front
  for (const char c : id) {
    if (c == '"') {
      if (is_escaping) refuse_id("dot", id, "a backslash stands in front of a quote");
      text += '\\';
    }
    is_escaping = c == '\\' && !is_escaping;
    text += c;
  }
  if (is_escaping) refuse_id("dot", id, "it ends with a backslash");
  return text + '"';
}

/// Hue, saturation and value of a community's colour: hues by the golden ratio, so that neighbours
/// in number are far apart.
std::string colour_of(std::uint64_t community) {
  const double turns = static_cast<double>(community) * 0.618033988749895;
  std::array<char, 32> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                          turns - std::floor(turns), std::chars_format::fixed, 3);
  (void)error;  // there is room
  return std::string(digits.data(), end) + " 0.4 0.95";
}

void put_vertex_line(const MarkedGraph& graph, VertexId v, TextWriter& out) {
  out << "  " << dot_id(graph.name(v));
  const std::string mates = graph.has_matching() ? graph.mates_text(v) : "";
  std::string attributes;
  if (!mates.empty()) attributes += "mate=" + dot_id(mates);
  if (graph.has_communities()) {
    const std::uint64_t community = graph.community_of(v);
    attributes += (attributes.empty() ? "community=" : ", community=") + std::to_string(community) +
                  ", style=filled, fillcolor=\"" + colour_of(community) + "\"";
  }
  if (!attributes.empty()) out << " [" << attributes << ']';
  out << ";\n";
}

void put_edge_line(const MarkedGraph& graph, std::size_t e, TextWriter& out) {
  const GraphEdge edge = graph.graph().edges[e];
  out << "  " << dot_id(graph.name(edge.u)) << " -- " << dot_id(graph.name(edge.v));
  std::string_view open = " [";
  if (graph.graph().is_weighted()) {
    out << open << "weight=\"";
    out.write_weight(graph.graph().weights, e) << '"';
    open = ", ";
  }
  if (graph.has_matching()) {
    const bool is_matched = graph.is_matched(edge);
    out << open << "matched=" << (is_matched ? "true, penwidth=3" : "false, style=dashed");
    open = ", ";
  }
  if (open == ", ") out << ']';
  out << ";\n";
}

}  // namespace

void put_dot(const MarkedGraph& graph, TextWriter& out) {
  out << "graph {\n";
  for (VertexId v = 0; v < graph.graph().num_vertices; ++v) put_vertex_line(graph, v, out);
  for (std::size_t e = 0; e < graph.graph().edges.size(); ++e) put_edge_line(graph, e, out);
  out << "}\n";
}

}  // namespace hypermatch::detail::io
