// SPDX-License-Identifier: MIT
// Bipartite matching inside the library of device code, as the host calls it.
#pragma once

#include "algorithms/bipartite_matching/common/device/auction.hpp"
#include "algorithms/bipartite_matching/common/device/problem.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::bipartite_matching {

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_bipartite_matching";

  decltype(&bipartite_matching::resolved_start) resolved_start;
  decltype(&bipartite_matching::lay_out_start) lay_out_start;
  decltype(&bipartite_matching::enqueue_start) enqueue_start;
  decltype(&bipartite_matching::enqueue_initial) enqueue_initial;
  decltype(&bipartite_matching::lay_out_ms_bfs) lay_out_ms_bfs;
  decltype(&bipartite_matching::run_ms_bfs) run_ms_bfs;
  decltype(&bipartite_matching::lay_out_level_search) lay_out_level_search;
  decltype(&bipartite_matching::run_level_search) run_level_search;
  decltype(&bipartite_matching::count_matched) count_matched;
  decltype(&bipartite_matching::auction_on_device) auction;
};

[[nodiscard]] inline const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

}  // namespace hypermatch::detail::bipartite_matching
