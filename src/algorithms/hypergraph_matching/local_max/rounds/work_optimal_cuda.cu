// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/on_device.cuh"
#include "algorithms/hypergraph_matching/local_max/rounds/work_optimal.hpp"
#include "parallel/device/place_scans.cuh"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome local_max_work_optimal_on_device(const DeviceProblem& problem) {
  return run_rounds<WorkOptimal>(problem);
}

}  // namespace hypermatch::detail::hypergraph_matching
