// SPDX-License-Identifier: MIT
// Agents at random points of the unit square that prefer what is near.
#include <algorithm>
#include <cmath>

#include "generate/build_preferences.hpp"
#include "generate/points.hpp"
#include "generate/preference_families.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::generate {

namespace {

// Finds the nearest points in a grid of about two points per cell.
class NearestPoints {
 public:
  NearestPoints(const Context& context, std::span<const LatticePoint> points)
      : width_(std::max<std::uint64_t>(
            1, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(points.size()) / 2)))),
        sites_(points.size()) {
    parallel::for_each(context, points.size(), [&](std::size_t i) {
      sites_[i] = {cell(points[i].y) * width_ + cell(points[i].x), points[i],
                   static_cast<VertexId>(i)};
    });
    parallel::radix_sort(context, sites_, [](const Site& site) { return site.cell; });
    begin_.resize(width_ * width_ + 1);
    // Each cell's begin is written once: by the first site of this or a later cell, or at the end.
    parallel::for_each(context, sites_.size() + 1, [&](std::size_t i) {
      const std::uint64_t first = i == 0 ? 0 : sites_[i - 1].cell + 1;
      const std::uint64_t last = i == sites_.size() ? width_ * width_ : sites_[i].cell;
      for (std::uint64_t c = first; c <= last; ++c) begin_[c] = i;
    });
  }

  // The nearest points, by distance, then by number; at most all.
  void fill(LatticePoint at, std::span<VertexId> nearest, std::vector<KeyedPartner>& found) const {
    found.clear();
    const std::uint64_t x = cell(at.x), y = cell(at.y);
    // Ends: rings as wide as the grid hold all points.
    for (std::uint64_t ring = 0; ring < width_; ++ring) {
      add_ring(at, x, y, ring, found);
      if (found.size() < nearest.size()) continue;
      // A point beyond the ring is at least as far as the ring's width.
      const std::uint64_t safe = (ring << k_lattice_bits) / width_;
      const auto near = std::ranges::count_if(
          found, [&](const KeyedPartner& point) { return point.key < safe * safe; });
      if (static_cast<std::size_t>(near) >= nearest.size()) break;
    }
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i < nearest.size(); ++i) nearest[i] = found[i].partner;
  }

 private:
  struct Site {
    std::uint64_t cell;
    LatticePoint point;
    VertexId id;
  };

  [[nodiscard]] std::uint64_t cell(std::uint32_t coordinate) const {
    return (coordinate * width_) >> k_lattice_bits;
  }

  // The cells whose larger distance along an axis is `ring` cells.
  void add_ring(LatticePoint at, std::uint64_t x, std::uint64_t y, std::uint64_t ring,
                std::vector<KeyedPartner>& found) const {
    const std::uint64_t left = x < ring ? 0 : x - ring, low = y < ring ? 0 : y - ring;
    const std::uint64_t right = std::min(x + ring, width_ - 1);
    const std::uint64_t high = std::min(y + ring, width_ - 1);
    for (std::uint64_t row = low; row <= high; ++row) {
      if (row + ring == y || row == y + ring) {
        add_run(at, row, left, right, found);
        continue;
      }
      if (x >= ring) add_run(at, row, left, left, found);
      if (x + ring < width_) add_run(at, row, right, right, found);
    }
  }

  void add_run(LatticePoint at, std::uint64_t row, std::uint64_t left, std::uint64_t right,
               std::vector<KeyedPartner>& found) const {
    for (std::size_t i = begin_[row * width_ + left]; i < begin_[row * width_ + right + 1]; ++i) {
      found.push_back({squared_distance(at, sites_[i].point), sites_[i].id});
    }
  }

  std::uint64_t width_;  // cells per row
  Array<Site> sites_;
  Array<std::size_t> begin_;
};

}  // namespace

Preferences euclidean_marriage(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("length", "right");
  const std::uint64_t left = p["left"], right = p["right"], length = p["length"];
  const double agents = static_cast<double>(left) + static_cast<double>(right);
  check_preferences_size(p, agents, 2 * static_cast<double>(left) * static_cast<double>(length),
                         agents * (sizeof(LatticePoint) + 32));
  const Array<LatticePoint> points = random_points(context, left + right, seed, Numbering::random);
  const std::span<const LatticePoint> of_right = points.view().subspan(left);
  const NearestPoints nearest(context, of_right);
  Preferences made = two_sided(
      context, left, right, [=](std::size_t) -> Offset { return length; },
      [&](std::size_t l, std::span<VertexId> list, ListScratch& scratch) {
        nearest.fill(points[l], list, scratch.keyed);
      },
      [&](std::uint64_t r, VertexId l) { return squared_distance(points[l], of_right[r]); });
  mark_random_ties(context, made, p, seed);
  return made;
}

}  // namespace hypermatch::detail::generate
