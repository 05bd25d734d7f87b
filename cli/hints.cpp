// SPDX-License-Identifier: MIT
#include "hints.hpp"

namespace hypermatch::cli {

namespace {

bool sizes_differ(const InstanceFacts& facts) {
  return facts.pins != facts.edges * facts.max_edge_size;
}

// Whether an order is one that weight per square root of pins beats: for equal weights, all
// quotients by size order edges alike.
bool is_beaten(Rating rating, Objective objective) {
  return rating == Rating::weight ||
         (rating == Rating::weight_per_pin && objective == Objective::weight);
}

// Whether many ties are ordered by hash, which leaves vertices of small degree alone.
bool gains_from_degrees(const MatchRun& run) {
  const registry::MatchingRequest& request = run.request;
  return request.problem == registry::Problem::graph_matching && run.algorithm->greedy &&
         run.stats.objective == Objective::cardinality &&
         request.edge_rating == EdgeRating::weight && request.order.tie_order == TieOrder::hash &&
         !run.is_capacitated() && 2 * run.value.edges < run.report.input.vertices;
}

}  // namespace

std::vector<std::string> hints_of(const MatchRun& run) {
  std::vector<std::string> hints;
  const registry::AlgorithmInfo& algorithm = *run.algorithm;
  if (!run.is_maximal()) hints.emplace_back("--complete adds the free edges that are left");
  if (!algorithm.advice.empty()) hints.emplace_back(algorithm.advice);
  if (gains_from_degrees(run)) {
    hints.emplace_back(
        "--tie-order degree finds more pairs where weights do not count, and --algorithm "
        "exact the most");
  }
  if (algorithm.streams() || run.request.problem != registry::Problem::hypergraph_matching) {
    return hints;
  }
  if (sizes_differ(run.report.input) && is_beaten(run.stats.rating, run.stats.objective)) {
    hints.emplace_back("--rating weight_per_sqrt_pins finds more where hyperedges differ in size");
  }
  if (run.stats.objective == Objective::cardinality && run.report.input.max_edge_size > 2 &&
      run.request.capacities.is_default()) {
    hints.emplace_back(
        "--algorithm stack_streaming --complete finds more edges where weights do "
        "not count");
  }
  return hints;
}

std::string hint_at_exact(const MatchRun& run, double certified_ratio) {
  constexpr double k_low_ratio = 0.98;
  constexpr std::uint64_t k_most_edges = 2'000'000;  // seconds
  const bool is_plain = run.request.problem == registry::Problem::graph_matching &&
                        run.request.edge_rating == EdgeRating::weight && !run.is_capacitated();
  if (!is_plain || run.algorithm->is_exact() || run.report.input.edges > k_most_edges) return {};
  if (!(certified_ratio < k_low_ratio)) return {};
  return "--algorithm " + std::string(exact_algorithm().name) +
         " finds the best matching, with proof";
}

}  // namespace hypermatch::cli
