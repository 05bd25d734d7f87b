// SPDX-License-Identifier: MIT
#include "b_assignment.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "files.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "judge.hpp"
#include "pipeline.hpp"
#include "rows_and_columns.hpp"

namespace hypermatch::cli {

namespace {

// Runs of both verbs: an instance with weights, and its bounds.
struct WithBounds : RunContext {
  WithBounds(const std::string& verb, const BAssignmentVerb& asked, Interrupts& watcher)
      : RunContext(verb, asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  [[nodiscard]] BipartiteView view() const { return bipartite_of(instance); }
  [[nodiscard]] std::uint64_t max_degree() const { return hypermatch::max_degree(context, view()); }

  void read_instance() {
    auto [read, values] = io::read_weighted_bipartite(context.now(), options.file, options.read);
    instance = std::move(read);
    if (options.bounds.objective != Objective::cardinality) weights = std::move(values);
    bounds = load_pair_bounds(options.bounds, view());
  }
  void note_instance() {
    report.seconds.read = watch.lap();
    report.input = facts_of(options.file, instance);
    report.input.weighted = is_weighted(view_of(weights));
    log_reading(describe(report.input, view()));
    log_notes(log, instance.report, options.read.zeros);
  }

  const BAssignmentVerb& options;
  io::Instance instance;
  Weights weights;
  OwnedBounds bounds;
};

Json ids_json(std::span<const std::uint64_t> ids, const io::VertexLabels& labels) {
  Json json = Json::array();
  for (const std::uint64_t id : ids) {
    if (labels.empty()) {
      json.push_back(id + labels.first);
    } else {
      json.push_back(labels.of(static_cast<VertexId>(id)));
    }
  }
  return json;
}

struct BAssignmentRun : WithBounds {
  BAssignmentRun(const BAssignmentVerb& asked, Interrupts& watcher)
      : WithBounds("bipartite", asked, watcher),
        algorithm(registry::find(registry::BAssignmentRequest{.algorithm = asked.algorithm})) {}

  void read() {
    read_instance();
    note_instance();
  }
  void resolve();
  void solve();
  void note();
  void verify();
  void write();
  [[nodiscard]] Json json() const;

  const registry::AlgorithmInfo& algorithm;
  BAssignment answer;
  std::optional<ViolatedCut> cut;

 private:
  [[nodiscard]] const BAssignmentStats& stats() const { return cut ? cut->stats : answer.stats; }
  [[nodiscard]] std::string cut_words() const;
};

void BAssignmentRun::resolve() {
  Json& json = report.options;
  json["algorithm"] = algorithm.name;
  json["variant"] = nullptr;
  json["start"] = "none";
  json["seed"] = nullptr;
  json["determinism"] = name_of(algorithm.determinism);
  json["permute"] = nullptr;
  json["drop_zeros"] = options.read.zeros == io::Zeros::drop;
  json["decomposition"] = nullptr;
  json["verify"] = options.verify;
  report_bounds(json, options.bounds);
  report_reading(json, options.read);
}

void BAssignmentRun::solve() {
  std::variant<BAssignment, ViolatedCut> found = registry::match(
      place(), view(),
      {.algorithm = std::string(algorithm.name),
       .weights = view_of(weights),
       .options = {.objective = options.bounds.objective, .bounds = bounds.view()}});
  report.seconds.solve = watch.lap();
  if (auto* const none = std::get_if<ViolatedCut>(&found)) {
    cut = std::move(*none);
  } else {
    answer = std::get<BAssignment>(std::move(found));
  }
}

std::string BAssignmentRun::cut_words() const {
  constexpr std::size_t k_most_shown = 8;
  const bool of_rows = cut->side == ViolatedCut::Side::rows;
  std::string names;
  for (std::size_t i = 0; i < std::min(cut->demanding.size(), k_most_shown); ++i) {
    names += (i == 0 ? " " : ", ") +
             io::printable(instance.labels.of(static_cast<VertexId>(cut->demanding[i])));
  }
  if (cut->demanding.size() > k_most_shown) names += ", ...";
  return counted(cut->demanding.size(), of_rows ? "row" : "column") + " (" + names.substr(1) +
         ") need " + counted(cut->demand, "pair") + ", but " +
         counted(cut->limiting.size(), of_rows ? "column" : "row") + " take " +
         std::to_string(cut->limit) + " at most and the others have " +
         counted(cut->edges, "edge") + " to them";
}

void BAssignmentRun::note() {
  report.result.guarantee = options.bounds.objective == Objective::cardinality
                                ? "the largest number of pairs within the bounds"
                                : std::string(algorithm.guarantee);
  report.result.rounds = stats().pivots;
  log.line("solve", stats().algorithm + ": " + counted(stats().pivots, "pivot") + " (" +
                        seconds(report.seconds.solve) + ")");
  if (cut) {
    log.line("result", "no set of pairs keeps the bounds: " + cut_words());
    return;
  }
  report.result.value = answer.value;
  report.result.use = use_of(bounds.view(), view(), answer.pairs);
  log.line("result", value_words(answer.value));
}

void BAssignmentRun::verify() {
  if (!options.verify) return;
  if (cut) {
    violation = verify::check_violated_cut(view(), bounds.view(), *cut);
    report.verified = violation.empty();
  } else {
    const verify::BAssignmentVerdict verdict =
        verify::check_b_assignment(context.now(), view(), view_of(weights), answer.pairs,
                                   {.bounds = bounds.view(),
                                    .objective = options.bounds.objective,
                                    .maximum = true,
                                    .row_duals = answer.row_duals,
                                    .column_duals = answer.column_duals});
    violation = verdict.violation;
    report.verified = verdict.ok;
    if (verdict.ok) report.result.certified_ratio = 1.0;
  }
  report.seconds.verify = watch.lap();
  if (!violation.empty()) return;
  log.line("verify", std::string(cut ? "the cut is violated" : "within the bounds, a largest one") +
                         " (" + seconds(report.seconds.verify) + ")");
}

void BAssignmentRun::write() {
  if (cut) return;
  if (!options.certificate.empty()) {
    write_output(interrupts, options.certificate, [&] {
      io::write_duals({answer.row_duals, answer.column_duals}, options.certificate,
                      instance.labels);
    });
  }
  const bool is_taken = options.run.json == "-" || options.certificate == "-";
  const std::string fallback = is_taken ? "" : "-";
  const std::string& path = options.output.empty() ? fallback : options.output;
  if (path.empty()) return;
  write_output(interrupts, path, [&] { io::write_pairs(answer.pairs, path, instance.labels); });
}

Json BAssignmentRun::json() const {
  Json json = to_json(report, view());
  Json& result = json["result"];
  result["exists"] = !cut.has_value();
  result["algorithm"] = stats().algorithm;
  result["weight_unit"] = stats().weight_unit;
  result["stop_reason"] = stats().stop_reason;
  result["violated_cut"] = nullptr;
  if (!cut) return json;
  const bool of_rows = cut->side == ViolatedCut::Side::rows;
  result["violated_cut"] = {{"side", of_rows ? "rows" : "columns"},
                            {"demanding", ids_json(cut->demanding, instance.labels)},
                            {"limiting", ids_json(cut->limiting, instance.labels)},
                            {"demand", cut->demand},
                            {"limit", cut->limit},
                            {"edges", cut->edges}};
  return json;
}

struct VerifyBAssignmentRun : WithBounds {
  VerifyBAssignmentRun(const BAssignmentVerb& asked, Interrupts& watcher)
      : WithBounds("verify", asked, watcher) {}

  void read() {
    read_instance();
    pairs = io::read_pairs(options.pairs, instance.labels);
    if (!options.certificate.empty()) {
      duals =
          io::read_duals(options.certificate, view().num_rows, view().num_columns, instance.labels);
    }
    note_instance();
  }
  void resolve() {
    Json& json = report.options;
    json["matching"] = options.pairs;
    json["certificate"] = options.certificate.empty() ? Json(nullptr) : Json(options.certificate);
    json["drop_zeros"] = options.read.zeros == io::Zeros::drop;
    json["maximum"] = options.maximum;
    report_bounds(json, options.bounds);
    report_reading(json, options.read);
  }
  void verify() {
    verdict =
        verify::check_b_assignment(context.now(), view(), view_of(weights), pairs,
                                   {.bounds = bounds.view(),
                                    .objective = options.bounds.objective,
                                    .maximum = options.maximum || !options.certificate.empty(),
                                    .row_duals = duals.rows,
                                    .column_duals = duals.columns});
    report.seconds.verify = watch.lap();
    report.verified = verdict.ok;
    if (verdict.valid) {
      report.result.value = verdict.value;
      report.result.use = use_of(bounds.view(), view(), pairs);
    }
    if (verdict.maximum) report.result.certified_ratio = 1.0;
    violation = verdict.violation;
    if (!violation.empty() && !instance.labels.empty()) {
      violation += " (ids are numbered as they first appear)";
    }
    log.line("verify", "done (" + seconds(report.seconds.verify) + ")");
  }
  [[nodiscard]] Json json() const { return to_json(report, view()); }
  void conclude() const {
    if (options.run.json == "-") return;
    std::printf("valid: %s, %s\n", value_words(verdict.value).c_str(),
                verdict.maximum ? "maximum" : "not maximum");
  }

  std::vector<RowColumn> pairs;
  io::PairDuals duals;
  verify::BAssignmentVerdict verdict;
};

}  // namespace

int run_b_assignment(Interrupts& interrupts, const BAssignmentVerb& options) {
  BAssignmentRun run(options, interrupts);
  const int code = run_pipeline(run);
  return code == k_done && run.cut ? int{k_no_solution} : code;
}

int verify_b_assignment(Interrupts& interrupts, const BAssignmentVerb& options) {
  check_pair_bounds(options.bounds);
  for (const std::string& file : bounds_files(options.bounds)) {
    if (file == "-" && (options.file == "-" || options.pairs == "-")) {
      throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
    }
  }
  VerifyBAssignmentRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
