// SPDX-License-Identifier: MIT
// Checks of the matchings that algorithms on graphs return for hostile structures.
#pragma once

#include <vector>

#include "hypermatch/graph_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/algorithms/hostile/call_all.hpp"

namespace hypermatch::test {

// Demands on a matching of a graph besides ids in range.
enum class Claim { matching, maximal, greedy };

class GraphResults {
 public:
  GraphResults(Calls& calls, const Context& context, const EdgeListView& list,
               const GraphOrder& order)
      : calls_(calls), context_(context), list_(list), order_(order) {}

  void check(const char* call, const std::vector<VertexId>& mates, Claim claim) {
    calls_.expect(mates.size() == list_.num_vertices, call, "there are too few or many mates");
    std::vector<verify::VertexPair> pairs;
    for (std::size_t v = 0; v < mates.size(); ++v) {
      if (mates[v] == k_none) continue;
      calls_.expect(mates[v] < mates.size(), call, "a mate is out of range");
      calls_.expect(mates[v] != v && mates[mates[v]] == v, call, "mates are not mutual");
      if (v < mates[v]) pairs.push_back({v, mates[v]});
    }
    if (!calls_.is_valid()) return;
    const verify::MatchingVerdict verdict =
        verify::check_graph_matching(context_, list_, pairs,
                                     {.order = order_,
                                      .maximal = claim != Claim::matching,
                                      .greedy = claim == Claim::greedy,
                                      .bound = false});
    calls_.expect(verdict.ok, call, verdict.violation);
  }

 private:
  Calls& calls_;
  const Context& context_;
  const EdgeListView& list_;
  const GraphOrder& order_;
};

}  // namespace hypermatch::test
