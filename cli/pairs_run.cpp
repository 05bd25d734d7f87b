// SPDX-License-Identifier: MIT
#include "pairs_run.hpp"

#include <algorithm>

#include "files.hpp"
#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::cli {

void take_cheapest(const Command& command, PairsOptions& options) {
  if (options.bounds.minimize && !command.given("--parallel")) {
    options.read.parallel = io::ParallelEdges::lightest;
  }
  // With one of these the user says that there are costs.
  options.read.keeps_times = options.bounds.minimize || options.bounds.perfect ||
                             options.bounds.objective == Objective::weight;
}

void PairsRun::read_instance() {
  io::ReadOptions read = options.read;
  const Objective asked = options.bounds.objective;
  const bool counts_pairs = asked == Objective::cardinality || !options.cardinality_flag.empty();
  // A file of pairs may have weights, too.
  const bool drops = counts_pairs && !options.output_weights && options.pairs.empty();
  read.entry_weights = drops ? io::EntryWeights::drop : io::EntryWeights::keep;
  instance = load_bipartite(context, options.file, read);
  const bool has_weights = !counts_pairs && instance.report.has_entry_weights;
  objective =
      asked == Objective::weight || has_weights ? Objective::weight : Objective::cardinality;
}

bool PairsRun::is_b_assignment() const {
  return objective == Objective::weight || options.bounds.are_given() ||
         registry::has_algorithm(registry::Problem::b_assignment, options.request.algorithm);
}

void PairsRun::note_instance() {
  report.seconds.read = watch.lap();
  report.input = facts_of(options.file, instance);
  log_reading(describe(report.input, view()));
  log_notes(log, instance.report, options.read.zeros);
  report.options["objective"] = name_of(objective);
  if (options.bounds.minimize && !instance.report.has_entry_weights) {
    log.line("note", "the file has no weights: each pair costs 1");
  }
  if (options.bounds.objective != Objective::automatic || !instance.report.has_entry_weights ||
      options.takes_product()) {
    return;
  }
  if (objective == Objective::cardinality) {
    log.line("note", "objective cardinality, by " + options.cardinality_flag +
                         ": the weights of the file do not count (without it they do)");
    return;
  }
  constexpr std::uint64_t k_many_entries = 2'000'000;
  log.line("note", std::string("objective weight: the file has weights (--objective cardinality: a "
                               "largest matching)") +
                       (view().num_entries() < k_many_entries
                            ? ""
                            : "; so many entries may take minutes, a largest matching does not"));
}

Json PairsRun::json_of(std::string_view algorithm, double unit) const {
  Json json = to_json(report, view());
  Json& result = json["result"];
  result["exists"] = true;
  result["algorithm"] = algorithm;
  result["weight_unit"] = unit;
  result["stop_reason"] = "complete";
  result["violated_cut"] = nullptr;
  return json;
}

void PairsRun::write_if(const std::string& path,
                        const std::function<void(const std::string&)>& write) {
  if (!path.empty()) write_output(interrupts, path, [&] { write(path); });
}

void PairsRun::write_answer(std::span<const RowColumn> pairs) {
  write_if(answer_path(), [&](const std::string& path) {
    if (options.output_weights) {
      io::write_weighted_pairs(view(), view_of(instance.entry_weights), pairs, path, labels());
    } else {
      io::write_pairs(pairs, path, labels());
    }
  });
}

std::string PairsRun::answer_path() const {
  if (!options.output.empty()) return options.output;
  const std::string* const others[] = {
      &options.scaling,       &options.run.json,  &options.pivots,      &options.certificate,
      &options.decomposition, &options.row_order, &options.column_order};
  const bool is_taken = std::any_of(std::begin(others), std::end(others),
                                    [](const std::string* path) { return *path == "-"; });
  return is_taken ? "" : "-";
}

}  // namespace hypermatch::cli
