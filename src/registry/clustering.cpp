// SPDX-License-Identifier: MIT
// From a request by name to the call of an algorithm that finds communities.
#include "find.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_clustering.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace hypermatch::registry {

const AlgorithmInfo& find(const ClusteringRequest& request) {
  return find_asked(Problem::clustering, request, request.algorithm);
}

const AlgorithmInfo& find(const ClusteringRequest& request, Place place) {
  const AlgorithmInfo& algorithm = require(find(request), request.variant, place);
  if (place == Place::device && request.constraints.any()) {
    throw Error(ErrorCode::unsupported, "communities under constraints are found on cores only");
  }
  return algorithm;
}

Clustering cluster(const Where& where, const GraphView& graph, const ClusteringRequest& request) {
  const auto& entry = entry_of<ClusteringProblem>(find(request, where.place()));
  check_memory(entry.info, size_of(graph, Objective::weight), where);
  Clustering result = entry.solve.at(where)(where, graph, request);
  if (request.keep_hierarchy && result.hierarchy.labels.empty()) {
    result.hierarchy.labels = result.labels.labels;
  }
  return result;
}

}  // namespace hypermatch::registry
