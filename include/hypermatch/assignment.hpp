// SPDX-License-Identifier: MIT
// The assignment problem: pairs of rows and columns of largest total weight or of minimum cost,
// where each vertex lies in one pair at most. Exact, with a dual solution that proves it; faster
// than `b_assignment`, which serves larger bounds.
#pragma once

#include <variant>

#include "hypermatch/b_assignment.hpp"

namespace hypermatch {

/// Whether `assignment` serves these options: upper bounds are 0 or 1, and lower bounds ask for
/// rows or for columns alone, or for all of both; of minimum cost for all of a side or for none.
/// @throws Error{invalid_input} for bounds that do not fit
[[nodiscard]] bool is_assignment(const BipartiteView& graph, const BAssignmentOptions& options);

/// The answer of `b_assignment`, where bounds are those of `is_assignment`. Forbidden pairs have no
/// entry. As many rows as columns are not needed.
///
/// Shortest augmenting paths (Tomizawa 1971, doi:10.1002/net.3230010206; Jonker and Volgenant 1987,
/// doi:10.1007/BF02278710) from reduced rows, in a dense matrix (each row has all columns in their
/// order) or in sparse rows. For minimum cost where not all of the smaller side can be assigned,
/// the parts of Dulmage and Mendelsohn are solved one by one. Doubles find prices; where their sums
/// may have been rounded, prices are made exact in integers of 128 bits, of the few entries that
/// cost about as much as their prices or, if those do not decide, of all. So answers are exact for
/// all types of weights, with the units of `b_assignment`, and their duals leave no gap.
///
/// O(n (entries + n log(n))) at worst, about entries log(n) in practice. One core; the same bytes
/// always. Memory: at most 40 bytes per entry and 200 per vertex beside the answer; a few bytes per
/// entry for dense matrices of weights that doubles add up exactly.
/// @throws Error{unsupported} for other bounds; else as `b_assignment`
[[nodiscard]] std::variant<BAssignment, ViolatedCut> assignment(
    const Context& context, const BipartiteView& graph, const WeightsView& weights,
    const BAssignmentOptions& options = {});

/// The answer of `assignment`, by an auction on all cores: free rows bid for their cheapest columns
/// in rounds, columns go to the highest bid, prices rise (Bertsekas 1979, 1988,
/// doi:10.1007/BF02186476), with epsilon scaling, and with rounds in which free columns bid for
/// rows where columns may stay free (Bertsekas, Castanon 1992, doi:10.1007/BF00247653). Slower than
/// `assignment` on most instances and few cores: see docs/assignment.md. Prices are integers of 64
/// bits; weights with more bits than these leave are rounded for the auction, and prices then made
/// exact as in `assignment`. So answers are exact for all types of weights; of pairs of equal value
/// other ones may be taken than by `assignment`.
///
/// About entries log(largest weight times columns) in practice; at worst that times the number of
/// rows, times the largest weight. The same bytes on any number of threads and on a device
/// (hypermatch/device_assignment.hpp). Memory: at most 60 bytes per entry and 200 per vertex beside
/// the answer.
/// @throws Error{unsupported} for other bounds, and where prices leave 64 bits; else as
/// `b_assignment`
[[nodiscard]] std::variant<BAssignment, ViolatedCut> auction(
    const Context& context, const BipartiteView& graph, const WeightsView& weights,
    const BAssignmentOptions& options = {});

}  // namespace hypermatch
