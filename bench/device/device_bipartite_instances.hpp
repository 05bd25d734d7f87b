// SPDX-License-Identifier: MIT
// The bipartite graphs that the project's figures for devices are about, made on the device, since
// making them on the host takes longer than all that is measured.
#pragma once

#include <cstdint>
#include <string>

#include "hypermatch/device_bipartite_matching.hpp"

namespace hypermatch::bench {

/// NAME:K has 2^K rows and as many columns. `rgg`: the adjacency matrix of a random geometric
/// graph, vertices in the order of the cells they lie in, expected degree 0.95 ln n; `triangles`:
/// of a triangulated jittered grid (each cell's diagonal by the empty circle), vertices in random
/// order; `road`: of a grid without 30 % of its edges; `random`: four times as many random entries
/// as rows; `rmat`: of an R-MAT graph (0.57, 0.19, 0.19, 0.05) with 16 edges per vertex before
/// merging.
/// @throws Error{invalid_option}
[[nodiscard]] DeviceBipartite make_device_bipartite(const DeviceContext& context,
                                                    const std::string& spec);

/// The same with random numbers for rows and for columns.
[[nodiscard]] DeviceBipartite permute(const DeviceContext& context,
                                      const DeviceBipartiteView& graph, std::uint64_t seed);

}  // namespace hypermatch::bench
