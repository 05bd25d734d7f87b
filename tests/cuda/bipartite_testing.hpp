// SPDX-License-Identifier: MIT
// What the tests of bipartite matching on a device share: every way to ask for one, graphs of all
// shapes, and the proof that an answer is as large as can be.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch::test {

using Pairs = std::vector<std::pair<VertexId, VertexId>>;

/// Entries in the order of `pairs` within each row; what stands there twice stays twice.
inline Bipartite graph_of(VertexId rows, VertexId columns, const Pairs& pairs) {
  Bipartite graph;
  graph.num_rows = rows;
  graph.num_columns = columns;
  graph.offsets = Array<Offset>(std::size_t{rows} + 1);
  graph.columns = Array<VertexId>(pairs.size());
  std::fill(graph.offsets.begin(), graph.offsets.end(), 0);
  for (const auto& pair : pairs) ++graph.offsets[pair.first + std::size_t{1}];
  for (std::size_t r = 0; r < rows; ++r) graph.offsets[r + 1] += graph.offsets[r];
  std::vector<Offset> next(graph.offsets.begin(), graph.offsets.end());
  for (const auto& [row, column] : pairs) graph.columns[next[row]++] = column;
  return graph;
}

struct NamedBipartite {
  std::string name;
  Bipartite graph;
};

inline Bipartite random_graph(VertexId rows, VertexId columns, std::uint64_t entries,
                              std::uint64_t seed) {
  Pairs pairs;
  for (std::uint64_t i = 0; i < entries; ++i) {
    pairs.emplace_back(detail::base::below(detail::base::hash(seed, 1, i), rows),
                       detail::base::below(detail::base::hash(seed, 2, i), columns));
  }
  return graph_of(rows, columns, pairs);
}

/// A path r0 - c0 - r1 - c1 - .. that ends in a column; with `shifted`, each row meets first the
/// column that belongs to the next one.
inline Bipartite chain(VertexId length, bool shifted) {
  Pairs pairs;
  for (VertexId i = 0; i < length; ++i) {
    if (shifted && i + 1 < length) pairs.emplace_back(i, i + 1);
    pairs.emplace_back(i, i);
    if (!shifted && i > 0) pairs.emplace_back(i, i - 1);
  }
  return graph_of(length, length, pairs);
}

inline Bipartite complete(VertexId rows, VertexId columns) {
  Pairs pairs;
  for (VertexId r = 0; r < rows; ++r) {
    for (VertexId c = 0; c < columns; ++c) pairs.emplace_back(r, c);
  }
  return graph_of(rows, columns, pairs);
}

/// Two rows and two columns per level; each level's rows meet its columns and those of the next
/// one.
inline Bipartite layered(VertexId levels) {
  Pairs pairs;
  for (VertexId l = 0; l < levels; ++l) {
    for (VertexId r = 2 * l; r < 2 * l + 2; ++r) {
      for (VertexId c = 2 * l; c < std::min(2 * l + 4, 2 * levels); ++c) pairs.emplace_back(r, c);
    }
  }
  return graph_of(2 * levels, 2 * levels, pairs);
}

/// The adjacency matrix of a grid in which some edges and, with `diagonal`, some loops are missing.
inline Bipartite grid(VertexId side, std::uint64_t seed, bool diagonal) {
  Pairs pairs;
  const auto kept = [&](std::uint64_t i) { return detail::base::hash(seed, i) % 10 < 7; };
  for (VertexId v = 0; v < side * side; ++v) {
    if (diagonal && kept(3 * std::uint64_t{v})) pairs.emplace_back(v, v);
    if (v % side + 1 < side && kept(3 * std::uint64_t{v} + 1)) {
      pairs.emplace_back(v, v + 1);
      pairs.emplace_back(v + 1, v);
    }
    if (v + side < side * side && kept(3 * std::uint64_t{v} + 2)) {
      pairs.emplace_back(v, v + side);
      pairs.emplace_back(v + side, v);
    }
  }
  return graph_of(side * side, side * side, pairs);
}

/// Random numbers for rows and columns.
inline Bipartite permuted(const BipartiteView& graph, std::uint64_t seed) {
  const auto order = [&](VertexId size, std::uint64_t stream) {
    std::vector<VertexId> numbers(size);
    for (VertexId i = 0; i < size; ++i) numbers[i] = i;
    for (VertexId i = size; i > 1; --i) {
      std::swap(numbers[i - 1],
                numbers[detail::base::below(detail::base::hash(seed, stream, i), i)]);
    }
    return numbers;
  };
  const std::vector<VertexId> rows = order(graph.num_rows, 1);
  const std::vector<VertexId> columns = order(graph.num_columns, 2);
  Pairs pairs;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    for (const VertexId c : graph.columns_of(r)) pairs.emplace_back(rows[r], columns[c]);
  }
  return graph_of(graph.num_rows, graph.num_columns, pairs);
}

/// A path with a row at both ends.
inline Bipartite odd_chain(VertexId columns) {
  Pairs pairs;
  for (VertexId c = 0; c < columns; ++c) {
    pairs.emplace_back(c, c);
    pairs.emplace_back(c + 1, c);
  }
  return graph_of(columns + 1, columns, pairs);
}

/// Cells of a cube, each a row and a column; a row meets the columns of its cell's neighbours, of
/// which corners have fewest. Many searches end far from where they begin.
inline Bipartite cube(VertexId side) {
  Pairs pairs;
  const auto near = [&](VertexId x) {
    return std::pair(x == 0 ? x : x - 1, std::min(x + 2, side));
  };
  for (VertexId r = 0; r < side * side * side; ++r) {
    const auto [x0, x1] = near(r % side);
    const auto [y0, y1] = near(r / side % side);
    const auto [z0, z1] = near(r / side / side);
    for (VertexId z = z0; z < z1; ++z) {
      for (VertexId y = y0; y < y1; ++y) {
        for (VertexId x = x0; x < x1; ++x) {
          const VertexId c = (z * side + y) * side + x;
          if (c != r) pairs.emplace_back(r, c);
        }
      }
    }
  }
  return graph_of(side * side * side, side * side * side, pairs);
}

/// A band of `length` layers of `width` rows; each row meets three columns of its layer and of the
/// next. The first layer has `surplus` rows too many, the last one as many columns.
inline Bipartite band(VertexId width, VertexId length, VertexId surplus) {
  Pairs pairs;
  const auto meet = [&](VertexId row, VertexId layer, VertexId y) {
    for (VertexId d = 0; d < 3; ++d) pairs.emplace_back(row, layer * width + (y + d) % width);
  };
  for (VertexId layer = 0; layer < length; ++layer) {
    for (VertexId y = 0; y < width; ++y) {
      meet(layer * width + y, layer, y);
      if (layer + 1 < length) meet(layer * width + y, layer + 1, y);
      if (layer + 1 == length) pairs.emplace_back(layer * width + y, length * width + y % surplus);
    }
  }
  for (VertexId i = 0; i < surplus; ++i) meet(length * width + i, 0, i);
  return graph_of(length * width + surplus, length * width + surplus, pairs);
}

/// Valid, the same from both sides, and as large as can be, as the verifier proves.
inline void expect_maximum(const BipartiteView& graph, const BipartiteMatching& matching,
                           const std::string& about) {
  std::vector<RowColumn> by_rows;
  std::vector<RowColumn> by_columns;
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    if (matching.row_mates.at(r) != k_none) by_rows.push_back({r, matching.row_mates[r]});
  }
  for (VertexId c = 0; c < graph.num_columns; ++c) {
    if (matching.column_mates.at(c) != k_none) by_columns.push_back({matching.column_mates[c], c});
  }
  const Context host({.threads = 1});
  for (const auto& pairs : {by_rows, by_columns}) {
    const verify::BipartiteVerdict verdict =
        verify::check_bipartite(host, graph, pairs, {.maximum = true});
    ASSERT_TRUE(verdict.ok) << about << ": " << verdict.violation;
    ASSERT_EQ(verdict.cardinality, matching.cardinality) << about;
  }
  for (const RowColumn& pair : by_rows) {
    ASSERT_EQ(matching.column_mates[pair.column], pair.row) << about;
  }
}

/// An algorithm with its options, by name.
struct BipartiteWay {
  std::string name;
  BipartiteMatching (*match)(const DeviceContext&, const BipartiteView&,
                             const DeviceBipartiteOptions&, std::span<const VertexId> initial);
  DeviceBipartiteOptions options;
};

/// `ms_bfs` and the eight variants of Deveci et al., with one start.
inline std::vector<BipartiteWay> bipartite_ways(BipartiteStart start) {
  using Match = BipartiteMatching (*)(const DeviceContext&, const BipartiteView&,
                                      const DeviceBipartiteOptions&, std::span<const VertexId>);
  std::vector<BipartiteWay> ways = {{"ms_bfs", static_cast<Match>(&ms_bfs), {.start = start}}};
  for (const auto& [name, match] : {std::pair<const char*, Match>{"apfb", &apfb},
                                    std::pair<const char*, Match>{"apsb", &apsb}}) {
    for (const LevelKernel kernel : {LevelKernel::gpubfs, LevelKernel::gpubfs_wr}) {
      for (const ThreadLayout layout : {ThreadLayout::mt, ThreadLayout::ct}) {
        ways.push_back({std::string(name) + (kernel == LevelKernel::gpubfs ? " gpubfs" : " wr") +
                            (layout == ThreadLayout::mt ? " mt" : " ct"),
                        match,
                        {.start = start, .kernel = kernel, .layout = layout}});
      }
    }
  }
  return ways;
}

inline constexpr BipartiteStart k_device_starts[] = {BipartiteStart::none, BipartiteStart::cheap,
                                                     BipartiteStart::karp_sipser,
                                                     BipartiteStart::two_sided};

}  // namespace hypermatch::test
