// SPDX-License-Identifier: MIT
// The levels of a call, each contracted from the one below it, and two ways through them: up and
// down (Louvain with multilevel refinement), and up with refined communities (Leiden).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/constraints/limits.hpp"
#include "algorithms/clustering/common/moves/moves.hpp"
#include "algorithms/clustering/common/moves/objective.hpp"
#include "algorithms/clustering/common/multilevel/level.hpp"
#include "algorithms/clustering/common/multilevel/level_records.hpp"
#include "algorithms/clustering/common/multilevel/workspace.hpp"
#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

struct MultilevelOptions {
  std::uint64_t seed = 0;
  double threshold = 1e-4;
  std::uint32_t max_sweeps = 100;
  std::uint32_t max_levels = 100;
  std::span<const ThresholdStep> threshold_schedule = {};
  /// Whether sweeps of all levels go on until they gain too little or are `max_sweeps`, not only as
  /// far as `coarsen_and_refine` has it: for small graphs.
  bool thorough = false;

  /// Limits of the sweeps of a level of `coarsen_and_refine`, of a finest graph with so many arcs.
  [[nodiscard]] std::uint32_t sweeps_of(std::size_t level) const {
    return level == 0 && !thorough ? 1 : max_sweeps;
  }
  [[nodiscard]] std::uint64_t arcs_of(std::uint64_t num_arcs) const {
    if (thorough) return std::numeric_limits<std::uint64_t>::max();
    return std::max<std::uint64_t>(num_arcs / 2, 1);
  }
};

/// Connected communities of the finest level, and their quality.
struct Connected {
  Array<VertexId> communities;  ///< numbers below n
  double quality = 0.0;
};

class Multilevel {
 public:
  Multilevel(const Context& context, const FinestLevel& finest, const MultilevelOptions& options)
      : context_(context), finest_(finest), options_(options), records_(context) {}
  /// The same under limits of the finest level: communities that begin within them stay so.
  Multilevel(const Context& context, const FinestLevel& finest, const MultilevelOptions& options,
             Limits limits)
      : Multilevel(context, finest, options) {
    limits_.push_back(std::move(limits));
  }

  /// Vertices move, communities are contracted, and again, until a level gains nothing; then the
  /// vertices of each level move again, from the communities of the one above (multilevel
  /// refinement; Noack, Rotta 2009, doi:10.1007/978-3-642-02011-7_24). One sweep of the finest
  /// level each way; the sweeps of any other look at no more arcs than a half of the finest has, or
  /// its own once. Returns communities of the finest level. `iterates`: whether iterations of
  /// Leiden follow, whose first sweep then is told of inner vertices.
  [[nodiscard]] Partition coarsen_and_refine(Partition partition, bool iterates = false);

  /// An iteration of Leiden: at each level vertices move, each community is refined into connected
  /// ones, and these are contracted, while what they belong to stays (Traag, Waltman, van Eck 2019,
  /// doi:10.1038/s41598-019-41695-z).
  [[nodiscard]] Partition leiden_iteration(Partition partition);
  /// A last one, with each community cut into its connected components. Communities alone.
  [[nodiscard]] Connected last_leiden_iteration(Partition partition);

  /// Gives away the coarse vertex of each vertex, level by level of the last way up, from the
  /// finest on.
  [[nodiscard]] std::vector<Array<VertexId>> take_contractions();

  /// What each level took, in the order of time.
  [[nodiscard]] TakenRecords take_records() { return records_.take(); }

 private:
  [[nodiscard]] LevelView view(std::size_t i) const {
    return i == 0 ? finest_.view() : levels_[i - 1].view();
  }
  [[nodiscard]] MoveOptions moves_of(std::size_t i, bool knows_inner = false);
  Sweeps move(std::size_t i, Partition& partition, const MoveOptions& options);
  void clear_levels();
  void push_level(Level next);
  void iterate_up(Partition& partition);
  void project_down(Partition& partition, std::size_t i);
  void project_up(const Level& next, Partition& partition);

  const Context& context_;
  const FinestLevel& finest_;
  MultilevelOptions options_;
  std::vector<Level> levels_;   // above the finest
  std::vector<Limits> limits_;  // of the finest and of those above it; none where there are none
  Workspace workspace_;
  Partition refined_;
  Array<VertexId> projected_;
  InnerVertices inner_;     // of the finest level
  Array<VertexId> before_;  // communities of the level above it, before an iteration moved them
  LevelRecords records_;
  std::uint64_t num_moves_ = 0;  // calls so far, each with random numbers of its own
};

}  // namespace hypermatch::detail::clustering
