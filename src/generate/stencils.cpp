// SPDX-License-Identifier: MIT
// Row-nets of 3D stencils on an x X y X z grid without wrap-around: vertex and hyperedge i + x (j +
// y k) belong to cell (i, j, k); the hyperedge is the closed neighbourhood of its cell, ascending.
#include <algorithm>

#include "generate/build.hpp"
#include "generate/families.hpp"

namespace hypermatch::detail::generate {

namespace {

struct StencilCells {
  std::uint64_t x, y, z;

  StencilCells(const Parameters& p, double pins_per_cell) : x(p["x"]), y(p["y"]), z(p["z"]) {
    const double cells = static_cast<double>(x) * static_cast<double>(y) * static_cast<double>(z);
    check_size(p.family(), cells, cells, cells * pins_per_cell);
  }
  [[nodiscard]] std::uint64_t cells() const { return x * y * z; }
};

// First and last neighbour of coordinate c, itself included.
struct Span {
  std::uint64_t first, last;
  Span(std::uint64_t c, std::uint64_t extent)
      : first(c == 0 ? 0 : c - 1), last(std::min(c + 1, extent - 1)) {}
  [[nodiscard]] std::uint64_t size() const { return last - first + 1; }
};

struct Box {
  std::uint64_t i, j, k;
  Span x, y, z;
  Box(const StencilCells& grid, std::uint64_t cell)
      : i(cell % grid.x),
        j(cell / grid.x % grid.y),
        k(cell / grid.x / grid.y),
        x(i, grid.x),
        y(j, grid.y),
        z(k, grid.z) {}
};

}  // namespace

Hypergraph stencil7(const Context& context, const Parameters& p, std::uint64_t) {
  const StencilCells grid(p, 7);
  return build(
      context, grid.cells(), grid.cells(),
      [=](std::size_t cell) -> Offset {
        const Box box(grid, cell);
        return box.x.size() + box.y.size() + box.z.size() - 2;
      },
      [=](std::size_t cell, std::span<VertexId> pins, PinSet&) {
        const Box box(grid, cell);
        const std::uint64_t plane = grid.x * grid.y;
        std::size_t next = 0;
        const auto add = [&](std::uint64_t v) { pins[next++] = static_cast<VertexId>(v); };
        if (box.z.first < box.k) add(cell - plane);
        if (box.y.first < box.j) add(cell - grid.x);
        if (box.x.first < box.i) add(cell - 1);
        add(cell);
        if (box.x.last > box.i) add(cell + 1);
        if (box.y.last > box.j) add(cell + grid.x);
        if (box.z.last > box.k) add(cell + plane);
      });
}

Hypergraph stencil27(const Context& context, const Parameters& p, std::uint64_t) {
  const StencilCells grid(p, 27);
  return build(
      context, grid.cells(), grid.cells(),
      [=](std::size_t cell) -> Offset {
        const Box box(grid, cell);
        return box.x.size() * box.y.size() * box.z.size();
      },
      [=](std::size_t cell, std::span<VertexId> pins, PinSet&) {
        const Box box(grid, cell);
        std::size_t next = 0;
        for (std::uint64_t k = box.z.first; k <= box.z.last; ++k) {
          for (std::uint64_t j = box.y.first; j <= box.y.last; ++j) {
            for (std::uint64_t i = box.x.first; i <= box.x.last; ++i) {
              pins[next++] = static_cast<VertexId>(i + grid.x * (j + grid.y * k));
            }
          }
        }
      });
}

}  // namespace hypermatch::detail::generate
