// SPDX-License-Identifier: MIT
// Contraction of graphs in device memory by labels: the bytes of the host's `contract`.
#pragma once

#include <cstdint>

#include "hypermatch/coarsen.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_graph.hpp"

namespace hypermatch {

struct DeviceContractionOptions {
  /// Size n, or empty for 1 per vertex.
  DeviceSpan<const std::int64_t> vertex_weights = {};
  Loops loops = Loops::drop;
  /// Weights of the loops of the input, as `GraphContractionOptions::loop_weights`.
  DeviceWeightsView loop_weights = {};
};

/// A contracted graph in device memory: in the workspace, until its next use or end. Types of
/// weights are those of `Contraction`.
struct DeviceContraction {
  DeviceGraphView graph;                          ///< rows ascending
  DeviceSpan<const VertexId> coarse_vertex;       ///< size n: where each vertex went
  DeviceSpan<const std::int64_t> vertex_weights;  ///< size of the coarse graph
  DeviceWeightsView loop_weights;  ///< size of the coarse graph with `Loops::keep`, else none
};

/// Contracts the classes of `labels` on the device. Labels are any numbers below 2^32 - 1, not in
/// the workspace, size n. Arcs between classes are sorted by classes and added up, exactly and in
/// any order; arcs inside classes are added up where they stand. Where a sum of real numbers takes
/// more than two doubles, the host contracts. Runs on the context's stream,
/// after all work enqueued there; waits for that stream only. A stop is noticed between steps.
/// Memory beside the graph: 53 bytes per vertex (with `Loops::keep` 89), and 37 bytes per arc
/// between classes, in the workspace; sorts take some more.
/// @throws as the host's `contract`; Error{unsupported} from 2^32 - 1 arcs on; Error{device}
[[nodiscard]] DeviceContraction contract(const DeviceContext& context, const DeviceGraphView& graph,
                                         DeviceSpan<const VertexId> labels,
                                         const DeviceContractionOptions& options,
                                         DeviceWorkspace& workspace);

/// Upload, contraction, download. @throws as above
[[nodiscard]] Contraction contract(const DeviceContext& context, const GraphView& graph,
                                   LabelsView labels, const GraphContractionOptions& options = {});

}  // namespace hypermatch
