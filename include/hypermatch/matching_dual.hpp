// SPDX-License-Identifier: MIT
// Proofs about matchings of graphs: a dual solution bounds the weight of every matching, and a set
// of vertices the number of edges.
#pragma once

#include <cstdint>
#include <vector>

#include "hypermatch/types.hpp"

namespace hypermatch {

/// A set of an odd number of vertices with a dual.
struct DualSet {
  std::int64_t dual = 0;
  /// Vertices, or n + the place of another set, whose vertices then belong to this one, too. Each
  /// vertex and each set is a member of one set at most, and sets stand behind their members.
  std::vector<std::uint64_t> members = {};
};

/// A dual solution of the heaviest matching (Edmonds 1965), in units of 2^exponent: for each edge,
/// the duals of both ends and of all sets that hold both sum up to at least its weight (less than
/// 0: its cost, where costs are to be small) and the bonus. Then no matching of k edges weighs more
/// than the sum of the duals of the vertices, and of the sets times half their sizes, rounded
/// down, less k times the bonus. Duals of sets are at least 0, and of vertices unless a perfect
/// matching is asked for.
struct MatchingDual {
  int exponent = 0;
  std::int64_t bonus = 0;
  std::vector<std::int64_t> vertices = {};  ///< size n; empty: there is no proof
  std::vector<DualSet> sets = {};
  /// Weights in force are multiples of this; 0: they are the graph's.
  double weight_unit = 0.0;

  [[nodiscard]] bool empty() const { return vertices.empty() && sets.empty(); }
};

/// Vertices without which the graph has more components of odd size than there are of them: each
/// matching leaves at least the difference of vertices free (Tutte, Berge).
struct Barrier {
  std::vector<VertexId> vertices = {};  ///< ascending
  std::uint64_t odd_components = 0;
};

}  // namespace hypermatch
