// SPDX-License-Identifier: MIT
// One phase of Hopcroft and Karp (1973, doi:10.1137/0202019) on one core: the levels of one
// breadth-first search from all free rows, then depth-first searches along them. Only columns carry
// levels: a row's level is the one of its mate, so an edge into a seen column costs one look.
#pragma once

#include <cstdint>

#include "algorithms/bipartite_matching/problem.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class ShortestPaths {
 public:
  explicit ShortestPaths(Problem& problem);

  /// Enlarges the matching along a maximal set of disjoint shortest augmenting paths from
  /// `free_rows`, and takes their first rows out of it. Returns how many there were: 0 if the
  /// matching is maximum. Work O(what the searches see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

 private:
  [[nodiscard]] bool find_levels(const Array<VertexId>& free_rows);
  [[nodiscard]] bool expand(VertexId row, std::uint32_t level);
  [[nodiscard]] bool search(VertexId root);
  [[nodiscard]] bool advance(VertexId row, std::uint32_t depth);
  void augment();

  Problem& problem_;
  Array<std::uint32_t> level_;  // of columns; k_none: not seen
  Array<VertexId> queue_;       // columns in the order they were seen
  std::size_t seen_ = 0;
  std::uint32_t last_level_ = 0;  // of the rows that a free column is next to
  Array<Offset> cursor_;          // of rows: the entry that is tried now
  Array<VertexId> path_;          // rows from the root down
};

}  // namespace hypermatch::detail::bipartite_matching
