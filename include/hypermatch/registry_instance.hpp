// SPDX-License-Identifier: MIT
// The registry's way to matchings of instances of any kind.
#pragma once

#include <variant>

#include "hypermatch/instance.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/results.hpp"
#include "hypermatch/where.hpp"

namespace hypermatch::registry {

/// A request for any instance. Of a `MatchingRequest` the problem is the instance's.
using AnyRequest = std::variant<MatchingRequest, BipartiteRequest>;

/// Runs an algorithm on an instance in host memory; the result is a matching of its kind. @throws
/// as the `match` of its kind; Error{invalid_option} for a request of another kind
[[nodiscard]] AnyResult match(const Where& where, const AnyInstanceView& instance,
                              const AnyRequest& request);
/// Runs an algorithm on an owning instance. Ratings also use the vertex weights of a graph.
[[nodiscard]] AnyResult match(const Where& where, const AnyInstance& instance,
                              const AnyRequest& request);

}  // namespace hypermatch::registry
