// SPDX-License-Identifier: MIT
// Results of solvers, one type per kind of answer: the edges of a hypergraph's matching
// (`HypergraphMatching`), the mates of a graph's (`GraphMatching`), rows and columns
// (`BipartiteMatching`), partners of vertices with capacities, communities, and the proof that
// there is no answer. `io` writes each of them; `verify` takes the first three as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hypermatch/as.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/matching.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch {

/// Statistics of every run: the fields of `MatchingStats` and `BipartiteStats` that do not concern
/// matchings.
struct RunStats {
  /// The algorithm that ran, by its name in the registry.
  std::string algorithm = {};
  std::string variant = {};      ///< empty where the algorithm has none
  std::uint64_t rounds = 0;      ///< rounds, phases or sweeps until nothing was left
  double prepare_seconds = 0.0;  ///< conversions that depend on the structure alone
  double transfer_seconds = 0.0;
  double device_seconds = 0.0;  ///< by the device's clock; 0 where the host solved
  std::uint64_t device_peak_bytes = 0;
  std::string stop_reason = {};  ///< "complete", or why a fallback took over
};

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
  RunStats stats = {};
};

/// There is no answer, and why: text that a reader can check, without a newline at its end.
struct NoSolution {
  std::string proof;
  RunStats stats = {};
};

/// Any of them.
using AnyResult = std::variant<HypergraphMatching, GraphMatching, BipartiteMatching, Partners,
                               Labels, NoSolution>;

template <>
inline constexpr const char* k_called<HypergraphMatching> = "a matching of a hypergraph";
template <>
inline constexpr const char* k_called<GraphMatching> = "a matching of a graph";
template <>
inline constexpr const char* k_called<BipartiteMatching> = "a matching of rows and columns";
template <>
inline constexpr const char* k_called<Partners> = "a b-matching";
template <>
inline constexpr const char* k_called<Labels> = "a clustering";
template <>
inline constexpr const char* k_called<NoSolution> = "a proof that there is no solution";

/// The statistics that all kinds have; the phases of rows and columns are rounds.
[[nodiscard]] RunStats stats_of(const AnyResult& result);

/// The edges of a b-matching, ascending, and what they weigh. O((n + m) log(capacity)).
/// @throws Error{invalid_input} unless the partners are mutual, distinct, and joined by one edge
/// each
[[nodiscard]] MatchedEdges weigh_matching(const EdgeListView& graph, const Partners& matching);

/// Counts of a clustering.
struct LabelsFacts {
  std::uint64_t communities = 0;
  std::uint64_t largest = 0;  ///< vertices of the largest community
  std::uint64_t levels = 0;   ///< clusterings, the coarser ones included
};

/// @throws Error{invalid_input} as `check_levels`
[[nodiscard]] LabelsFacts facts_of(const Labels& labels);

/// A clustering of a hierarchy: level 0 is the finest.
/// @throws Error{invalid_option} if there is no such level
[[nodiscard]] std::span<const VertexId> level_of(const Labels& labels, std::size_t level);

/// O(n levels). @throws Error{invalid_input} if a community's number is n or more, or a level has
/// not one for each vertex, or separates vertices that are together in the level before it
void check_levels(const Labels& labels);

/// Renumbers communities from 0 in the order of their first vertices. O(n).
/// @throws Error{invalid_input} if a community's number is n or more
[[nodiscard]] std::vector<VertexId> numbered_by_first_vertex(std::span<const VertexId> labels);

}  // namespace hypermatch
