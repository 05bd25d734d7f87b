// SPDX-License-Identifier: MIT
// Judges exact matchings of graphs by the dual solution that comes with them, and barriers, from
// their definitions (`hypermatch/matching_dual.hpp`); in 128-bit integers, by code that shares
// nothing with the solver.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "hypermatch/context.hpp"
#include "hypermatch/exact_matching.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/matching_dual.hpp"
#include "hypermatch/types.hpp"

namespace hypermatch::verify {

struct ExactVerdict {
  bool ok = false;        ///< a matching of the size that was asked for, and the dual proves it
  std::string violation;  ///< the first violated fact
  /// By which weight or cost another matching might be better: 0, but for real weights that were
  /// rounded at most two units of the dual per vertex.
  double gap = 0.0;
};

/// Checks that the mates are a matching of the size that the options ask for, that the dual is one
/// (sets nested and odd, no edge above its cover), and that it proves that no matching of this size
/// is better; of the largest ones, that it proves that none has more edges. `name`: how vertices
/// are called; empty: by numbers from 1. O((n + m) log(sets)), one thread.
/// @throws Error{invalid_input} if the graph itself is broken, Error{resources, cancelled}
[[nodiscard]] ExactVerdict check_exact(const Context& context, const EdgeListView& graph,
                                       std::span<const VertexId> mates, const MatchingDual& dual,
                                       const ExactOptions& options = {},
                                       const std::function<std::string(std::uint64_t)>& name = {});

/// Empty if the barrier shows that the graph has no perfect matching, else what is wrong with it.
/// @throws Error{invalid_input} if the graph itself is broken, Error{resources}
[[nodiscard]] std::string check_barrier(const EdgeListView& graph, const Barrier& barrier);

}  // namespace hypermatch::verify
