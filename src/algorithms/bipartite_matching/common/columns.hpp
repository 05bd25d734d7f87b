// SPDX-License-Identifier: MIT
// State of columns in searches: mate and mark side by side, so that an access costs one cache line.
// Marks are times of a clock and need no clearing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/bipartite_matching/common/problem.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::bipartite_matching {

struct Column {
  VertexId mate;
  std::uint32_t mark;
};

class Columns {
 public:
  /// Takes the mates of columns over from `problem`, until it is destroyed.
  explicit Columns(Problem& problem);
  ~Columns();
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  [[nodiscard]] Column& operator[](VertexId c) { return columns_[c]; }
  [[nodiscard]] const Column& operator[](VertexId c) const { return columns_[c]; }

  /// The mark of columns that no augmenting path will ever go through. It is never drawn, and above
  /// all that are.
  static constexpr std::uint32_t k_hopeless = k_none;

  /// The first of `count` marks of which none was set. Marks that were set are below it, but for
  /// `k_hopeless`, and so is 0, which is never drawn.
  [[nodiscard]] std::uint32_t fresh_marks(std::uint64_t count);
  /// Says that marks below `mark` may have been set.
  void used_marks_below(std::uint32_t mark) { clock_ = mark; }

 private:
  Problem& problem_;
  Array<Column> columns_;
  std::uint32_t clock_ = 1;
};

}  // namespace hypermatch::detail::bipartite_matching
