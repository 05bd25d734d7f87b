// SPDX-License-Identifier: MIT
// Heavy b-matchings in graphs on a device: device memory in, device memory out; and the same for
// graphs in host memory. All of these return the greedy b-matching of the order, as the functions
// of b_matching.hpp do.
#pragma once

#include <cstdint>

#include "hypermatch/capacities.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch {

/// One capacity for all vertices, or one per vertex in device memory; as `Capacities`.
struct DeviceCapacities {
  std::uint32_t common = 1;                ///< of all vertices, where `each` is empty
  DeviceSpan<const std::uint32_t> each{};  ///< size n, or empty
};

/// A b-matching in device memory: in the workspace until its next use or end.
struct DevicePartners {
  DeviceSpan<const Offset> offsets;     ///< size n + 1
  DeviceSpan<const VertexId> partners;  ///< size offsets[n]; those of a vertex in any order
  MatchingStats stats;                  ///< device_peak_bytes: of this call, with the input
};

/// Local max: each vertex claims its best open arcs, as many as it has room for, and edges that
/// both ends claim are taken (Birn, Osipov, Sanders, Schulz, Sitchinava 2013,
/// doi:10.1007/978-3-642-40047-6_66). Runs on the context's stream, after all work enqueued there,
/// and returns when the matching is complete. A second call that needs no more memory allocates
/// nothing. Arcs are read once, and few rows again, where no capacity above 20 is below a degree;
/// else weights of 64 bits are ranked by a sort, and a row is read whenever a claimed arc leads to
/// a vertex that is full. O(n + m) expected work for random weights. A long chain of falling
/// weights is left to the host (stats.stop_reason).
/// @throws Error{invalid_option, invalid_input, resources, device, cancelled}; Error{unsupported}
/// for more than 2^32 - 1 weights of 64 bits
[[nodiscard]] DevicePartners local_max(const DeviceContext& context, const DeviceGraphView& graph,
                                       const DeviceCapacities& capacities, const GraphOrder& order,
                                       DeviceWorkspace& workspace);

/// Upload, solve, download: stats.transfer_seconds holds the copies both ways; of a list rows are
/// made on the device (stats.prepare_seconds). Partners ascend. With capacity 1 everywhere the
/// plain algorithm runs. @throws as above
[[nodiscard]] Partners local_max(const DeviceContext& context, const GraphView& graph,
                                 const Capacities& capacities, const GraphOrder& order = {});
[[nodiscard]] Partners local_max(const DeviceContext& context, const EdgeListView& graph,
                                 const Capacities& capacities, const GraphOrder& order = {});

/// b-Suitor, a baseline: each vertex proposes to as many of its best neighbours as it owes
/// proposals; a full neighbour drops its lowest suitor, which owes one more and proposes at once
/// where its row is short, else in the next round. Khan et al. 2016, doi:10.1137/15M1026304; Naim,
/// Manne 2018. Memory, streams and errors as above. Expected work for random weights O(n + m); a
/// row is read again for each round in which its vertex owes proposals.
[[nodiscard]] DevicePartners b_suitor(const DeviceContext& context, const DeviceGraphView& graph,
                                      const DeviceCapacities& capacities, const GraphOrder& order,
                                      DeviceWorkspace& workspace);
/// b-Suitor on a graph in host memory: upload, solve, download, as `local_max` above. With capacity
/// 1 everywhere b-Suitor itself runs, too.
[[nodiscard]] Partners b_suitor(const DeviceContext& context, const GraphView& graph,
                                const Capacities& capacities, const GraphOrder& order = {});
[[nodiscard]] Partners b_suitor(const DeviceContext& context, const EdgeListView& graph,
                                const Capacities& capacities, const GraphOrder& order = {});

/// b-Suitor on several GPUs of one host. Each device holds the rows of consecutive vertices, with
/// about the same number of arcs per device. Proposals to vertices of other devices, and refusals,
/// are exchanged once per round. Each device needs the memory of b-Suitor for its rows, 20 bytes
/// per vertex of the whole graph, and at most 32 bytes per arc that leads to another device (less
/// for small capacities). Weights of 64 bits are ranked on the host. stats.device_seconds is
/// measured by the host's clock, from rows on all devices to partners. stats.device_peak_bytes is
/// the largest peak of one device.
/// @throws as above, of any device; Error{unsupported} for 2^31 or more distinct weights of 64 bits
[[nodiscard]] Partners b_suitor(const DeviceGroup& devices, const GraphView& graph,
                                const Capacities& capacities, const GraphOrder& order = {});

}  // namespace hypermatch
