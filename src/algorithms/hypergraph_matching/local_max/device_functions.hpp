// SPDX-License-Identifier: MIT
// Matching in hypergraphs inside the library of device code, as the host calls it.
#pragma once

#include "algorithms/hypergraph_matching/local_max/competing_batches/tuning.hpp"
#include "algorithms/hypergraph_matching/local_max/device_variants.hpp"
#include "algorithms/hypergraph_matching/local_max/shared_batches/shared_batches.hpp"
#include "algorithms/hypergraph_matching/local_max/streamed_batches/streamed_batches.hpp"
#include "parallel/device/module.hpp"

namespace hypermatch::detail::hypergraph_matching {

struct DeviceFunctions {
  static constexpr const char* k_symbol = "hypermatch_cuda_hypergraph_matching";

  decltype(&resolve_on_device) resolve;
  decltype(&hypergraph_matching::give_room) give_room;
  decltype(&run_filtered) filtered;
  decltype(&run_rounds_on_device) rounds;
  // Functions for batches of an instance that does not fit.
  decltype(&hypergraph_matching::filtered_workspace_bytes) filtered_workspace_bytes;
  decltype(&hypergraph_matching::lay_out_packed) lay_out_packed;
  decltype(&hypergraph_matching::packed_bytes) packed_bytes;
  decltype(&hypergraph_matching::solve_packed) solve_packed;
  decltype(&hypergraph_matching::append_free) append_free;
  decltype(&hypergraph_matching::count_appended) count_appended;
  decltype(&hypergraph_matching::clear_words) clear_words;
  // Several devices.
  decltype(&hypergraph_matching::solve_shared) solve_shared;
  decltype(&hypergraph_matching::shared_workspace_bytes) shared_workspace_bytes;
};

[[nodiscard]] inline const DeviceFunctions& on_device() {
  return parallel::device_functions<DeviceFunctions>();
}

}  // namespace hypermatch::detail::hypergraph_matching
