// SPDX-License-Identifier: MIT
// Optimal matchings of graphs by LEMON, as bare arrays: LEMON 1.3 does not compile as C++20, so
// what calls it is a library of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hypermatch::bench {

enum class LemonTask {
  heaviest,          ///< `MaxWeightedMatching`, from its fractional start
  heaviest_perfect,  ///< `MaxWeightedPerfectMatching`, from its fractional start
  largest,           ///< `MaxMatching`
};

struct LemonMatching {
  bool exists = true;         ///< false: there is no perfect matching
  double milliseconds = 0;    ///< of the algorithm, without the building of the graph
  std::vector<bool> matched;  ///< per edge
};

/// Edge e joins ends[2e] and ends[2e + 1]; weights are at least 0, at most 2^50.
LemonMatching lemon_matching(LemonTask task, std::uint32_t num_vertices,
                             const std::vector<std::uint32_t>& ends,
                             const std::vector<std::int64_t>& weights);

}  // namespace hypermatch::bench
