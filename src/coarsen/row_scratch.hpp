// SPDX-License-Identifier: MIT
// Memory that contractions of rows use one after the other: levels of small graphs cost more for
// pages from the system than for sums.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <variant>

#include "coarsen/row_sums.hpp"
#include "coarsen/runs.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

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

/// An array of the type, if that is what `held` has.
template <class T>
[[nodiscard]] Array<T> taken(Weights& held) {
  auto* const array = std::get_if<Array<T>>(&held);
  return array == nullptr ? Array<T>() : std::move(*array);
}

}  // namespace hypermatch::detail::coarsen
