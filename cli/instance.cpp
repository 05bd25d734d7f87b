// SPDX-License-Identifier: MIT
#include "instance.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hypermatch/degrees.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/resolve.hpp"
#include "mapped_input.hpp"

namespace hypermatch::cli {

namespace {

// Weights are numbered by the places of edges, which rows do not have.
void weigh(const Context& context, Graph& graph, const std::string& weights) {
  const std::uint32_t per_vertex = graph.weights_per_vertex;
  Array<std::int64_t> vertex_weights = std::move(graph.vertex_weights);
  EdgeList edges = to_edge_list(context, std::move(graph));
  generate::assign_weights(context, edges.weights, edges.view().num_edges(), weights);
  graph = std::move(edges);
  graph.weights_per_vertex = per_vertex;
  graph.vertex_weights = std::move(vertex_weights);
}

}  // namespace

io::Instance load(const Context& context, const std::string& path, const InputOptions& options) {
  if (options.read.as == io::Interpretation::bipartite) {
    throw Error(ErrorCode::unsupported,
                path + ": an instance is taken as bipartite by matchings of rows and columns only");
  }
  io::Instance instance = io::read(context, path, mapped(options.read, path));
  if (options.weights == "file") return instance;
  if (Graph* graph = std::get_if<Graph>(&instance.data)) {
    weigh(context, *graph, options.weights);
  } else {
    Hypergraph& hypergraph = std::get<Hypergraph>(instance.data);
    generate::assign_weights(context, hypergraph.weights, hypergraph.view().num_edges(),
                             options.weights);
  }
  return instance;
}

OrderOptions resolved(const Context& context, const OrderOptions& order,
                      const io::Instance& instance) {
  if (const Graph* graph = std::get_if<Graph>(&instance.data)) {
    return resolve(order, graph->is_weighted());
  }
  return resolve(context, std::get<Hypergraph>(instance.data).view(), order);
}

std::unique_ptr<EdgeStream> stream_with(std::unique_ptr<EdgeStream> source,
                                        const std::string& weights,
                                        std::optional<std::uint64_t> permute) {
  if (weights != "file") source = generate::reweighted(std::move(source), weights);
  if (!permute) return source;
  const VertexId n = source->num_vertices();
  return renumbered(std::move(source), random_numbers(n, *permute));
}

namespace {

Array<EdgeId> degrees_of(const io::Instance& instance) {
  if (const Graph* graph = std::get_if<Graph>(&instance.data)) {
    const AnyGraphView view = graph->view();
    Array<EdgeId> degrees(view.num_vertices(), 0);
    if (const auto* rows = std::get_if<GraphView>(&view.form())) {
      for (VertexId v = 0; v < rows->num_vertices; ++v) {
        degrees[v] = static_cast<EdgeId>(rows->degree(v));
      }
      return degrees;
    }
    for (const auto& [u, v] : std::get<EdgeListView>(view.form()).edges) {
      ++degrees[u];
      ++degrees[v];
    }
    return degrees;
  }
  const Hypergraph& hypergraph = std::get<Hypergraph>(instance.data);
  Array<EdgeId> degrees(hypergraph.num_vertices, 0);
  for (const VertexId v : hypergraph.pins) ++degrees[v];
  return degrees;
}

// Hyperedges of two pins that have the pins of another one, whose place they leave to the heaviest.
std::uint64_t num_parallel(const Hypergraph& hypergraph) {
  const HypergraphView view = hypergraph.view();
  std::vector<std::pair<VertexId, VertexId>> pairs;
  pairs.reserve(view.num_edges());
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    const auto pins = view.pins_of(e);
    if (pins.size() == 2) pairs.emplace_back(std::minmax(pins[0], pins[1]));
  }
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::uint64_t>(pairs.end() - std::unique(pairs.begin(), pairs.end()));
}

}  // namespace

InstanceFacts facts_of(const std::string& path, const io::Instance& instance) {
  InstanceFacts facts;
  facts.file = path;
  facts.format = instance.report.format;
  facts.kind = name_of(instance.report.as);
  if (const Graph* graph = std::get_if<Graph>(&instance.data)) {
    facts.vertices = graph->num_vertices();
    facts.edges = graph->num_edges();
    facts.pins = 2 * facts.edges;
    facts.max_edge_size = facts.edges == 0 ? 0 : 2;
    facts.weighted = graph->is_weighted();
  } else {
    const HypergraphView view = std::get<Hypergraph>(instance.data).view();
    facts.vertices = view.num_vertices;
    facts.edges = view.num_edges();
    facts.pins = view.num_pins();
    for (EdgeId e = 0; e < view.num_edges(); ++e) {
      facts.max_edge_size = std::max(facts.max_edge_size, view.edge_size(e));
    }
    facts.weighted = view.is_weighted();
  }
  return facts;
}

std::uint64_t max_degree(const Context& context, const io::Instance& instance) {
  return std::visit([&](const auto& data) { return hypermatch::max_degree(context, data.view()); },
                    instance.data);
}

std::string losses(const io::Instance& instance, std::string_view format) {
  const auto all = io::formats();
  const auto info = std::find_if(all.begin(), all.end(),
                                 [&](const io::FormatInfo& each) { return each.name == format; });
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  const bool has_vertex_weights = instance.is_graph()
                                      ? !std::get<Graph>(instance.data).vertex_weights.empty()
                                      : !std::get<Hypergraph>(instance.data).vertex_weights.empty();
  if (has_vertex_weights && !info->holds_vertex_weights) add("vertex weights");
  if (!instance.labels.empty() && !info->holds_ids) {
    add("ids (vertices become 1, 2, ... as they first appeared)");
  }
  if (!instance.is_graph() && !info->holds_parallel_edges) {
    const std::uint64_t parallel = num_parallel(std::get<Hypergraph>(instance.data));
    if (parallel != 0) add(counted(parallel, "parallel hyperedge") + " (the heaviest counts)");
  }
  if (!info->holds_lone_vertices) {
    const Array<EdgeId> degrees = degrees_of(instance);
    const auto lone = static_cast<std::uint64_t>(std::count(degrees.begin(), degrees.end(), 0U));
    if (lone != 0) add(counted(lone, "vertex") + " without edges");
  }
  return text;
}

std::string describe(const InstanceFacts& facts) {
  std::string text = facts.format.empty() ? "" : facts.format + ", ";
  text += facts.kind.empty() ? "" : facts.kind + ": ";
  return text + counted(facts.vertices, "vertex") + ", " + counted(facts.edges, "edge") + ", " +
         counted(facts.pins, "pin") + (facts.weighted ? ", weighted" : ", unweighted");
}

std::vector<ReaderNote> notes_of(const io::ReadReport& report) {
  return {
      {"bytes", report.bytes, "byte", "bytes", " after decompression"},
      {"comment_lines", report.comment_lines, "comment line", "comment lines"},
      {"blank_lines", report.blank_lines, "blank line", "blank lines"},
      {"header_lines", report.header_lines, "line", "lines", " of column names, skipped"},
      {"merged_pins", report.merged_pins, "pin", "pins", " repeated inside an edge, merged"},
      {"empty_edges", report.empty_edges, "empty hyperedge", "empty hyperedges", ", never matched"},
      {"self_loops", report.self_loops, "self-loop", "self-loops", ", left out"},
      {"parallel_edges", report.parallel_edges, "parallel edge", "parallel edges",
       ", merged (the heaviest counts)"},
      {"explicit_zeros", report.explicit_zeros, "stored entry", "stored entries",
       " with value zero"},
      {"zero_weights", report.zero_weights, "edge", "edges", " of weight zero"},
      {"negative_weights", report.negative_weights, "edge", "edges", " of negative weight"},
  };
}

std::string to_text(const ReaderNote& note) {
  std::string text = std::to_string(note.count) + " ";
  text += note.count == 1 ? note.one : note.many;
  text += note.what;
  return text;
}

void log_notes(Log& log, const io::ReadReport& report) {
  std::string text;
  for (const ReaderNote& note : notes_of(report)) {
    if (note.count == 0 || note.name == "bytes" || note.name == "comment_lines" ||
        note.name == "blank_lines") {
      continue;
    }
    if (!text.empty()) text += "; ";
    text += to_text(note);
  }
  if (!text.empty()) log.line("note", text);
}

}  // namespace hypermatch::cli
