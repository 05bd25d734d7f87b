// SPDX-License-Identifier: MIT
// Assignments by an auction on a device.
#pragma once

#include <variant>

#include "hypermatch/assignment.hpp"
#include "hypermatch/device_context.hpp"

namespace hypermatch {

/// The answer of `auction` on a host, to the byte, for a graph in host memory: rows bid on
/// `device`; `host` makes costs integers and prices exact, and finds out whether an assignment
/// exists. Device memory: at most 24 bytes per entry and 90 per vertex.
/// @throws as `auction`; Error{device, resources}
[[nodiscard]] std::variant<BAssignment, ViolatedCut> auction(
    const DeviceContext& device, const Context& host, const BipartiteView& graph,
    const WeightsView& weights, const BAssignmentOptions& options = {});

}  // namespace hypermatch
