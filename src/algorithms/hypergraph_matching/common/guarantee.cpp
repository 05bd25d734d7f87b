// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/common/guarantee.hpp"

namespace hypermatch::detail::hypergraph_matching {

std::string greedy_guarantee(const OrderOptions& order, const Capacities& capacities) {
  std::string of =
      order.objective == Objective::weight ? " of the largest weight" : " of the most edges";
  const bool is_plain = capacities.is_default();
  if (!is_plain) of += " under the capacities";
  if (order.objective == Objective::weight && order.nonpositive == NonPositive::keep) {
    of += is_plain ? " if none is negative" : " if no weight is negative";
  }
  switch (order.rating) {
    case Rating::weight_per_sqrt_pins:
      if (!is_plain) {
        return "1/d" + of +
               ", d the largest edge size (rated by weight per sqrt of pins, in float)";
      }
      return "1/min(d, sqrt(n))" + of +
             ", d the largest edge size, n vertices (rated by weight per sqrt of pins, in float)";
    case Rating::weight_per_pin:
      return "1/d" + of + ", d the largest edge size (rated by weight per pin, in float)";
    case Rating::weight_per_load:
      if (capacities.each.empty()) {
        return "1/d" + of + ", d the largest edge size (rated by weight per load, in float)";
      }
      return "1/(d c)" + of +
             ", d the largest edge size, c the largest capacity (rated by weight per load, in "
             "float)";
    case Rating::automatic:
    case Rating::weight:
      break;
  }
  return "1/d" + of + ", d the largest edge size (rated by weight)";
}

}  // namespace hypermatch::detail::hypergraph_matching
