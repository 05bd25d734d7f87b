// SPDX-License-Identifier: MIT
// From a request by name to the call of the algorithm, for hypergraphs.
#include <utility>

#include "find.hpp"
#include "hypermatch/registry_matching.hpp"
#include "memory.hpp"
#include "table.hpp"

namespace hypermatch::registry {

HypergraphMatching match(const Where& where, const HypergraphView& hypergraph,
                         const MatchingRequest& asked) {
  const MatchingRequest request =
      with_checked_capacities(where.host(), asked, hypergraph.num_vertices);
  const auto& entry = entry_of<HypergraphMatchingProblem>(find(request, where.place()));
  (void)parameters_at(where, entry.info, request.parameters);
  check_memory(entry.info, size_of(hypergraph, request.order.objective), where);
  if (!request.capacities.is_default()) {
    return entry.solve.capacitated.at(where)(where, hypergraph, request);
  }
  if (!entry.info.streams()) return entry.solve.at(where)(where, hypergraph, request);
  HypergraphStream edges(hypergraph);
  StreamingMatching matching = entry.stream(where.host(), edges, request);
  return {.edges = std::move(matching.edges), .stats = std::move(matching.stats)};
}

HypergraphMatching apply_pass(const Where& where, std::string_view pass,
                              const HypergraphView& hypergraph, HypergraphMatching matching,
                              const MatchingRequest& request) {
  const auto& entry = entry_of<HypergraphMatchingProblem>(
      find_pass_for(where.host(), Problem::hypergraph_matching, pass, request));
  HypergraphMatching passed = entry.pass(where, hypergraph, matching.edges, request);
  matching.edges = std::move(passed.edges);
  matching.stats.rounds += passed.stats.rounds;
  return matching;
}

StreamingMatching match(const Context& context, EdgeStream& stream,
                        const MatchingRequest& request) {
  const auto& entry = entry_of<HypergraphMatchingProblem>(find(request));
  if (entry.info.streams()) return entry.stream(context, stream, request);
  refuse(full_name(entry.info) + " needs the whole instance in memory, it cannot read a stream");
}

}  // namespace hypermatch::registry
