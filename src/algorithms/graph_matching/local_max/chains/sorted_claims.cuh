// SPDX-License-Identifier: MIT
// The greedy b-matching by a host that goes along sorted edges (sorted_parts.cuh), where rounds go
// along a chain. Begins from the start: what rounds have matched is found again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/graph_matching/common/device/arcs.cuh"
#include "algorithms/graph_matching/common/device/problem.hpp"
#include "algorithms/graph_matching/local_max/chains/sorted_parts.cuh"
#include "algorithms/graph_matching/local_max/chains/stall.cuh"

namespace hypermatch::detail::graph_matching {

/// What it works in beside the bitmap, and the answer.
struct SortedClaimsRoom {
  SortedPartsRoom parts;
  uint2* taken = nullptr;            ///< edges, at most half of the partners
  std::uint32_t* numbers = nullptr;  ///< size n + 1: places that are left, then partners
  parallel::DeviceScratch scan;
  Offset* offsets = nullptr;
  VertexId* partners = nullptr;
};

/// `partners`: there are no more. `scan_bytes`: what a scan of n + 1 items works in, which takes
/// the host some time to find.
[[nodiscard]] SortedClaimsRoom lay_out_sorted_claims(parallel::DeviceArena& arena,
                                                     const DeviceGraphView& graph,
                                                     std::uint64_t partners,
                                                     std::size_t scan_bytes);

/// Fills the outcome's offsets and partners, which lie in the room. `full`: a bit per vertex,
/// whatever they are. `most_room`: of vertices with more arcs than places. Waits for the stream.
/// False if parts are too uneven: then nothing is matched.
[[nodiscard]] bool match_sorted_claims(const DeviceBGraphProblem& problem, const device::Arcs& arcs,
                                       const device::Bitmap& full, std::uint64_t most_room,
                                       const SortedClaimsRoom& room, DeviceBGraphOutcome& outcome);

/// Tells that the host should take over from rounds under capacities, which take `round_ns` each;
/// it begins from the start.
class ClaimWatch {
 public:
  ClaimWatch(const DeviceBGraphProblem& problem, float round_ns);
  ClaimWatch(const ClaimWatch&) = delete;
  ClaimWatch& operator=(const ClaimWatch&) = delete;

  /// After some rounds, with the vertices that are left.
  [[nodiscard]] bool is_stalled(std::uint64_t rounds, std::uint64_t left) {
    if (max_rounds_ != 0) return rounds >= max_rounds_ && left != 0;
    return watch_.is_stalled(static_cast<std::uint32_t>(rounds - 1), 0,
                             static_cast<std::uint32_t>(left));
  }

 private:
  std::uint64_t max_rounds_;
  device::StallRule rule_;
  device::StallWatch watch_;
};

}  // namespace hypermatch::detail::graph_matching
