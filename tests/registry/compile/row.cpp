// SPDX-License-Identifier: MIT
// A row with a function compiles; with -DWITHOUT_FUNCTION it has none, and does not.
#include "registry/entry.hpp"

namespace hypermatch::registry {

HypergraphMatching run(const Where& where, const HypergraphView& hypergraph,
                       const MatchingRequest& request) {
  return match(where, hypergraph, request);
}

#if defined(WITHOUT_FUNCTION)
constexpr auto k_row = solver<HypergraphMatchingProblem>({.name = "nothing"}, {});
#else
constexpr auto k_row = solver<HypergraphMatchingProblem>({.name = "something"}, {.seq = run});
static_assert(k_row.info.backends.size() == 1);
#endif

}  // namespace hypermatch::registry
