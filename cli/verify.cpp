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
#include "hypermatch/certain_share.hpp"
#include "hypermatch/matching_dual_io.hpp"
#include "hypermatch/verify_exact.hpp"
#include "judge.hpp"
#include "judge_pairs.hpp"
#include "pipeline.hpp"
#include "verify_flags.hpp"

namespace hypermatch::cli {

namespace {

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
  OrderOptions order = options.order;
  if (!options.certificate.empty() && takes_any_weight(options.proven())) {
    order.nonpositive = NonPositive::keep;
  }
  return judge_pairs(context,
                     {.order = order,
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
    refuse({"--drop-zeros", "--row-capacity", "--column-capacity"}, "goes with --bipartite");
    if (options.certificate.empty()) {
      refuse({"--maximum", "--minimize", "--perfect"},
             "goes with --bipartite, or with the --certificate of a graph's matching");
    } else {
      refuse({"--greedy", "--ties", "--rating", "--capacity", "--cover"},
             "does not go with --certificate");
    }
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

// Pairs of points.
PairsOptions points_options(const Command& command, const VerifyOptions& options) {
  refuse_given(command,
               {"--greedy", "--maximal", "--ties", "--rating", "--nonpositive", "--output-kind",
                "--seed", "--cover", "--row-capacity", "--column-capacity", "--capacity",
                "--drop-zeros", "--weights", "--as", "--format", "--communities", "--explain"},
               "does not go with --points");
  if (options.maximum && options.certificate.empty()) {
    throw Error(ErrorCode::invalid_option, "--maximum of points goes with --certificate");
  }
  PairsOptions result{.file = options.file,
                      .pairs = options.matching,
                      .run = options.run,
                      .maximum = options.maximum,
                      .certificate = options.certificate,
                      .points = options.points,
                      .distance = options.distance};
  result.bounds.minimize = options.bounds.minimize;
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
  MatchingDual dual;  ///< of a graph, if there is a certificate

 private:
  void judge_proof(const Graph& graph);
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
  if (!options.certificate.empty()) {
    const auto* const graph = std::get_if<Graph>(&instance.data);
    if (graph == nullptr) {
      throw Error(ErrorCode::unsupported, "--certificate is for graphs, rows and columns");
    }
    dual = io::read_matching_dual(options.certificate, graph->num_vertices(), instance.labels);
  }
  capacities = load_capacities(context.now(), options.capacity, instance, file());
  note_reading(options.file, instance);
  if (!capacities.note.empty()) log.line("note", capacities.note);
}

void VerifyRun::judge_proof(const Graph& graph) {
  std::vector<VertexId> mates(graph.num_vertices(), k_none);
  for (const auto& [u, v] : pairs.pairs) {
    mates[u] = static_cast<VertexId>(v);
    mates[v] = static_cast<VertexId>(u);
  }
  const verify::ExactVerdict exact = verify::check_exact(
      context.now(), graph.edges(context.now()).view(), mates, dual, options.proven(),
      [&](std::uint64_t v) { return instance.labels.of(static_cast<VertexId>(v)); });
  verdict.ok = exact.ok;
  verdict.violation = exact.violation;
  if (!exact.ok && dual.bonus != 0 && options.proven().size == MatchingSize::any) {
    verdict.violation +=
        "; it is of the heaviest matching among the largest: --maximum judges that";
  }
  verdict.certified_ratio =
      verify::certain_share(verdict.value.weight, exact.gap, options.proven().sense);
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
  json["tie_order"] = name_of(order.tie_order);
  json["ties"] = name_of(options.ties);
  json["weights"] = options.input.weights;
  json["maximal"] = options.maximal;
  json["greedy"] = options.greedy;
  if (!options.certificate.empty()) json["certificate"] = options.certificate;
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
  if (verdict.ok && !options.certificate.empty()) judge_proof(std::get<Graph>(instance.data));
  if (verdict.ok) check_weight(verdict.value, options.order.objective);
  report.seconds.verify = watch.lap();
  report.verified = verdict.ok;
  report.result.value = verdict.value;
  Json& members = report.result.members;
  members["valid"] = verdict.valid;
  members[maximal_words(options.answer())] = verdict.maximal;
  members["greedy"] = verdict.greedy;
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
  if (options.bounds.minimize && !takes_rows && !command.given("--parallel")) {
    options.input.read.parallel = io::ParallelEdges::lightest;
  }
  options.input.read.positive_vertex_weights = options.edge_rating != EdgeRating::weight;
  const OutputFlag outputs[] = {{"--json", options.run.json}};
  check_files(outputs,
              {options.file, options.matching, options.certificate, options.communities.communities,
               options.communities.truth, options.communities.fixed, options.points,
               capacity_file(options.capacity)});
  if (const auto communities = communities_options(command, options)) {
    return verify_communities(interrupts, *communities);
  }
  if (options.file == "-" && options.matching == "-") {
    throw Error(ErrorCode::invalid_option, "standard input is one file: INSTANCE or MATCHING");
  }
  if (!options.points.empty()) {
    return verify_points(interrupts, points_options(command, options));
  }
  if (command.given("--distance")) {
    throw Error(ErrorCode::invalid_option, "--distance goes with --points");
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
