// SPDX-License-Identifier: MIT
// Limits of levels and sweeps, and which of them ended a call.
#pragma once

#include <cstdint>
#include <string>

#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

/// The levels of one way up at most, of an algorithm that limits them by default.
[[nodiscard]] inline std::uint32_t limited_levels(std::uint32_t max_levels) {
  return max_levels == k_automatic_levels ? 100 : max_levels;
}

/// Limits that a call ran into.
struct ReachedLimits {
  bool levels = false;  ///< a way up ended with a level that could be contracted further
  bool sweeps = false;  ///< a level took as many sweeps as it may

  [[nodiscard]] std::string stop_reason() const {
    if (levels) return sweeps ? "max_levels and max_sweeps reached" : "max_levels reached";
    return sweeps ? "max_sweeps reached" : "complete";
  }
};

}  // namespace hypermatch::detail::clustering
