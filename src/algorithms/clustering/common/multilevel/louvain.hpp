// SPDX-License-Identifier: MIT
// Louvain's method (Blondel, Guillaume, Lambiotte, Lefebvre 2008, doi:10.1088/1742-5468/2008/10/
// P10008) with multilevel refinement (Noack, Rotta 2009, doi:10.1007/978-3-642-02011-7_24), once
// for cores and devices: `Levels` is `Multilevel` or `DeviceMultilevel`.
#pragma once

#include <cstddef>

namespace hypermatch::detail::clustering {

/// A level whose communities are contracted, as the next one.
struct Aggregate {
  bool shrank = false;
  double quality = 0.0;  ///< of its vertices
};

/// Vertices move, communities are contracted, and again, until a level gains nothing; then the
/// vertices of each level move again, from the communities of the one above. One sweep of the
/// finest level each way; the sweeps of any other look at no more arcs than a half of the finest
/// has, or its own once.
template <class Levels>
void louvain(Levels& levels) {
  levels.clear();
  double quality = 0.0;
  for (std::size_t i = 0;; ++i) {
    if (i == levels.max_levels()) {
      levels.reach_most_levels();
      break;
    }
    if (i != 0) levels.set_singletons(i);
    levels.move(i);
    const Aggregate next = levels.aggregate(i);
    // The communities of the finest level may be given, and stay if nothing moves.
    if (i != 0 && !(next.shrank && next.quality > quality)) {
      levels.drop_aggregate();
      break;
    }
    quality = next.quality;
    levels.keep_aggregate(i, quality);
    if (!next.shrank) break;
  }
  levels.turn_round();
  for (std::size_t i = levels.size(); i-- > 0;) {
    levels.project_to_sweep(i);
    // The uppermost one has just been swept.
    if (i + 1 < levels.size()) levels.sweep_down(i);
  }
}

}  // namespace hypermatch::detail::clustering
