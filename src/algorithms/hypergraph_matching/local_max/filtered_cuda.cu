// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::detail::hypergraph_matching {

DeviceOutcome local_max_filtered_on_device(const DeviceProblem&) {
  throw Error(ErrorCode::unsupported,
              "local_max (filtered) does not run on cuda yet; crcw, crew and work_optimal do");
}

}  // namespace hypermatch::detail::hypergraph_matching
