// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/rounds/crew.hpp"
#include "algorithms/hypergraph_matching/local_max/rounds/on_device.cuh"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome local_max_crew_on_device(const DeviceProblem& problem) {
  return run_rounds<Crew>(problem);
}

}  // namespace hypermatch::detail::hypergraph_matching
