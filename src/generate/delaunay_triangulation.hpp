// SPDX-License-Identifier: MIT
// Delaunay triangulation of points in the plane (Guibas and Stolfi 1985, doi:10.1145/282918.282923,
// divide and conquer), decided exactly in integers. Where more than three points lie on one empty
// circle, a triangulation is chosen that depends on the points alone. Work O(n log n), expected
// O(n) beside the sorting for uniform points, for which cuts across the longer side keep merges
// short (Dwyer 1987, doi:10.1007/BF01840356).
#pragma once

#include <cstdint>
#include <span>

#include "generate/points.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "parallel/host/grain.hpp"

namespace hypermatch::detail::generate {

/// Most points of one triangulation: six 32-bit numbers of directed edges a point.
inline constexpr std::uint64_t k_most_sites = 715'827'882;

/// Edges of the triangulation of distinct points (coordinates below 2^30, at most `k_most_sites`),
/// in no particular order, either end first. Sites are triangulated in strips of `strip_size` (at
/// least 2; at most 64 strips) at once, then strips are merged. @throws Error{cancelled, resources}
[[nodiscard]] Array<GraphEdge> delaunay_edges(const Context& context,
                                              std::span<const LatticePoint> points,
                                              std::size_t strip_size = parallel::grain(1 << 16,
                                                                                       64));

}  // namespace hypermatch::detail::generate
