// SPDX-License-Identifier: MIT
// Matching in graphs on a device: device memory in, device memory out; and the same for graphs in
// host memory. All but `red_blue` return the greedy matching of the order, the bytes of the host's
// algorithms.
#pragma once

#include <cstdint>

#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"

namespace hypermatch {

/// Non-owning edges of a graph in device memory, one record each; trivially copyable. As
/// `EdgeListView`.
struct DeviceEdgeListView {
  VertexId num_vertices = 0;
  DeviceSpan<const GraphEdge> edges;  ///< size m
  DeviceWeightsView weights;          ///< none, or size m

  [[nodiscard]] bool is_weighted() const { return weights.index() != 0; }
};

/// The rows of a list, made on the device: a stable sort of the ends of all edges. Arcs of a vertex
/// stand in the order of the edges. The list is not looked at: see `hypermatch/device_csr.hpp`.
/// Memory beside list and rows: 28 bytes per edge and what a sort takes. @throws
/// Error{invalid_input, resources, device, cancelled}
[[nodiscard]] DeviceGraph rows_of(const DeviceContext& context, const DeviceEdgeListView& graph);

/// Memory of the caller for a matching. Empty members: the workspace holds it.
struct DeviceGraphMatchingMemory {
  DeviceSpan<VertexId> mates;       ///< room for num_vertices items
  DeviceSpan<std::uint64_t> count;  ///< room for one
};

/// A matching in device memory: in the caller's, or in the workspace until its next use or end.
struct DeviceGraphMatching {
  DeviceSpan<const VertexId> mates;       ///< size n: the partner of each vertex, or k_none
  DeviceSpan<const std::uint64_t> count;  ///< size 1: the number of pairs
  MatchingStats stats;                    ///< device_peak_bytes: of this call, with the input
};

/// Local max on the device. Runs on the context's stream, after all work enqueued there, and
/// returns when the matching is complete; it waits for that stream only. A second call that needs
/// no more memory allocates nothing.
///
/// `filtered` reads the graph about once, in time that degrees, weights and ties hardly change, and
/// needs less than half of its memory; weights of 64 bits are read twice, and take 4 bytes per arc
/// more. A graph on which rounds find too little to do (a long chain) is solved on the host
/// (stats.stop_reason). `crcw` and `work_optimal` make a list of the edges first
/// (stats.prepare_seconds), and rank weights of 64 bits by a sort.
/// @throws Error{invalid_option, invalid_input, resources, device, cancelled}; Error{unsupported}
/// for variants that devices do not run, and but for `filtered` for more than 2^32 - 1 weights of
/// 64 bits
[[nodiscard]] DeviceGraphMatching local_max(const DeviceContext& context,
                                            const DeviceGraphView& graph,
                                            const GraphLocalMaxOptions& options,
                                            DeviceWorkspace& workspace,
                                            const DeviceGraphMatchingMemory& memory = {});
/// Local max on a list of edges, without building a CSR: `crcw` and `work_optimal`. `filtered` runs
/// `work_optimal`.
[[nodiscard]] DeviceGraphMatching local_max(const DeviceContext& context,
                                            const DeviceEdgeListView& graph,
                                            const GraphLocalMaxOptions& options,
                                            DeviceWorkspace& workspace,
                                            const DeviceGraphMatchingMemory& memory = {});

/// Locally dominant edges, a thread per vertex: each looks for its best free neighbour, pairs that
/// point at each other are matched, and those whose choice was taken look again, in rounds over a
/// queue of matched vertices. The baseline, as it was published for GPUs (Halappanavar et al. 2012,
/// doi:10.1177/1094342012452893; Naim 2017, thesis). @throws as above
[[nodiscard]] DeviceGraphMatching locally_dominant(const DeviceContext& context,
                                                   const DeviceGraphView& graph,
                                                   const GraphOrder& order,
                                                   DeviceWorkspace& workspace,
                                                   const DeviceGraphMatchingMemory& memory = {});

/// How the warps of a block share the vertices that propose again. Naim 2017, chapter on
/// GPU-Suitor.
enum class DeviceSuitorVariant {
  no_sync,     ///< each warp keeps its own
  sync_lb,     ///< redistributed in the first rounds; the block waits for all in each round
  sync_no_lb,  ///< each keeps its own; the block waits for all in each round
  hybrid,      ///< redistributed in the first rounds, then without waiting
};

template <>
struct EnumNames<DeviceSuitorVariant> {
  static constexpr EnumName<DeviceSuitorVariant> all[] = {
      {DeviceSuitorVariant::no_sync, "no_sync"},
      {DeviceSuitorVariant::sync_lb, "sync_lb"},
      {DeviceSuitorVariant::sync_no_lb, "sync_no_lb"},
      {DeviceSuitorVariant::hybrid, "hybrid"}};
};

/// How a vertex takes a better suitor; as the host's variants of the same names.
enum class DeviceSuitorExchange {
  lock_free,  ///< compare-and-swap on one word per vertex
  locks,      ///< one lock per vertex, suitor and weight apart, as the baseline has it
};

template <>
struct EnumNames<DeviceSuitorExchange> {
  static constexpr EnumName<DeviceSuitorExchange> all[] = {
      {DeviceSuitorExchange::lock_free, "lock_free"}, {DeviceSuitorExchange::locks, "locks"}};
};

struct DeviceSuitorOptions {
  GraphOrder order = {};
  DeviceSuitorVariant variant = DeviceSuitorVariant::no_sync;
  DeviceSuitorExchange exchange = DeviceSuitorExchange::lock_free;
  /// 1 .. 256; 8 was best for Naim 2017.
  std::uint32_t vertices_per_warp = 8;
  /// A multiple of 32 up to 1024; 128 is what Naim 2017 compares with.
  std::uint32_t threads_per_block = 128;
  /// Rounds in which `sync_lb` and `hybrid` share out.
  std::uint32_t shared_rounds = 3;
};

/// Suitor on the device, a warp per row: each vertex proposes to the best neighbour that has no
/// better suitor, and a displaced one proposes again. Naim et al. 2015,
/// doi:10.1109/HiPC.2015.15; Naim 2017 (thesis). @throws as above
[[nodiscard]] DeviceGraphMatching suitor(const DeviceContext& context, const DeviceGraphView& graph,
                                         const DeviceSuitorOptions& options,
                                         DeviceWorkspace& workspace,
                                         const DeviceGraphMatchingMemory& memory = {});

/// Red-blue on the device: the bytes of the host's. @throws as above
[[nodiscard]] DeviceGraphMatching red_blue(const DeviceContext& context,
                                           const DeviceGraphView& graph,
                                           const RedBlueOptions& options,
                                           DeviceWorkspace& workspace,
                                           const DeviceGraphMatchingMemory& memory = {});

/// Upload, solve, download: stats.transfer_seconds holds the copies both ways. @throws as above
[[nodiscard]] GraphMatching local_max(const DeviceContext& context, const GraphView& graph,
                                      const GraphLocalMaxOptions& options = {});
[[nodiscard]] GraphMatching locally_dominant(const DeviceContext& context, const GraphView& graph,
                                             const GraphOrder& order = {});
[[nodiscard]] GraphMatching suitor(const DeviceContext& context, const GraphView& graph,
                                   const DeviceSuitorOptions& options = {});
[[nodiscard]] GraphMatching red_blue(const DeviceContext& context, const GraphView& graph,
                                     const RedBlueOptions& options = {});

}  // namespace hypermatch
