// SPDX-License-Identifier: MIT
// Leiden (Traag, Waltman, van Eck 2019, "From Louvain to Leiden: guaranteeing well-connected
// communities", doi:10.1038/s41598-019-41695-z), once for cores and devices: `Levels` is
// `Multilevel` or `DeviceMultilevel`.
#pragma once

#include <cstddef>

namespace hypermatch::detail::clustering {

/// The way up of an iteration, from communities of the finest level to those of the coarsest.
template <class Levels>
void leiden_up(Levels& levels) {
  levels.clear();
  for (std::size_t i = 0; i < levels.max_levels(); ++i) {
    levels.move_until_stable(i);
    levels.refine(i);
    // The refined communities are the vertices of the next level, and what they belong to stays.
    if (!levels.aggregate_refined(i)) return;
    levels.lift_communities(i);
  }
  levels.reach_most_levels();
}

/// One iteration, from communities of the finest level to better ones.
template <class Levels>
void leiden_iteration(Levels& levels) {
  leiden_up(levels);
  for (std::size_t i = levels.size(); i-- > 0;) levels.project_down(i);
  levels.end_iteration();
}

}  // namespace hypermatch::detail::clustering
