// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/common/stream/feasible_dual.hpp"

#include <cmath>

#include "base/exact_sum.hpp"

namespace hypermatch::detail::hypergraph_matching {

double rounded_bound(double sum, std::uint64_t max_edge_size, bool integer_objective) {
  const double bound = sum * (1.0 + (static_cast<double>(max_edge_size) + 16.0) * 0x1p-52);
  return integer_objective ? std::floor(bound) : bound;
}

double FeasibleDual::bound(std::uint64_t max_edge_size, bool integer_objective) const {
  base::ExactSum sum;
  for (const double y : y_) sum.add(y);
  return rounded_bound(sum.value(), max_edge_size, integer_objective);
}

}  // namespace hypermatch::detail::hypergraph_matching
