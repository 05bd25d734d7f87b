// SPDX-License-Identifier: MIT
// What rounds along a chain leave: the device sorts the edges whose ends are free, part by part of
// falling keys, and the host looks at each of them once, while the next part is sorted and travels.
#pragma once

#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "hypermatch/device.hpp"
#include "parallel/device/arena.hpp"

namespace hypermatch::detail::graph_matching {

/// Words in device memory that the host reads.
struct SortedEdgesCounts {
  unsigned long long open;     ///< edges with two free ends
  unsigned long long drawn;    ///< keys drawn of them
  unsigned long long matched;  ///< vertices that rounds matched
  unsigned long long of_part[2];
};

/// Where edges are sorted.
struct SortedEdgesRoom {
  std::uint64_t part = 0;  ///< edges that a part should have
  std::uint64_t most = 0;  ///< and may have
  std::uint64_t* drawn = nullptr;
  SortedEdgesCounts* counts = nullptr;
  std::uint64_t* keys = nullptr;
  std::uint64_t* sorted_keys = nullptr;
  std::uint32_t* places = nullptr;
  std::uint32_t* sorted_places = nullptr;
  uint2* ends = nullptr;
  uint2* sorted_ends = nullptr;
  parallel::DeviceScratch scratch;

  /// Two per edge, until keys are sorted.
  [[nodiscard]] HYPERMATCH_HD std::uint32_t* hashes() const {
    return reinterpret_cast<std::uint32_t*>(sorted_keys);
  }
};

[[nodiscard]] SortedEdgesRoom lay_out_sorted_edges(parallel::DeviceArena& arena,
                                                   std::uint64_t num_edges);
/// Completes a matching that rounds have begun: vertices in `gone` are done, what the others'
/// `mates` say is dropped. Waits for the stream. False if parts are too uneven: then the matching
/// has to begin anew.
[[nodiscard]] bool match_sorted_edges(const DeviceGraphProblem& problem, const device::Arcs& arcs,
                                      const device::Bitmap& gone, const SortedEdgesRoom& room,
                                      const DeviceGraphOutcome& outcome);

}  // namespace hypermatch::detail::graph_matching
