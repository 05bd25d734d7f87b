// SPDX-License-Identifier: MIT
// Graphs in host memory as parts on several devices.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/device_group_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// As `upload`, with these weights instead of the graph's own; the graph is checked.
[[nodiscard]] GroupGraph share_rows(const DeviceGroup& devices, const GraphView& graph,
                                    const WeightsView& weights);

/// The peak of the device that holds most, where part p holds bytes[p]: contexts may share a
/// device.
[[nodiscard]] std::uint64_t peak_of_devices(const DeviceGroup& devices,
                                            std::span<const std::uint64_t> bytes);

}  // namespace hypermatch::detail::graph_matching
