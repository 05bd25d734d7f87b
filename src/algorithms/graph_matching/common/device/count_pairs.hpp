// SPDX-License-Identifier: MIT
// The count of the pairs of a matching on a device.
#pragma once

#include "algorithms/graph_matching/common/device/problem.hpp"

namespace hypermatch::detail::graph_matching::device {

/// Writes how many pairs the mates are. Enqueued only.
void count_pairs(const DeviceContext& context, const DeviceGraphOutcome& outcome,
                 std::uint64_t num_vertices);

}  // namespace hypermatch::detail::graph_matching::device
