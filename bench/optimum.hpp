// SPDX-License-Identifier: MIT
// The weight of a heaviest matching, where it can be had in time.
#pragma once

#include <optional>

#include "hypermatch/graph.hpp"

namespace hypermatch::bench {

/// Whether this build has LEMON, which `optimum` asks.
[[nodiscard]] bool knows_optima();

/// The weight of a heaviest matching, or nothing if LEMON is not there or takes longer. It works in
/// a process of its own, which is ended when its time is over. Real weights are rounded to 2^-40 of
/// the largest one; negative ones count as 0.
[[nodiscard]] std::optional<double> optimum(const EdgeListView& graph, double seconds);

}  // namespace hypermatch::bench
