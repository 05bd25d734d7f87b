// SPDX-License-Identifier: MIT
// What solvers return, one type per kind of answer: the edges of a hypergraph's matching
// (`HypergraphMatching`), the mates of a graph's (`GraphMatching`), rows and columns
// (`BipartiteMatching`), partners of vertices with capacities, communities, and the proof that
// there is no answer. `io` writes each of them, `verify` takes them as they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// A b-matching of a graph: each vertex has as many partners as its capacity allows.
struct Partners {
  std::vector<Offset> offsets;     ///< size n + 1 (empty stands for n = 0)
  std::vector<VertexId> partners;  ///< of v: partners[offsets[v]] .. partners[offsets[v + 1] - 1]
  MatchingStats stats;

  [[nodiscard]] std::span<const VertexId> partners_of(VertexId v) const {
    return std::span(partners).subspan(offsets[v], offsets[v + 1] - offsets[v]);
  }
};

/// A clustering: each vertex belongs to one community. Numbers of communities are below n; those
/// that solvers return count from 0 in the order of their first vertices.
struct Labels {
  std::vector<VertexId> labels;  ///< size n: the community of each vertex
  /// Coarser clusterings, each made of whole communities of the one before it; size n each.
  std::vector<std::vector<VertexId>> levels;
};

/// There is no answer, and why: text that a reader can check, without a newline at its end.
struct NoSolution {
  std::string proof;
};

/// Any of them.
using AnyResult = std::variant<HypergraphMatching, GraphMatching, BipartiteMatching, Partners,
                               Labels, NoSolution>;

/// The edges of a b-matching, ascending, and what they weigh. O((n + m) log(capacity)).
/// @throws Error{invalid_input} unless the partners are mutual, distinct, and joined by edges
[[nodiscard]] MatchedEdges weigh_matching(const EdgeListView& graph, const Partners& matching);

/// What a clustering counts.
struct LabelsFacts {
  std::uint64_t communities = 0;
  std::uint64_t largest = 0;  ///< vertices of the largest community
  std::uint64_t levels = 0;   ///< clusterings, the coarser ones included
};

/// @throws Error{invalid_input} if a community's number is n or more
[[nodiscard]] LabelsFacts facts_of(const Labels& labels);

/// The same communities numbered from 0 in the order of their first vertices. O(n).
/// @throws Error{invalid_input} if a community's number is n or more
[[nodiscard]] std::vector<VertexId> numbered_by_first_vertex(std::span<const VertexId> labels);

}  // namespace hypermatch
