// SPDX-License-Identifier: MIT
// Refuses, before any work, what needs more memory than there is.
#pragma once

#include <cstdint>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/registry_matching.hpp"

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
/// Checks a run on a device that may allocate `available` bytes. Algorithms that stream are not
/// refused. @throws as above
void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         std::uint64_t available);

// With what system and device have; they are asked for large needs only.

/// Checks the host memory of a run on the host or on a device.
void check_host_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, Place place);
/// Checks the memory of host and device.
void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size, const Where& where);
/// Checks the memory of the device; does nothing for a run on the host.
void check_device_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                         const Where& where);

[[nodiscard]] InstanceSize size_of(const HypergraphView& hypergraph, Objective objective);
[[nodiscard]] InstanceSize size_of(const EdgeListView& graph, Objective objective);
[[nodiscard]] InstanceSize size_of(const GraphView& graph, Objective objective);
[[nodiscard]] InstanceSize size_of(const BipartiteView& bipartite);

}  // namespace hypermatch::registry
