// SPDX-License-Identifier: MIT
// The registry's way to matchings of rows and columns.
#pragma once

#include <string>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/device.hpp"
#include "hypermatch/registry.hpp"

namespace hypermatch::registry {

/// Everything that `bipartite` can be asked for by name.
struct BipartiteRequest {
  std::string algorithm = {};  ///< empty: the first of the problem's that keeps `determinism`
  std::string variant = {};    ///< empty: the algorithm's default
  BipartiteOptions options = {};
  /// The size of the answer is unique, its edges are not. So the bytes of what runs on many threads
  /// depend on their timing, and a stricter level is refused there, not lowered: matchings of the
  /// same size differ in too many ways for one of them to be chosen in less time than it takes to
  /// match anew on one core.
  Determinism determinism = Determinism::none;
};

/// The entry that a request names. @throws Error{invalid_option} for unknown names, with the known
/// ones; Error{unsupported} for a level of determinism that it does not keep
[[nodiscard]] const AlgorithmInfo& find(const BipartiteRequest& request);

/// As `find`, for cores. @throws as `find`; Error{unsupported} for an algorithm that has no back
/// end but `cuda`
[[nodiscard]] const AlgorithmInfo& find_on_host(const BipartiteRequest& request);

/// As `find`, for a device; without a name the first that runs there. @throws as `find`;
/// Error{unsupported} for an algorithm without the back end `cuda`, naming those with it
[[nodiscard]] const AlgorithmInfo& find_on_device(const BipartiteRequest& request);

/// Runs an algorithm. @throws as the algorithm, and as `find_on_host`
[[nodiscard]] BipartiteMatching match(const Context& context, const BipartiteView& bipartite,
                                      const BipartiteRequest& request);

/// Runs an algorithm on a device, from host memory to host memory. @throws as the algorithm, and as
/// `find_on_device`
[[nodiscard]] BipartiteMatching match(const DeviceContext& context, const BipartiteView& bipartite,
                                      const BipartiteRequest& request);

}  // namespace hypermatch::registry
