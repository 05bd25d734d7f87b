// SPDX-License-Identifier: MIT
// Pairs of rows and columns, judged by `verify`.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_matching.hpp"
#include "judge.hpp"
#include "pairs_run.hpp"

namespace hypermatch::cli {

namespace {

std::string words_of(const verify::BipartiteVerdict& verdict) {
  const std::string size = counted(verdict.cardinality, "pair");
  if (verdict.maximum) return size + ", maximum";
  return size + ", not proven maximum: none has more than " + std::to_string(verdict.upper_bound) +
         ", " + ratio_words(verdict.certified_ratio);
}

struct VerifyPairsRun : PairsRun {
  VerifyPairsRun(const PairsOptions& asked, Interrupts& watcher)
      : PairsRun("verify", asked, watcher) {}

  void read() {
    read_instance();
    pairs = io::read_pairs(options.pairs, labels(), &weights);
    if (is_b_assignment()) bounds = load_pair_bounds(options.bounds, view(), labels());
    if (!options.certificate.empty()) read_certificate();
    note_instance();
  }
  void resolve() {
    for (const std::string& note : bounds.notes) log.line("note", note);
    Json& json = report.options;
    json["matching"] = options.pairs;
    json["certificate"] = options.certificate.empty() ? Json(nullptr) : Json(options.certificate);
    json["drop_zeros"] = options.read.zeros == io::Zeros::drop;
    json["maximum"] = options.maximum;
    if (is_b_assignment()) report_bounds(json, options.bounds);
    report_reading(json, options.read);
  }
  void verify() {
    if (is_b_assignment()) {
      judge_best();
    } else {
      judge_largest();
    }
    report.seconds.verify = watch.lap();
    if (violation.empty()) judge_weights();
    if (!violation.empty()) explain_numbers();
    log.line("verify", "done (" + seconds(report.seconds.verify) + ", " +
                           counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
  }
  [[nodiscard]] Json json() const { return to_json(report, view()); }
  void conclude() const {
    if (options.run.json != "-") std::printf("valid: %s\n", words.c_str());
  }

  std::vector<RowColumn> pairs;
  std::vector<double> weights;  ///< of these, where the file has them
  OwnedBounds bounds;
  VertexCover cover;
  io::PairDuals duals;
  std::string words;  ///< of a valid answer

 private:
  void read_certificate() {
    if (!is_b_assignment()) {
      cover = io::read_cover(options.certificate, labels());
      return;
    }
    try {
      duals = io::read_duals(options.certificate, view().num_rows, view().num_columns, labels());
    } catch (const Error& error) {
      const bool is_chosen = options.bounds.objective == Objective::automatic;
      if (error.code() != ErrorCode::invalid_input || !is_chosen || options.bounds.are_given())
        throw;
      throw Error(error.code(), std::string(error.what()) +
                                    " (of weights; a cover goes with --objective cardinality)");
    }
  }

  // The weights behind pairs that are all entries.
  void judge_weights() {
    const WeightsView of_entries = view_of(instance.entry_weights);
    for (std::size_t i = 0; i < weights.size() && violation.empty(); ++i) {
      const auto row = static_cast<VertexId>(pairs[i].row);
      const auto columns = view().columns_of(row);
      const auto found = std::ranges::find(columns, pairs[i].column);
      const std::size_t place =
          view().offsets[row] + static_cast<std::size_t>(found - columns.begin());
      const double weight = is_weighted(of_entries) ? weight_at(of_entries, place) : 1;
      if (weights[i] == weight) continue;
      const auto column = static_cast<VertexId>(pairs[i].column);
      violation = "the pair of " + io::printable(labels().rows->of(row)) + " and " +
                  io::printable(labels().columns->of(column)) + " has weight " +
                  number(weights[i], 6) + ", its entry " + number(weight, 6);
      report.verified = false;
    }
  }

  void judge_largest() {
    verify::BipartiteDemands demands{.maximum = options.maximum || !options.certificate.empty()};
    if (!options.certificate.empty()) {
      demands.cover = verify::VertexCoverView{cover.rows, cover.columns};
    }
    const verify::BipartiteVerdict verdict =
        verify::check_bipartite(context, view(), pairs, demands);
    report.verified = verdict.ok;
    report.result.value = value_of_pairs(verdict.cardinality);
    if (verdict.ok) report.result.certified_ratio = verdict.certified_ratio;
    violation = verdict.violation;
    words = words_of(verdict);
  }

  void judge_best() {
    const verify::BAssignmentVerdict verdict =
        verify::check_b_assignment(context.now(), view(), view_of(instance.entry_weights), pairs,
                                   {.bounds = bounds.view(),
                                    .objective = objective,
                                    .maximum = options.maximum || !options.certificate.empty(),
                                    .sense = options.bounds.sense(),
                                    .row_duals = duals.rows,
                                    .column_duals = duals.columns,
                                    .proof = !options.certificate.empty()});
    report.verified = verdict.ok;
    if (verdict.valid) {
      report.result.value = verdict.value;
      report.result.use = use_of(bounds.view(), view(), pairs);
    }
    if (verdict.maximum) {
      report.result.certified_ratio = verdict.certified_ratio(options.bounds.sense());
    }
    violation = verdict.violation;
    if (verdict.valid && !verdict.ok && options.bounds.objective == Objective::automatic &&
        !options.bounds.are_given()) {
      violation += "; --objective cardinality counts pairs";
    }
    const bool minimizes = options.bounds.sense() == Sense::minimize;
    const std::string best = minimizes ? "minimum cost" : "maximum";
    words =
        pair_words(verdict.value, options.bounds) + ", " + (verdict.maximum ? "" : "not ") + best;
    if (verdict.maximum) words += gap_words(verdict.gap);
  }

  void explain_numbers() {
    if (!labels().empty()) {
      violation += " (ids are numbered as they first appear)";
    } else if (options.read.zero_based) {
      violation += k_counted_from_one;
    }
  }
};

}  // namespace

int verify_pairs(Interrupts& interrupts, const PairsOptions& options) {
  check_pair_bounds(options.bounds);
  for (const std::string& file : bounds_files(options.bounds)) {
    if (file == "-" && (options.file == "-" || options.pairs == "-")) {
      throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
    }
  }
  VerifyPairsRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
