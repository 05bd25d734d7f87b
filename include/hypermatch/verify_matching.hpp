// SPDX-License-Identifier: MIT
// Certificates, checked from the definitions on all threads of the context: the same verdict for
// every number of threads, 64-bit, and sharing no code with the algorithms.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "hypermatch/bipartite.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/results.hpp"

namespace hypermatch::verify {

/// Demands on a matching of a hypergraph.
struct MatchingDemands {
  OrderOptions order = {};  ///< the order and the edges that take part
  bool maximal = false;     ///< no eligible edge is disjoint from all matched ones
  /// It is the greedy matching of the order (and so maximal); with redrawn ties, of the order up to
  /// ties: every unmatched eligible edge meets a matched edge of at least its rating.
  bool greedy = false;
  Ties ties = Ties::fixed;  ///< how ties were broken; matters to `greedy` only
  bool bound = true;        ///< compute the certified ratio
  double known_bound = -1;  ///< an upper bound from elsewhere (a streaming dual); < 0: none
  /// How many matched edges each vertex may lie in; must outlive the call.
  Capacities capacities = {};
};

struct MatchingVerdict {
  bool ok = false;        ///< valid, and all that was demanded holds
  std::string violation;  ///< the first violated fact, numbers as files have them (from 1)
  // Properties that hold, demanded or not. Each one implies those before it.
  bool valid = false;    ///< disjoint edges that take part
  bool maximal = false;  ///< no eligible edge could be added
  bool greedy = false;   ///< the greedy matching of the order, ties as demanded
  MatchingValue value;   ///< of the matching; if it is invalid, of the edges before the violation
  /// On the objective of every matching; rounded up, infinity where that is beyond double. Only if
  /// `ok` and a bound was asked for or known.
  double upper_bound = 0.0;
  /// Objective / upper_bound, rounded down, 0 .. 1; 1 if nothing can be gained (both are 0), NaN if
  /// the objective is negative.
  double certified_ratio = 0.0;
  /// Use of the capacities. Set only if `valid` and some capacity is not 1.
  CapacityUse use = {};
};

/// Checks a matching given as 0-based edge numbers (64-bit, so that any file can be judged), in any
/// order; one that ascends is not copied.
///
/// Facts are checked in ascending order of edges: first those of the matched ones (they exist,
/// occur once, are eligible, are disjoint), then those of the others (none can be added;
/// greedy-ness: each meets a matched edge above it), in one pass. Ratings are compared in the
/// weights' own type.
///
/// The bound comes from dual values y >= 0 with sum of y over the pins of each edge >= its weight:
/// the sum of y bounds the weight of every matching. y starts from the matching or from an even
/// split of each edge, is improved by descent on the smoothed dual (passes over the edges at
/// falling temperatures, 9 to 48 of them, depending on the number of pins; one vertex at a time up
/// to 2^19 pins), and each y(v) is lowered by its part of the slack of its edges. Rounding errors
/// are accounted for: the bound holds exactly. O(pins) per pass; memory at most 48 bytes per vertex
/// beside 4 per vertex for the facts.
///
/// Under capacities a vertex lies in at most so many matched edges, an edge can be added if all its
/// pins have room, and it needs a pin that is full of matched edges above it. The bound is the sum
/// of capacity(v) y(v) over the vertices and of what each edge weighs above the sum of its y; y
/// starts from the lightest matched edge of each full vertex and from the weights that just do not
/// fit, shared evenly, and is improved one vertex at a time.
/// @throws Error{invalid_input} if the hypergraph itself is broken or the capacities do not fit its
/// vertices, Error{resources, cancelled}
[[nodiscard]] MatchingVerdict check_matching(const Context& context,
                                             const HypergraphView& hypergraph,
                                             std::span<const std::uint64_t> edges,
                                             const MatchingDemands& demands = {});
/// Checks `HypergraphMatching::edges` without widening the ids.
[[nodiscard]] MatchingVerdict check_matching(const Context& context,
                                             const HypergraphView& hypergraph,
                                             std::span<const EdgeId> edges,
                                             const MatchingDemands& demands = {});

/// Demands on a matching of a graph.
struct GraphMatchingDemands {
  GraphOrder order = {};  ///< the order and the edges that take part
  bool maximal = false;   ///< no eligible edge is disjoint from all matched ones
  bool greedy = false;    ///< it is the greedy matching of the order (and so maximal)
  /// The order that `greedy` demands among equal ratings: `redraw` accepts any.
  Ties ties = Ties::fixed;
  bool bound = true;  ///< compute the certified ratio
  /// Ratings that order the edges instead of the weights, size m; empty: the weights. For a graph
  /// in rows they are numbered as the edges of `edges_of`. The weights still decide which edges
  /// take part, the value and the bound.
  std::span<const double> ratings = {};
  /// How vertices are called in `violation`; empty: by numbers from 1. Also called with ids that do
  /// not exist.
  std::function<std::string(std::uint64_t)> name = {};
  /// How many matched edges each vertex may lie in; must outlive the call.
  Capacities capacities = {};
};

/// A matched pair, 0-based and 64-bit, so that any file can be judged.
using VertexPair = std::array<std::uint64_t, 2>;

/// Checks a matching of a graph given as pairs of vertices, in any order and either direction:
/// first, in their order, that the vertices exist and are in one pair each; then, over the edges in
/// ascending order, that each pair is joined by an eligible edge; then that each other eligible
/// edge meets a matched one (greedy-ness: one above it). Ratings are compared in their own type.
/// The bound is that of `check_matching`. O(n + m) beside it, 8 bytes per vertex of a list.
/// @throws Error{invalid_input} if the graph itself is broken or there are not as many ratings as
/// edges, Error{resources, cancelled}
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context,
                                                   const EdgeListView& graph,
                                                   std::span<const VertexPair> pairs,
                                                   const GraphMatchingDemands& demands = {});
/// Checks `GraphMatching::mates` (size n) without a copy: first, vertex by vertex, that mates are
/// mutual.
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context,
                                                   const EdgeListView& graph,
                                                   std::span<const VertexId> mates,
                                                   const GraphMatchingDemands& demands = {});
/// A b-matching, under the capacities of the demands.
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context,
                                                   const EdgeListView& graph,
                                                   const Partners& matching,
                                                   const GraphMatchingDemands& demands = {});
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                                   const Partners& matching,
                                                   const GraphMatchingDemands& demands = {});
/// Checks matchings of a graph in rows without making a list. The edges are those with u < v, in
/// the order of u, then of u's row, as `edges_of` numbers them. 12 bytes per vertex beside those of
/// the bound.
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                                   std::span<const VertexPair> pairs,
                                                   const GraphMatchingDemands& demands = {});
[[nodiscard]] MatchingVerdict check_graph_matching(const Context& context, const GraphView& graph,
                                                   std::span<const VertexId> mates,
                                                   const GraphMatchingDemands& demands = {});

/// Rows and columns of a cover from the caller; see `VertexCover`.
struct VertexCoverView {
  std::span<const std::uint64_t> rows;
  std::span<const std::uint64_t> columns;

  [[nodiscard]] std::uint64_t size() const { return rows.size() + columns.size(); }
};

/// Demands on a matching of rows and columns.
struct BipartiteDemands {
  bool maximum = false;  ///< no matching has more pairs
  /// Proof, to be checked as well: it must be a vertex cover. If there is none, the verifier
  /// searches for a path that would enlarge the matching.
  std::optional<VertexCoverView> cover = std::nullopt;
};

struct BipartiteVerdict {
  bool ok = false;
  std::string violation;          ///< the first violated fact, numbers as files have them (from 1)
  std::uint64_t cardinality = 0;  ///< pairs; if the matching is invalid, those before the violation
  std::uint64_t upper_bound = 0;  ///< on the pairs of every matching. Only if the matching is valid
  bool maximum = false;           ///< `cardinality` is `upper_bound`. Only if the matching is valid
  double certified_ratio = 0.0;   ///< cardinality / upper_bound, rounded down; 1 if both are 0
};

/// Checks a matching of rows and columns, given as pairs in any order.
///
/// Facts are checked in this order: of each pair that its row and column exist, that neither is
/// matched by an earlier pair, and that it is an entry; of the cover, if there is one, that its
/// members exist, occur once, and meet every entry; if demanded, that the matching is a largest
/// one. Then every matching has at most as many pairs as the cover has members (Koenig 1931);
/// without a cover, at most as many more than this one as there are unmatched rows with entries,
/// and unmatched columns that alternating paths from them reach: if none is, the matching is a
/// largest one. O(rows + columns + entries), at most 16 bytes per row and 5 per column.
/// @throws Error{invalid_input} if the graph itself is broken, Error{resources, cancelled}
[[nodiscard]] BipartiteVerdict check_bipartite(const Context& context,
                                               const BipartiteView& bipartite,
                                               std::span<const RowColumn> pairs,
                                               const BipartiteDemands& demands = {});
/// Checks `BipartiteMatching::row_mates` (size num_rows) without a copy. Pairs are numbered in the
/// order of rows.
[[nodiscard]] BipartiteVerdict check_bipartite(const Context& context,
                                               const BipartiteView& bipartite,
                                               std::span<const VertexId> row_mates,
                                               const BipartiteDemands& demands = {});

}  // namespace hypermatch::verify
