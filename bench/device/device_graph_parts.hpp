// SPDX-License-Identifier: MIT
// Matching in graphs that several devices share.
#pragma once

#include <string>
#include <vector>

#include "hypermatch/device_graph_matching.hpp"

namespace hypermatch::bench {

/// The graph in host memory.
[[nodiscard]] CompressedGraph download_rows(const DeviceContext& device,
                                            const DeviceGraphView& graph);

struct DevicePartsSettings {
  int repetitions = 7;
  bool capacities = false;             ///< b_suitor with capacities instead of local_max
  std::vector<std::string> instances;  ///< families that the device makes
};

/// Prints the devices and how fast copies between them are; then a table: the solve on one part and
/// on 2, 4 and 8 (local_max: as many as there are devices), on all devices of this machine in turn,
/// and beside it local_max on one device. Medians after a warm-up, without copies from and to the
/// host. An instance `FAMILY:SIZE, renumbered` has its vertices in random order.
void device_parts(const DevicePartsSettings& settings);

}  // namespace hypermatch::bench
