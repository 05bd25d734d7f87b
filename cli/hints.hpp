// SPDX-License-Identifier: MIT
// Which other options are known to find more than those of a run.
#pragma once

#include <string>
#include <vector>

#include "match_run.hpp"

namespace hypermatch::cli {

/// A sentence per option, without a full stop; empty where nothing better is known. The
/// measurements are in docs/performance.md, *Quality*. The statistics of the run are there already.
[[nodiscard]] std::vector<std::string> hints_of(const MatchRun& run);

/// Names the algorithm that finds the best matching of a graph, where this one may be far from it
/// and the graph is not large; else empty.
[[nodiscard]] std::string hint_at_exact(const MatchRun& run, double certified_ratio);

}  // namespace hypermatch::cli
