// SPDX-License-Identifier: MIT
// The clock of statistics.
#pragma once

#include <chrono>

namespace hypermatch::detail::base {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace hypermatch::detail::base
