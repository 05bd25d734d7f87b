// SPDX-License-Identifier: MIT
#include "hypermatch/capacities.hpp"

#include <algorithm>
#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch {

bool are_ones(const Context& context, const Capacities& capacities) {
  context.check_cancelled();
  if (capacities.each.empty()) return capacities.common == 1;
  return std::all_of(capacities.each.begin(), capacities.each.end(),
                     [](std::uint32_t capacity) { return capacity == 1; });
}

void check_capacities(const Capacities& capacities, VertexId num_vertices) {
  const std::size_t count = capacities.each.size();
  if (count == 0 || count == num_vertices) return;
  throw Error(ErrorCode::invalid_input,
              (count == 1 ? std::string("there is 1 capacity")
                          : "there are " + std::to_string(count) + " capacities") +
                  " for " + std::to_string(num_vertices) +
                  (num_vertices == 1 ? " vertex" : " vertices"));
}

CapacityUse use_of(const Capacities& capacities, std::span<const EdgeId> degrees,
                   std::span<const EdgeId> matched) {
  CapacityUse use;
  for (std::size_t v = 0; v < degrees.size(); ++v) {
    const std::uint32_t usable = std::min<std::uint32_t>(capacities[v], degrees[v]);
    use.capacity += usable;
    use.saturated += matched[v] == usable ? 1 : 0;
  }
  return use;
}

}  // namespace hypermatch
