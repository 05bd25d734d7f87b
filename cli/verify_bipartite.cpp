// SPDX-License-Identifier: MIT
#include "verify_bipartite.hpp"

#include <cstdio>
#include <vector>

#include "hypermatch/degrees.hpp"
#include "hypermatch/verify.hpp"
#include "judge.hpp"
#include "pipeline.hpp"
#include "rows_and_columns.hpp"

namespace hypermatch::cli {

namespace {

std::string words_of(const verify::BipartiteVerdict& verdict) {
  const std::string size = counted(verdict.cardinality, "pair");
  if (verdict.maximum) return size + ", maximum";
  return size + ", not proven maximum: none has more than " + std::to_string(verdict.upper_bound) +
         ", " + ratio_words(verdict.certified_ratio);
}

struct VerifyPairsRun : RunContext {
  VerifyPairsRun(const VerifyPairsOptions& asked, Interrupts& watcher)
      : RunContext("verify", asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  [[nodiscard]] BipartiteView view() const { return bipartite_of(instance); }

  void read() {
    instance = load_bipartite(context, options.file, options.read);
    pairs = io::read_pairs(options.matching, instance.labels);
    if (!options.certificate.empty()) {
      cover = io::read_cover(options.certificate, instance.labels);
    }
    report.seconds.read = watch.lap();
    report.input = facts_of(options.file, instance);
    log_reading(describe(report.input, view()));
    log_notes(log, instance.report, options.read.zeros);
  }
  void resolve() {
    Json& json = report.options;
    json["matching"] = options.matching;
    json["certificate"] = options.certificate.empty() ? Json(nullptr) : Json(options.certificate);
    json["drop_zeros"] = options.read.zeros == io::Zeros::drop;
    json["maximum"] = options.maximum;
    report_reading(json, options.read);
  }
  void verify() {
    verify::BipartiteDemands demands{.maximum = options.maximum || !options.certificate.empty()};
    if (!options.certificate.empty()) {
      demands.cover = verify::VertexCoverView{cover.rows, cover.columns};
    }
    verdict = verify::check_bipartite(context, view(), pairs, demands);
    report.seconds.verify = watch.lap();
    report.verified = verdict.ok;
    report.result.value = value_of_pairs(verdict.cardinality);
    if (verdict.ok) report.result.certified_ratio = verdict.certified_ratio;
    log.line("verify", "done (" + seconds(report.seconds.verify) + ", " +
                           counted(static_cast<std::uint64_t>(context.threads()), "thread") + ")");
    if (verdict.ok) return;
    violation = verdict.violation;
    if (options.read.zero_based && instance.labels.empty()) violation += k_counted_from_one;
    if (!instance.labels.empty()) violation += " (ids are numbered as they first appear)";
  }
  [[nodiscard]] std::uint64_t max_degree() const { return hypermatch::max_degree(context, view()); }
  [[nodiscard]] Json json() const { return to_json(report, view()); }
  void conclude() const {
    if (options.run.json != "-") std::printf("valid: %s\n", words_of(verdict).c_str());
  }

  const VerifyPairsOptions& options;
  io::Instance instance;
  std::vector<RowColumn> pairs;
  VertexCover cover;
  verify::BipartiteVerdict verdict;
};

}  // namespace

int verify_pairs(Interrupts& interrupts, const VerifyPairsOptions& options) {
  VerifyPairsRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
