// SPDX-License-Identifier: MIT
#include "verify_bipartite.hpp"

#include <cstdio>
#include <vector>

#include "files.hpp"
#include "hypermatch/degrees.hpp"
#include "hypermatch/verify.hpp"
#include "judge.hpp"
#include "rows_and_columns.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

Json resolved_options(const VerifyPairsOptions& options, const Context& context) {
  Json json = options_json(options.run, context);
  json["matching"] = options.matching;
  json["certificate"] = options.certificate.empty() ? Json(nullptr) : Json(options.certificate);
  json["drop_zeros"] = options.read.zeros == io::Zeros::drop;
  json["maximum"] = options.maximum;
  return json;
}

MatchingValue value_of(const verify::BipartiteVerdict& verdict) {
  MatchingValue value;
  value.edges = verdict.cardinality;
  value.weight = static_cast<double>(verdict.cardinality);
  value.integer_weight = static_cast<std::int64_t>(verdict.cardinality);
  return value;
}

std::string words_of(const verify::BipartiteVerdict& verdict) {
  const std::string size = counted(verdict.cardinality, "pair");
  if (verdict.maximum) return size + ", maximum";
  return size + ", not proven maximum: none has more than " + std::to_string(verdict.upper_bound) +
         ", " + ratio_words(verdict.certified_ratio);
}

}  // namespace

int verify_pairs(Interrupts& interrupts, const VerifyPairsOptions& options) {
  Log log(options.run.quiet, options.run.progress);
  const Context context = make_context(options.run, interrupts, log);
  Stopwatch watch;
  Report report;
  report.command = "verify";
  const io::Instance instance = load_bipartite(context, options.file, options.read);
  const BipartiteView view = bipartite_of(instance);
  const std::vector<RowColumn> pairs = io::read_pairs(options.matching, instance.labels);
  verify::BipartiteDemands demands{.maximum = options.maximum || !options.certificate.empty()};
  VertexCover cover;
  if (!options.certificate.empty()) {
    cover = io::read_cover(options.certificate, instance.labels);
    demands.cover = verify::VertexCoverView{cover.rows, cover.columns};
  }
  report.seconds.read = watch.lap();
  report.input = facts_of_pairs(options.file, instance);
  log.line("read", describe(report.input, view) + " (" + seconds(report.seconds.read) + ")");
  log_notes(log, instance.report, options.read.zeros);

  watch.lap();
  const verify::BipartiteVerdict verdict = verify::check_bipartite(context, view, pairs, demands);
  report.seconds.verify = watch.lap();
  report.verified = verdict.ok;
  report.result.value = value_of(verdict);
  if (verdict.ok) report.result.certified_ratio = verdict.certified_ratio;
  report.options = resolved_options(options, context);
  report.seconds.total = watch.total();
  if (!options.run.json.empty()) {
    report.input.max_degree = max_degree(context, view);
    write_text(interrupts, options.run.json, to_text(to_json(report, view)));
  }
  if (!verdict.ok) {
    const char* const numbers =
        instance.labels.empty() ? "" : " (ids are numbered as they first appear)";
    std::fprintf(stderr, "violation: %s%s\n", io::printable(verdict.violation).c_str(), numbers);
    return k_verification_failed;
  }
  if (options.run.json != "-") std::printf("valid: %s\n", words_of(verdict).c_str());
  return k_done;
}

}  // namespace hypermatch::cli
