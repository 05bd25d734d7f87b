// SPDX-License-Identifier: MIT
// The registry's way to b-assignments: heaviest pairs of rows and columns within bounds.
#pragma once

#include <string>
#include <variant>

#include "hypermatch/b_assignment.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

/// Everything that pairs within bounds can be asked for by name.
struct BAssignmentRequest {
  std::string algorithm = {};       ///< empty: what is fastest for the bounds
  std::string variant = {};         ///< empty: the algorithm's default
  ParameterValues parameters = {};  ///< no algorithm has any
  Determinism determinism = Determinism::any_backend;
  WeightsView weights = {};  ///< one per entry of the graph, or none; must outlive the call
  BAssignmentOptions options = {};
};

/// The entry that a request names. @throws Error{invalid_option} for unknown names, with the known
/// ones; Error{unsupported} for parameters of others
[[nodiscard]] const AlgorithmInfo& find(const BAssignmentRequest& request);

/// The entry that runs there. @throws as above; Error{unsupported} for a device
[[nodiscard]] const AlgorithmInfo& find(const BAssignmentRequest& request, Place place);

/// The entry that runs there on this graph. Without a name: `assignment` where it serves the
/// bounds, else `network_simplex`. @throws as above, and as `is_assignment`
[[nodiscard]] const AlgorithmInfo& find(const BAssignmentRequest& request, Place place,
                                        const BipartiteView& bipartite);

/// Runs an algorithm on a graph in host memory. @throws as the algorithm, and as `find` for the
/// place
[[nodiscard]] std::variant<BAssignment, ViolatedCut> match(const Where& where,
                                                           const BipartiteView& bipartite,
                                                           const BAssignmentRequest& request);

}  // namespace hypermatch::registry
