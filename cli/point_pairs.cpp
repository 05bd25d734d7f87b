// SPDX-License-Identifier: MIT
// The steps of `bipartite --points`: pairs of points by distance or inner product, without a
// matrix.
#include <string>
#include <vector>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/points_io.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "pairs_run.hpp"

namespace hypermatch::cli {

PointAssignmentOptions point_options(const PairsOptions& options) {
  const bool has_costs = options.distance != PointCost::inner_product;
  const bool minimizes =
      options.bounds.minimize || (has_costs && options.bounds.objective == Objective::automatic);
  return {.cost = options.distance, .sense = minimizes ? Sense::minimize : Sense::maximize};
}

LoadedPoints load_points(PairsRun& run) {
  LoadedPoints points{io::read_points(run.options.file), io::read_points(run.options.points)};
  const std::size_t rows = points.rows.view().size();
  const std::size_t columns = points.columns.view().size();
  if (rows == 0) points.rows.dimension = points.columns.dimension;
  if (columns == 0) points.columns.dimension = points.rows.dimension;
  if (points.rows.dimension != points.columns.dimension) {
    throw Error(ErrorCode::invalid_input, run.options.file + " has " +
                                              counted(points.rows.dimension, "coordinate") +
                                              " per point, " + run.options.points + " has " +
                                              std::to_string(points.columns.dimension));
  }
  if (rows + columns >= k_none - 1) {
    throw Error(ErrorCode::invalid_input, "there are 2^32 - 2 points or more");
  }
  Bipartite sides;
  sides.num_rows = static_cast<VertexId>(rows);
  sides.num_columns = static_cast<VertexId>(columns);
  sides.offsets = Array<Offset>(rows + 1, 0);
  run.instance.data = std::move(sides);
  run.report.seconds.read = run.watch.lap();
  InstanceFacts& facts = run.report.input;
  facts.file = run.options.file;
  facts.format = "points";
  facts.kind = "bipartite";
  facts.vertices = rows + columns;
  run.log.line("read", run.options.file + ", " + run.options.points + ": " + counted(rows, "row") +
                           ", " + counted(columns, "column") + " of dimension " +
                           std::to_string(points.rows.dimension));
  run.report.options["objective"] = "weight";
  return points;
}

void report_points(PairsRun& run) {
  run.report.options["points"] = run.options.points;
  run.report.options["distance"] = name_of(run.options.distance);
  if (point_options(run.options).sense == Sense::minimize) run.report.options["minimize"] = true;
}

namespace {

class PointPairs : public PairSteps {
 public:
  void read(PairsRun& run) override { points_ = load_points(run); }
  void resolve(PairsRun& run) override {
    report_pairs_options(run, *algorithm_);
    report_points(run);
  }
  void solve(PairsRun& run) override {
    found_ = point_assignment(run.context, points_.rows.view(), points_.columns.view(),
                              point_options(run.options));
    run.report.seconds.solve = run.watch.lap();
  }
  void note(PairsRun& run) override;
  void verify(PairsRun& run) override;
  void write(PairsRun& run) override;
  [[nodiscard]] Json json(const PairsRun& run) const override;

 private:
  const registry::AlgorithmInfo* algorithm_ = &registry::find(registry::BAssignmentRequest{});
  LoadedPoints points_;
  PointAssignment found_;
};

void PointPairs::note(PairsRun& run) {
  const bool minimizes = point_options(run.options).sense == Sense::minimize;
  const std::size_t pairs = std::min(points_.rows.view().size(), points_.columns.view().size());
  run.report.result.guarantee = std::string("the ") + (minimizes ? "least" : "largest") +
                                " sum over pairs of all points of the smaller set";
  run.report.result.value = {.edges = pairs, .weight = found_.value, .is_integer = false};
  run.report.result.rounds = found_.searches;
  run.log.line("solve", std::string(algorithm_->name) + ": " + counted(found_.searches, "step") +
                            " (" + seconds(run.report.seconds.solve) + ")");
  run.log.line("result", counted(pairs, "pair") + (minimizes ? ", cost " : ", weight ") +
                             number(found_.value, 6));
}

void PointPairs::verify(PairsRun& run) {
  if (!run.options.verify) return;
  run.violation =
      verify::check_point_assignment(run.context.now(), points_.rows.view(), points_.columns.view(),
                                     point_options(run.options), found_);
  run.report.verified = run.violation.empty();
  if (run.violation.empty()) {
    run.report.result.certified_ratio = verify::certain_share(
        found_.value, verify::point_gap(found_), point_options(run.options).sense);
  }
  run.report.seconds.verify = run.watch.lap();
  if (!run.violation.empty()) return;
  run.log.line("verify", "all of the smaller set, none is better (" +
                             seconds(run.report.seconds.verify) + ")");
}

void PointPairs::write(PairsRun& run) {
  run.write_if(run.options.certificate, [&](const std::string& path) {
    io::write_duals({found_.row_prices, found_.column_prices}, path, run.labels());
  });
  run.write_answer(pairs_of_rows(found_.row_mates));
}

Json PointPairs::json(const PairsRun& run) const {
  return run.json_of(algorithm_->name, found_.unit);
}

}  // namespace

std::unique_ptr<PairSteps> point_steps() {
  return std::make_unique<PointPairs>();
}

}  // namespace hypermatch::cli
