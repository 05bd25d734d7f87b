// SPDX-License-Identifier: MIT
// Bipartite graphs for maximum matching: random ones, and shapes on which careless algorithms take
// quadratic or exponential time.
#include <algorithm>
#include <utility>

#include "generate/build.hpp"
#include "generate/families.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch::detail::generate {

namespace {

// Renumbers rows and columns at random, or leaves them as they are.
struct Numbers {
  Permutation row, column;
  bool shuffled;

  Numbers(std::uint64_t rows, std::uint64_t columns, const Parameters& p, std::uint64_t seed)
      : row(rows, seed, static_cast<std::uint64_t>(RandomStream::rows)),
        column(columns, seed, static_cast<std::uint64_t>(RandomStream::columns)),
        shuffled(p["shuffle"] != 0) {}
};

// `columns_of(row, visit)` calls visit(column) for the columns of a row, ascending. It is called
// twice per row and must do the same both times.
template <class ColumnsOf>
Bipartite build_bipartite(const Context& context, std::uint64_t rows, std::uint64_t columns,
                          const Numbers& numbers, const ColumnsOf& columns_of) {
  Bipartite bipartite;
  bipartite.num_rows = static_cast<VertexId>(rows);
  bipartite.num_columns = static_cast<VertexId>(columns);
  Array<Offset>& offsets = bipartite.offsets;
  offsets.resize(rows + 1);
  const auto new_row = [&](std::uint64_t r) { return numbers.shuffled ? numbers.row(r) : r; };
  parallel::for_each(context, rows, [&](std::size_t r) {
    Offset count = 0;
    columns_of(r, [&](std::uint64_t) { ++count; });
    offsets[new_row(r)] = count;
  });
  offsets[rows] = parallel::exclusive_scan<Offset>(
      context, rows, [&](std::size_t r) { return offsets[r]; },
      [&](std::size_t r, Offset sum) { offsets[r] = sum; });
  bipartite.columns.resize(offsets[rows]);
  for_edges(
      context, rows, [] { return 0; },
      [&](std::size_t r, int) {
        VertexId* const begin = bipartite.columns.data() + offsets[new_row(r)];
        VertexId* place = begin;
        columns_of(r, [&](std::uint64_t c) {
          *place++ = static_cast<VertexId>(numbers.shuffled ? numbers.column(c) : c);
        });
        if (numbers.shuffled) std::sort(begin, place);
      });
  return bipartite;
}

}  // namespace

Bipartite random_bipartite(const Context& context, const Parameters& p, std::uint64_t seed) {
  p.require_at_most("degree", "columns");
  const std::uint64_t rows = p["rows"], columns = p["columns"];
  const double num_entries = real(rows) * real(p["degree"]);
  check_size(p.family(), real(columns), real(rows), num_entries, sizeof(Offset), 20);
  // An entry is a place of the matrix, row by row, so that sorting makes rows of it.
  Array<std::uint64_t> places(rows * p["degree"]);
  const DistinctDraws draws(std::max<std::uint64_t>(rows * columns, 1), seed, RandomStream::pairs);
  for_edges(
      context, places.size(), [] { return 0; }, [&](std::size_t i, int) { places[i] = draws(i); });
  parallel::radix_sort(context, places, [](std::uint64_t place) { return place; });
  context.check_cancelled();
  Bipartite bipartite;
  bipartite.num_rows = static_cast<VertexId>(rows);
  bipartite.num_columns = static_cast<VertexId>(columns);
  bipartite.offsets.resize(rows + 1);
  bipartite.columns.resize(places.size());
  const auto row_of = [&](std::size_t i) { return places[i] / columns; };
  // Each row's begin is written once: by the first entry of this or a later row, or at the end.
  parallel::for_each(context, places.size() + 1, [&](std::size_t i) {
    const std::uint64_t first = i == 0 ? 0 : row_of(i - 1) + 1;
    const std::uint64_t last = i == places.size() ? rows : row_of(i);
    for (std::uint64_t r = first; r <= last; ++r) bipartite.offsets[r] = i;
    if (i < places.size()) bipartite.columns[i] = static_cast<VertexId>(places[i] % columns);
  });
  return bipartite;
}

Bipartite complete_bipartite(const Context& context, const Parameters& p, std::uint64_t) {
  const std::uint64_t rows = p["rows"], columns = p["columns"];
  check_size(p.family(), real(columns), real(rows), real(rows) * real(columns));
  Bipartite bipartite;
  bipartite.num_rows = static_cast<VertexId>(rows);
  bipartite.num_columns = static_cast<VertexId>(columns);
  bipartite.offsets.resize(rows + 1);
  bipartite.columns.resize(rows * columns);
  parallel::for_each(context, rows + 1, [&](std::size_t r) { bipartite.offsets[r] = r * columns; });
  parallel::for_each(context, bipartite.columns.size(), [&](std::size_t i) {
    bipartite.columns[i] = static_cast<VertexId>(i % columns);
  });
  return bipartite;
}

Bipartite layered(const Context& context, const Parameters& p, std::uint64_t seed) {
  // Levels 0, 2, 4 .. are rows, levels 1, 3, 5 .. columns, two of them per level.
  const std::uint64_t levels = p["levels"];
  const std::uint64_t rows = 2 * ((levels + 1) / 2), columns = 2 * (levels / 2);
  check_size(p.family(), real(columns), real(rows), 4 * real(levels));
  return build_bipartite(context, rows, columns, Numbers(rows, columns, p, seed),
                         [=](std::uint64_t r, const auto& visit) {
                           // Row r is of level 2 (r / 2), between columns r' - 2 .. r' + 1 with r'
                           // the even number of its level.
                           const std::uint64_t even = r & ~std::uint64_t{1};
                           const std::uint64_t first = even == 0 ? 0 : even - 2;
                           for (std::uint64_t c = first; c < std::min(even + 2, columns); ++c) {
                             visit(c);
                           }
                         });
}

Bipartite chain_bipartite(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t n = p["n"];
  check_size(p.family(), real(n), real(n), 2 * real(n));
  return build_bipartite(context, n, n, Numbers(n, n, p, seed),
                         [=](std::uint64_t r, const auto& visit) {
                           visit(r + 1 < n ? r : 0);
                           if (r + 1 < n) visit(r + 1);
                         });
}

}  // namespace hypermatch::detail::generate
