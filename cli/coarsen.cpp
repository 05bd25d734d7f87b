// SPDX-License-Identifier: MIT
// hypermatch coarsen: a smaller graph or hypergraph, level by level, as multilevel methods make it.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "files.hpp"
#include "hypermatch/coarsen.hpp"
#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/graph_forms.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results_io.hpp"
#include "hypermatch/verify_contraction.hpp"
#include "pipeline.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_coarsen_description =
    "A smaller graph or hypergraph: matches vertices by heavy edges, contracts the pairs, and\n"
    "repeats. Weights of edges that become one add up, those of vertices too. Writes the coarse\n"
    "instance, and with --labels where each vertex went.";

constexpr const char* k_coarsen_examples =
    "Examples:\n"
    "  hypermatch coarsen netlist.hgr --until 200 -o coarse.hgr --labels where.txt --verify\n"
    "      until 200 vertices are left; `vertex coarse-vertex` per line\n"
    "  hypermatch coarsen mesh.graph --levels 1 --rating expansion_star_2 -o half.graph\n"
    "      one level, edges rated by weight^2 over the weights of their ends";

struct CoarsenVerb {
  std::string file;
  InputOptions input;
  std::uint64_t until = 100;
  std::uint64_t levels = 0;
  std::uint64_t max_weight = 0;
  std::uint64_t largest_edge = VertexMatchingOptions().largest_edge;
  std::uint64_t seed = 0;
  EdgeRating rating = EdgeRating::weight;
  RunOptions run;
  bool verify = false;
  std::string output;
  std::string to;
  std::string labels;
};

/// One level, as log and report have it.
struct LevelRow {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t pins = 0;
  std::uint64_t rounds = 0;
  std::uint64_t two_hop_pairs = 0;
  double seconds = 0;
};

struct CoarsenRun : RunContext {
  CoarsenRun(const CoarsenVerb& asked, Interrupts& watcher)
      : RunContext("coarsen", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read();
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  [[nodiscard]] Json json() const;

  const CoarsenVerb& options;
  io::Instance instance;
  std::optional<GraphForms> forms;  ///< of a graph
  std::vector<std::int64_t> vertex_weights;
  std::int64_t max_weight = 0;
  io::Instance coarse;
  Array<VertexId> coarse_vertex;
  std::vector<LevelRow> rows;
  bool is_stalled = false;

 private:
  void find_weights();
  template <class Owner, class View>
  void coarsen(const View& finest);
  [[nodiscard]] std::span<const std::int64_t> coarse_weights() const;
};

void CoarsenRun::read() {
  instance = load(context, options.file, options.input);
  note_reading(options.file, instance);
}

// The weights of vertices if each has one, else 1; and how heavy a pair may be.
void CoarsenRun::find_weights() {
  const auto take = [&](const auto& data, VertexId n) {
    if (data.weights_per_vertex == 1) {
      vertex_weights.assign(data.vertex_weights.begin(), data.vertex_weights.end());
    } else {
      vertex_weights.assign(n, 1);
    }
  };
  std::visit(PerAlternative{[&](const Hypergraph& data) { take(data, data.num_vertices); },
                            [&](const Graph& data) { take(data, data.num_vertices()); },
                            [&](const Bipartite&) { refuse_bipartite(file()); }},
             instance.data);
  double total = 0;
  for (const std::int64_t weight : vertex_weights) total += static_cast<double>(weight);
  // Twice what each of so many equal vertices would weigh: else nothing balanced is left.
  const double most = 2 * total / static_cast<double>(options.until) + 1;
  constexpr double k_largest = 0x1p62;
  max_weight = static_cast<std::int64_t>(std::min(most, k_largest));
  if (options.max_weight != 0) max_weight = static_cast<std::int64_t>(options.max_weight);
}

void CoarsenRun::resolve() {
  find_weights();
  const bool is_graph = instance.is_graph();
  if (!is_graph && options.rating != EdgeRating::weight) {
    throw Error(ErrorCode::unsupported, "--rating " + std::string(name_of(options.rating)) +
                                            " rates edges of graphs; pairs in hyperedges are rated "
                                            "by weight / (pins - 1)");
  }
  if (is_graph) {
    forms.emplace(context, instance.graph());
    (void)forms->rows();
  }
  Json& json = report.options;
  json["until"] = options.until;
  json["levels"] = options.levels == 0 ? Json(nullptr) : Json(options.levels);
  json["max_weight"] = max_weight;
  json["largest_edge"] = is_graph ? Json(nullptr) : Json(options.largest_edge);
  json["rating"] = is_graph ? Json(name_of(options.rating)) : Json(nullptr);
  json["seed"] = options.seed;
  json["weights"] = options.input.weights;
  json["verify"] = options.verify;
  report_reading(json, options.input.read);
}

std::uint64_t edges_of_view(const HypergraphView& view) {
  return view.num_edges();
}
std::uint64_t edges_of_view(const GraphView& view) {
  return view.num_edges();
}
std::uint64_t pins_of_view(const HypergraphView& view) {
  return view.num_pins();
}
std::uint64_t pins_of_view(const GraphView& view) {
  return view.num_arcs();
}

Hypergraph take_coarse(HypergraphContraction& contraction) {
  return std::move(contraction.hypergraph);
}
CompressedGraph take_coarse(Contraction& contraction) {
  return std::move(contraction.graph);
}

// The pairs that are still needed, the first ones by vertex.
void keep_pairs(Array<VertexId>& mates, std::uint64_t most) {
  for (VertexId v = 0; v < mates.size(); ++v) {
    const VertexId mate = mates[v];
    if (mate == k_none || mate < v) continue;
    if (most != 0) {
      --most;
    } else {
      mates[v] = mates[mate] = k_none;
    }
  }
}

template <class Owner, class View>
void CoarsenRun::coarsen(const View& finest) {
  View now = finest;
  Owner held;
  Array<std::int64_t> held_weights;
  std::span<const std::int64_t> weights = vertex_weights;
  coarse_vertex.resize(finest.num_vertices);
  for (VertexId v = 0; v < finest.num_vertices; ++v) coarse_vertex[v] = v;
  Stopwatch clock;
  // Ends: every level has fewer vertices than the one before.
  while (now.num_vertices > options.until &&
         (options.levels == 0 || rows.size() < options.levels)) {
    View rated = now;
    Weights ratings;
    if constexpr (std::is_same_v<View, GraphView>) {
      if (options.rating != EdgeRating::weight) {
        ratings = rate_edges(context.now(), now, weights, options.rating);
        rated.weights = view_of(ratings);
      }
    }
    VertexMatching matching = match_vertices(context.now(), rated,
                                             {.vertex_weights = weights,
                                              .max_weight = max_weight,
                                              .largest_edge = options.largest_edge,
                                              .seed = options.seed});
    keep_pairs(matching.mates, now.num_vertices - options.until);
    const Array<VertexId> labels = labels_of(context.now(), matching.mates.view());
    auto contraction =
        contract(context.now(), now, LabelsView(labels.view()), {.vertex_weights = weights});
    is_stalled = contraction.vertex_weights.size() == now.num_vertices;
    if (is_stalled) break;
    coarse_vertex = project(context.now(), contraction.coarse_vertex.view(), coarse_vertex.view());
    held_weights = std::move(contraction.vertex_weights);
    held = take_coarse(contraction);
    now = held.view();
    weights = held_weights.view();
    rows.push_back({now.num_vertices, edges_of_view(now), pins_of_view(now), matching.rounds,
                    matching.two_hop_pairs, clock.lap()});
  }
  if (rows.empty()) return;
  if constexpr (std::is_same_v<View, GraphView>) {
    Graph graph(std::move(held));
    graph.weights_per_vertex = 1;
    graph.vertex_weights = std::move(held_weights);
    coarse.data = std::move(graph);
  } else {
    held.weights_per_vertex = 1;
    held.vertex_weights = std::move(held_weights);
    coarse.data = std::move(held);
  }
  coarse.report.as = instance.report.as;
}

void CoarsenRun::solve() {
  std::visit(PerAlternative{[&](const Hypergraph& data) { coarsen<Hypergraph>(data.view()); },
                            [&](const Graph&) { coarsen<CompressedGraph>(forms->rows()); },
                            [&](const Bipartite&) { refuse_bipartite(file()); }},
             instance.data);
  report.seconds.solve = watch.lap();
}

void CoarsenRun::note() {
  report.threads.solve = context.threads();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LevelRow& row = rows[i];
    log.line("level", std::to_string(i + 1) + ": " + counted(row.vertices, "vertex") + ", " +
                          counted(row.edges, "edge") + ", " + counted(row.pins, "pin") + " (" +
                          seconds(row.seconds) + ")");
  }
  if (is_stalled) {
    log.line("note", "no two vertices fit below weight " + std::to_string(max_weight) +
                         "; --max-weight allows more");
  }
  const std::uint64_t left = rows.empty() ? report.input.vertices : rows.back().vertices;
  log.line("result", counted(left, "vertex") + " after " + counted(rows.size(), "level") + " (" +
                         seconds(report.seconds.solve) + ", " +
                         counted(static_cast<std::uint64_t>(report.threads.solve), "thread") + ")");
}

std::span<const std::int64_t> CoarsenRun::coarse_weights() const {
  const auto* const graph = std::get_if<Graph>(&coarse.data);
  return graph != nullptr ? graph->vertex_weights.view()
                          : std::get<Hypergraph>(coarse.data).vertex_weights.view();
}

void CoarsenRun::verify() {
  if (!options.verify) return;
  if (!rows.empty()) {
    const verify::ContractionView contraction{coarse_vertex.view(), vertex_weights,
                                              coarse_weights()};
    if (instance.is_graph()) {
      GraphForms coarse_forms(context, coarse.graph());
      violation =
          verify::check_contraction(forms->rows(), coarse_forms.rows(), contraction).violation;
    } else {
      violation = verify::check_contraction(instance.hypergraph().view(),
                                            coarse.hypergraph().view(), contraction)
                      .violation;
    }
  }
  report.verified = violation.empty();
  report.threads.verify = 1;
  report.seconds.verify = watch.lap();
  if (!violation.empty()) return;
  log.line("verify", "the contraction of the instance by these labels (" +
                         seconds(report.seconds.verify) + ", 1 thread)");
}

void CoarsenRun::write() {
  io::Instance& written = rows.empty() ? instance : coarse;
  if (!options.labels.empty()) {
    Labels labels;
    labels.labels.assign(coarse_vertex.begin(), coarse_vertex.end());
    write_output(interrupts, options.labels,
                 [&] { io::write_communities(labels, instance.labels, options.labels); });
  }
  const bool takes_output = options.run.json == "-" || options.labels == "-";
  if (options.output.empty() && takes_output) return;
  const std::string path = options.output.empty() ? "-" : options.output;
  const std::string format = options.to.empty() ? standard_format(written.kind()) : options.to;
  write_output(interrupts, path, [&] { io::write(context, written, path, format); });
  if (const std::string lost = losses(written, format); !lost.empty()) {
    log.line("note", format + " does not hold, and leaves out: " + lost);
  }
}

Json CoarsenRun::json() const {
  Json json = cli::to_json(report);
  Json levels = Json::array();
  for (const LevelRow& row : rows) {
    levels.push_back({{"vertices", row.vertices},
                      {"edges", row.edges},
                      {"pins", row.pins},
                      {"rounds", row.rounds},
                      {"two_hop_pairs", row.two_hop_pairs},
                      {"seconds", row.seconds}});
  }
  json["result"] = {{"vertices", rows.empty() ? report.input.vertices : rows.back().vertices},
                    {"edges", rows.empty() ? report.input.edges : rows.back().edges},
                    {"stalled", is_stalled},
                    {"levels", levels}};
  return json;
}

void add_coarsen_flags(Command& command, CoarsenVerb& options) {
  command.positional("FILE", options.file,
                     "Graph or hypergraph; - is standard input, .gz and .zst are unpacked");
  command.group("Coarsening");
  constexpr std::uint64_t k_most = k_none - 1;
  command.whole("--until", "N", options.until, 1, k_most, "Stops at N vertices (default 100)");
  command.whole("--levels", "L", options.levels, 1, k_most,
                "Stops after L levels (default: no such bound)");
  command.whole("--max-weight", "W", options.max_weight, 1,
                static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
                "Vertices are matched only if they weigh at most W together (default: twice\n"
                "the weight of all, over --until); they weigh 1 each if the file says nothing");
  command.choice("--rating", options.rating, "Rating of edges of graphs (default weight)");
  command.whole("--largest-edge", "S", options.largest_edge, 2, k_most,
                "Hyperedges of more pins match nothing (default 1000)");
  command.whole("--seed", "S", options.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                "Breaks ties among equal ratings (default 0)");
  add_input_flags(command, options.input, RowsAndColumns::refused);
  add_output_flag(command, options.output,
                  "The coarse instance (default: standard output, as hmetis or metis)");
  add_to_flag(command, options.to);
  command.text("--labels", "FILE", options.labels,
               "Where each vertex went: `vertex coarse-vertex` per line, as communities");
  command.flag("--verify", options.verify,
               "Checks that the coarse instance is the contraction of the given one by\n"
               "these labels; code 1 if it is not");
  add_run_flags(command, options.run, Places::cores);
  command.brief({"--until", "--levels", "--rating", "--format", "--as", "--output", "--to",
                 "--labels", "--verify", "--json", "--quiet"});
}

}  // namespace

int run_coarsen(Interrupts& interrupts, CommandWords arguments) {
  CoarsenVerb options;
  Command command("coarsen", k_coarsen_description, k_coarsen_examples);
  add_coarsen_flags(command, options);
  if (const auto code = command.parse(arguments)) return *code;
  check_device(options.run.device);
  check_weights(options.input.weights, true);
  const OutputFlag outputs[] = {
      {"--output", options.output}, {"--labels", options.labels}, {"--json", options.run.json}};
  check_files(outputs, {options.file});
  const bool has_name = !options.output.empty() && !io::descriptor_named(options.output);
  if (options.to.empty() && has_name) options.to = format_by_ending("--output", options.output);
  if (!options.to.empty()) check_writable("--output", options.output, options.to);
  CoarsenRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
