// SPDX-License-Identifier: MIT
// Pairs of points, judged by `verify`.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/b_assignment_io.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "judge.hpp"
#include "pairs_run.hpp"

namespace hypermatch::cli {

namespace {

double cost_of(std::span<const double> x, std::span<const double> y, PointCost cost) {
  double sum = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    sum += cost == PointCost::inner_product ? x[d] * y[d] : (x[d] - y[d]) * (x[d] - y[d]);
  }
  return cost == PointCost::euclidean ? std::sqrt(sum) : sum;
}

// The largest power of two that divides all prices; 0 if they are 0.
double common_unit(const std::vector<double>& prices, double unit) {
  for (const double price : prices) {
    // Ends: a double has 53 bits.
    while (unit > 0 && std::isfinite(price) && std::remainder(price, unit) != 0) unit /= 2;
  }
  return unit;
}

struct VerifyPointsRun : PairsRun {
  VerifyPointsRun(const PairsOptions& asked, Interrupts& watcher)
      : PairsRun("verify", asked, watcher) {}

  void read() {
    points = load_points(*this);
    pairs = io::read_pairs(options.pairs, {}, nullptr);
    if (!options.certificate.empty()) {
      duals = io::read_duals(options.certificate, view().num_rows, view().num_columns);
    }
  }
  void resolve() {
    Json& json = report.options;
    json["matching"] = options.pairs;
    json["certificate"] = options.certificate.empty() ? Json(nullptr) : Json(options.certificate);
    json["drop_zeros"] = false;
    json["maximum"] = options.maximum;
    report_points(*this);
  }
  void verify() {
    PointAssignment answer;
    answer.row_mates.assign(view().num_rows, k_none);
    violation = take_pairs(answer);
    if (violation.empty() && !options.certificate.empty()) {
      answer.row_prices = std::move(duals.rows);
      answer.column_prices = std::move(duals.columns);
      answer.unit = unit_of(answer);
      violation = verify::check_point_assignment(
          context.now(), points.rows.view(), points.columns.view(), point_options(options), answer);
    }
    report.verified = violation.empty();
    if (violation.empty() && !options.certificate.empty()) {
      report.result.certified_ratio = hypermatch::verify::certain_share(
          report.result.value->weight, hypermatch::verify::point_gap(answer),
          point_options(options).sense);
    }
    report.seconds.verify = watch.lap();
    log.line("verify", "done (" + seconds(report.seconds.verify) + ")");
  }
  [[nodiscard]] Json json() const { return to_json(report, view()); }
  void conclude() const {
    if (options.run.json == "-") return;
    const bool minimizes = point_options(options).sense == Sense::minimize;
    const MatchingValue& value = *report.result.value;
    const bool is_proven = !options.certificate.empty();
    std::printf("valid: %s, %s %s, %s%s%s\n", counted(value.edges, "pair").c_str(),
                minimizes ? "cost" : "weight", number(value.weight, 6).c_str(),
                is_proven ? "" : "not proven to be of ",
                minimizes ? "minimum cost" : "maximum weight", is_proven ? "" : " (--certificate)");
  }

  LoadedPoints points;
  std::vector<RowColumn> pairs;
  io::PairDuals duals;

 private:
  // The first violation of disjoint pairs of all points of the smaller set.
  std::string take_pairs(PointAssignment& answer) {
    const std::size_t dimension = points.rows.dimension;
    std::vector<bool> is_taken(view().num_columns, false);
    MatchingValue value{.edges = pairs.size(), .weight = 0, .is_integer = false};
    for (const auto& [row, column] : pairs) {
      if (row >= view().num_rows || column >= view().num_columns) {
        return "there is no row " + std::to_string(row + 1) + " or no column " +
               std::to_string(column + 1);
      }
      if (answer.row_mates[row] != k_none || is_taken[column]) {
        return "row " + std::to_string(row + 1) + " or column " + std::to_string(column + 1) +
               " is in two pairs";
      }
      answer.row_mates[row] = static_cast<VertexId>(column);
      is_taken[column] = true;
      const std::span<const double> x(points.rows.coordinates);
      const std::span<const double> y(points.columns.coordinates);
      value.weight += cost_of(x.subspan(row * dimension, dimension),
                              y.subspan(column * dimension, dimension), options.distance);
    }
    report.result.value = value;
    if (pairs.size() == std::min(view().num_rows, view().num_columns)) return {};
    return "a point of the smaller set is in no pair";
  }

  // Prices are multiples of the unit that costs were rounded to; no more than rounding is allowed.
  [[nodiscard]] static double unit_of(const PointAssignment& answer) {
    constexpr double k_most = 0x1p-30;  // of the largest price
    double most = 0;
    for (const auto* const prices : {&answer.row_prices, &answer.column_prices}) {
      for (const double price : *prices) most = std::max(most, std::fabs(price));
    }
    if (most == 0 || !std::isfinite(most)) return 0;
    const double unit = std::exp2(std::floor(std::log2(most * k_most)));
    return common_unit(answer.column_prices, common_unit(answer.row_prices, unit));
  }
};

}  // namespace

int verify_points(Interrupts& interrupts, const PairsOptions& options) {
  VerifyPointsRun run(options, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
