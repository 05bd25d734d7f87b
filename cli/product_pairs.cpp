// SPDX-License-Identifier: MIT
// The steps of `bipartite --scaling`: entries of largest product, and factors of rows and columns.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/matrix_scaling.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/verify_matrix_scaling.hpp"
#include "pairs_run.hpp"

namespace hypermatch::cli {

namespace {

class ProductPairs : public PairSteps {
 public:
  void read(PairsRun&) override {}
  void resolve(PairsRun& run) override {
    report_pairs_options(run, *algorithm_);
    run.report.options["objective"] = "product";
  }
  void solve(PairsRun& run) override {
    found_ = maximum_product_matching(run.context, run.view(), view_of(run.instance.entry_weights));
    if (!run.options.pivots.empty()) {
      pivots_ = symmetric_pivots(run.view(), view_of(run.instance.entry_weights), found_);
    }
    run.report.seconds.solve = run.watch.lap();
  }
  void note(PairsRun& run) override;
  void verify(PairsRun& run) override;
  void write(PairsRun& run) override;
  [[nodiscard]] Json json(const PairsRun& run) const override;

 private:
  const registry::AlgorithmInfo* algorithm_ = &registry::find(registry::BAssignmentRequest{});
  [[nodiscard]] std::uint64_t pivots_of_two() const {
    return static_cast<std::uint64_t>(
        std::count_if(pivots_->pivots.begin(), pivots_->pivots.end(),
                      [](const Pivot& pivot) { return pivot.second != k_none; }));
  }

  ProductMatching found_;
  std::optional<SymmetricPivots> pivots_;
};

void ProductPairs::note(PairsRun& run) {
  run.report.result.guarantee = "the largest product of as many entries as possible";
  run.report.result.value = value_of_pairs(found_.structural_rank);
  run.log.line("solve",
               std::string(algorithm_->name) + " (" + seconds(run.report.seconds.solve) + ")");
  run.log.line("result", counted(found_.structural_rank, "pair") + ", product 2^" +
                             std::to_string(found_.log2_product));
  if (!pivots_) return;
  const std::uint64_t two = pivots_of_two();
  run.log.line("pivots", counted(pivots_->pivots.size() - two, "row") + " alone, " +
                             counted(two, "pair") + " of rows");
}

void ProductPairs::verify(PairsRun& run) {
  if (!run.options.verify) return;
  run.violation = verify::check_product_matching(run.context.now(), run.view(),
                                                 view_of(run.instance.entry_weights), found_);
  if (pivots_ && run.violation.empty()) {
    run.violation =
        verify::check_symmetric_pivots(run.view(), view_of(run.instance.entry_weights), *pivots_);
  }
  run.report.verified = run.violation.empty();
  run.report.seconds.verify = run.watch.lap();
  if (!run.violation.empty()) return;
  run.log.line("verify", "as many pairs as possible, no entry above 1 (" +
                             seconds(run.report.seconds.verify) + ")");
}

void ProductPairs::write(PairsRun& run) {
  const io::SideLabels labels = run.labels();
  run.write_if(run.options.scaling, [&](const std::string& path) {
    io::write_duals(pivots_ ? io::PairDuals{pivots_->exponents, pivots_->exponents}
                            : io::PairDuals{found_.row_exponents, found_.column_exponents},
                    path, labels);
  });
  run.write_if(run.options.pivots,
               [&](const std::string& path) { io::write_pivots(pivots_->pivots, path, labels); });
  run.write_answer(pairs_of_rows(found_.row_mates));
}

Json ProductPairs::json(const PairsRun& run) const {
  Json json = run.json_of(algorithm_->name, 0.0);
  Json& result = json["result"];
  result["log2_product"] = found_.log2_product;
  if (pivots_) result["pivots_of_two_rows"] = pivots_of_two();
  return json;
}

}  // namespace

std::unique_ptr<PairSteps> product_steps() {
  return std::make_unique<ProductPairs>();
}

}  // namespace hypermatch::cli
