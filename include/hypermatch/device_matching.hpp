// SPDX-License-Identifier: MIT
// Hypergraph matching on a device: device memory in, device memory out; and the same for
// hypergraphs in host memory.
#pragma once

#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "hypermatch/hypergraph_matching.hpp"

namespace hypermatch {

/// Memory of the caller for a matching. Empty members: the workspace holds it.
struct DeviceMatchingMemory {
  /// Room for min(num_vertices, num_edges) items, under capacities for num_edges.
  DeviceSpan<EdgeId> edges;
  /// Room for the number of matched edges, size 1.
  DeviceSpan<std::uint64_t> count;
};

/// A matching in device memory: in the caller's, or in the workspace until its next use or end.
struct DeviceMatching {
  DeviceSpan<const EdgeId> edges;         ///< ascending, 0-based
  DeviceSpan<const std::uint64_t> count;  ///< size 1: how many they are
  MatchingStats stats;                    ///< device_peak_bytes: of this call, with the input
};

/// Local max on the device: the bytes of the variant's matching on the host, with fixed and with
/// redrawn ties. Runs on the context's stream, after all work enqueued there, and returns when the
/// matching is complete; it waits for that stream only. Variants: `filtered`, which needs nothing
/// but the input and less than half its memory, and for fixed ties only; `crcw`, `crew`,
/// `work_optimal`, which build vertices to edges on the device first (stats.prepare_seconds). An
/// instance on which `filtered` finds too little to do in a round (a long chain) is solved on the
/// host (stats.stop_reason). A second call that needs no more memory allocates nothing. Under
/// capacities, which lie in host memory, each call takes a byte per vertex of its own (4 where a
/// capacity is above 255); copying them is not part of stats.device_seconds, and `crew` refuses
/// them.
/// @throws Error{invalid_option, invalid_input, resources, device, cancelled}; Error{unsupported}
/// for variants that devices do not run
[[nodiscard]] DeviceMatching local_max(const DeviceContext& context,
                                       const DeviceHypergraphView& hypergraph,
                                       const LocalMaxOptions& options, DeviceWorkspace& workspace,
                                       const DeviceMatchingMemory& memory = {});

/// Uploads, solves, downloads. Weights and offsets go first; while pins travel, on a stream of the
/// context's own which is ordered with its stream, `filtered` does all that needs none of them:
/// ratings, ranks, the sample. Of the whole call, by the host's clock,
/// - stats.device_seconds is what the solve takes by the device's clock from the moment when the
///   last byte of the input has arrived (for other variants: after stats.prepare_seconds);
/// - stats.transfer_seconds is all the rest: taking memory, the way in with what is done meanwhile,
///   and the way out. So the seconds add up to the call, and nothing counts twice.
/// Where `filtered` finds no room for the whole hypergraph (on the device, in the caller's memory
/// or below memory_limit), edges are sent in batches of falling key, and only (n + m) / 8 bytes and
/// one batch must fit (stats.stop_reason tells; transfer_seconds then includes the choice of edges
/// by the host). Under capacities the whole hypergraph must fit. @throws as above
[[nodiscard]] HypergraphMatching local_max(const DeviceContext& context,
                                           const HypergraphView& hypergraph,
                                           const LocalMaxOptions& options = {});

}  // namespace hypermatch
