// SPDX-License-Identifier: MIT
// How many iterations Leiden takes.
#pragma once

#include <cstdint>

#include "hypermatch/clustering.hpp"

namespace hypermatch::detail::clustering {

// Iterations of small graphs take milliseconds, and the quality of a single one depends on luck.
inline constexpr std::uint64_t k_small_arcs = std::uint64_t{1} << 20;
inline constexpr std::uint32_t k_small_iterations = 10;
inline constexpr std::uint32_t k_large_iterations = 2;

[[nodiscard]] inline std::uint32_t leiden_iterations(const LeidenOptions& options,
                                                     std::uint64_t num_arcs) {
  if (options.iterations != 0) return options.iterations;
  return num_arcs <= k_small_arcs ? k_small_iterations : k_large_iterations;
}

}  // namespace hypermatch::detail::clustering
