// SPDX-License-Identifier: MIT
#include "generate/build_preferences.hpp"

namespace hypermatch::detail::generate {

void check_preferences_size(const Parameters& p, double agents, double entries,
                            double bytes_beside) {
  // Lists and their ties, and for each agent an offset, a counter and a capacity at most.
  constexpr double k_per_entry = sizeof(VertexId) + sizeof(std::uint32_t);
  constexpr double k_per_agent = 2 * sizeof(Offset) + sizeof(std::uint32_t);
  check_size(p.family(), agents, 0, entries * k_per_entry + agents * k_per_agent + bytes_beside, 0,
             1);
}

void mark_random_ties(const Context& context, Preferences& preferences, const Parameters& p,
                      std::uint64_t seed) {
  const std::uint64_t of_left = p["left_ties"], of_right = p["right_ties"];
  if (of_left == 0 && of_right == 0) return;
  mark_ties(context, preferences, [&, seed](std::size_t agent, Offset entry) {
    Draws draws(seed, Purpose::ties, entry);
    return draws.below(100) < (agent < preferences.num_left ? of_left : of_right);
  });
}

}  // namespace hypermatch::detail::generate
