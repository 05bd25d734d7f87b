// SPDX-License-Identifier: MIT
// Graphs of random points in the unit square, as used by Birn, Osipov, Sanders, Schulz, Sitchinava
// 2013 (doi:10.1007/978-3-642-40047-6_66) and the 10th DIMACS challenge: Delaunay triangulations,
// and random geometric graphs, in which points closer than 0.55 sqrt(ln n / n) are neighbours.
#include <algorithm>
#include <cmath>
#include <utility>

#include "generate/build_graph.hpp"
#include "generate/delaunay_triangulation.hpp"
#include "generate/families.hpp"
#include "generate/natural_log.hpp"
#include "generate/points.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::generate {

namespace {

Numbering numbering(const Parameters& p) {
  return p["shuffle"] != 0 ? Numbering::random : Numbering::along_curve;
}

void weigh_points(const Context& context, EdgeList& graph, std::span<const LatticePoint> points,
                  const Parameters& p, std::uint64_t seed) {
  const auto kind = static_cast<WeightKind>(p["weights"]);
  weigh(context, graph, kind, seed);
  if (kind == WeightKind::special) {
    graph.weights = lengths(context, points, graph.edges.view());
  }
}

// Square of the radius in units of the lattice; integers that are at most as large are closer.
std::uint64_t squared_radius(std::uint64_t n) {
  const auto vertices = static_cast<double>(n);
  return static_cast<std::uint64_t>(0.55 * 0.55 * natural_log(vertices) / vertices * 0x1p60);
}

// Points in square cells that are at least as wide as the radius, row after row: the neighbours of
// a point lie in three runs of cells.
class CellGrid {
 public:
  CellGrid(const Context& context, std::span<const LatticePoint> points, std::uint64_t radius)
      : radius_(radius), width_(cells_a_row(radius)), sites_(points.size()) {
    parallel::for_each(context, points.size(), [&](std::size_t i) {
      sites_[i] = {points[i], static_cast<VertexId>(i),
                   static_cast<std::uint32_t>(cell(points[i]))};
    });
    parallel::radix_sort(context, sites_, [](const Site& site) { return site.cell; });
    begin_.resize(width_ * width_ + 1);
    // Each cell's begin is written once: by the first site of this or a later cell, or at the end.
    parallel::for_each(context, sites_.size() + 1, [&](std::size_t i) {
      const std::size_t first = i == 0 ? 0 : sites_[i - 1].cell + std::size_t{1};
      const std::size_t last = i == sites_.size() ? width_ * width_ : sites_[i].cell;
      for (std::size_t c = first; c <= last; ++c) begin_[c] = i;
    });
  }

  [[nodiscard]] VertexId vertex(std::size_t place) const { return sites_[place].id; }

  // visit(v) for the neighbours v > u of the vertex u at `place`, in no particular order.
  template <class Visit>
  void larger_neighbours(std::size_t place, const Visit& visit) const {
    const Site& at = sites_[place];
    const std::size_t row = at.cell / width_, column = at.cell % width_;
    const std::size_t left = column == 0 ? 0 : column - 1;
    const std::size_t right = std::min(column + 1, width_ - 1);
    for (std::size_t r = row == 0 ? 0 : row - 1; r <= std::min(row + 1, width_ - 1); ++r) {
      const std::size_t end = begin_[r * width_ + right + 1];
      for (std::size_t i = begin_[r * width_ + left]; i < end; ++i) {
        if (sites_[i].id > at.id && squared_distance(sites_[i].point, at.point) <= radius_) {
          visit(sites_[i].id);
        }
      }
    }
  }

 private:
  struct Site {
    LatticePoint point;
    VertexId id;
    std::uint32_t cell;
  };

  // The most that leaves cells as wide as the radius: width^2 * radius^2 <= the whole square.
  static std::size_t cells_a_row(std::uint64_t squared_radius) {
    constexpr std::uint64_t k_square = std::uint64_t{1} << (2 * k_lattice_bits);
    if (squared_radius == 0) return 1;  // of a single point
    const std::uint64_t most = k_square / squared_radius;
    auto width = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(most)));
    while (width * width > most) --width;  // ends: the root was rounded up by less than one
    return static_cast<std::size_t>(width);
  }
  [[nodiscard]] std::size_t cell(LatticePoint p) const {
    return ((p.y * width_) >> k_lattice_bits) * width_ + ((p.x * width_) >> k_lattice_bits);
  }

  std::uint64_t radius_;
  std::size_t width_;
  Array<Site> sites_;
  Array<Offset> begin_;
};

}  // namespace

EdgeList delaunay(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  // Beside the edges: directed edges (72 bytes per vertex), and a second copy while they are
  // sorted.
  check_graph_size(p, static_cast<double>(n), 3 * static_cast<double>(n), 24 + sizeof(GraphEdge));
  const Array<LatticePoint> points = random_points(context, n, seed, numbering(p));
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  graph.edges = delaunay_edges(context, points.view());
  parallel::for_each(context, graph.edges.size(), [&](std::size_t e) {
    graph.edges[e] = upward(graph.edges[e].u, graph.edges[e].v);
  });
  sort_edges(context, graph.edges);
  weigh_points(context, graph, points.view(), p, seed);
  return graph;
}

EdgeList rgg(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  const auto vertices = static_cast<double>(n);
  // Half of n^2 pairs, each an edge with the probability of a disc.
  constexpr double k_half_disc = 0.475;
  check_graph_size(p, vertices, k_half_disc * vertices * natural_log(vertices));
  const Array<LatticePoint> points = random_points(context, n, seed, numbering(p));
  const CellGrid cells(context, points.view(), squared_radius(n));
  EdgeList graph;
  graph.num_vertices = static_cast<VertexId>(n);
  Array<Offset> begin(n + 1);
  for_edges(
      context, n, [] { return 0; },
      [&](std::size_t place, int) {
        Offset count = 0;
        cells.larger_neighbours(place, [&](VertexId) { ++count; });
        begin[cells.vertex(place)] = count;
      });
  begin[n] = parallel::exclusive_scan<Offset>(
      context, n, [&](std::size_t u) { return begin[u]; },
      [&](std::size_t u, Offset sum) { begin[u] = sum; });
  check_graph_size(p, vertices, static_cast<double>(begin[n]));
  graph.edges.resize(begin[n]);
  for_edges(
      context, n, [] { return 0; },
      [&](std::size_t place, int) {
        const VertexId u = cells.vertex(place);
        Offset next = begin[u];
        cells.larger_neighbours(place, [&](VertexId v) { graph.edges[next++] = {u, v}; });
        std::sort(graph.edges.data() + begin[u], graph.edges.data() + next,
                  [](const GraphEdge& a, const GraphEdge& b) { return a.v < b.v; });
      });
  weigh_points(context, graph, points.view(), p, seed);
  return graph;
}

}  // namespace hypermatch::detail::generate
