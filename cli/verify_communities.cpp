// SPDX-License-Identifier: MIT
#include "verify_communities.hpp"

#include <cstdio>
#include <optional>
#include <utility>

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
  verify::CommunitiesVerdict verdict;
  std::optional<ClusteringAgreement> agreement;
};

void VerifyCommunitiesRun::read() {
  instance = load_community_graph(context, options.file, options.input);
  const VertexId n = instance.graph().num_vertices();
  found = io::read_communities(options.communities, instance.labels, n);
  if (!options.truth.empty()) truth = read_labels(options.truth, instance.labels, n);
  note_reading(options.file, instance);
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
  json["weights"] = options.input.weights;
  report_reading(json, options.input.read);
}

void VerifyCommunitiesRun::verify() {
  violation = found.violation;
  if (violation.empty()) {
    const LabelsView labels(found.communities.labels);
    verdict =
        verify::check_communities(context, forms->rows(), labels,
                                  {.quality = options.quality,
                                   .loop_weights = view_of(instance.loop_weights),
                                   .connected = options.connected,
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

Labels read_labels(const std::string& path, const io::VertexLabels& labels, VertexId num_vertices) {
  io::Communities read = io::read_communities(path, labels, num_vertices);
  if (!read.violation.empty()) throw Error(ErrorCode::invalid_input, read.violation);
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
