// SPDX-License-Identifier: MIT
// Memory that contractions of rows use one after the other: levels of small graphs cost more for
// pages from the system than for sums.
#pragma once

#include <cstddef>
#include <deque>

#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::detail::coarsen {

/// Sums of a thread, and the rows of its chunk.
template <class Sum>
struct RowBuffers {
  RowSums<Sum> sums = RowSums<Sum>(0);
  Array<Entry<Sum>> terms = {};  ///< of a row whose sums are not exact
  Array<VertexId> heads = {};
  Array<Sum> weights = {};
  Array<Offset> ends = {};  ///< of each row, in heads
};

template <class Sum>
struct RowScratch {
  /// One per thread. Not moved where more come.
  RowBuffers<Sum>& of_thread(std::size_t thread) { return buffers[thread]; }
  void provide(std::size_t threads) {
    if (buffers.size() < threads) buffers.resize(threads);
  }

  Array<Offset> begin;  ///< of rows, in terms
  Array<Offset> upper;  ///< where the upper arcs of each row begin
  std::deque<RowBuffers<Sum>> buffers;
};

}  // namespace hypermatch::detail::coarsen
