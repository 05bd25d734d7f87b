// SPDX-License-Identifier: MIT
// Capacities of vertices for tests: pure functions of their seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/capacities.hpp"

namespace hypermatch::test {

/// Drawn from low .. high.
inline std::vector<std::uint32_t> random_capacities(VertexId n, std::uint32_t low,
                                                    std::uint32_t high, std::uint64_t seed) {
  std::vector<std::uint32_t> each(n);
  for (VertexId v = 0; v < n; ++v) {
    const std::uint64_t drawn =
        detail::base::below(detail::base::hash(seed, v), std::uint64_t{high} - low + 1);
    each[v] = low + static_cast<std::uint32_t>(drawn);
  }
  return each;
}

/// Three of four vertices have no room.
inline std::vector<std::uint32_t> zero_rich_capacities(VertexId n, std::uint64_t seed) {
  std::vector<std::uint32_t> each = random_capacities(n, 0, 15, seed);
  for (std::uint32_t& capacity : each) capacity = capacity % 4 == 0 ? capacity / 4 + 1 : 0;
  return each;
}

/// Constant, random and zero-rich ones: two of six kinds, which take turns.
class SomeCapacities {
 public:
  struct Named {
    std::string name;
    Capacities capacities;
  };

  [[nodiscard]] std::vector<Named> of(VertexId n, std::uint64_t turn) {
    random_ = random_capacities(n, 0, 5, turn);
    zeros_ = zero_rich_capacities(n, turn);
    const std::vector<Named> all = {{"2", {.common = 2}},
                                    {"random", {.common = 1, .each = random_}},
                                    {"5", {.common = 5}},
                                    {"zero-rich", {.common = 1, .each = zeros_}},
                                    {"most", {.common = ~std::uint32_t{0}}},
                                    {"0", {.common = 0}}};
    return {all[turn % 6], all[(turn + 1) % 6]};
  }

 private:
  std::vector<std::uint32_t> random_;
  std::vector<std::uint32_t> zeros_;
};

}  // namespace hypermatch::test
