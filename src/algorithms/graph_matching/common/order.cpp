// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/order.hpp"

#include <utility>

#include "hypermatch/enum_names.hpp"
#include "order/redrawn_ties.hpp"
#include "parallel/host/check_input.hpp"

namespace hypermatch::detail::graph_matching {

GraphOrder resolve(const Context& context, GraphOrder order, const EdgeListView& graph) {
  parallel::check_input(context, graph);
  return resolve(order, graph.is_weighted());
}

GraphOrder resolve(const Context& context, GraphOrder order, const GraphView& graph) {
  parallel::check_input(context, graph);
  return resolve(order, graph.is_weighted());
}

std::string maximal_guarantee(const GraphOrder& order) {
  return order.objective == Objective::weight ? "maximal" : "1/2 of the most edges";
}

std::string greedy_guarantee(const GraphOrder& order) {
  if (order.objective != Objective::weight) return "1/2 of the most edges";
  return std::string("1/2 of the largest weight") +
         (order.nonpositive == NonPositive::keep ? " if none is negative" : "");
}

void check(const GraphLocalMaxOptions& options) {
  check_enum("variant", options.variant);
  order::check_ties(options.ties, options.noise, options.variant == GraphLocalMaxVariant::filtered,
                    "sequential, crcw or work_optimal");
}

std::string guarantee_of(const GraphLocalMaxOptions& options) {
  // Noise may put an edge below one that is lighter by up to its amplitude.
  if (options.noise == 0.0 || options.order.objective != Objective::weight) {
    return greedy_guarantee(options.order);
  }
  return std::string(
             "weight + noise * edges is at least 1/2 of the largest weight (rated in float, if no "
             "weight leaves its range") +
         (options.order.nonpositive == NonPositive::keep ? " and none is negative)" : ")");
}

std::string b_greedy_guarantee(const GraphOrder& order) {
  constexpr const char* k_under = " under the capacities";
  if (order.objective != Objective::weight) return greedy_guarantee(order) + k_under;
  return std::string("1/2 of the largest weight") + k_under +
         (order.nonpositive == NonPositive::keep ? " if no weight is negative" : "");
}

MatchingStats run_stats(const GraphOrder& order, std::string guarantee, std::uint64_t rounds,
                        std::string_view algorithm, std::string_view variant) {
  return {.algorithm = std::string(algorithm),
          .variant = std::string(variant),
          .rounds = rounds,
          .rating = Rating::weight,
          .objective = order.objective,
          .guarantee = std::move(guarantee),
          .stop_reason = "complete"};
}

}  // namespace hypermatch::detail::graph_matching
