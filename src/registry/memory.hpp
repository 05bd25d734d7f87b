// SPDX-License-Identifier: MIT
// Refuses, before any work, what needs more memory than there is.
#pragma once

#include <cstdint>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

/// The part of an entry's bound that every run needs: bounds are at most two and a half times the
/// peak, so a third of them refuses nothing that fits.
[[nodiscard]] constexpr std::uint64_t surely_needed(const AlgorithmInfo& algorithm,
                                                    const InstanceSize& size) {
  return algorithm.memory.bytes(size) / 3;
}

/// @throws Error{resources} if `algorithm` surely needs more than `available` bytes
void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size,
                  std::uint64_t available);
/// The same with what the system has; it is asked for large needs only.
void check_memory(const AlgorithmInfo& algorithm, const InstanceSize& size);

[[nodiscard]] InstanceSize size_of(const HypergraphView& hypergraph, Objective objective);
[[nodiscard]] InstanceSize size_of(const EdgeListView& graph, Objective objective);
[[nodiscard]] InstanceSize size_of(const BipartiteView& bipartite);

}  // namespace hypermatch::registry
