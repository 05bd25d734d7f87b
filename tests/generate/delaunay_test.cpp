// SPDX-License-Identifier: MIT
// Triangulations against the definition: as many edges as a triangulation has, none that cross,
// each with an empty circle.
#include "generate/delaunay_triangulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::detail::generate {
namespace {

__extension__ using Wide = __int128;
using Points = std::vector<LatticePoint>;

Wide cross(LatticePoint a, LatticePoint b, LatticePoint c) {
  const auto d = [](std::uint32_t to, std::uint32_t from) { return Wide{to} - Wide{from}; };
  return d(b.x, a.x) * d(c.y, a.y) - d(b.y, a.y) * d(c.x, a.x);
}

// Positive if d is inside the circle of the counter-clockwise triangle a, b, c: by lifting all four
// to the paraboloid, without a change of origin.
Wide lifted(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
  const auto lift = [](LatticePoint p) { return Wide{p.x} * p.x + Wide{p.y} * p.y; };
  return lift(a) * cross(b, c, d) - lift(b) * cross(a, c, d) + lift(c) * cross(a, b, d) -
         lift(d) * cross(a, b, c);
}

int sign(Wide value) {
  return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

bool is_between(LatticePoint a, LatticePoint b, LatticePoint p) {
  return cross(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
         std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

// Points on the border of the convex hull, those inside its sides included; all of them if they lie
// on one line.
std::size_t points_on_hull(const Points& points) {
  Points sorted = points;
  const auto less = [](LatticePoint a, LatticePoint b) {
    return std::pair(a.x, a.y) < std::pair(b.x, b.y);
  };
  std::sort(sorted.begin(), sorted.end(), less);
  std::set<std::pair<std::uint32_t, std::uint32_t>> border;
  for (const int side : {1, -1}) {
    Points chain;
    for (const LatticePoint p : sorted) {
      while (chain.size() >= 2 && side * cross(chain[chain.size() - 2], chain.back(), p) < 0) {
        chain.pop_back();
      }
      chain.push_back(p);
    }
    for (const LatticePoint p : chain) border.emplace(p.x, p.y);
  }
  return border.size();
}

bool on_one_line(const Points& points) {
  return std::all_of(points.begin(), points.end(),
                     [&](LatticePoint p) { return cross(points.front(), points.back(), p) == 0; });
}

// "" if the edge has a circle through its ends that is empty, and no point lies on it.
std::string check_edge(const Points& points, GraphEdge edge) {
  const LatticePoint a = points[edge.u], b = points[edge.v];
  const LatticePoint* left = nullptr;
  const LatticePoint* right = nullptr;
  for (VertexId i = 0; i < points.size(); ++i) {
    if (i == edge.u || i == edge.v) continue;
    const LatticePoint& p = points[i];
    if (is_between(a, b, p)) return "goes through a point";
    const int side = sign(cross(a, b, p));
    // On each side, the point whose circle with the edge holds no other of that side.
    if (side > 0 && (left == nullptr || lifted(a, b, *left, p) > 0)) left = &p;
    if (side < 0 && (right == nullptr || lifted(b, a, *right, p) > 0)) right = &p;
  }
  if (left != nullptr && right != nullptr && lifted(a, b, *left, *right) > 0) {
    return "has no empty circle";
  }
  return "";
}

bool cross_inside(const Points& points, GraphEdge e, GraphEdge f) {
  const LatticePoint a = points[e.u], b = points[e.v], c = points[f.u], d = points[f.v];
  return sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
         sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
}

void expect_simple(const Points& points, const Array<GraphEdge>& edges) {
  std::set<std::pair<VertexId, VertexId>> pairs;
  for (const GraphEdge e : edges) {
    ASSERT_LT(std::max(e.u, e.v), points.size());
    ASSERT_NE(e.u, e.v);
    ASSERT_TRUE(pairs.insert(std::minmax(e.u, e.v)).second);
  }
}

void expect_delaunay(const Points& points, std::size_t strip_size, const std::string& what) {
  SCOPED_TRACE(what + ", " + std::to_string(points.size()) + " points, strips of " +
               std::to_string(strip_size));
  const Context context({.threads = 1});
  const Array<GraphEdge> edges = delaunay_edges(context, points, strip_size);
  const std::size_t n = points.size();
  const std::size_t expected =
      n < 2 ? 0 : (on_one_line(points) ? n - 1 : 3 * n - 3 - points_on_hull(points));
  ASSERT_EQ(edges.size(), expected);
  expect_simple(points, edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    ASSERT_EQ(check_edge(points, edges[i]), "") << edges[i].u << " - " << edges[i].v;
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(cross_inside(points, edges[i], edges[j]));
  }
}

void expect_delaunay(const Points& points, const std::string& what) {
  for (const std::size_t strip_size : {std::size_t{2}, std::size_t{7}, std::size_t{1} << 16}) {
    expect_delaunay(points, strip_size, what);
  }
}

// Distinct random points below `width` in both coordinates.
Points random_set(std::size_t n, std::uint64_t width, std::uint64_t seed) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  Points points;
  for (std::uint64_t i = 0; points.size() < n; ++i) {
    const std::uint64_t x = base::below(base::hash(seed, 1, i), width);
    const std::uint64_t y = base::below(base::hash(seed, 2, i), width);
    if (!seen.emplace(x, y).second) continue;
    points.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
  }
  return points;
}

// The 48 points of x^2 + y^2 = 5525 around (80, 80), a lattice unit being `unit` wide.
Points circle(std::uint32_t unit) {
  Points points;
  for (std::uint32_t x = 0; x <= 160; ++x) {
    for (std::uint32_t y = 0; y <= 160; ++y) {
      const int dx = static_cast<int>(x) - 80, dy = static_cast<int>(y) - 80;
      if (dx * dx + dy * dy == 5525) points.push_back({x * unit, y * unit});
    }
  }
  return points;
}

TEST(Delaunay, FewPoints) {
  expect_delaunay({}, "none");
  expect_delaunay({{5, 5}}, "one");
  expect_delaunay({{5, 5}, {0, 9}}, "two");
  expect_delaunay({{0, 0}, {4, 0}, {0, 4}}, "three");
  expect_delaunay({{0, 4}, {4, 0}, {0, 0}, {1, 1}}, "one inside");
}

TEST(Delaunay, FullLattices) {
  for (std::uint32_t width = 1; width <= 7; ++width) {
    for (std::uint32_t height = 1; height <= 7; ++height) {
      Points points;
      for (std::uint32_t i = 0; i < width * height; ++i) {
        points.push_back({i % width * 3, i / width * 3});
      }
      expect_delaunay(points, "lattice");
    }
  }
}

TEST(Delaunay, PointsOnOneLine) {
  for (const auto& [dx, dy] : {std::pair(1U, 0U), {0U, 1U}, {3U, 2U}, {1U, 1U}}) {
    Points points, falling;
    for (std::uint32_t i = 0; i < 23; ++i) {
      points.push_back({i * dx, i * dy});
      falling.push_back({i * dx, (30 - i) * dy});
    }
    expect_delaunay(points, "line");
    expect_delaunay(falling, "falling line");
    points.push_back({11, 29});
    expect_delaunay(points, "line and a point");
  }
}

TEST(Delaunay, PointsOnOneCircle) {
  ASSERT_EQ(circle(1).size(), 48U);
  expect_delaunay(circle(1), "circle");
  Points filled = circle(1);
  filled.push_back({80, 80});
  expect_delaunay(filled, "circle with its centre");
}

TEST(Delaunay, CrowdedLattices) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const std::uint64_t width = 3 + seed % 14;
    const std::size_t n = std::min<std::size_t>(2 + base::below(base::hash(seed, 9), 40),
                                                static_cast<std::size_t>(width * width));
    expect_delaunay(random_set(n, width, seed), "seed " + std::to_string(seed));
  }
  expect_delaunay(random_set(150, 1 << 14, 5), "sparse");
}

TEST(Delaunay, OneUnitDecidesOnTheWholeLattice) {
  constexpr std::uint32_t k_last = (1U << k_lattice_bits) - 1;
  // Corners of the square, one of them a unit further in: the diagonal is its own.
  const Context context({.threads = 1});
  for (const bool moves_first : {false, true}) {
    Points corners = {{0, 0}, {k_last, 0}, {k_last, k_last}, {0, k_last}};
    corners[moves_first ? 0 : 3].x += 1;
    const Array<GraphEdge> edges = delaunay_edges(context, corners);
    ASSERT_EQ(edges.size(), 5U);
    const bool first_diagonal = std::any_of(
        edges.begin(), edges.end(), [](GraphEdge e) { return (e.u ^ e.v) == 2 && e.u % 2 == 0; });
    EXPECT_EQ(first_diagonal, moves_first);
  }
  // Points of a circle that is as large as the lattice allows, each moved by at most a unit.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Points points = circle(6'600'000);
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i].x += static_cast<std::uint32_t>(base::below(base::hash(seed, 3, i), 3)) - 1;
      points[i].y += static_cast<std::uint32_t>(base::below(base::hash(seed, 4, i), 3)) - 1;
    }
    expect_delaunay(points, "circle of seed " + std::to_string(seed));
  }
}

TEST(Delaunay, IsTheSameOnAnyNumberOfThreads) {
  const Points points = random_set(6000, 1 << 12, 3);
  const auto on = [&](int threads) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    const Array<GraphEdge> edges = delaunay_edges(context, points, 64);
    return std::vector<GraphEdge>(edges.begin(), edges.end());
  };
  const auto one = on(1);
  EXPECT_EQ(one.size(), 3 * points.size() - 3 - points_on_hull(points));
  EXPECT_EQ(one, on(2));
  EXPECT_EQ(one, on(7));
}

TEST(Delaunay, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const Context context({.threads = 1, .stop = stop.get_token()});
  EXPECT_THROW(static_cast<void>(delaunay_edges(context, random_set(5000, 1 << 14, 1))), Error);
}

TEST(DelaunayFamily, IsTheTriangulationOfItsPoints) {
  const Context context({.threads = 1});
  for (const double shuffle : {0.0, 1.0}) {
    const EdgeList graph =
        hypermatch::generate::graph(context, "delaunay", {{"n", 3000}, {"shuffle", shuffle}}, 6);
    const auto drawn =
        random_points(context, 3000, 6, shuffle == 0 ? Numbering::along_curve : Numbering::random);
    const Points points(drawn.begin(), drawn.end());
    ASSERT_EQ(graph.edges.size(), 3 * points.size() - 3 - points_on_hull(points));
    const auto& weights = std::get<Array<double>>(graph.weights);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const auto [u, v] = graph.edges[e];
      const double length = std::sqrt(static_cast<double>(squared_distance(points[u], points[v])));
      ASSERT_NEAR(weights[e], length / (1U << k_lattice_bits), 1e-15);
      if (e % 40 == 0) {
        ASSERT_EQ(check_edge(points, graph.edges[e]), "");
      }
    }
  }
}

TEST(Points, AreDistinctUniformAndNumberedBothWays) {
  const Context context({.threads = 1});
  const auto drawn = random_points(context, 40'000, 2, Numbering::random);
  const auto sorted = random_points(context, 40'000, 2, Numbering::along_curve);
  const auto set_of = [](const Array<LatticePoint>& points) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> set;
    for (const LatticePoint p : points) set.emplace(p.x, p.y);
    return set;
  };
  EXPECT_EQ(set_of(drawn).size(), 40'000U);
  EXPECT_EQ(set_of(drawn), set_of(sorted));
  // 64 squares, 625 +- 25 points each; neighbours along the curve are near.
  std::vector<int> count(64, 0);
  double step = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const LatticePoint p = drawn[i];
    ASSERT_LT(std::max(p.x, p.y), 1U << k_lattice_bits);
    ++count[(p.x >> 27) * 8 + (p.y >> 27)];
    if (i > 0) step += std::sqrt(static_cast<double>(squared_distance(sorted[i - 1], sorted[i])));
  }
  for (const int points : count) EXPECT_NEAR(points, 625, 150);
  // About 0.9 of the mean distance 1 / sqrt(n) of a lattice; at random it would be 104 times that.
  EXPECT_LT(step / 40'000 / (1U << k_lattice_bits) * 200, 1.5);
}

TEST(HilbertCurve, GoesFromCellToNeighbour) {
  constexpr unsigned k_levels = 4;
  std::vector<std::pair<int, int>> cells(256, {-1, -1});
  for (std::uint32_t x = 0; x < 16; ++x) {
    for (std::uint32_t y = 0; y < 16; ++y) {
      const std::uint64_t place = hilbert_place(x, y, k_levels);
      ASSERT_LT(place, 256U);
      cells[place] = {static_cast<int>(x), static_cast<int>(y)};
    }
  }
  EXPECT_EQ(cells[0], std::pair(0, 0));
  for (std::size_t i = 1; i < cells.size(); ++i) {
    ASSERT_EQ(std::abs(cells[i].first - cells[i - 1].first) +
                  std::abs(cells[i].second - cells[i - 1].second),
              1)
        << i;
  }
}

}  // namespace
}  // namespace hypermatch::detail::generate
