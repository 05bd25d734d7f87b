// SPDX-License-Identifier: MIT
// Graphs and their marks as GraphML.
#include <string>
#include <string_view>

#include "io/formats/drawn/marked_graph.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

namespace {

std::string escaped(std::string_view id) {
  if (!is_plain(id)) refuse_id("graphml", id, "XML has no such characters");
  std::string text;
  for (const char c : id) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

void put_key(TextWriter& out, std::string_view of, std::string_view name, std::string_view type) {
  out << "<key id=\"" << name << "\" for=\"" << of << "\" attr.name=\"" << name << "\" attr.type=\""
      << type << "\"/>\n";
}

std::string_view type_of(const WeightsView& weights) {
  const std::string_view name = type_name(weights);
  if (name == "int32") return "int";
  return name == "int64" ? "long" : "double";
}

void put_vertex(const MarkedGraph& graph, VertexId v, TextWriter& out) {
  out << "<node id=\"" << escaped(graph.name(v)) << '"';
  const std::string mates = graph.has_matching() ? graph.mates_text(v) : "";
  if (mates.empty() && !graph.has_communities()) {
    out << "/>\n";
    return;
  }
  out << '>';
  if (!mates.empty()) out << "<data key=\"mate\">" << escaped(mates) << "</data>";
  if (graph.has_communities()) {
    out << "<data key=\"community\">" << graph.community_of(v) << "</data>";
  }
  out << "</node>\n";
}

void put_edge(const MarkedGraph& graph, std::size_t e, TextWriter& out) {
  const GraphEdge edge = graph.graph().edges[e];
  const bool is_weighted = graph.graph().is_weighted();
  out << "<edge source=\"" << escaped(graph.name(edge.u)) << "\" target=\""
      << escaped(graph.name(edge.v)) << '"';
  if (!is_weighted && !graph.has_matching()) {
    out << "/>\n";
    return;
  }
  out << '>';
  if (is_weighted) {
    out << "<data key=\"weight\">";
    out.write_weight(graph.graph().weights, e) << "</data>";
  }
  if (graph.has_matching()) {
    out << "<data key=\"matched\">" << (graph.is_matched(edge) ? "true" : "false") << "</data>";
  }
  out << "</edge>\n";
}

}  // namespace

void put_graphml(const MarkedGraph& graph, TextWriter& out) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  if (graph.graph().is_weighted()) put_key(out, "edge", "weight", type_of(graph.graph().weights));
  if (graph.has_matching()) {
    put_key(out, "edge", "matched", "boolean");
    put_key(out, "node", "mate", "string");
  }
  if (graph.has_communities()) put_key(out, "node", "community", "long");
  out << "<graph edgedefault=\"undirected\">\n";
  for (VertexId v = 0; v < graph.graph().num_vertices; ++v) put_vertex(graph, v, out);
  for (std::size_t e = 0; e < graph.graph().edges.size(); ++e) put_edge(graph, e, out);
  out << "</graph>\n</graphml>\n";
}

}  // namespace hypermatch::detail::io
