// SPDX-License-Identifier: MIT
// Random points of the unit square, on a lattice of 2^30 x 2^30 so that geometry is decided in
// integers.
#pragma once

#include <cstdint>
#include <span>

#include "hypermatch/context.hpp"
#include "hypermatch/graph.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::detail::generate {

/// A point of the lattice; the unit square is 2^30 wide.
struct LatticePoint {
  std::uint32_t x, y;
};

inline constexpr unsigned k_lattice_bits = 30;

enum class Numbering {
  random,       ///< in the order in which points are drawn
  along_curve,  ///< along a Hilbert curve: what is near in the plane is often near in memory
};

/// n distinct points (n below 2^32), all places of the lattice equally likely. Both numberings of
/// one seed are of the same points.
[[nodiscard]] Array<LatticePoint> random_points(const Context& context, std::uint64_t n,
                                                std::uint64_t seed, Numbering numbering);

/// Square of the distance in units of the lattice.
[[nodiscard]] inline std::uint64_t squared_distance(LatticePoint a, LatticePoint b) {
  const auto dx = static_cast<std::int64_t>(a.x) - static_cast<std::int64_t>(b.x);
  const auto dy = static_cast<std::int64_t>(a.y) - static_cast<std::int64_t>(b.y);
  return static_cast<std::uint64_t>(dx * dx + dy * dy);
}

/// Euclidean length of each edge, the unit square being 1 wide.
[[nodiscard]] Weights lengths(const Context& context, std::span<const LatticePoint> points,
                              std::span<const GraphEdge> edges);

/// The position of cell (x, y) on a Hilbert curve of 4^levels cells; x and y are below 2^levels.
[[nodiscard]] std::uint64_t hilbert_place(std::uint32_t x, std::uint32_t y, unsigned levels);

}  // namespace hypermatch::detail::generate
