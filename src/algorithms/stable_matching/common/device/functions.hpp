// SPDX-License-Identifier: MIT
// Stable matchings inside the library of device code, as the host calls it.
#pragma once

#include "algorithms/stable_matching/common/device/problem.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::stable_matching {

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_stable_matching";

  decltype(&stable_matching::run_chains) run_chains;
  decltype(&stable_matching::find_mates) find_mates;
  decltype(&stable_matching::run_shared_chains) run_shared_chains;
  decltype(&stable_matching::find_shared_mates) find_shared_mates;
  decltype(&stable_matching::tie_scratch_bytes) tie_scratch_bytes;
  decltype(&stable_matching::break_ties) break_ties;
  decltype(&stable_matching::prepare_scratch_bytes) prepare_scratch_bytes;
  decltype(&stable_matching::rank_entries) rank_entries;
  decltype(&stable_matching::gather_entries) gather_entries;
  decltype(&stable_matching::lay_out_places) lay_out_places;
};

[[nodiscard]] inline const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

}  // namespace hypermatch::detail::stable_matching
