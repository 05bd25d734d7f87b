// SPDX-License-Identifier: MIT
// A row with a function compiles; with -DWITHOUT_FUNCTION it has none, with -DWITHOUT_MEMORY it
// runs on devices and does not say how much memory that takes: neither compiles.
// Its name has a line in summaries_table.hpp, so that no other check fails.
#include "registry/entry.hpp"

namespace hypermatch::registry {

HypergraphMatching run(const Where& where, const HypergraphView& hypergraph,
                       const MatchingRequest& request) {
  return match(where, hypergraph, request);
}

#if defined(WITHOUT_FUNCTION)
constexpr auto k_row = solver<HypergraphMatchingProblem>({.name = "greedy"}, {});
#elif defined(WITHOUT_MEMORY)
constexpr auto k_row = solver<HypergraphMatchingProblem>({.name = "greedy"}, {.cuda = run});
#else
constexpr auto k_row = solver<HypergraphMatchingProblem>({.name = "greedy"}, {.seq = run});
static_assert(k_row.info.backends.size() == 1);
constexpr auto k_device_row = solver<HypergraphMatchingProblem>(
    {.name = "greedy"}, {.cuda = run, .device_memory = on_device({.per_vertex = 1}, {})});
static_assert(k_device_row.info.runs_on_cuda());
#endif

}  // namespace hypermatch::registry
