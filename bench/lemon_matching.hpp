// SPDX-License-Identifier: MIT
// The heaviest matching of a graph by LEMON, as bare arrays: LEMON 1.3 does not compile as C++20,
// so what calls it is a library of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hypermatch::bench {

/// For each edge whether a heaviest matching holds it. Edge e joins ends[2e] and ends[2e + 1];
/// weights are at least 0, at most 2^50.
std::vector<bool> lemon_heaviest_matching(std::uint32_t num_vertices,
                                          const std::vector<std::uint32_t>& ends,
                                          const std::vector<std::int64_t>& weights);

}  // namespace hypermatch::bench
