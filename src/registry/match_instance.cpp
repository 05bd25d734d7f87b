// SPDX-License-Identifier: MIT
// From an instance of any kind to the call for its problem.
#include <type_traits>

#include "hypermatch/error.hpp"
#include "hypermatch/registry_instance.hpp"

namespace hypermatch::registry {

namespace {

template <class Request>
const Request& request_as(const AnyRequest& request, const char* instance, const char* wanted) {
  if (const auto* found = std::get_if<Request>(&request)) return *found;
  throw Error(ErrorCode::invalid_option,
              std::string("the instance is a ") + instance + ", its request is a " + wanted);
}

MatchingRequest for_problem(const AnyRequest& request, Problem problem, const char* instance) {
  MatchingRequest found = request_as<MatchingRequest>(request, instance, "MatchingRequest");
  found.problem = problem;
  return found;
}

AnyResult match_view(const Where& where, const HypergraphView& hypergraph,
                     const AnyRequest& request) {
  return match(where, hypergraph, for_problem(request, Problem::hypergraph_matching, "hypergraph"));
}

AnyResult match_view(const Where& where, const AnyGraphView& graph, const AnyRequest& request) {
  const MatchingRequest found = for_problem(request, Problem::graph_matching, "graph");
  if (found.capacities.is_default()) return match(where, graph, found);
  GraphForms forms(where.host(), graph);
  return b_match(where, forms, found);
}

AnyResult match_view(const Where& where, const BipartiteView& bipartite,
                     const AnyRequest& request) {
  return match(where, bipartite,
               request_as<BipartiteRequest>(request, "bipartite graph", "BipartiteRequest"));
}

}  // namespace

AnyResult match(const Where& where, const AnyInstanceView& instance, const AnyRequest& request) {
  return std::visit([&](const auto& view) { return match_view(where, view, request); }, instance);
}

AnyResult match(const Where& where, const AnyInstance& instance, const AnyRequest& request) {
  return std::visit([&](const auto& owner) { return match_view(where, owner.view(), request); },
                    instance);
}

}  // namespace hypermatch::registry
