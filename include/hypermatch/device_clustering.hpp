// SPDX-License-Identifier: MIT
// Communities of graphs on a device: the bytes of the host's `louvain` (but for
// `sequential`), `leiden`, `label_propagation` and `agglomerate`.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/clustering.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"

namespace hypermatch {

/// A clustering in device memory: in the workspace, until its next use or end.
struct DeviceClustering {
  DeviceSpan<const VertexId> labels;  ///< size n: communities numbered by their first vertices
  double quality = 0.0;               ///< modularity, or CPM's
  VertexId communities = 0;
  std::vector<ClusteringLevel> levels;  ///< in the order of time
  Labels hierarchy;                     ///< in host memory, where it is kept
  RunStats stats;                       ///< device_peak_bytes: of this call, with the input
};

/// Louvain's method on the device, rows contracted in hash tables. Variant `sub_rounds`: the sweeps
/// of a level are one cooperative launch. `buckets` and `relaxed_buckets`: 4 to 128 threads per
/// vertex, by its degree, with a hash table in shared or global memory (Naim 2017). Labels,
/// quality, sweeps and arcs are the host's. Runs on the context's stream, after all work enqueued
/// there; waits for that stream only. Loops and communities at the start are read from host memory.
/// A stop is noticed between levels, by `buckets` between sweeps. Memory beside the graph: 53 bytes
/// per vertex (61 with loops), and per arc 9 bytes, 13 where weights add up to 2^31 or more; where
/// all of it is below 2.4 times the graph with weights, up to that much for more levels. Where
/// contracted graphs take more than that, they are allocated.
/// @throws as the host's `louvain`; Error{unsupported} for the variant `sequential` and for
/// constraints; Error{device}
[[nodiscard]] DeviceClustering louvain(const DeviceContext& context, const DeviceGraphView& graph,
                                       const LouvainOptions& options, DeviceWorkspace& workspace);
/// Leiden on the device, as above. @throws as above
[[nodiscard]] DeviceClustering leiden(const DeviceContext& context, const DeviceGraphView& graph,
                                      const LeidenOptions& options, DeviceWorkspace& workspace);

/// Label propagation on the device, as above. @throws as above
[[nodiscard]] DeviceClustering label_propagation(const DeviceContext& context,
                                                 const DeviceGraphView& graph,
                                                 const LabelPropagationOptions& options,
                                                 DeviceWorkspace& workspace);

/// Agglomeration by matchings on the device: the rounds of a level's matching are one cooperative
/// launch, or one for every 4096 of them, between which a stop is noticed. Sorts take up to 16
/// bytes per vertex more. As above. @throws as above
[[nodiscard]] DeviceClustering agglomerate(const DeviceContext& context,
                                           const DeviceGraphView& graph,
                                           const AgglomerationOptions& options,
                                           DeviceWorkspace& workspace);

/// The quality of communities in device memory, the bytes of the host's `quality_of`. `labels`:
/// size n, any numbers below n, not in the workspace. Memory as above.
/// @throws as the host's `quality_of`; Error{device}
[[nodiscard]] double quality_of(const DeviceContext& context, const DeviceGraphView& graph,
                                DeviceSpan<const VertexId> labels, const CommunityQuality& quality,
                                const WeightsView& loop_weights, DeviceWorkspace& workspace);
/// Uploads graph and labels from host memory, then computes the quality as above.
[[nodiscard]] double quality_of(const DeviceContext& context, const GraphView& graph,
                                LabelsView labels, const CommunityQuality& quality = {},
                                const WeightsView& loop_weights = {});

/// Upload, solve, download: labels.stats.transfer_seconds holds the copies both ways.
/// @throws as above
[[nodiscard]] Clustering louvain(const DeviceContext& context, const GraphView& graph,
                                 const LouvainOptions& options = {});
[[nodiscard]] Clustering leiden(const DeviceContext& context, const GraphView& graph,
                                const LeidenOptions& options = {});
[[nodiscard]] Clustering label_propagation(const DeviceContext& context, const GraphView& graph,
                                           const LabelPropagationOptions& options = {});
[[nodiscard]] Clustering agglomerate(const DeviceContext& context, const GraphView& graph,
                                     const AgglomerationOptions& options = {});

}  // namespace hypermatch
