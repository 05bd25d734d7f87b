// SPDX-License-Identifier: MIT
// One phase of Hopcroft and Karp (1973, doi:10.1137/0202019): the levels of one breadth-first
// search from all free rows, then depth-first searches along them, on one thread or on all (Azad et
// al. 2012, doi:10.1109/IPDPS.2012.82). Only columns carry levels: a row's level is the one of its
// mate, so an edge into a seen column costs one look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/level_writer.hpp"
#include "algorithms/bipartite_matching/common/path.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/search_pool.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class ShortestPaths {
 public:
  ShortestPaths(Problem& problem, Columns& columns);

  /// Enlarges the matching along a maximal set of disjoint shortest augmenting paths from
  /// `free_rows`, and takes their first rows out of it. Returns how many there were: 0 if the
  /// matching is maximum. Work O(what the searches see).
  std::uint64_t run_phase(Array<VertexId>& free_rows);

  /// A phase that has met no free column in two levels, and in so many columns or levels, is given
  /// up and finds no path.
  void limit_levels(std::size_t columns, std::uint32_t levels) {
    most_seen_ = columns;
    most_levels_ = levels;
  }
  /// Whether the last phase was given up.
  [[nodiscard]] bool was_given_up() const { return given_up_; }

  /// How many levels of rows the last phase searched.
  [[nodiscard]] std::uint64_t num_levels() const { return std::uint64_t{depth_} + 1; }
  /// How many columns the last phase's levels have.
  [[nodiscard]] std::size_t num_seen() const { return num_seen_; }

 private:
  [[nodiscard]] bool find_levels(const Array<VertexId>& free_rows);
  template <class RowOf>
  void find_level(std::size_t num_rows, const RowOf& row_of);
  void expand(VertexId row, LevelWriter& next, parallel::StopCheck& stop);
  [[nodiscard]] bool search(Array<Step>& path, VertexId root, parallel::StopCheck& stop);
  void enter(Array<Step>& path, VertexId row, parallel::StopCheck& stop) const;
  [[nodiscard]] bool advance(Step& step, std::uint32_t depth);
  [[nodiscard]] bool take(VertexId column, std::uint32_t depth);

  BipartiteView graph_;
  std::vector<VertexId>& row_mates_;
  Columns& columns_;
  SearchPool searchers_;
  Array<VertexId> queue_;  // columns, level by level
  std::size_t num_seen_ = 0;
  std::size_t most_seen_ = std::numeric_limits<std::size_t>::max();
  std::uint32_t most_levels_ = std::numeric_limits<std::uint32_t>::max();
  bool given_up_ = false;
  std::uint32_t first_mark_ = 1;  // of the columns on the first level, next to free rows
  std::uint32_t depth_ = 0;       // rows above the ones that free columns are next to
  std::uint32_t met_free_ = 0;    // 1: a free column was met
};

}  // namespace hypermatch::detail::bipartite_matching
