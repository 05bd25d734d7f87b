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

// The loop of vertex v weighs what the edge of number v would.
void weigh_loops(const Context& context, Weights& loops, const std::string& weights) {
  const WeightsView held = view_of(loops);
  const std::size_t n = size_of(held);
  if (n == 0) return;
  Weights given;
  generate::assign_weights(context, given, static_cast<EdgeId>(n), weights);
  const WeightsView wanted = view_of(given);
  Array<std::int64_t> result(n, 0);
  for (std::size_t v = 0; v < n; ++v) {
    if (weight_at(held, v) == 0) continue;
    result[v] = is_weighted(wanted) ? static_cast<std::int64_t>(weight_at(wanted, v)) : 1;
  }
  loops = std::move(result);
}

// `load` makes no bipartite graph, so none comes here.
[[noreturn]] void throw_not_loaded() {
  throw Error(ErrorCode::internal, "a bipartite graph where a graph or hypergraph was loaded");
}

}  // namespace

void refuse_bipartite(const std::string& path) {
  throw Error(ErrorCode::unsupported,
              path + ": an instance is taken as bipartite by matchings of rows and columns only");
}

io::Instance load(const Context& context, const std::string& path, const InputOptions& options) {
  if (options.read.as == io::Interpretation::bipartite) {
    refuse_bipartite(path);
  }
  io::Instance instance = io::read(context, path, mapped(options.read, path));
  if (options.weights == "file") return instance;
  std::visit(PerAlternative{[&](Hypergraph& hypergraph) {
                              generate::assign_weights(context, hypergraph.weights,
                                                       hypergraph.view().num_edges(),
                                                       options.weights);
                            },
                            [&](Graph& graph) {
                              weigh(context, graph, options.weights);
                              weigh_loops(context, instance.loop_weights, options.weights);
                            },
                            [&](Bipartite&) { refuse_bipartite(path); }},
             instance.data);
  return instance;
}

OrderOptions resolved(const Context& context, const OrderOptions& order,
                      const io::Instance& instance) {
  return std::visit(
      PerAlternative{
          [&](const Hypergraph& hypergraph) { return resolve(context, hypergraph.view(), order); },
          [&](const Graph& graph) { return resolve(order, graph.is_weighted()); },
          [](const Bipartite&) -> OrderOptions { throw_not_loaded(); }},
      instance.data);
}

std::unique_ptr<EdgeStream> stream_with(std::unique_ptr<EdgeStream> source,
                                        const std::string& weights,
                                        std::optional<std::uint64_t> permute) {
  if (weights != "file") source = generate::reweighted(std::move(source), weights);
  if (!permute) return source;
  const VertexId n = source->num_vertices();
  return renumbered(std::move(source), random_numbers(n, *permute));
}

Array<EdgeId> degrees_of(const HypergraphView& hypergraph) {
  Array<EdgeId> degrees(hypergraph.num_vertices, 0);
  for (const VertexId v : hypergraph.pins) ++degrees[v];
  return degrees;
}

Array<EdgeId> degrees_of(const AnyGraphView& graph) {
  Array<EdgeId> degrees(graph.num_vertices(), 0);
  if (const auto* rows = std::get_if<GraphView>(&graph.form())) {
    for (VertexId v = 0; v < rows->num_vertices; ++v) {
      degrees[v] = static_cast<EdgeId>(rows->degree(v));
    }
    return degrees;
  }
  for (const auto& [u, v] : std::get<EdgeListView>(graph.form()).edges) {
    ++degrees[u];
    ++degrees[v];
  }
  return degrees;
}

namespace {

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

namespace {

void count(InstanceFacts& facts, const HypergraphView& view) {
  facts.vertices = view.num_vertices;
  facts.edges = view.num_edges();
  facts.pins = view.num_pins();
  for (EdgeId e = 0; e < view.num_edges(); ++e) {
    facts.max_edge_size = std::max(facts.max_edge_size, view.edge_size(e));
  }
  facts.weighted = view.is_weighted();
}

void count_pairs(InstanceFacts& facts, std::uint64_t vertices, std::uint64_t edges) {
  facts.vertices = vertices;
  facts.edges = edges;
  facts.pins = 2 * edges;
  facts.max_edge_size = edges == 0 ? 0 : 2;
}

}  // namespace

InstanceFacts facts_of(const std::string& path, const io::Instance& instance) {
  InstanceFacts facts;
  facts.file = path;
  facts.format = instance.report.format;
  facts.kind = name_of(instance.report.as);
  facts.weight_column = instance.report.weight_column;
  facts.weight_name = instance.report.weight_name;
  std::visit(PerAlternative{[&](const Hypergraph& hypergraph) { count(facts, hypergraph.view()); },
                            [&](const Graph& graph) {
                              count_pairs(facts, graph.num_vertices(), graph.num_edges());
                              facts.weighted = graph.is_weighted();
                            },
                            [&](const Bipartite& bipartite) {
                              const BipartiteView view = bipartite.view();
                              count_pairs(facts, std::uint64_t{view.num_rows} + view.num_columns,
                                          view.num_entries());
                              facts.weighted = instance.report.has_entry_weights;
                            }},
             instance.data);
  return facts;
}

std::uint64_t max_degree(const Context& context, const io::Instance& instance) {
  return std::visit([&](const auto& data) { return hypermatch::max_degree(context, data.view()); },
                    instance.data);
}

namespace {

// What decides whether a format holds all of an instance.
struct Held {
  bool vertex_weights = false;
  std::uint64_t parallel_hyperedges = 0;
  std::uint64_t lone_vertices = 0;
};

std::uint64_t num_lone(const Array<EdgeId>& degrees) {
  return static_cast<std::uint64_t>(std::count(degrees.begin(), degrees.end(), 0U));
}

// Rows and columns without entries.
std::uint64_t num_lone(const BipartiteView& bipartite) {
  std::vector<bool> has_entry(bipartite.num_columns, false);
  std::uint64_t lone = 0;
  for (VertexId row = 0; row < bipartite.num_rows; ++row) {
    const auto columns = bipartite.columns_of(row);
    lone += columns.empty() ? 1 : 0;
    for (const VertexId column : columns) has_entry[column] = true;
  }
  return lone + static_cast<std::uint64_t>(std::count(has_entry.begin(), has_entry.end(), false));
}

Held held_by(const io::Instance& instance, const io::FormatInfo& format) {
  // Counted only where the format does not hold them.
  return std::visit(
      PerAlternative{
          [&](const Hypergraph& hypergraph) {
            return Held{
                .vertex_weights = !hypergraph.vertex_weights.empty(),
                .parallel_hyperedges = format.holds_parallel_edges ? 0 : num_parallel(hypergraph),
                .lone_vertices =
                    format.holds_lone_vertices ? 0 : num_lone(degrees_of(hypergraph.view()))};
          },
          [&](const Graph& graph) {
            return Held{.vertex_weights = !graph.vertex_weights.empty(),
                        .lone_vertices =
                            format.holds_lone_vertices ? 0 : num_lone(degrees_of(graph.view()))};
          },
          [&](const Bipartite& bipartite) {
            return Held{.lone_vertices =
                            format.holds_lone_vertices ? 0 : num_lone(bipartite.view())};
          }},
      instance.data);
}

}  // namespace

std::string losses(const io::Instance& instance, std::string_view format) {
  const auto all = io::formats();
  const auto info = std::find_if(all.begin(), all.end(),
                                 [&](const io::FormatInfo& each) { return each.name == format; });
  const Held held = held_by(instance, *info);
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  if (held.vertex_weights && !info->holds_vertex_weights) add("vertex weights");
  if (!instance.side_labels().empty() && !info->holds_ids) {
    add("ids (vertices become 1, 2, ... as they first appeared)");
  }
  const bool writes_numbers = info->holds_ids && format != "native";
  if (instance.labels.empty() && instance.labels.first == 0 && !writes_numbers) {
    add("numbers from 0 (they count from 1)");
  }
  if (held.parallel_hyperedges != 0) {
    add(counted(held.parallel_hyperedges, "parallel hyperedge") + " (the heaviest counts)");
  }
  if (held.lone_vertices != 0) add(counted(held.lone_vertices, "vertex") + " without edges");
  return text;
}

std::string weights_by_column(const InstanceFacts& facts) {
  if (facts.weight_column == 0) return {};
  return " by column " + std::to_string(facts.weight_column) +
         (facts.weight_name.empty() ? "" : " (" + io::printable(facts.weight_name) + ")");
}

std::string describe(const InstanceFacts& facts) {
  std::string text = facts.format.empty() ? "" : facts.format + ", ";
  text += facts.kind.empty() ? "" : facts.kind + ": ";
  return text + counted(facts.vertices, "vertex") + ", " + counted(facts.edges, "edge") + ", " +
         counted(facts.pins, "pin") +
         (facts.weighted ? ", weighted" + weights_by_column(facts) : ", unweighted");
}

std::string what_of_parallel(const io::ReadReport& report) {
  if (report.format == "metis") return ", merged (the heaviest counts)";
  switch (report.parallel) {
    case io::ParallelEdges::heaviest:
      break;
    case io::ParallelEdges::lightest:
      return ", merged (the lightest counts)";
    case io::ParallelEdges::sum:
      return ", merged (weights are added)";
    case io::ParallelEdges::count:
      return ", merged and counted";
  }
  return ", merged (the heaviest counts; --parallel sum or count)";
}

ReaderNote header_note(const io::ReadReport& report) {
  const bool are_counts =
      report.header.size() > 1 && report.header[1] >= '0' && report.header[1] <= '9';
  std::string what = are_counts ? " of counts, skipped" : " of column names, skipped";
  if (!report.header.empty()) what += ": " + report.header + " (--no-header keeps it)";
  return {"header_lines", report.header_lines, "line", "lines", what};
}

std::vector<ReaderNote> notes_of(const io::ReadReport& report, io::SelfLoops loops) {
  const std::string what_of_loops = loops == io::SelfLoops::keep ? ", kept" : ", left out";
  return {
      {"bytes", report.bytes, "byte", "bytes", " after decompression"},
      {"comment_lines", report.comment_lines, "comment line", "comment lines"},
      {"blank_lines", report.blank_lines, "blank line", "blank lines"},
      header_note(report),
      {"banner_faults", report.banner_faults, "fault", "faults",
       " of the banner (one percent sign, or words behind it), read past"},
      {"merged_pins", report.merged_pins, "pin", "pins", " repeated inside an edge, merged"},
      {"empty_edges", report.empty_edges, "empty hyperedge", "empty hyperedges", ", never matched"},
      {"self_loops", report.self_loops, "self-loop", "self-loops", what_of_loops},
      {"parallel_edges", report.parallel_edges, "parallel edge", "parallel edges",
       what_of_parallel(report)},
      {"differing_weights", report.differing_weights, "pair", "pairs",
       " of ends whose entries differ in weight, as the directions of a directed graph may"},
      {"explicit_zeros", report.explicit_zeros, "stored entry", "stored entries",
       " with value zero"},
      {"complex_values", report.complex_values, "complex value", "complex values",
       ", left out (the pattern counts)"},
      {"zero_weights", report.zero_weights, "edge", "edges", " of weight zero"},
      {"negative_weights", report.negative_weights, "edge", "edges", " of negative weight"},
      {"altruists", report.altruists, "altruist", "altruists",
       " in no exchange: only cycles are, no chains"},
      {"directed_edges", report.directed_edges, "directed edge", "directed edges",
       ", read without direction"},
      {"missing_weights", report.missing_weights, "edge", "edges", " without weight, counted as 1"},
  };
}

std::string to_text(const ReaderNote& note) {
  std::string text = std::to_string(note.count) + " ";
  text += note.count == 1 ? note.one : note.many;
  text += note.what;
  return text;
}

void log_notes(Log& log, const std::vector<ReaderNote>& counts,
               const std::vector<std::string>& others) {
  std::string text;
  const auto add = [&](const std::string& note) { text += (text.empty() ? "" : "; ") + note; };
  for (const ReaderNote& note : counts) {
    if (note.count != 0) add(to_text(note));
  }
  for (const std::string& note : others) add(io::printable(note));
  if (!text.empty()) log.line("note", text);
}

void log_notes(Log& log, const io::Instance& instance) {
  const io::SelfLoops loops =
      is_weighted(view_of(instance.loop_weights)) ? io::SelfLoops::keep : io::SelfLoops::drop;
  std::vector<ReaderNote> notes = notes_of(instance.report, loops);
  std::erase_if(notes, [](const ReaderNote& note) {
    return note.name == "bytes" || note.name == "comment_lines" || note.name == "blank_lines";
  });
  log_notes(log, notes, instance.report.notes);
}

io::Instance load_first(const Context& context, const std::string& file,
                        const std::string& matching, const InputOptions& input) {
  try {
    return load(context, file, input);
  } catch (const Error& error) {
    // Matchings are often called .txt, as lists of edges are.
    const auto is_sure = [](const std::string& path) {
      return io::format_of_path(path) != nullptr && !path.ends_with(".txt");
    };
    const bool is_of_text =
        error.code() == ErrorCode::invalid_input || error.code() == ErrorCode::invalid_option;
    if (!is_of_text || is_sure(file) || !is_sure(matching)) throw;
    throw Error(error.code(), std::string(error.what()) +
                                  " (INSTANCE stands in front of MATCHING; are they swapped?)");
  }
}

}  // namespace hypermatch::cli
