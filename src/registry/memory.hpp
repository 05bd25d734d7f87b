// SPDX-License-Identifier: MIT
// Refuses, before any work, what needs more memory than there is.
#pragma once

#include <cstdint>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

/// The part of a bound that every run needs: bounds are at most two and a half times the peak, so a
/// third of them refuses nothing that fits.
[[nodiscard]] constexpr std::uint64_t surely_needed(const MemoryBound& bound,
                                                    const InstanceSize& size) {
  return bound.bytes(size) / 3;
}

/// @throws Error{resources} if a run of `algorithm` on a host surely needs more than `available`
/// bytes
void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                  std::uint64_t available);
/// The same of a run on a device, with what the device may give. What streams is not refused.
void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         std::uint64_t available);

// With what system and device have; they are asked for large needs only.

/// Of the host, for a run there or on a device.
void check_host_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, Place place);
/// Of host and device, for a run there.
void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, const Where& where);
/// Of the device alone; nothing for a run on the host.
void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         const Where& where);

[[nodiscard]] InstanceSize size_of(const HypergraphView& hypergraph, Objective objective);
[[nodiscard]] InstanceSize size_of(const EdgeListView& graph, Objective objective);
[[nodiscard]] InstanceSize size_of(const GraphView& graph, Objective objective);
[[nodiscard]] InstanceSize size_of(const BipartiteView& bipartite);

}  // namespace hypermatch::registry
