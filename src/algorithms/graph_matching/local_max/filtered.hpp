// SPDX-License-Identifier: MIT
// The variant `filtered` of local max on a graph in rows, on cores. Other inputs have other forms
// of the same name, which return the same matching: lists of edges order/filtered.hpp, small and
// dense graphs lazy_walks/, a device pointing_rows/filtered.cuh.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/context.hpp"

namespace hypermatch::detail::graph_matching {

/// Every vertex points at its best free neighbour, and mutual pointers are matched; then, in
/// rounds, only vertices whose target was matched look again, until few are left or rounds match
/// too few; walks along rising edges match the rest. Returns the number of rounds. Rows is
/// `RowPointers`, Budget `RoundBudget`.
template <class Rows, class Budget>
std::uint64_t filtered(const Context& context, Rows& rows, Budget& budget, std::size_t few) {
  context.check_cancelled();
  rows.look_first();
  rows.match_first();
  std::uint64_t rounds = 1;
  // Ends: the uppermost edge between free vertices is matched in each round, and long before that
  // the budget is spent.
  for (std::size_t open = rows.num_open(); open > few && !budget.is_spent();) {
    context.check_cancelled();
    context.report({"solve", rows.num_vertices() - open, rows.num_vertices()});
    ++rounds;
    const auto work = rows.look_again(budget.is_slow());
    rows.match_again();
    open = rows.num_open();
    budget.note(work, open, rows.num_looking());
  }
  rows.walk();
  return rounds;
}

}  // namespace hypermatch::detail::graph_matching
