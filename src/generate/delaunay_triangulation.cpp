// SPDX-License-Identifier: MIT
#include "generate/delaunay_triangulation.hpp"

#include <algorithm>
#include <vector>

#include "base/assert.hpp"
#include "base/exact_sum.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"
#include "parallel/host/work_progress.hpp"

namespace hypermatch::detail::generate {

namespace {

using Wide = base::Int128;

struct Site {
  std::uint32_t x, y;
  VertexId id;
};

// The plane as it is seen when parts left and right of each other are merged. For parts below and
// above each other it is turned by a right angle, so that "left" is below.
enum class View { upright, turned };

// From left to right; sites one above the other by a plane that is turned a trifle further.
bool is_left(const Site& a, const Site& b, View view) {
  return view == View::upright ? (a.x != b.x ? a.x < b.x : a.y < b.y)
                               : (a.y != b.y ? a.y < b.y : a.x > b.x);
}

std::int64_t difference(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
}

// Positive if a, b, c turn left, negative if they turn right; below 2^62.
std::int64_t turn(const Site& a, const Site& b, const Site& c) {
  return difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x);
}

// True if d lies inside the circle through a, b, c, which turn left. Differences are below 2^30,
// squared lengths and their cofactors below 2^61, the sum of three products below 2^124.
bool in_circle(const Site& a, const Site& b, const Site& c, const Site& d) {
  const std::int64_t ax = difference(a.x, d.x), ay = difference(a.y, d.y);
  const std::int64_t bx = difference(b.x, d.x), by = difference(b.y, d.y);
  const std::int64_t cx = difference(c.x, d.x), cy = difference(c.y, d.y);
  const Wide determinant = Wide{ax * ax + ay * ay} * (bx * cy - by * cx) +
                           Wide{bx * bx + by * by} * (cx * ay - cy * ax) +
                           Wide{cx * cx + cy * cy} * (ax * by - ay * bx);
  return determinant > 0;
}

// A directed edge: 2 s and 2 s + 1 are the two directions of edge s.
using Half = std::uint32_t;

constexpr Half reverse(Half h) {
  return h ^ 1U;
}

struct HalfEdge {
  VertexId origin;  // place of a site; k_none if the edge is not in use
  Half next;        // around the origin, counter-clockwise
  Half previous;
};

// Edges that a part of the sites may use: three per site are always enough, since what exists at
// any time is plane.
struct Spare {
  std::uint32_t fresh, fresh_end;  // never used
  Half removed = k_none;           // linked by `next`
};

// A triangulated part. `hull`: a directed edge with the outside to its right.
struct Part {
  Half hull = k_none;
  Spare spare{0, 0};
};

class Triangulation {
 public:
  Triangulation(const Context& context, std::span<const LatticePoint> points)
      : context_(context), sites_(points.size()), halves_(6 * points.size()) {
    parallel::for_each(context, points.size(), [&](std::size_t i) {
      sites_[i] = {points[i].x, points[i].y, static_cast<VertexId>(i)};
    });
    parallel::radix_sort(context, sites_, [](const Site& site) {
      return (static_cast<std::uint64_t>(site.x) << 32) | site.y;
    });
  }

  // Triangulates the sites first .. last - 1 from left to right, at least two.
  Part strip(std::size_t first, std::size_t last) {
    Part part{k_none,
              {static_cast<std::uint32_t>(3 * first), static_cast<std::uint32_t>(3 * last)}};
    Box box{sites_[first].x, ~0U, sites_[last - 1].x, 0};
    for (std::size_t i = first; i < last; ++i) {
      box.bottom = std::min(box.bottom, sites_[i].y);
      box.top = std::max(box.top, sites_[i].y);
    }
    part.hull = triangulate(first, last, box, part.spare);
    retire(part.spare);
    return part;
  }

  Part merge_strips(const Part& left, const Part& right) {
    Part part = left;
    if (right.spare.removed != k_none) {
      // Ends: a list without a cycle, of about as many edges as the hull has.
      Half last = right.spare.removed;
      while (halves_[last].next != k_none) last = halves_[last].next;
      halves_[last].next = part.spare.removed;
      part.spare.removed = right.spare.removed;
    }
    part.hull = merge(left.hull, right.hull, View::upright, part.spare);
    return part;
  }

  [[nodiscard]] Array<GraphEdge> edges() const {
    Array<GraphEdge> edges(halves_.size() / 2);
    edges.resize(parallel::select(
        context_, edges.size(), [&](std::size_t s) { return halves_[2 * s].origin != k_none; },
        [&](std::size_t place, std::size_t s) {
          edges[place] = {sites_[halves_[2 * s].origin].id, sites_[halves_[2 * s + 1].origin].id};
        }));
    return edges;
  }

 private:
  struct Box {
    std::uint32_t left, bottom, right, top;
  };

  [[nodiscard]] const Site& origin(Half h) const { return sites_[halves_[h].origin]; }
  [[nodiscard]] const Site& target(Half h) const { return origin(reverse(h)); }
  [[nodiscard]] Half next(Half h) const { return halves_[h].next; }
  [[nodiscard]] Half previous(Half h) const { return halves_[h].previous; }
  // The edge that follows h around the face to its left, or to its right.
  [[nodiscard]] Half along_left(Half h) const { return previous(reverse(h)); }
  [[nodiscard]] Half along_right(Half h) const { return next(reverse(h)); }

  Half make_edge(VertexId u, VertexId v, Spare& spare) {
    Half h = spare.removed;
    if (h != k_none) {
      spare.removed = halves_[h].next;
    } else {
      HYPERMATCH_ASSERT_LIGHT(spare.fresh < spare.fresh_end);
      h = 2 * spare.fresh++;
    }
    halves_[h] = {u, h, h};
    halves_[reverse(h)] = {v, reverse(h), reverse(h)};
    return h;
  }
  // Puts an edge that stands alone at its origin behind `place`, which has the same origin.
  void insert(Half h, Half place) {
    const Half behind = next(place);
    halves_[h].previous = place;
    halves_[h].next = behind;
    halves_[place].next = h;
    halves_[behind].previous = h;
  }
  // A new edge from the target of a to the origin of b, which have the same face to their left.
  Half connect(Half a, Half b, Spare& spare) {
    const Half h = make_edge(halves_[reverse(a)].origin, halves_[b].origin, spare);
    insert(h, along_left(a));
    insert(reverse(h), b);
    return h;
  }
  void detach(Half h) {
    halves_[previous(h)].next = next(h);
    halves_[next(h)].previous = previous(h);
  }
  void put_back(Half h, Spare& spare) {
    halves_[h] = {k_none, spare.removed, k_none};
    spare.removed = h;
  }
  void remove(Half h, Spare& spare) {
    detach(h);
    detach(reverse(h));
    put_back(h & ~1U, spare);
  }
  // Never used edges join those that were removed.
  void retire(Spare& spare) {
    for (; spare.fresh < spare.fresh_end; ++spare.fresh) put_back(2 * spare.fresh, spare);
  }

  // Two or three sites. @returns a directed edge of the hull
  Half smallest(std::size_t first, std::size_t last, Spare& spare) {
    Site* const sites = sites_.data();
    std::sort(sites + first, sites + last,
              [](const Site& a, const Site& b) { return is_left(a, b, View::upright); });
    const auto u = static_cast<VertexId>(first);
    const Half a = make_edge(u, u + 1, spare);
    if (last - first == 2) return a;
    const Half b = make_edge(u + 1, u + 2, spare);
    insert(b, reverse(a));
    const std::int64_t bend = turn(sites[u], sites[u + 1], sites[u + 2]);
    if (bend != 0) connect(b, a, spare);
    return bend < 0 ? reverse(a) : a;
  }

  // Recursion: each half has about half of the sites.
  Half triangulate(std::size_t first, std::size_t last, const Box& box, Spare& spare) {
    constexpr std::size_t k_check_at_least = 1 << 12;
    const std::size_t count = last - first;
    if (count <= 3) return smallest(first, last, spare);
    if (count >= k_check_at_least) context_.check_cancelled();
    const std::size_t middle = first + count / 2;
    const View view = box.right - box.left >= box.top - box.bottom ? View::upright : View::turned;
    Site* const sites = sites_.data();
    std::nth_element(sites + first, sites + middle, sites + last,
                     [view](const Site& a, const Site& b) { return is_left(a, b, view); });
    Box left = box, right = box;
    if (view == View::upright) {
      left.right = right.left = sites[middle].x;
    } else {
      left.top = right.bottom = sites[middle].y;
    }
    const Half left_hull = triangulate(first, middle, left, spare);
    const Half right_hull = triangulate(middle, last, right, spare);
    return merge(left_hull, right_hull, view, spare);
  }

  // The edge of the hull whose origin no other site is before. Ends where the walk began.
  template <class IsBefore>
  [[nodiscard]] Half extreme(Half hull, const IsBefore& is_before) const {
    Half best = hull;
    for (Half h = along_right(hull); h != hull; h = along_right(h)) {
      if (is_before(origin(h), origin(best))) best = h;
    }
    return best;
  }

  // Joins two parts, each seen to its own side. @returns a directed edge of the joint hull
  Half merge(Half left_hull, Half right_hull, View view, Spare& spare) {
    const auto is_before = [view](const Site& a, const Site& b) { return is_left(a, b, view); };
    const auto is_behind = [view](const Site& a, const Site& b) { return is_left(b, a, view); };
    Half left = previous(extreme(left_hull, is_behind));
    Half right = extreme(right_hull, is_before);
    // Down to the tangent that has both parts above it. Ends: each step goes on along a hull, and
    // neither goes round.
    while (true) {
      if (turn(origin(left), target(left), origin(right)) > 0) {
        left = along_left(left);
      } else if (turn(origin(right), target(right), origin(left)) < 0) {
        right = along_right(right);
      } else {
        break;
      }
    }
    const Half base = connect(reverse(right), left, spare);
    rise(base, spare);
    return reverse(base);
  }

  // Fills the gap above `base`, which runs from the right part to the left one. Ends: each turn
  // moves one end of the base up along a part's hull as seen from the gap.
  void rise(Half base, Spare& spare) {
    while (true) {
      const Half left = left_candidate(base, spare);
      const Half right = right_candidate(base, spare);
      const bool has_left = is_above(target(left), base);
      const bool has_right = is_above(target(right), base);
      if (!has_left && !has_right) return;
      const bool takes_right = !has_left || (has_right && in_circle(target(left), origin(left),
                                                                    origin(right), target(right)));
      base = takes_right ? connect(right, reverse(base), spare)
                         : connect(reverse(base), reverse(left), spare);
    }
  }

  [[nodiscard]] bool is_above(const Site& site, Half base) const {
    return turn(site, target(base), origin(base)) > 0;
  }

  // The first edge of the left part above the base, after removing those whose circle with the base
  // holds the next one. Ends: each iteration removes an edge.
  Half left_candidate(Half base, Spare& spare) {
    Half h = next(reverse(base));
    if (!is_above(target(h), base)) return h;
    while (in_circle(target(base), origin(base), target(h), target(next(h)))) {
      const Half after = next(h);
      remove(h, spare);
      h = after;
    }
    return h;
  }

  Half right_candidate(Half base, Spare& spare) {
    Half h = previous(base);
    if (!is_above(target(h), base)) return h;
    while (in_circle(target(base), origin(base), target(h), target(previous(h)))) {
      const Half after = previous(h);
      remove(h, spare);
      h = after;
    }
    return h;
  }

  const Context& context_;
  Array<Site> sites_;
  Array<HalfEdge> halves_;
};

}  // namespace

Array<GraphEdge> delaunay_edges(const Context& context, std::span<const LatticePoint> points,
                                std::size_t strip_size) {
  constexpr std::size_t k_most_strips = 64;
  const std::size_t n = points.size();
  HYPERMATCH_ASSERT_LIGHT(n <= k_most_sites && strip_size >= 2);
  if (n < 2) return {};
  Triangulation triangulation(context, points);
  const std::size_t count = std::clamp<std::size_t>(n / strip_size, 1, k_most_strips);
  std::vector<Part> parts(count);
  const parallel::WorkProgress progress(context, "generate", 2 * count);
  parallel::run_tasks(context, count, [&](std::size_t i) {
    progress.done(i);
    parts[i] = triangulation.strip(n * i / count, n * (i + 1) / count);
  });
  // Neighbouring parts are merged in pairs until one is left.
  for (std::size_t step = 1; step < count; step *= 2) {
    progress.done(count + step);
    parallel::run_tasks(context, (count - 1 + step) / (2 * step), [&](std::size_t pair) {
      const std::size_t left = 2 * step * pair;
      parts[left] = triangulation.merge_strips(parts[left], parts[left + step]);
    });
  }
  return triangulation.edges();
}

}  // namespace hypermatch::detail::generate
