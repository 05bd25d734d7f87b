// SPDX-License-Identifier: MIT
// Matchings in graphs and hypergraphs that several GPUs of one host share. The greedy matching of
// the order, for any number of devices.
#pragma once

#include <vector>

#include "hypermatch/device_graph.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// The rows of a graph on the devices of a group: device p has those of the vertices
/// firsts[p] .. firsts[p + 1] - 1. Neighbours are numbered as in the whole graph.
struct GroupGraph {
  std::vector<VertexId> firsts;   ///< one more than devices; multiples of 32, but for the last: n
  std::vector<DeviceGraph> rows;  ///< one per device

  [[nodiscard]] VertexId num_vertices() const { return firsts.empty() ? 0 : firsts.back(); }
};

/// Copies rows to the devices, about as many arcs to each, and waits until they are there. Checks
/// the graph as the first context says. @throws Error{invalid_input, resources, device, cancelled}
[[nodiscard]] GroupGraph upload(const DeviceGroup& devices, const GraphView& graph);

/// Local max (`filtered`): each device matches what is locally dominant among its own vertices,
/// until those that are left wait for others; then choices that lead to other devices are
/// exchanged, and a bit per vertex. Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
/// doi:10.1007/978-3-642-40047-6_66; Manne, Bisseling 2008, doi:10.1007/978-3-540-68111-3_74. Each
/// device needs, beside the memory of local max for its rows, a quarter of a byte per vertex of the
/// graph, and per row 1 byte and 16 per other device; 8 more per row of the others where it cannot
/// read their memory. Where exchanges go along a chain the host
/// takes over (stats.stop_reason). stats.traffic counts messages. stats.device_seconds is by the
/// host's clock. `workspaces`: one per device; a second call that needs no more memory allocates
/// nothing.
/// @throws Error{invalid_option, invalid_input, resources, device, cancelled}; Error{unsupported}
/// for other variants
[[nodiscard]] GraphMatching local_max(const DeviceGroup& devices, const GroupGraph& graph,
                                      const GraphLocalMaxOptions& options,
                                      std::vector<DeviceWorkspace>& workspaces);
/// Upload, solve, download: stats.transfer_seconds holds the copies both ways. @throws as above
[[nodiscard]] GraphMatching local_max(const DeviceGroup& devices, const GraphView& graph,
                                      const GraphLocalMaxOptions& options = {});

/// Local max (`filtered`) of a hypergraph: each device has some of the edges, and a bit per vertex
/// of the whole. In batches of falling key the free edges of all devices go to each of them, and
/// each decides for vertices of its own which is the uppermost, in rounds; a bit per edge of the
/// batch is exchanged in each. Upload, solve, download: no device holds more of the instance than
/// its part, of about as many pins as the others; it needs 4 bytes per pin of it, 4 per edge for
/// what edges are ordered by, 8 per edge where sizes differ, 8 per own vertex, an eighth per
/// vertex, and what batches take: about 8 bytes per vertex and 20 per edge of a batch, fewer where
/// there is less memory. Batches that go along a chain are finished by the host, by way of its
/// memory (stats.stop_reason). stats.traffic and stats.device_seconds as above.
/// @throws Error{invalid_option, invalid_input, device, cancelled}; Error{resources} where a
/// device has no room for its part, with the bytes needed and there; Error{unsupported} for other
/// variants, and under capacities other than 1
[[nodiscard]] HypergraphMatching local_max(const DeviceGroup& devices,
                                           const HypergraphView& hypergraph,
                                           const LocalMaxOptions& options = {});

/// The baseline `interior_first`, a part per device, side by side; crossing edges on the first one.
/// The host cuts the instance, and each device needs room for its part as `local_max` of one device
/// does, the first one for all crossing edges. @throws as `local_max` of a device
[[nodiscard]] HypergraphMatching interior_first(const DeviceGroup& devices,
                                                const HypergraphView& hypergraph,
                                                const OrderOptions& order = {});
[[nodiscard]] GraphMatching interior_first(const DeviceGroup& devices, const EdgeListView& graph,
                                           const GraphOrder& order = {});
/// The parts one after the other on one device.
[[nodiscard]] HypergraphMatching interior_first(const DeviceContext& device,
                                                const HypergraphView& hypergraph,
                                                const InteriorFirstOptions& options = {});
[[nodiscard]] GraphMatching interior_first(const DeviceContext& device, const EdgeListView& graph,
                                           const GraphInteriorFirstOptions& options = {});

}  // namespace hypermatch
