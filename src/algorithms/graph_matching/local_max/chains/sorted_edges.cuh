// SPDX-License-Identifier: MIT
// What rounds along a chain leave of a matching: the host takes it from sorted edges, see
// sorted_parts.cuh.
#pragma once

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/chains/sorted_parts.cuh"

namespace hypermatch::detail::graph_matching {

/// Completes a matching that rounds have begun: vertices in `gone` are done, what the others'
/// `mates` say is dropped. Waits for the stream. False if parts are too uneven: then the matching
/// has to begin anew.
[[nodiscard]] bool match_sorted_edges(const DeviceGraphProblem& problem, const device::Arcs& arcs,
                                      const device::Bitmap& gone, const SortedPartsRoom& room,
                                      const DeviceGraphOutcome& outcome);

}  // namespace hypermatch::detail::graph_matching
