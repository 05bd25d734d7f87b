// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm, for instances in device memory.
#include <string>

#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_device.hpp"
#include "rate_graph.hpp"
#include "table.hpp"

namespace hypermatch::registry {

namespace {

// The function that an entry has for instances in device memory.
template <class Function>
Function& resident_of(const AlgorithmInfo& algorithm, Function* function) {
  if (function == nullptr) {
    refuse(full_name(algorithm) + " takes instances in host memory only");
  }
  return *function;
}

void check_order(const MatchingRequest& request) {
  if (!keeps_weights(request)) {
    refuse("edges of a graph in device memory are ordered by weight, ties by hash");
  }
}

GraphOrder graph_order(const MatchingRequest& request) {
  return {.objective = request.order.objective,
          .nonpositive = request.order.nonpositive,
          .seed = request.order.seed};
}

void check_num_capacities(const Capacities& capacities, VertexId num_vertices) {
  if (capacities.each.empty() || capacities.each.size() == num_vertices) return;
  throw Error(ErrorCode::invalid_input, "there are " + std::to_string(capacities.each.size()) +
                                            " capacities for " + std::to_string(num_vertices) +
                                            " vertices");
}

}  // namespace

DeviceGraphMatching match(const DeviceContext& device, const DeviceGraphView& graph,
                          const MatchingRequest& request, DeviceWorkspace& workspace) {
  const auto& entry = entry_of<GraphMatchingProblem>(find(request, Place::device));
  check_order(request);
  if (!request.capacities.is_default()) {
    throw Error(ErrorCode::invalid_option,
                "a matching has one mate per vertex; b_match takes capacities");
  }
  const GraphOrder order = graph_order(request);
  return resident_of(entry.info, entry.solve.resident)(device, graph, {order, request}, workspace);
}

DevicePartners b_match(const DeviceContext& device, const DeviceGraphView& graph,
                       const MatchingRequest& request, DeviceWorkspace& workspace) {
  const auto& entry = entry_of<GraphMatchingProblem>(find(request, Place::device));
  check_order(request);
  require_capacities(entry.info, Place::device);
  check_num_capacities(request.capacities, graph.num_vertices);
  const GraphOrder order = graph_order(request);
  return resident_of(entry.info, entry.solve.capacitated_resident)(device, graph, {order, request},
                                                                   workspace);
}

DeviceMatching match(const DeviceContext& device, const DeviceHypergraphView& hypergraph,
                     const MatchingRequest& request, DeviceWorkspace& workspace) {
  const auto& entry = entry_of<HypergraphMatchingProblem>(find(request, Place::device));
  if (!request.capacities.is_default()) require_capacities(entry.info, Place::device);
  check_num_capacities(request.capacities, hypergraph.num_vertices);
  return resident_of(entry.info, entry.solve.resident)(device, hypergraph, request, workspace);
}

DeviceBipartiteMatching match(const DeviceContext& device, const DeviceBipartiteView& bipartite,
                              const BipartiteRequest& request, DeviceWorkspace& workspace) {
  const auto& entry = entry_of<BipartiteMatchingProblem>(find(request, Place::device));
  return resident_of(entry.info, entry.solve.resident)(device, bipartite, request, workspace);
}

DeviceClustering cluster(const DeviceContext& device, const DeviceGraphView& graph,
                         const ClusteringRequest& request, DeviceWorkspace& workspace) {
  const auto& entry = entry_of<ClusteringProblem>(find(request, Place::device));
  return resident_of(entry.info, entry.solve.resident)(device, graph, request, workspace);
}

}  // namespace hypermatch::registry
