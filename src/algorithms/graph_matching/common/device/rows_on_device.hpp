// SPDX-License-Identifier: MIT
// Common part of calls on graphs in host memory and in device memory.
#pragma once

#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_graph_matching.hpp"

namespace hypermatch::detail::graph_matching {

/// @throws Error{unsupported} for what devices do not run
void check_for_device(const GraphLocalMaxOptions& options);
/// @throws Error{invalid_option}
void check_for_device(const DeviceSuitorOptions& options);

/// `local_max` of rows in device memory. `on_host`: the same graph in host memory, in any form,
/// if the caller has it there; null: what is handed over to the host is copied back first.
[[nodiscard]] DeviceGraphMatching local_max_of_rows(const DeviceContext& context,
                                                    const DeviceGraphView& graph,
                                                    const AnyGraphView* on_host,
                                                    const GraphLocalMaxOptions& options,
                                                    DeviceWorkspace& workspace,
                                                    const DeviceGraphMatchingMemory& memory);

/// @throws Error{invalid_input} where the sizes of the arrays do not fit
void check_shape(const DeviceGraphView& graph);
void check_shape(const DeviceEdgeListView& graph);

/// As the public function; `stats` takes the seconds of making rows, and the most bytes held.
[[nodiscard]] DeviceGraph upload_as_rows(const DeviceContext& context, const EdgeListView& graph,
                                         MatchingStats& stats);

[[nodiscard]] CompressedGraph graph_on_host(const DeviceContext& context,
                                            const DeviceGraphView& graph);

/// A b-matching in host memory, partners ascending. Its statistics are those of the device.
[[nodiscard]] Partners partners_on_host(const DeviceContext& context, const DevicePartners& found);

[[nodiscard]] std::uint64_t bytes_of(const DeviceGraphView& graph);
[[nodiscard]] std::uint64_t bytes_of(const DeviceEdgeListView& graph);

}  // namespace hypermatch::detail::graph_matching
