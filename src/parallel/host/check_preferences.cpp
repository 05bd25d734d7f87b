// SPDX-License-Identifier: MIT
#include "parallel/host/check_preferences.hpp"

#include <vector>

#include "hypermatch/types.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/stop_check.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::parallel {

void check_preferences(const Context& context, const PreferencesView& preferences) {
  structures::check_shape(preferences);
  const Chunks chunks = cut(context, preferences.num_agents, 256);
  std::vector<VertexId> wrong(chunks.count, k_none);  // the first one of each chunk
  for_chunks(context, chunks, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    // Chunks may be too short for a look of StopCheck.
    context.check_cancelled();
    structures::ListChecks lists(preferences);
    StopCheck stop(context);
    for (std::size_t x = begin; x < end; ++x) {
      const auto agent = static_cast<VertexId>(x);
      stop.done(preferences.list_of(agent).size() + 1);
      if (lists.is_sound(agent)) continue;
      wrong[chunk] = agent;
      return;
    }
  });
  for (const VertexId agent : wrong) {
    if (agent != k_none) structures::ListChecks(preferences).check(agent);
  }
}

}  // namespace hypermatch::detail::parallel
