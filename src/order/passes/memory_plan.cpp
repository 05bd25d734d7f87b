// SPDX-License-Identifier: MIT
#include "order/passes/memory_plan.hpp"

#include <algorithm>
#include <string>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::order {

MemoryPlan::MemoryPlan(const Context& context, std::uint64_t memory_bytes, VertexId num_vertices) {
  const std::uint64_t least = external_memory_floor(num_vertices);
  if (memory_bytes < least) {
    throw Error(ErrorCode::resources, "memory_bytes is " + std::to_string(memory_bytes) + ", " +
                                          std::to_string(num_vertices) +
                                          " vertices need at least " + std::to_string(least));
  }
  // More than the system has would not be there.
  if (const auto available = base::available_memory()) {
    memory_bytes = std::min(memory_bytes, std::max(*available / 4 * 3, least));
  }
  // Stacks, readers and what the system allocates beside us.
  constexpr std::uint64_t k_reserve = std::uint64_t{5} << 20;
  const auto rest = static_cast<std::size_t>(memory_bytes - num_vertices / 8 - k_reserve);
  block_bytes = std::clamp(rest / 128, parallel::grain(std::size_t{1} << 16, 256),
                           parallel::grain(std::size_t{1} << 20, 512));
  constexpr std::size_t k_slot_per_block = 6;  // what the arrays of a slot take, by its edges
  slots = std::clamp(2 * static_cast<std::size_t>(context.threads()), std::size_t{2},
                     std::max<std::size_t>(rest / 4 / (k_slot_per_block * block_bytes), 2));
  run_bytes = rest / 16;
  sample_bytes = std::clamp(rest / 32, std::size_t{1} << 16, std::size_t{1} << 20);
  candidate_bytes = rest - slots * k_slot_per_block * block_bytes - 2 * run_bytes - sample_bytes -
                    2 * block_bytes;
}

}  // namespace hypermatch::detail::order
