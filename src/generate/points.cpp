// SPDX-License-Identifier: MIT
#include "generate/points.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "generate/build.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::generate {

namespace {

struct PlacedPoint {
  std::uint64_t place;
  LatticePoint point;
};

// Sorts by the cells of a curve, two to eight a point; points of one cell stay as drawn.
void sort_along_curve(const Context& context, Array<LatticePoint>& points) {
  const auto levels =
      std::min((static_cast<unsigned>(std::bit_width(points.size())) + 2) / 2, k_lattice_bits);
  const unsigned shift = k_lattice_bits - levels;
  Array<PlacedPoint> placed(points.size());
  parallel::for_each(context, points.size(), [&](std::size_t i) {
    const LatticePoint p = points[i];
    placed[i] = {hilbert_place(p.x >> shift, p.y >> shift, levels), p};
  });
  context.check_cancelled();
  parallel::radix_sort(context, placed, [](const PlacedPoint& p) { return p.place; });
  parallel::for_each(context, points.size(), [&](std::size_t i) { points[i] = placed[i].point; });
}

}  // namespace

std::uint64_t hilbert_place(std::uint32_t x, std::uint32_t y, unsigned levels) {
  // From the largest squares to the smallest: the quadrants of a square are passed in the order
  // (0, 0), (0, 1), (1, 1), (1, 0); the first and the last of them hold a mirrored curve.
  std::uint64_t place = 0;
  for (unsigned level = levels; level-- > 0;) {
    const std::uint32_t right = (x >> level) & 1, up = (y >> level) & 1;
    place = 4 * place + ((3 * right) ^ up);
    if (up == 0) {
      if (right == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return place;
}

Array<LatticePoint> random_points(const Context& context, std::uint64_t n, std::uint64_t seed,
                                  Numbering numbering) {
  constexpr std::uint64_t k_mask = (std::uint64_t{1} << k_lattice_bits) - 1;
  Array<LatticePoint> points(n);
  const DistinctDraws places(std::uint64_t{1} << (2 * k_lattice_bits), seed, RandomStream::points);
  for_edges(
      context, n, [] { return 0; },
      [&](std::size_t i, int) {
        const std::uint64_t place = places(i);
        points[i] = {static_cast<std::uint32_t>(place >> k_lattice_bits),
                     static_cast<std::uint32_t>(place & k_mask)};
      });
  if (numbering == Numbering::along_curve) sort_along_curve(context, points);
  return points;
}

Weights lengths(const Context& context, std::span<const LatticePoint> points,
                std::span<const GraphEdge> edges) {
  Array<double> weights(edges.size());
  // Rounded to nearest twice, by the conversion and by the square root.
  parallel::for_each(context, edges.size(), [&](std::size_t e) {
    const auto square = squared_distance(points[edges[e].u], points[edges[e].v]);
    weights[e] = std::sqrt(static_cast<double>(square)) * 0x1p-30;
  });
  return weights;
}

}  // namespace hypermatch::detail::generate
