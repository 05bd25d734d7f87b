// SPDX-License-Identifier: MIT
// Pairs within bounds, or the vertices that show that there are none.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/pair_network.hpp"

namespace hypermatch::detail::bipartite_matching {

struct FeasiblePairs {
  std::vector<bool> chosen;  ///< of each arc
  bool exist = false;
  bool are_free = false;  ///< there are no lower bounds: no pairs are chosen, any could be
  /// If no pairs are feasible: the vertices that excess reaches, the hub last. They form a violated
  /// cut.
  std::vector<bool> reached;
};

/// Blocking flows along shortest paths (Dinitz 1970) in the network of `NetworkSimplex`, from the
/// lower bounds of the hub's arcs. Few phases: O(sqrt(n)) where bounds are 1, O(arcs) each.
/// @throws Error{cancelled}
[[nodiscard]] FeasiblePairs find_feasible_pairs(const Context& context, const PairNetwork& network);

}  // namespace hypermatch::detail::bipartite_matching
