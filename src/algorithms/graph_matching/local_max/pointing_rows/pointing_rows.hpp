// SPDX-License-Identifier: MIT
// The default algorithm for matching in rows on host cores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/graph_matching.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::graph_matching {

/// When rounds end, and what is dealt out to threads. It changes the time, never the answer.
struct RowTuning {
  /// Rounds end where so few vertices are open that a round is all overhead.
  std::size_t few = parallel::threshold(std::size_t{2048});
  /// Rounds end once they have cost more than what is left to walks, times this.
  double round_cost_factor = 1;
  /// Where more open vertices are left to walks, several threads look up their neighbours before.
  std::size_t many = parallel::threshold(std::size_t{1} << 14);
  /// Parts of the vertices that threads take at a time, for each thread.
  std::size_t parts = 16;
  /// Rows with more arcs than this are shared by all threads.
  std::uint64_t long_row = parallel::threshold(std::uint64_t{1} << 16, 64);
};

/// The greedy matching of a resolved order, by rounds over rows. See pointing_rows_threads.cpp.
[[nodiscard]] GraphMatching pointing_rows(const Context& context, const GraphView& graph,
                                          const GraphOrder& order, const RowTuning& tuning = {});

}  // namespace hypermatch::detail::graph_matching
