// SPDX-License-Identifier: MIT
// Matching in graphs inside the library of device code, as the host calls it.
#pragma once

#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/common/device/rows_of_list.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::graph_matching {

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_graph_matching";

  decltype(&run_filtered) filtered;
  decltype(&run_filtered_in_parts) filtered_in_parts;
  template <class Problem>
  using Rounds = DeviceGraphOutcome (*)(const Problem&, const GraphLocalMaxOptions&);
  Rounds<DeviceEdgeListProblem> crcw_of_list;
  Rounds<DeviceGraphProblem> crcw_of_rows;
  Rounds<DeviceEdgeListProblem> work_optimal_of_list;
  Rounds<DeviceGraphProblem> work_optimal_of_rows;
  decltype(&locally_dominant_on_device) locally_dominant;
  decltype(&suitor_on_device) suitor;
  decltype(&red_blue_on_device) red_blue;
  decltype(&rows_of_list_on_device) rows_of_list;
  decltype(&arc_weights_on_device) arc_weights;
  decltype(&claim_lists_on_device) claim_lists;
  decltype(&b_suitor_on_device) b_suitor;
  decltype(&b_suitor_on_devices) b_suitor_on_several;
};

[[nodiscard]] inline const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

}  // namespace hypermatch::detail::graph_matching
