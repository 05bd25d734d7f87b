// SPDX-License-Identifier: MIT
// Matching in graphs on a device, of lists of edges in host memory: rows are made on the device.
#pragma once

#include "hypermatch/device_graph_matching.hpp"

namespace hypermatch {

/// Copies a list of edges to the device and makes rows of it there, in the bytes of `compress`;
/// waits until they are there. @throws Error{resources, device, cancelled}
[[nodiscard]] DeviceGraph upload_as_rows(const DeviceContext& context, const EdgeListView& graph);

/// Uploads a list, makes rows of it, solves, and downloads: stats.prepare_seconds is the time of
/// making rows, stats.transfer_seconds that of the copies both ways. The answers of the functions
/// for rows. Needs about 50 bytes of device memory per edge beside the rows. @throws as those
[[nodiscard]] GraphMatching local_max(const DeviceContext& context, const EdgeListView& graph,
                                      const GraphLocalMaxOptions& options = {});
[[nodiscard]] GraphMatching locally_dominant(const DeviceContext& context,
                                             const EdgeListView& graph,
                                             const GraphOrder& order = {});
[[nodiscard]] GraphMatching suitor(const DeviceContext& context, const EdgeListView& graph,
                                   const DeviceSuitorOptions& options = {});
[[nodiscard]] GraphMatching red_blue(const DeviceContext& context, const EdgeListView& graph,
                                     const RedBlueOptions& options = {});

}  // namespace hypermatch
