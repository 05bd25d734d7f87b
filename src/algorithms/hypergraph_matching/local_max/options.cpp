// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/options.hpp"

#include "algorithms/hypergraph_matching/common/guarantee.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/error.hpp"
#include "order/redrawn_ties.hpp"

namespace hypermatch::detail::hypergraph_matching {

void check(const LocalMaxOptions& options) {
  check_enum("variant", options.variant);
  check_enum("noise_generator", options.noise_generator);
  order::check_ties(options.ties, options.noise, options.variant == LocalMaxVariant::filtered,
                    "sequential, crcw, crew or work_optimal");
  if (options.ties == Ties::fixed && options.noise_generator != NoiseGenerator::mix) {
    throw Error(ErrorCode::invalid_option, "noise_generator must be mix unless ties are redrawn");
  }
}

LocalMaxOptions with_checked_capacities(const Context& context, LocalMaxOptions options,
                                        VertexId num_vertices) {
  check_capacities(options.capacities, num_vertices);
  if (are_ones(context, options.capacities)) {
    options.capacities = {};
  } else if (options.ties == Ties::redraw) {
    throw Error(ErrorCode::unsupported,
                "ties cannot be redrawn under capacities other than 1; take fixed ties");
  }
  return options;
}

std::string guarantee_of(const LocalMaxOptions& options) {
  // Noise may put an edge below one that is lighter by up to its amplitude.
  if (options.noise == 0.0) return greedy_guarantee(options.order, options.capacities);
  if (options.order.objective == Objective::cardinality) {
    return "1/d of the most edges, d the largest edge size (maximal)";
  }
  if (options.order.rating == Rating::weight) {
    return std::string(
               "weight + noise * edges is at least 1/d of the largest weight, d the "
               "largest edge size (rated in float, if no rating leaves its range") +
           (options.order.nonpositive == NonPositive::keep ? " and no weight is negative)" : ")");
  }
  return "none (noise reorders ratings); maximal";
}

}  // namespace hypermatch::detail::hypergraph_matching
