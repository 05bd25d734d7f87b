// SPDX-License-Identifier: MIT
// hypermatch verify: holds a matching against its instance.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "capacity.hpp"
#include "explain.hpp"
#include "files.hpp"
#include "judge.hpp"
#include "judge_pairs.hpp"
#include "pairs_run.hpp"
#include "pipeline.hpp"
#include "preferences.hpp"
#include "verify_communities.hpp"

namespace hypermatch::cli {

namespace {

struct VerifyOptions {
  std::string file;
  std::string matching;
  InputOptions input;
  OrderOptions order;
  EdgeRating edge_rating = EdgeRating::weight;
  io::MatchingLayout layout = io::MatchingLayout::pairs;
  std::string capacity = k_capacity_one;
  PairBoundsFlags bounds;
  Ties ties = Ties::fixed;
  bool greedy = false;
  bool maximal = false;
  bool cover = false;
  bool pairs = false;
  bool maximum = false;
  bool drop_zeros = false;
  std::string certificate;
  VerifyCommunitiesOptions communities;
  std::optional<CommunityObjective> community_objective;
  io::PreferencesReadOptions sides;
  std::string explained;
  RunOptions run;

  [[nodiscard]] Answer answer() const { return cover ? Answer::cover : Answer::matching; }
};

constexpr const char* k_verify_description =
    "Checks that MATCHING holds disjoint edges of INSTANCE, says whether it is maximal and "
    "greedy,\n"
    "and how far from the optimum it can be at most; with --bipartite, that it holds disjoint "
    "pairs\n"
    "`row column`; with --communities, that each vertex of a graph is in one community, and what\n"
    "these are worth. Of preferences (.prefs), that pairs of agents are stable. Code 1 and the "
    "first violated fact if a demand is not met.";

constexpr const char* k_verify_examples =
    "Examples:\n"
    "  hypermatch verify netlist.hgr matching.txt\n"
    "      disjoint edges, and the certified ratio\n"
    "  hypermatch verify netlist.hgr matching.txt --greedy --seed 7\n"
    "      it must be the greedy matching of seed 7, to the last edge\n"
    "  hypermatch verify roads.graph pairs.txt --maximal\n"
    "      pairs of a graph, in its own vertex numbers\n"
    "  hypermatch verify matrix.mtx pairs.txt --bipartite --certificate cover.txt\n"
    "      it must be a largest matching of rows and columns, and the cover proves it\n"
    "  hypermatch verify near.el light.txt --cover --capacity 2 --maximal\n"
    "      at least two edges at each vertex that has two, and none can be left out\n"
    "  hypermatch verify social.graph --communities communities.txt --connected\n"
    "      modularity by the definition, and whether one move or merge would gain";

void add_verify_flags(Command& command, VerifyOptions& options) {
  command.positional("INSTANCE", options.file, "Instance, as match reads it");
  command.positional("MATCHING", options.matching,
                     "Matched hyperedges, 1-based, one per line, or pairs: `u v` of a graph,\n"
                     "`row column` of a matrix; - is standard input",
                     Presence::optional);
  command.choice("--output-kind", options.layout,
                 "For graphs: MATCHING has a line per pair (default), or per vertex with its\n"
                 "mates, as match writes them");
  command.group("Demands");
  command.flag("--maximal", options.maximal, "No edge may be left that could be added");
  command.flag("--greedy", options.greedy, "It must be the greedy matching of the order");
  command.choice("--ties", options.ties,
                 "redraw: equal ratings may have been taken in any order (default fixed)");
  add_capacity_flag(command, options.capacity, ";\nof rows and columns also LO..HI");
  add_cover_flag(command, options.cover);
  command.group("Rows and columns");
  command.flag("--bipartite", options.pairs,
               "MATCHING holds pairs as the verb bipartite writes them; --as bipartite too");
  command.flag("--maximum", options.maximum, "No matching may have more pairs");
  command.text("--certificate", "FILE", options.certificate,
               "A vertex cover that proves it (default: it is searched for a path\n"
               "that enlarges it); of pairs within bounds the duals");
  command.flag("--drop-zeros", options.drop_zeros, "Leaves out stored entries whose value is zero");
  add_side_capacity_flags(command, options.bounds);
  add_minimize_flags(command, options.bounds);
  add_community_flags(command, options.communities);
  add_side_flags(command, options.sides, &options.input.read);
  add_explain_flag(command, options.explained);
  add_order_flags(command, options.order, options.edge_rating, &options.community_objective);
  command.old_spelling("--quality", "--objective", options.run.notes);
  add_input_flags(command, options.input, RowsAndColumns::taken);
  add_run_flags(command, options.run, Places::cores);
}

verify::MatchingVerdict judge(const Context& context, const VerifyOptions& options,
                              const Capacities& capacities, const Hypergraph& hypergraph,
                              const std::vector<std::uint64_t>& edges) {
  if (options.edge_rating != EdgeRating::weight) {
    throw Error(ErrorCode::unsupported,
                "--rating " + std::string(name_of(options.edge_rating)) + " is for graphs");
  }
  return verify::check_matching(context, hypergraph.view(), edges,
                                {.order = options.order,
                                 .maximal = options.maximal,
                                 .greedy = options.greedy,
                                 .ties = options.ties,
                                 .capacities = capacities});
}

verify::MatchingVerdict judge(const Context& context, const VerifyOptions& options,
                              const Capacities& capacities, const Graph& graph,
                              const io::VertexLabels& labels, const io::VertexPairs& matching) {
  return judge_pairs(context,
                     {.order = options.order,
                      .edge_rating = options.edge_rating,
                      .ties = options.ties,
                      .maximal = options.maximal,
                      .greedy = options.greedy,
                      .answer = options.answer(),
                      .capacities = capacities},
                     graph, labels, matching);
}

void refuse_given(const Command& command, std::initializer_list<const char*> flags,
                  const char* reason) {
  for (const char* flag : flags) {
    if (command.given(flag)) {
      throw Error(ErrorCode::invalid_option, std::string(flag) + " " + reason);
    }
  }
}

// The pairs' part of the flags, if MATCHING holds pairs.
std::optional<PairsOptions> pairs_options(const Command& command, const VerifyOptions& options) {
  const bool pairs = options.pairs || options.input.read.as == io::Interpretation::bipartite;
  const auto refuse = [&](std::initializer_list<const char*> flags, const char* reason) {
    refuse_given(command, flags, reason);
  };
  if (!pairs) {
    refuse({"--maximum", "--certificate", "--drop-zeros", "--row-capacity", "--column-capacity",
            "--minimize", "--perfect"},
           "goes with --bipartite");
    return std::nullopt;
  }
  refuse({"--greedy", "--maximal", "--ties", "--rating", "--nonpositive"},
         "does not go with --bipartite, --maximum does");
  refuse({"--output-kind", "--weights", "--seed", "--cover"}, "does not go with --bipartite");
  if (options.certificate == "-" && (options.file == "-" || options.matching == "-")) {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  PairsOptions result{.file = options.file,
                      .pairs = options.matching,
                      .read = options.input.read,
                      .bounds = options.bounds,
                      .run = options.run,
                      .maximum = options.maximum,
                      .certificate = options.certificate};
  result.read.zeros = options.drop_zeros ? io::Zeros::drop : io::Zeros::keep;
  take_cheapest(command, result);
  if (command.given("--capacity")) result.bounds.capacity = options.capacity;
  if (command.given("--objective")) result.bounds.objective = options.order.objective;
  return result;
}

// A matching of agents has no weight and no order.
void refuse_flags_of_weights(const Command& command) {
  refuse_given(
      command,
      {"--greedy", "--maximal", "--ties", "--rating", "--nonpositive", "--output-kind",
       "--objective", "--seed", "--bipartite", "--maximum", "--certificate", "--drop-zeros",
       "--cover", "--row-capacity", "--column-capacity", "--minimize", "--perfect"},
      "does not go with preferences");
  refuse_flags_of_instances(command);
}

// The communities' part of the flags, if there are communities.
std::optional<VerifyCommunitiesOptions> communities_options(const Command& command,
                                                            const VerifyOptions& options) {
  const auto refuse = [&](std::initializer_list<const char*> flags, const char* reason) {
    refuse_given(command, flags, reason);
  };
  if (options.communities.communities.empty()) {
    refuse({"--connected", "--resolution", "--truth", "--fixed", "--num-communities", "--min-size",
            "--max-size"},
           "goes with --communities");
    if (options.community_objective) {
      throw Error(ErrorCode::invalid_option,
                  "--objective " + std::string(name_of(*options.community_objective)) +
                      " goes with --communities");
    }
    if (options.matching.empty()) {
      throw Error(ErrorCode::invalid_option, "MATCHING is missing (or --communities FILE)");
    }
    return std::nullopt;
  }
  if (!options.matching.empty()) {
    throw Error(ErrorCode::invalid_option,
                "'" + options.matching + "' is one word too many: --communities names the file");
  }
  refuse({"--greedy", "--maximal", "--ties", "--rating", "--nonpositive", "--output-kind", "--seed",
          "--capacity", "--cover", "--bipartite", "--maximum", "--certificate", "--drop-zeros",
          "--row-capacity", "--column-capacity", "--minimize", "--perfect"},
         "does not go with --communities");
  if (command.given("--objective") && !options.community_objective) {
    throw Error(ErrorCode::invalid_option, "--objective " + command.value_of("--objective") +
                                               " does not go with --communities");
  }
  VerifyCommunitiesOptions result = options.communities;
  result.file = options.file;
  result.input = options.input;
  result.run = options.run;
  result.quality.objective = options.community_objective.value_or(CommunityObjective::modularity);
  check(result);
  return result;
}

struct VerifyRun : RunContext {
  VerifyRun(const VerifyOptions& asked, Interrupts& watcher)
      : RunContext("verify", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read(), resolve(), verify();
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  void conclude() const;
  /// Names the flag that judges pairs of `bipartite`. @throws Error{invalid_option}
  void refuse_rows_and_columns() const;

  const VerifyOptions& options;
  io::Instance instance;
  std::vector<std::uint64_t> edges;  ///< of a hypergraph
  std::vector<double> weights;       ///< of these, where the file has them
  io::VertexPairs pairs;             ///< of a graph
  VertexCapacities capacities;
  verify::MatchingVerdict verdict;
};

void VerifyRun::read() {
  instance = load_first(context, options.file, options.matching, options.input);
  check_layout(options.layout, instance.is_graph());
  check_cover(options.cover, instance.is_graph());
  std::visit(
      PerAlternative{
          [&](const Hypergraph&) {
            edges = io::read_matching(options.matching, first_number(options.input.read), &weights);
          },
          [&](const Graph& graph) {
            const bool is_plain = !options.cover && options.capacity == k_capacity_one;
            const auto read_pairs = is_plain ? io::read_graph_matching : io::read_b_matching;
            pairs =
                read_pairs(options.matching, instance.labels, graph.num_vertices(), options.layout);
          },
          [&](const Bipartite&) { refuse_bipartite(options.file); }},
      instance.data);
  capacities = load_capacities(context.now(), options.capacity, instance, file());
  note_reading(options.file, instance);
  if (!capacities.note.empty()) log.line("note", capacities.note);
}

void VerifyRun::resolve() {
  const OrderOptions order = resolved(context, options.order, instance);
  Json& json = report.options;
  json["matching"] = options.matching;
  json["rating"] = options.edge_rating != EdgeRating::weight ? name_of(options.edge_rating)
                                                             : name_of(order.rating);
  json["objective"] = name_of(order.objective);
  json["nonpositive"] = name_of(order.nonpositive);
  json["seed"] = order.seed;
  json["ties"] = name_of(options.ties);
  json["weights"] = options.input.weights;
  json["maximal"] = options.maximal;
  json["greedy"] = options.greedy;
  if (options.capacity != k_capacity_one) json["capacity"] = capacity_json(options.capacity);
  if (options.cover) json["cover"] = true;
  report_reading(json, options.input.read);
  json["output_kind"] = instance.is_graph() ? Json(name_of(options.layout)) : Json(nullptr);
}

void VerifyRun::refuse_rows_and_columns() const {
  const bool is_plain = !options.cover && options.capacity == k_capacity_one &&
                        options.layout == io::MatchingLayout::pairs;
  if (verdict.valid || !is_plain || instance.report.format != "matrix_market") return;
  if (!are_rows_and_columns(pairs)) return;
  throw Error(ErrorCode::invalid_option,
              options.matching +
                  ": no matching of a graph, but its pairs fit rows and columns; "
                  "--bipartite verifies these");
}

void VerifyRun::verify() {
  verdict = std::visit(
      PerAlternative{
          [&](const Hypergraph& hypergraph) {
            const auto found = judge(context, options, capacities.view(), hypergraph, edges);
            return with_weights(found, hypergraph, edges, weights);
          },
          [&](const Graph& graph) {
            return judge(context, options, capacities.view(), graph, instance.labels, pairs);
          },
          [&](const Bipartite&) -> verify::MatchingVerdict { refuse_bipartite(options.file); }},
      instance.data);
  if (instance.is_graph()) refuse_rows_and_columns();
  if (verdict.ok) check_weight(verdict.value, options.order.objective);
  report.seconds.verify = watch.lap();
  report.verified = verdict.ok;
  report.result.value = verdict.value;
  if (verdict.ok) report.result.certified_ratio = verdict.certified_ratio;
  if (verdict.valid && (options.cover || !are_ones(context.now(), capacities.view()))) {
    report.result.use = verdict.use;
  }
  violation = verdict.violation;
  if (!violation.empty() && options.input.read.zero_based && !instance.is_graph()) {
    violation += k_counted_from_one;
  }
  log.line("verify", "done (" + seconds(report.seconds.verify) + ", " +
                         counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
}

void VerifyRun::conclude() const {
  if (options.run.json == "-") return;
  const Uniqueness uniqueness =
      options.ties == Ties::fixed ? Uniqueness::greedy : Uniqueness::up_to_ties;
  std::printf("valid: %s, %s, %s, %s\n", value_words(verdict.value).c_str(),
              ((verdict.maximal ? "" : "not ") + maximal_words(options.answer())).c_str(),
              ((verdict.greedy ? "" : "not ") + greedy_words(uniqueness)).c_str(),
              ratio_words(verdict.certified_ratio, options.answer()).c_str());
}

}  // namespace

int run_verify(Interrupts& interrupts, CommandWords arguments) {
  VerifyOptions options;
  Command command("verify", k_verify_description, k_verify_examples);
  command.brief({"--output-kind", "--maximal", "--greedy", "--capacity", "--bipartite",
                 "--communities", "--right", "--format", "--columns", "--json"});
  add_verify_flags(command, options);
  if (const auto code = command.parse(arguments)) return *code;
  check_device(options.run.device);
  check_weights(options.input.weights, true);
  const bool takes_rows = options.pairs || options.input.read.as == io::Interpretation::bipartite;
  if (!takes_rows) check_capacity(options.capacity);
  options.input.read.positive_vertex_weights = options.edge_rating != EdgeRating::weight;
  const OutputFlag outputs[] = {{"--json", options.run.json}};
  check_files(outputs, {options.file, options.matching, options.certificate,
                        options.communities.communities, options.communities.truth,
                        options.communities.fixed, capacity_file(options.capacity)});
  if (const auto communities = communities_options(command, options)) {
    return verify_communities(interrupts, *communities);
  }
  if (options.file == "-" && options.matching == "-") {
    throw Error(ErrorCode::invalid_option, "standard input is one file: INSTANCE or MATCHING");
  }
  if (reads_preferences(command, options.file) || options.input.read.csv.columns.size() == 4) {
    refuse_flags_of_weights(command);
    PreferencesInput input{options.sides,
                           command.given("--capacity") ? options.capacity : std::string()};
    input.read.columns = options.input.read.csv.columns;
    return verify_stable(interrupts, {options.file, options.matching, std::move(input),
                                      options.explained, options.run});
  }
  refuse_side_flags(command, takes_rows);
  if (command.given("--explain")) {
    throw Error(ErrorCode::invalid_option, "--explain goes with preferences");
  }
  if (const auto pairs = pairs_options(command, options)) return verify_pairs(interrupts, *pairs);
  check_read_once(options.capacity, {options.file, options.matching});
  VerifyRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
