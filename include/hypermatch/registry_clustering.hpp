// SPDX-License-Identifier: MIT
// The registry's way to communities of graphs.
#pragma once

#include <span>
#include <string>

#include "hypermatch/clustering.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

/// Everything that `cluster` can be asked for by name.
struct ClusteringRequest {
  std::string algorithm = {};       ///< empty: the default
  std::string variant = {};         ///< empty: the algorithm's default
  CommunityQuality quality = {};    ///< what is maximised
  ParameterValues parameters = {};  ///< `seed`, `threshold`, `max_sweeps`, ...
  WeightsView loop_weights = {};    ///< as of the algorithms' options
  /// Size n: the community of each vertex at the start; empty: each vertex alone.
  std::span<const VertexId> initial = {};
  CommunityConstraints constraints = {};                   ///< as of the algorithms' options
  std::span<const ThresholdStep> threshold_schedule = {};  ///< of `LouvainOptions`
  /// As of the algorithms' options; of an algorithm without levels the communities alone.
  bool keep_hierarchy = false;
  Determinism determinism = Determinism::any_backend;  ///< what cannot be kept is refused
};

/// The entry that a request names. @throws Error{invalid_option} for unknown names, with the known
/// ones, and for values of parameters out of range; Error{unsupported} for a level of determinism
/// that it does not keep, and for parameters of others
[[nodiscard]] const AlgorithmInfo& find(const ClusteringRequest& request);

/// The entry that runs there. @throws as above; Error{unsupported} for an algorithm without a back
/// end for the place, naming those that devices run, and for constraints of a device
[[nodiscard]] const AlgorithmInfo& find(const ClusteringRequest& request, Place place);

/// Runs an algorithm on a graph in host memory. @throws as the algorithm, and as `find` for the
/// place; Error{resources} for what surely needs more memory than there is
[[nodiscard]] Clustering cluster(const Where& where, const GraphView& graph,
                                 const ClusteringRequest& request);

}  // namespace hypermatch::registry
