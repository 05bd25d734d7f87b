// SPDX-License-Identifier: MIT
// Graphs in host memory as parts on several devices.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/device_group_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// As `upload`, with these weights instead of the graph's own; the graph is checked.
[[nodiscard]] GroupGraph share_rows(const DeviceGroup& devices, const GraphView& graph,
                                    const WeightsView& weights);

}  // namespace hypermatch::detail::graph_matching
