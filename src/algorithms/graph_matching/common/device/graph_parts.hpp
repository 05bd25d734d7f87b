// SPDX-License-Identifier: MIT
// Graphs in host memory as parts on several devices.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/device_group_matching.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::graph_matching {

/// As `upload`, with these weights instead of the graph's own; the graph is checked.
[[nodiscard]] GroupGraph share_rows(const DeviceGroup& devices, const GraphView& graph,
                                    const WeightsView& weights);

/// About how large a share of a graph's arcs leads from one of so many parts to another one, by
/// arcs at random places.
[[nodiscard]] double share_of_cross_arcs(const GraphView& graph, std::size_t parts);

/// Beyond this share several devices take longer than one: of what is sent most crosses, in rounds
/// that each wait for all.
inline constexpr double k_most_cross_arcs = 0.25;

/// solve_on_one() if too many arcs lead to other parts, and one device has room; else nothing. Its
/// stats.stop_reason says why.
template <class Solve>
[[nodiscard]] auto on_one_device(const DeviceGroup& devices, const GraphView& graph,
                                 const Solve& solve_on_one)
    -> std::optional<decltype(solve_on_one(devices.front()))> {
  const double share = share_of_cross_arcs(graph, devices.size());
  if (share <= k_most_cross_arcs) return std::nullopt;
  try {
    auto found = solve_on_one(devices.front());
    found.stats.stop_reason += "; on one device: about " +
                               std::to_string(static_cast<int>(100 * share)) +
                               " % of the arcs would lead to other devices";
    return found;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::resources) throw;
    return std::nullopt;
  }
}

}  // namespace hypermatch::detail::graph_matching
