// SPDX-License-Identifier: MIT
// Weights of many kinds for one structure.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "hypermatch/weights.hpp"

namespace hypermatch::bench {

struct WeightKind {
  const char* name;
  std::function<Weights(std::size_t m)> make;
};

/// The first one is what all others are compared with.
[[nodiscard]] std::vector<WeightKind> kinds_of_32_bits();
[[nodiscard]] std::vector<WeightKind> kinds_of_64_bits();

}  // namespace hypermatch::bench
