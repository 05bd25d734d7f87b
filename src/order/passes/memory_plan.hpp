// SPDX-License-Identifier: MIT
// The parts of a limit of memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/context.hpp"
#include "hypermatch/external_matching.hpp"

namespace hypermatch::detail::order {

/// How `memory_bytes` are used.
struct MemoryPlan {
  /// @throws Error{resources}
  MemoryPlan(const Context& context, std::uint64_t memory_bytes, VertexId num_vertices);
  /// For tests: no limit is so small.
  MemoryPlan() = default;

  std::size_t block_bytes = 0;
  std::size_t slots = 0;  ///< blocks that are looked at side by side
  std::size_t run_bytes = 0;
  std::size_t sample_bytes = 0;
  std::size_t candidate_bytes = 0;
};

}  // namespace hypermatch::detail::order
