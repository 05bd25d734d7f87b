// SPDX-License-Identifier: MIT
// Thresholds of louvain by the size of a level, as the command line has them.
#pragma once

#include <string>
#include <vector>

#include "hypermatch/clustering.hpp"

namespace hypermatch::cli {

/// `N:T[,N:T...]`: threshold T of levels of more than N vertices; empty: none.
/// @throws Error{invalid_option}
[[nodiscard]] std::vector<ThresholdStep> parse_threshold_schedule(const std::string& text);

}  // namespace hypermatch::cli
