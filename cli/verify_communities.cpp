// SPDX-License-Identifier: MIT
#include "verify_communities.hpp"

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "community_graph.hpp"
#include "hypermatch/graph_forms.hpp"
#include "pipeline.hpp"

namespace hypermatch::cli {

namespace {

std::string gain_words(const verify::CommunityGain& gain, const io::VertexLabels& labels) {
  const std::string to =
      gain.to == gain.from ? "to be alone" : "to the community of " + labels.of(gain.to);
  return labels.of(gain.from) + " " + to + ": " + number(gain.gain, 4);
}

Json gain_json(const std::optional<verify::CommunityGain>& gain, const io::VertexLabels& labels) {
  if (!gain) return nullptr;
  return {{"from", labels.of(gain->from)}, {"to", labels.of(gain->to)}, {"gain", gain->gain}};
}

void note_form(RunContext& run, const std::string& path, const io::Communities& read) {
  if (!read.note.empty()) run.log.line("note", (path == "-" ? "<stdin>" : path) + ": " + read.note);
}

struct VerifyCommunitiesRun : RunContext {
  VerifyCommunitiesRun(const VerifyCommunitiesOptions& asked, Interrupts& watcher)
      : RunContext("verify", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read();
  void resolve();
  void verify();
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  [[nodiscard]] Json json() const;
  void conclude() const;

  const VerifyCommunitiesOptions& options;
  io::Instance instance;
  std::optional<GraphForms> forms;
  io::Communities found;
  std::optional<Labels> truth;
  std::vector<VertexId> fixed;
  verify::CommunitiesVerdict verdict;
  std::optional<ClusteringAgreement> agreement;
};

void VerifyCommunitiesRun::read() {
  instance = load_community_graph(context, options.file, options.input);
  const VertexId n = instance.graph().num_vertices();
  found = io::read_communities(options.communities, instance.labels, n);
  note_form(*this, options.communities, found);
  if (!options.truth.empty()) truth = read_labels(*this, options.truth, instance.labels, n);
  if (!options.fixed.empty()) {
    fixed = read_fixed(*this, options.fixed, instance.labels, n);
  }
  note_reading(options.file, instance);
  note_directions(log, instance);
}

void VerifyCommunitiesRun::resolve() {
  forms.emplace(context, instance.graph());
  (void)forms->rows();
  Json& json = report.options;
  json["communities"] = options.communities;
  json["truth"] = options.truth.empty() ? Json(nullptr) : Json(options.truth);
  json["objective"] = name_of(options.quality.objective);
  json["resolution"] =
      options.quality.resolution ? Json(*options.quality.resolution) : Json(nullptr);
  json["connected"] = options.connected;
  const auto given = [](std::uint64_t value) { return value == 0 ? Json(nullptr) : Json(value); };
  json["fixed"] = options.fixed.empty() ? Json(nullptr) : Json(options.fixed);
  json["num_communities"] = given(options.num_communities);
  json["min_size"] = given(options.min_size);
  json["max_size"] = given(options.max_size);
  json["weights"] = options.input.weights;
  report_reading(json, options.input.read);
}

void VerifyCommunitiesRun::verify() {
  violation = found.violation;
  if (violation.empty()) {
    const LabelsView labels(found.communities.labels);
    verdict = verify::check_communities(
        context, forms->rows(), labels,
        {.quality = options.quality,
         .loop_weights = view_of(instance.loop_weights),
         .connected = options.connected,
         .constraints = {fixed, static_cast<VertexId>(options.num_communities),
                         static_cast<VertexId>(options.min_size),
                         static_cast<VertexId>(options.max_size)},
         .name = [&](VertexId v) { return instance.labels.of(v); }});
    violation = verdict.violation;
    if (truth) agreement = compare_clusterings(context, labels, LabelsView(truth->labels));
  }
  report.verified = violation.empty();
  report.seconds.verify = watch.lap();
  log.line("verify", "done (" + seconds(report.seconds.verify) + ", " +
                         counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
}

Json VerifyCommunitiesRun::json() const {
  Json json = cli::to_json(report);
  const bool judged = violation.empty();
  json["result"]["verdict"] = judged ? to_json(verdict, instance.labels) : Json(nullptr);
  json["result"]["truth"] = agreement ? to_json(*agreement) : Json(nullptr);
  return json;
}

void VerifyCommunitiesRun::conclude() const {
  if (options.run.json == "-") return;
  std::printf("valid: %s\n", verdict_words(verdict, instance.labels).c_str());
  if (agreement) std::printf("truth: %s\n", agreement_words(*agreement).c_str());
}

}  // namespace

std::vector<VertexId> read_fixed(RunContext& run, const std::string& path,
                                 const io::VertexLabels& labels, VertexId num_vertices) {
  io::Communities read = io::read_some_communities(path, labels, num_vertices);
  note_form(run, path, read);
  return std::move(read.communities.labels);
}

void add_community_flags(Command& command, VerifyCommunitiesOptions& options) {
  constexpr std::uint64_t k_most = k_none - 1;
  command.group("Communities");
  command.text("--communities", "FILE", options.communities,
               "`vertex community` per line, as cluster writes them, or a label; no MATCHING");
  command.flag("--connected", options.connected, "Each community must be connected");
  command.custom(
      "--resolution", "G",
      [&options](const std::string& given) {
        const double resolution = parse_real("--resolution", given);
        if (!(resolution > 0)) {
          throw Error(ErrorCode::invalid_option,
                      "--resolution is '" + given + "', must be a positive number");
        }
        options.quality.resolution = resolution;
      },
      "Resolution of the objective (modularity: default 1; cpm: has none)");
  command.text("--fixed", "FILE", options.fixed,
               "Lines of vertices that must be together, or apart, as cluster takes them");
  command.whole("--num-communities", "K", options.num_communities, 1, k_most,
                "There must be exactly K");
  command.whole("--min-size", "S", options.min_size, 1, k_most,
                "No change is named that makes a community smaller");
  command.whole("--max-size", "S", options.max_size, 1, k_most, "None may have more vertices");
  command.text("--truth", "FILE", options.truth, "Known communities to compare with");
}

void check(const VerifyCommunitiesOptions& options) {
  if (options.quality.objective == CommunityObjective::cpm && !options.quality.resolution) {
    throw Error(ErrorCode::invalid_option,
                "--objective cpm needs --resolution, which has no default there");
  }
  int from_standard_input = 0;
  for (const std::string* path :
       {&options.file, &options.communities, &options.truth, &options.fixed}) {
    from_standard_input += *path == "-" ? 1 : 0;
  }
  if (from_standard_input > 1) {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
}

Labels read_labels(RunContext& run, const std::string& path, const io::VertexLabels& labels,
                   VertexId num_vertices) {
  io::Communities read = io::read_communities(path, labels, num_vertices);
  if (!read.violation.empty()) throw Error(ErrorCode::invalid_input, read.violation);
  note_form(run, path, read);
  return std::move(read.communities);
}

std::string agreement_words(const ClusteringAgreement& agreement) {
  return "adjusted Rand index " + number(agreement.adjusted_rand_index, 6) +
         ", normalised mutual information " + number(agreement.normalized_mutual_information, 6) +
         ", pairs: precision " + number(agreement.precision, 6) + ", recall " +
         number(agreement.recall, 6);
}

Json to_json(const ClusteringAgreement& agreement) {
  return {{"adjusted_rand_index", agreement.adjusted_rand_index},
          {"normalized_mutual_information", agreement.normalized_mutual_information},
          {"pairs", agreement.pairs},
          {"pairs_in_found", agreement.pairs_in_found},
          {"pairs_in_truth", agreement.pairs_in_truth},
          {"pairs_in_both", agreement.pairs_in_both},
          {"precision", agreement.precision},
          {"recall", agreement.recall},
          {"f1", agreement.f1}};
}

std::string verdict_words(const verify::CommunitiesVerdict& verdict,
                          const io::VertexLabels& labels) {
  std::string text = counted(verdict.communities, "community") +
                     (verdict.connected ? ", connected" : ", not all connected") + ", quality " +
                     number(verdict.quality, 6);
  if (!verdict.best_move && !verdict.best_merge) return text + ", no move or merge gains";
  if (verdict.best_move) text += "; a move gains, " + gain_words(*verdict.best_move, labels);
  if (verdict.best_merge) text += "; a merge gains, " + gain_words(*verdict.best_merge, labels);
  return text;
}

Json to_json(const verify::CommunitiesVerdict& verdict, const io::VertexLabels& labels) {
  return {{"communities", verdict.communities},
          {"connected", verdict.connected},
          {"quality", verdict.quality},
          {"best_move", gain_json(verdict.best_move, labels)},
          {"best_merge", gain_json(verdict.best_merge, labels)}};
}

int verify_communities(Interrupts& interrupts, const VerifyCommunitiesOptions& options) {
  VerifyCommunitiesRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
