// SPDX-License-Identifier: MIT
// The registry's way to matchings of rows and columns.
#pragma once

#include <span>
#include <string>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

/// Everything that `bipartite` can be asked for by name.
struct BipartiteRequest {
  std::string algorithm = {};       ///< empty: the first of the problem's that keeps `determinism`
  std::string variant = {};         ///< empty: the algorithm's default
  ParameterValues parameters = {};  ///< `start`, `seed`
  /// A matching to start from, which must live: as `BipartiteOptions::initial`.
  std::span<const VertexId> initial = {};
  /// The size of the answer is unique, its edges are not. So the bytes of what runs on many threads
  /// depend on their timing, and a stricter level is refused there, not lowered: matchings of the
  /// same size differ in too many ways for one of them to be chosen in less time than it takes to
  /// match again on one core.
  Determinism determinism = Determinism::none;
};

/// The entry that a request names. @throws Error{invalid_option} for unknown names, with the known
/// ones, and for values of parameters out of range; Error{unsupported} for a level of determinism
/// that it does not keep, and for parameters of others
[[nodiscard]] const AlgorithmInfo& find(const BipartiteRequest& request);

/// The entry that runs there; on a device a request without a name means the first that devices
/// run. @throws as above; Error{unsupported} for an algorithm without a back end for the place,
/// naming those that devices run
[[nodiscard]] const AlgorithmInfo& find(const BipartiteRequest& request, Place place);

/// Runs an algorithm on a graph in host memory. @throws as the algorithm, and as `find` for the
/// place
[[nodiscard]] BipartiteMatching match(const Where& where, const BipartiteView& bipartite,
                                      const BipartiteRequest& request);

}  // namespace hypermatch::registry
