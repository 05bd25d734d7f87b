// SPDX-License-Identifier: MIT
// The steps of `bipartite` under capacities, for weight, and for cost.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "judge.hpp"
#include "pairs_run.hpp"

namespace hypermatch::cli {

namespace {

Json ids_json(std::span<const std::uint64_t> ids, const io::VertexLabels& labels) {
  Json json = Json::array();
  for (const std::uint64_t id : ids) json.push_back(id_json(labels, static_cast<VertexId>(id)));
  return json;
}

class BestPairs : public PairSteps {
 public:
  void read(PairsRun& run) override;
  void resolve(PairsRun& run) override;
  void solve(PairsRun& run) override;
  void note(PairsRun& run) override;
  void verify(PairsRun& run) override;
  void write(PairsRun& run) override;
  [[nodiscard]] Json json(const PairsRun& run) const override;
  [[nodiscard]] int code() const override { return cut_ ? k_no_solution : k_done; }

 private:
  [[nodiscard]] const BAssignmentStats& stats() const { return cut_ ? cut_->stats : answer_.stats; }
  [[nodiscard]] std::string cut_words(const PairsRun& run) const;
  [[nodiscard]] std::string guarantee_of(const PairsRun& run) const;

  const registry::AlgorithmInfo* algorithm_ = nullptr;
  OwnedBounds bounds_;
  BAssignment answer_;
  std::optional<ViolatedCut> cut_;
};

void BestPairs::read(PairsRun& run) {
  bounds_ = load_pair_bounds(run.options.bounds, run.view(), run.labels());
  algorithm_ =
      &registry::find({.algorithm = run.options.request.algorithm,
                       .options = {.bounds = bounds_.view(), .sense = run.options.bounds.sense()}},
                      place_of(run.options.run.device), run.view());
}

void BestPairs::resolve(PairsRun& run) {
  for (const std::string& note : bounds_.notes) run.log.line("note", note);
  report_pairs_options(run, *algorithm_);
}

void BestPairs::solve(PairsRun& run) {
  std::variant<BAssignment, ViolatedCut> found =
      registry::match(run.place(), run.view(),
                      {.algorithm = std::string(algorithm_->name),
                       .weights = view_of(run.instance.entry_weights),
                       .options = {.objective = run.objective,
                                   .bounds = bounds_.view(),
                                   .sense = run.options.bounds.sense()}});
  run.report.seconds.solve = run.watch.lap();
  if (auto* const none = std::get_if<ViolatedCut>(&found)) {
    cut_ = std::move(*none);
  } else {
    answer_ = std::get<BAssignment>(std::move(found));
  }
}

std::string BestPairs::cut_words(const PairsRun& run) const {
  constexpr std::size_t k_most_shown = 8;
  const bool of_rows = cut_->side == ViolatedCut::Side::rows;
  const io::VertexLabels& ids = of_rows ? *run.labels().rows : *run.labels().columns;
  std::string names;
  for (std::size_t i = 0; i < std::min(cut_->demanding.size(), k_most_shown); ++i) {
    names +=
        (i == 0 ? " " : ", ") + io::printable(ids.of(static_cast<VertexId>(cut_->demanding[i])));
  }
  if (cut_->demanding.size() > k_most_shown) names += ", ...";
  return counted(cut_->demanding.size(), of_rows ? "row" : "column") + " (" + names.substr(1) +
         ") need " + counted(cut_->demand, "pair") + ", but " +
         counted(cut_->limiting.size(), of_rows ? "column" : "row") +
         (cut_->limiting.size() == 1 ? " takes " : " take ") + std::to_string(cut_->limit) +
         " at most" +
         (cut_->edges == 0 ? ""
                           : " and the others have " + counted(cut_->edges, "edge") + " to them");
}

std::string BestPairs::guarantee_of(const PairsRun& run) const {
  if (run.options.bounds.sense() == Sense::minimize) {
    return "the least cost of as many pairs as the bounds allow";
  }
  return run.objective == Objective::cardinality ? "the largest number of pairs within the bounds"
                                                 : std::string(algorithm_->guarantee);
}

void BestPairs::note(PairsRun& run) {
  run.report.result.guarantee = guarantee_of(run);
  run.report.result.rounds = stats().pivots;
  const bool runs_on_one_core = algorithm_->backends.size() == 1;
  const std::string place = runs_on_one_core ? "" : ", " + run.note_place(algorithm_->backends);
  run.log.line("solve", stats().algorithm + place + ": " + counted(stats().pivots, "step") + " (" +
                            seconds(run.report.seconds.solve) + ")");
  if (cut_) {
    run.log.line("result", "no set of pairs keeps the bounds: " + cut_words(run));
    return;
  }
  run.report.result.value = answer_.value;
  run.report.result.use = use_of(bounds_.view(), run.view(), answer_.pairs);
  const double unit = stats().weight_unit;
  const std::string rounded = unit > 0 ? "; " + rounding_words(unit) : "";
  run.log.line("result", pair_words(answer_.value, run.options.bounds) + rounded);
}

void BestPairs::verify(PairsRun& run) {
  if (!run.options.verify) return;
  std::string gap;
  if (cut_) {
    run.violation = verify::check_violated_cut(run.view(), bounds_.view(), *cut_);
    run.report.verified = run.violation.empty();
  } else {
    const verify::BAssignmentVerdict verdict = verify::check_b_assignment(
        run.context.now(), run.view(), view_of(run.instance.entry_weights), answer_.pairs,
        {.bounds = bounds_.view(),
         .objective = run.objective,
         .maximum = true,
         .sense = run.options.bounds.sense(),
         .row_duals = answer_.row_duals,
         .column_duals = answer_.column_duals});
    run.violation = verdict.violation;
    run.report.verified = verdict.ok;
    if (verdict.ok) {
      run.report.result.certified_ratio = verdict.certified_ratio(run.options.bounds.sense());
    }
    gap = gap_words(verdict.gap);
  }
  run.report.seconds.verify = run.watch.lap();
  if (!run.violation.empty()) return;
  run.log.line("verify",
               std::string(cut_ ? "the cut is violated" : "within the bounds, none is better") +
                   gap + " (" + seconds(run.report.seconds.verify) + ")");
}

void BestPairs::write(PairsRun& run) {
  if (cut_) return;
  const io::SideLabels labels = run.labels();
  run.write_if(run.options.certificate, [&](const std::string& path) {
    io::write_duals({answer_.row_duals, answer_.column_duals}, path, labels);
  });
  run.write_answer(answer_.pairs);
}

Json BestPairs::json(const PairsRun& run) const {
  Json json = run.json_of(stats().algorithm, stats().weight_unit);
  Json& result = json["result"];
  result["exists"] = !cut_.has_value();
  result["stop_reason"] = stats().stop_reason;
  if (!cut_) return json;
  const bool of_rows = cut_->side == ViolatedCut::Side::rows;
  const io::SideLabels ids = run.labels();
  result["violated_cut"] = {
      {"side", of_rows ? "rows" : "columns"},
      {"demanding", ids_json(cut_->demanding, of_rows ? *ids.rows : *ids.columns)},
      {"limiting", ids_json(cut_->limiting, of_rows ? *ids.columns : *ids.rows)},
      {"demand", cut_->demand},
      {"limit", cut_->limit},
      {"edges", cut_->edges}};
  return json;
}

}  // namespace

void report_pairs_options(PairsRun& run, const registry::AlgorithmInfo& algorithm) {
  Json& json = run.report.options;
  json["algorithm"] = algorithm.name;
  json["variant"] = nullptr;
  json["start"] = "none";
  json["seed"] = nullptr;
  json["determinism"] = name_of(algorithm.determinism);
  json["permute"] = nullptr;
  json["drop_zeros"] = run.options.read.zeros == io::Zeros::drop;
  json["decomposition"] = nullptr;
  json["verify"] = run.options.verify;
  report_bounds(json, run.options.bounds);
  report_reading(json, run.options.read);
}

std::unique_ptr<PairSteps> b_assignment_steps() {
  return std::make_unique<BestPairs>();
}

}  // namespace hypermatch::cli
