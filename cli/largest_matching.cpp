// SPDX-License-Identifier: MIT
// The steps of `bipartite` where the number of pairs counts.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/bipartite_io.hpp"
#include "hypermatch/dulmage_mendelsohn.hpp"
#include "hypermatch/renumber.hpp"
#include "hypermatch/verify_matching.hpp"
#include "pairs_run.hpp"
#include "parameters.hpp"

namespace hypermatch::cli {

namespace {

constexpr registry::Problem k_problems[] = {registry::Problem::bipartite_matching,
                                            registry::Problem::b_assignment};

// A largest matching, its proof, and what sparse linear algebra makes of it.
class LargestMatching : public PairSteps {
 public:
  explicit LargestMatching(const PairsOptions& options)
      : algorithm_(registry::find(options.request, place_of(options.run.device))) {}

  void read(PairsRun& run) override {
    if (run.options.initial.empty()) return;
    initial_ = io::read_row_mates(run.options.initial, run.view(), run.labels());
  }
  void resolve(PairsRun& run) override;
  void solve(PairsRun& run) override;
  void note(PairsRun& run) override;
  void verify(PairsRun& run) override;
  void write(PairsRun& run) override;
  [[nodiscard]] Json json(const PairsRun& run) const override;

 private:
  void decompose(PairsRun& run);

  const registry::AlgorithmInfo& algorithm_;
  std::vector<VertexId> initial_;  // in the file's numbers
  BipartiteMatching matching_;     // in the file's numbers
  VertexCover cover_;
  std::optional<DulmageMendelsohn> decomposition_;
  double decompose_seconds_ = 0;
};

void LargestMatching::resolve(PairsRun& run) {
  Json& json = run.report.options;
  json["algorithm"] = algorithm_.name;
  json["variant"] = algorithm_.variant.empty() ? Json(nullptr) : Json(algorithm_.variant);
  report_parameters(json, algorithm_, k_problems, run.options.request.parameters);
  json["initial"] = run.options.initial.empty() ? Json(nullptr) : Json(run.options.initial);
  json["determinism"] = name_of(run.options.request.determinism);
  json["permute"] = run.options.permute ? Json(*run.options.permute) : Json(nullptr);
  json["drop_zeros"] = run.options.read.zeros == io::Zeros::drop;
  json["decomposition"] =
      !run.options.decomposes() ? Json(nullptr) : Json(run.options.coarse ? "coarse" : "fine");
  json["verify"] = run.options.verify;
  report_reading(json, run.options.read);
}

// A matching of the renumbered rows and columns.
std::vector<VertexId> in_new_numbers(const std::vector<VertexId>& row_mates,
                                     const Renumbering& numbers) {
  std::vector<VertexId> mates(row_mates.size(), k_none);
  for (std::size_t r = 0; r < row_mates.size(); ++r) {
    if (row_mates[r] != k_none) mates[numbers.rows[r]] = numbers.columns[row_mates[r]];
  }
  return mates;
}

void LargestMatching::solve(PairsRun& run) {
  registry::BipartiteRequest request = run.options.request;
  request.initial = initial_;
  if (run.options.permute) {
    const Renumbering numbers = random_renumbering(run.view(), *run.options.permute);
    const Bipartite other = renumbered(run.context, run.view(), numbers);
    run.report.seconds.prepare += run.watch.lap();
    const std::vector<VertexId> initial = in_new_numbers(initial_, numbers);
    request.initial = initial;
    matching_ = registry::match(run.place(), other.view(), request);
    run.report.seconds.solve = run.watch.lap();
    matching_.row_mates = renumbered_back(run.context, matching_.row_mates, numbers);
  } else {
    matching_ = registry::match(run.place(), run.view(), request);
    run.report.seconds.solve = run.watch.lap();
  }
  const BipartiteStats& stats = matching_.stats;
  run.report.seconds.solve -= stats.prepare_seconds + stats.transfer_seconds;
  run.report.seconds.prepare += stats.prepare_seconds;
  run.report.seconds.transfer = stats.transfer_seconds;
  run.report.device_peak_bytes = stats.device_peak_bytes;
}

void LargestMatching::note(PairsRun& run) {
  const BipartiteStats& stats = matching_.stats;
  if (stats.stop_reason != "complete") run.log.line("note", stats.stop_reason);
  run.report.result.value = value_of_pairs(matching_.cardinality);
  run.report.result.rounds = stats.phases;
  run.report.result.guarantee = algorithm_.guarantee;
  run.report.options["start"] = name_of(stats.start);
  run.log.line("solve", stats.algorithm + " from " + std::string(name_of(stats.start)) + " (" +
                            counted(stats.start_cardinality, "pair") + "), " +
                            run.note_place(algorithm_.backends, stats.device_peak_bytes == 0) +
                            ": " + counted(stats.phases, "phase") + ", " +
                            counted(stats.augmentations, "augmentation") + " (" +
                            seconds(run.report.seconds.solve) + ")");
  run.log.line("result",
               counted(matching_.cardinality, "pair") +
                   (run.instance.report.sides ? ", a largest matching" : ", the structural rank"));
}

// A matching that cannot be proven is the algorithm's fault, not the file's.
void LargestMatching::verify(PairsRun& run) {
  if (!run.options.verify && run.options.certificate.empty()) return;
  try {
    cover_ = vertex_cover(run.context, run.view(), matching_.row_mates);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_input) throw;
    run.violation = error.what();
    run.report.verified = false;
    return;
  }
  if (run.options.verify) {
    const verify::VertexCoverView proof{cover_.rows, cover_.columns};
    const verify::BipartiteVerdict verdict = verify::check_bipartite(
        run.context, run.view(), matching_.row_mates, {.maximum = true, .cover = proof});
    run.violation = verdict.violation;
    run.report.verified = verdict.ok;
    if (verdict.ok) run.report.result.certified_ratio = verdict.certified_ratio;
  }
  run.report.seconds.verify = run.watch.lap();
  if (!run.options.verify || !run.violation.empty()) return;
  run.log.line("verify", "valid, a largest one: a cover of " + counted(cover_.rows.size(), "row") +
                             " and " + counted(cover_.columns.size(), "column") + " (" +
                             seconds(run.report.seconds.verify) + ", " +
                             counted(static_cast<std::uint64_t>(run.context.threads()), "thread") +
                             ")");
}

void LargestMatching::decompose(PairsRun& run) {
  decomposition_ = dulmage_mendelsohn(
      run.context, run.view(), matching_.row_mates,
      {.level = run.options.coarse ? Decomposition::coarse : Decomposition::fine});
  decompose_seconds_ = run.watch.lap();
  const DulmageMendelsohn& d = *decomposition_;
  const auto size = [](const PartSize& part) {
    return std::to_string(part.rows) + " x " + std::to_string(part.columns);
  };
  run.log.line("parts", "horizontal " + size(d.horizontal) + ", square " + size(d.square) + " in " +
                            counted(d.num_square_blocks, "block") + ", vertical " +
                            size(d.vertical) + " (" + seconds(decompose_seconds_) + ")");
  run.context.check_cancelled();
}

std::uint64_t largest_square_block(const DulmageMendelsohn& d) {
  std::uint64_t most = 0;
  for (std::size_t b = d.first_square_block; b < d.first_square_block + d.num_square_blocks; ++b) {
    most = std::max(most, d.row_begin[b + 1] - d.row_begin[b]);
  }
  return most;
}

Json LargestMatching::json(const PairsRun& run) const {
  Json json = to_json(run.report, run.view());
  Json& result = json["result"];
  add_members(result, matching_);
  if (!decomposition_) return json;
  const DulmageMendelsohn& d = *decomposition_;
  const auto part = [](const PartSize& size) {
    return Json{{"rows", size.rows}, {"columns", size.columns}};
  };
  result["dulmage_mendelsohn"] = {{"horizontal", part(d.horizontal)},
                                  {"square", part(d.square)},
                                  {"vertical", part(d.vertical)},
                                  {"square_blocks", d.num_square_blocks},
                                  {"largest_square_block", largest_square_block(d)},
                                  {"seconds", decompose_seconds_}};
  return json;
}

void LargestMatching::write(PairsRun& run) {
  if (run.options.decomposes()) decompose(run);
  const io::SideLabels labels = run.labels();
  run.write_if(run.options.certificate,
               [&](const std::string& path) { io::write_cover(cover_, path, labels); });
  if (decomposition_) {
    const DulmageMendelsohn& d = *decomposition_;
    run.write_if(run.options.decomposition,
                 [&](const std::string& path) { io::write_decomposition(d, path, labels); });
    run.write_if(run.options.row_order, [&](const std::string& path) {
      io::write_order(d.row_order, path, *labels.rows);
    });
    run.write_if(run.options.column_order, [&](const std::string& path) {
      io::write_order(d.column_order, path, *labels.columns);
    });
  }
  if (!run.options.output_weights) {
    run.write_if(run.answer_path(), [&](const std::string& path) {
      io::write_pairs(matching_.row_mates, path, labels);
    });
    return;
  }
  run.write_answer(pairs_of_rows(matching_.row_mates));
}

}  // namespace

std::unique_ptr<PairSteps> largest_matching_steps(const PairsOptions& options) {
  return std::make_unique<LargestMatching>(options);
}

}  // namespace hypermatch::cli
