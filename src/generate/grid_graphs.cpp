// SPDX-License-Identifier: MIT
// Graphs on an x X y X z grid without wrap-around; vertex i + x (j + y k) is cell (i, j, k).
#include <algorithm>
#include <utility>

#include "generate/build_graph.hpp"
#include "generate/families.hpp"

namespace hypermatch::detail::generate {

namespace {

struct Cell {
  std::uint64_t i, j, k;
};

struct Grid {
  std::uint64_t x, y, z;

  [[nodiscard]] std::uint64_t cells() const { return x * y * z; }
  [[nodiscard]] double num_cells() const { return real(x) * real(y) * real(z); }
  /// Pairs of cells that share a face.
  [[nodiscard]] double num_faces() const {
    return (real(x) - 1) * real(y) * real(z) + real(x) * (real(y) - 1) * real(z) +
           real(x) * real(y) * (real(z) - 1);
  }
  /// Pairs of cells that share a face, an edge or a corner.
  [[nodiscard]] double num_contacts() const {
    return ((3 * real(x) - 2) * (3 * real(y) - 2) * (3 * real(z) - 2) - num_cells()) / 2;
  }
  [[nodiscard]] Cell cell(std::uint64_t v) const { return {v % x, v / x % y, v / x / y}; }
};

}  // namespace

EdgeList grid(const Context& context, const Parameters& p, std::uint64_t seed) {
  const Grid g{p["x"], p["y"], p["z"]};
  check_graph_size(p, g.num_cells(), g.num_faces());
  EdgeList graph = build_graph(context, g.cells(), [=](std::uint64_t v, const auto& visit) {
    const Cell at = g.cell(v);
    if (at.i + 1 < g.x) visit(v + 1);
    if (at.j + 1 < g.y) visit(v + g.x);
    if (at.k + 1 < g.z) visit(v + g.x * g.y);
  });
  return finish(context, std::move(graph), p, seed);
}

EdgeList grid27(const Context& context, const Parameters& p, std::uint64_t seed) {
  const Grid g{p["x"], p["y"], p["z"]};
  check_graph_size(p, g.num_cells(), g.num_contacts());
  EdgeList graph = build_graph(context, g.cells(), [=](std::uint64_t v, const auto& visit) {
    const Cell at = g.cell(v);
    const auto first = [](std::uint64_t c) { return c == 0 ? 0 : c - 1; };
    for (std::uint64_t k = at.k; k < std::min(at.k + 2, g.z); ++k) {
      for (std::uint64_t j = k == at.k ? at.j : first(at.j); j < std::min(at.j + 2, g.y); ++j) {
        const bool own_row = k == at.k && j == at.j;
        for (std::uint64_t i = own_row ? at.i + 1 : first(at.i); i < std::min(at.i + 2, g.x); ++i) {
          visit(i + g.x * (j + g.y * k));
        }
      }
    }
  });
  return finish(context, std::move(graph), p, seed);
}

// The pattern [[H, A^T], [A, 0]] of nlpkkt80 and its larger siblings (x = y = z = 80, 120, ..),
// which Schenk, Waechter and Weiser 2009 (doi:10.1137/070707233) solve: H is diagonal, which makes
// no edge. A has a constraint per cell, which meets the states of the 27 cells around it and the
// controls of the faces of the grid at most one cell further along the boundary. First come the
// states, then the controls, face by face, then the constraints.
EdgeList nlpkkt(const Context& context, const Parameters& p, std::uint64_t seed) {
  const Grid g{p["x"], p["y"], p["z"]};
  const std::uint64_t sizes[] = {g.x, g.y, g.z};
  const std::uint64_t faces[] = {g.y * g.z, g.x * g.z, g.x * g.y};
  const auto around = [](std::uint64_t size) { return 3 * real(size) - 2; };
  const double num_controls =
      2 * (real(g.y) * real(g.z) + real(g.x) * real(g.z) + real(g.x) * real(g.y));
  check_graph_size(
      p, 2 * g.num_cells() + num_controls,
      around(g.x) * around(g.y) * around(g.z) +
          2 * (around(g.y) * around(g.z) + around(g.x) * around(g.z) + around(g.x) * around(g.y)));
  const std::uint64_t constraints = g.cells() + 2 * (faces[0] + faces[1] + faces[2]);
  EdgeList graph =
      build_graph(context, constraints + g.cells(), [=](std::uint64_t v, const auto& visit) {
        if (v >= constraints) return;
        std::uint64_t at[3];
        int fixed = 3;  // the axis that the face of a control is normal to
        if (v < g.cells()) {
          const Cell cell = g.cell(v);
          at[0] = cell.i, at[1] = cell.j, at[2] = cell.k;
        } else {
          std::uint64_t place = v - g.cells();
          for (fixed = 0; place >= 2 * faces[fixed]; ++fixed) place -= 2 * faces[fixed];
          const int first = fixed == 0 ? 1 : 0;
          const int second = fixed == 2 ? 1 : 2;
          at[fixed] = place < faces[fixed] ? 0 : sizes[fixed] - 1;
          place %= faces[fixed];
          at[first] = place % sizes[first], at[second] = place / sizes[first];
        }
        std::uint64_t low[3], high[3];
        for (int axis = 0; axis < 3; ++axis) {
          const std::uint64_t reach = axis == fixed ? 0 : 1;
          low[axis] = at[axis] - std::min(at[axis], reach);
          high[axis] = std::min(at[axis] + reach + 1, sizes[axis]);
        }
        for (std::uint64_t k = low[2]; k < high[2]; ++k) {
          for (std::uint64_t j = low[1]; j < high[1]; ++j) {
            for (std::uint64_t i = low[0]; i < high[0]; ++i) {
              visit(constraints + i + g.x * (j + g.y * k));
            }
          }
        }
      });
  return finish(context, std::move(graph), p, seed);
}

EdgeList road(const Context& context, const Parameters& p, std::uint64_t seed) {
  const Grid g{p["x"], p["y"], 1};
  const std::uint64_t removed = p["removed"];
  check_graph_size(p, g.num_cells(), g.num_faces());
  // Two draws a cell: for the edge to the right, and the one to the next row.
  EdgeList graph = build_graph(context, g.cells(), [=](std::uint64_t v, const auto& visit) {
    const Cell at = g.cell(v);
    Draws draws(seed, Purpose::edges, v);
    const bool keeps_right = draws.below(100) >= removed;
    const bool keeps_next = draws.below(100) >= removed;
    if (at.i + 1 < g.x && keeps_right) visit(v + 1);
    if (at.j + 1 < g.y && keeps_next) visit(v + g.x);
  });
  return finish(context, std::move(graph), p, seed);
}

}  // namespace hypermatch::detail::generate
