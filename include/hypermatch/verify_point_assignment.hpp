// SPDX-License-Identifier: MIT
// Judges assignments of points by the definition of their prices.
#pragma once

#include <string>

#include "hypermatch/point_assignment.hpp"

namespace hypermatch::verify {

/// Empty if all points of the smaller set have partners of their own, each pair of points costs at
/// least its two prices less one unit, and the pairs cost no more than all prices and two units
/// each; else the first violated fact. Costs are computed anew, from all coordinates.
/// @throws Error{invalid_input} for sets of different dimensions; Error{cancelled}
[[nodiscard]] std::string check_point_assignment(const Context& context, const PointsView& rows,
                                                 const PointsView& columns,
                                                 const PointAssignmentOptions& options,
                                                 const PointAssignment& answer);

/// By how much others may be better at most where nothing is violated: three units per pair.
[[nodiscard]] double point_gap(const PointAssignment& answer);

}  // namespace hypermatch::verify
