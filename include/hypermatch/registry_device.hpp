// SPDX-License-Identifier: MIT
// The registry's way to instances in device memory: device memory in, device memory out. Views are
// not checked (`hypermatch/device_csr.hpp` checks what callers bring). Results lie in the workspace
// until its next use or end.
#pragma once

#include "hypermatch/device_b_matching.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_clustering.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch::registry {

/// Runs the entry that the request names on a device. Edges are ordered by their weights.
/// @throws as the algorithm, and as `find` for `Place::device`; Error{unsupported} for ratings and
/// orders of ties that are computed from instances in host memory, for capacities, and for
/// algorithms that only take those
[[nodiscard]] DeviceGraphMatching match(const DeviceContext& device, const DeviceGraphView& graph,
                                        const MatchingRequest& request, DeviceWorkspace& workspace);

/// Under the capacities of the request, which lie in host memory. @throws as above
[[nodiscard]] DevicePartners b_match(const DeviceContext& device, const DeviceGraphView& graph,
                                     const MatchingRequest& request, DeviceWorkspace& workspace);

/// With or without capacities. @throws as above
[[nodiscard]] DeviceMatching match(const DeviceContext& device,
                                   const DeviceHypergraphView& hypergraph,
                                   const MatchingRequest& request, DeviceWorkspace& workspace);

/// @throws as above
[[nodiscard]] DeviceBipartiteMatching match(const DeviceContext& device,
                                            const DeviceBipartiteView& bipartite,
                                            const BipartiteRequest& request,
                                            DeviceWorkspace& workspace);

/// Loops and communities at the start lie in host memory. @throws as above
[[nodiscard]] DeviceClustering cluster(const DeviceContext& device, const DeviceGraphView& graph,
                                       const ClusteringRequest& request,
                                       DeviceWorkspace& workspace);

}  // namespace hypermatch::registry
