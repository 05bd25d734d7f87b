// SPDX-License-Identifier: MIT
#include "io/formats/drawn/marked_graph.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/builders/graph_builder.hpp"
#include "io/formats/parsers.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

using hypermatch::io::GraphMarks;
using hypermatch::io::Instance;
using hypermatch::io::VertexLabels;

namespace {

bool is_before(const GraphEdge& a, const GraphEdge& b) {
  return std::pair(a.u, a.v) < std::pair(b.u, b.v);
}

struct MarkedFormat {
  const char* name;
  void (*put)(const MarkedGraph& graph, TextWriter& out);
};
constexpr MarkedFormat k_marked_formats[] = {{"graphml", put_graphml}, {"dot", put_dot}};

const MarkedFormat* find_marked(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(k_marked_formats), std::end(k_marked_formats),
                   [&](const MarkedFormat& each) { return name == each.name; });
  return found == std::end(k_marked_formats) ? nullptr : found;
}

void write_unmarked(const Instance& instance, const EdgeListView& edges, const Sink& sink,
                    const char* format) {
  const GraphToWrite graph(instance, edges, format);
  TextWriter out(sink);
  find_marked(format)->put(
      MarkedGraph({graph.num_vertices(), graph.edges(), graph.weights()}, instance.labels, {}),
      out);
  out.flush();
}

}  // namespace

MarkedGraph::MarkedGraph(const EdgeListView& graph, const VertexLabels& labels,
                         const GraphMarks& marks)
    : graph_(graph),
      labels_(labels),
      has_matching_(marks.matched.has_value()),
      communities_(marks.communities) {
  if (!communities_.empty() && communities_.size() != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input, "communities has " + std::to_string(communities_.size()) +
                                              " entries, must have one per vertex");
  }
  if (!has_matching_) return;
  mates_.reserve(2 * marks.matched->size());
  for (const GraphEdge& pair : *marks.matched) {
    mates_.push_back(pair);
    mates_.push_back({pair.v, pair.u});
  }
  std::sort(mates_.begin(), mates_.end(), is_before);
}

bool MarkedGraph::is_matched(const GraphEdge& edge) const {
  return std::binary_search(mates_.begin(), mates_.end(), edge, is_before);
}

std::span<const GraphEdge> MarkedGraph::mates_of(VertexId v) const {
  const auto first = std::lower_bound(mates_.begin(), mates_.end(), GraphEdge{v, 0}, is_before);
  const auto last = std::find_if(first, mates_.end(), [&](const GraphEdge& e) { return e.u != v; });
  return {first, last};
}

std::string MarkedGraph::mates_text(VertexId v) const {
  std::string text;
  for (const GraphEdge& mate : mates_of(v)) text += (text.empty() ? "" : " ") + name(mate.v);
  return text;
}

void refuse_id(const char* format, std::string_view id, const char* why) {
  throw Error(ErrorCode::unsupported, std::string("format ") + format + " cannot hold the id " +
                                          shown_text(id) + ": " + why);
}

void write_graphml(const Context&, const Instance& instance, const EdgeListView& edges,
                   const Sink& sink) {
  write_unmarked(instance, edges, sink, "graphml");
}

void write_dot(const Context&, const Instance& instance, const EdgeListView& edges,
               const Sink& sink) {
  write_unmarked(instance, edges, sink, "dot");
}

}  // namespace hypermatch::detail::io

namespace hypermatch::io {

bool holds_marks(const std::string& format) {
  return detail::io::find_marked(format) != nullptr;
}

void write_marked_graph(const Context& context, const EdgeListView& graph,
                        const VertexLabels& labels, const GraphMarks& marks,
                        const std::string& path, const std::string& format) {
  const auto* const marked = detail::io::find_marked(format);
  if (marked == nullptr) {
    throw Error(ErrorCode::unsupported, "format " + format + " has no place for marks");
  }
  const detail::io::MarkedGraph all(graph, labels, marks);
  context.check_cancelled();
  AtomicFile file(path);
  const detail::io::Sink sink = [&](std::span<const char> bytes) {
    context.check_cancelled();
    file.write(bytes);
  };
  detail::io::TextWriter out(sink);
  marked->put(all, out);
  out.flush();
  file.commit();
}

}  // namespace hypermatch::io
