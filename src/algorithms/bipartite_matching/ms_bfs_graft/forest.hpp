// SPDX-License-Identifier: MIT
// The forest of alternating trees of tree grafting (Azad, Buluc, Pothen 2017,
// doi:10.1109/TPDS.2016.2546258): one tree per free row, grown by all of them level by level. A
// tree that reaches a free column has found its path and stops; after all paths were taken, the
// columns of such trees are renewable: they are grafted onto the trees that are still active, or,
// where these are small, all trees are rebuilt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "algorithms/bipartite_matching/common/level_writer.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/stopping.hpp"
#include "hypermatch/array.hpp"

namespace hypermatch::detail::bipartite_matching {

class Forest {
 public:
  /// Plants a tree in each free row that has neighbours.
  explicit Forest(Problem& problem);

  /// Grows all trees as far as they go, enlarges the matching along the paths that were found, and
  /// prepares the next phase. Returns the number of paths: 0 if the matching is maximum.
  std::uint64_t run_phase();
  /// How many levels the last phase added to the trees.
  [[nodiscard]] std::uint64_t num_levels() const { return num_levels_; }

 private:
  void top_down();
  void bottom_up();
  template <class Body>
  void grow_level(std::size_t items, const Body& body);
  void expand(VertexId row, VertexId root, LevelWriter& next, parallel::StopCheck& stop);
  void adopt(const BipartiteView& by_columns, VertexId column, LevelWriter& next,
             parallel::StopCheck& stop);
  void join(VertexId column, VertexId row, VertexId root, LevelWriter& next);
  std::uint64_t augment();
  std::uint64_t take_path(VertexId root, parallel::StopCheck& stop);
  void regrow();
  std::size_t split_columns();
  void plant();
  [[nodiscard]] bool is_active(VertexId row);
  void set_active(VertexId row);
  void clear_active(VertexId row);

  Problem& problem_;
  StoppableLoops loops_;
  bool shared_;                  // several threads
  Array<VertexId> free_rows_;    // the roots
  Array<VertexId> leaf_;         // of roots: the free column that ends its path, or k_none
  Array<VertexId> root_;         // of columns: the tree's, k_none outside of the forest
  Array<VertexId> parent_;       // of columns in the forest: the row above
  Array<std::uint64_t> active_;  // a bit per row: it is in a tree
  Array<VertexId> columns_;      // of the forest, level by level
  Array<VertexId> kept_;         // room for the next `columns_`
  Array<VertexId> renewable_;
  std::size_t level_ = 0;        // where the frontier begins in `columns_`
  std::size_t num_columns_ = 0;  // how many columns the forest has
  bool at_roots_ = true;         // the frontier is all roots
  std::uint64_t num_levels_ = 0;
};

}  // namespace hypermatch::detail::bipartite_matching
