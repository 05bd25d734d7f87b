// SPDX-License-Identifier: MIT
// Walks of free rows towards free columns, many at once, for the last rows of `ms_bfs`: disjoint
// trees find one path each and stand in one another's way where many free rows lie far from the
// free columns. guided_walks_cuda.cu says what the algorithm is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/bipartite_matching/common/device/problem.hpp"

namespace hypermatch::detail::bipartite_matching {

/// Memory of the searches, which do not run at the same time.
struct GuidedWalkMemory {
  struct GuidedWalkControl* control = nullptr;
  std::byte* slots[2] = {nullptr, nullptr};  ///< each 16 bytes per column
  std::byte* lists = nullptr;                ///< 12 bytes per column and 4 per row
};

[[nodiscard]] std::size_t guided_walk_control_bytes();

/// Enlarges the matching, seldom to a maximum one; waits for the stream. Returns the number of new
/// pairs, and sets `walkers` to the number of free rows before.
[[nodiscard]] std::uint64_t run_guided_walks(const DeviceBipartiteProblem& problem,
                                             const GuidedWalkMemory& memory,
                                             std::uint64_t& walkers);

}  // namespace hypermatch::detail::bipartite_matching
