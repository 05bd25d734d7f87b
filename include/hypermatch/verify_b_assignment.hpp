// SPDX-License-Identifier: MIT
// Judges pairs of rows and columns under bounds by the definition: which bounds they keep, whether
// a heavier set of pairs exists, and whether a cut is violated.
#pragma once

#include <span>
#include <string>

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/certain_share.hpp"

namespace hypermatch::verify {

struct BAssignmentDemands {
  PairBounds bounds = {};  ///< must outlive the call
  Objective objective = Objective::automatic;
  bool maximum = false;  ///< no set of pairs within the bounds is better
  Sense sense = Sense::maximize;
  /// Initial duals of the search for a heavier set, sizes num_rows and num_columns, or empty. Any
  /// values are correct; those of a `BAssignment` make the search short.
  std::span<const double> row_duals = {};
  std::span<const double> column_duals = {};
  /// The duals must prove by themselves that no set is better: no exchange gains by their prices.
  bool proof = false;
};

struct BAssignmentVerdict {
  bool ok = false;        ///< within the bounds, and all that was demanded holds
  std::string violation;  ///< the first violated fact, numbers as files have them (from 1)
  bool valid = false;     ///< different pairs of the graph, within the bounds
  bool maximum = false;   ///< no set of pairs within the bounds is better, but by `gap` at most
  bool proven = false;    ///< maximum, and the duals show it
  /// Above 0 where weights were rounded, because their bits lie too far apart for integers.
  double gap = 0.0;
  MatchingValue value;

  /// `certain_share` of pairs that are maximum.
  [[nodiscard]] double certified_ratio(Sense sense) const {
    return certain_share(value.weight, gap, sense);
  }
};

/// Checks pairs in any order. They are maximum if and only if no alternating cycle, which may pass
/// through vertices with room, gains weight: Bellman (1958) and Ford on the residual graph, in
/// integers (of real weights in fixed point, as `b_assignment` takes them). One thread;
/// O(entries) per pass, few passes from good duals, rows + columns + 1 at most.
/// @throws Error{invalid_input} for broken views, weights or bounds; Error{resources, cancelled}
[[nodiscard]] BAssignmentVerdict check_b_assignment(const Context& context,
                                                    const BipartiteView& graph,
                                                    const WeightsView& weights,
                                                    std::span<const RowColumn> pairs,
                                                    const BAssignmentDemands& demands = {});

/// Empty if the cut shows that no set of pairs keeps the bounds, else what is wrong with it.
/// @throws Error{invalid_input} for broken views or bounds
[[nodiscard]] std::string check_violated_cut(const BipartiteView& graph, const PairBounds& bounds,
                                             const ViolatedCut& cut);

}  // namespace hypermatch::verify
