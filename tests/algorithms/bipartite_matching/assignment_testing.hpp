// SPDX-License-Identifier: MIT
// Assignment problems that tests draw.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "tests/algorithms/bipartite_matching/pairs_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch::testing {

struct Drawn {
  Bipartite graph;
  std::vector<std::int64_t> weights;
  Bounds bounds;
};

// Shapes, forbidden pairs, repeated entries, ties, negative weights, demands and excluded vertices.
inline Drawn draw_instance(std::uint64_t seed) {
  const auto draw = [&](std::uint64_t stream, std::uint64_t item, std::uint64_t below) {
    return static_cast<std::uint32_t>(detail::base::hash(seed, stream, item) % below);
  };
  Drawn drawn;
  const VertexId rows = draw(1, 0, 6);
  const VertexId columns = draw(1, 1, 3) == 0 ? rows : draw(1, 2, 6);
  const std::uint32_t percent = draw(1, 3, 3) == 0 ? 100 : draw(1, 4, 101);
  drawn.graph = graph_of(columns, random_rows(rows, columns, percent, seed));
  const std::int64_t lowest = draw(1, 5, 2) == 0 ? 0 : -20;
  const std::uint32_t spread = draw(1, 6, 3) == 0 ? 2 : 40;
  for (std::size_t e = 0; e < drawn.graph.columns.size(); ++e) {
    drawn.weights.push_back(lowest + draw(2, e, spread));
  }
  const std::uint32_t kind = draw(1, 7, 6);
  const bool excludes = draw(1, 8, 4) == 0;
  const auto take = [&](std::uint64_t stream, VertexId count, bool all, bool some, auto& lower,
                        auto& upper) {
    for (VertexId v = 0; v < count; ++v) {
      upper.push_back(excludes && draw(stream, v, 4) == 0 ? 0 : 1);
      lower.push_back(all || (some && draw(stream + 1, v, 2) == 0) ? upper.back() : 0);
    }
  };
  Bounds& bounds = drawn.bounds;
  take(3, rows, kind == 1 || kind == 3, kind == 4, bounds.row_lower, bounds.row_upper);
  take(5, columns, kind == 2 || kind == 3, kind == 5, bounds.column_lower, bounds.column_upper);
  return drawn;
}

using CostOf = std::function<double(VertexId, VertexId)>;

inline Drawn matrix_of(VertexId rows, VertexId columns, const CostOf& cost,
                       std::vector<double>& weights) {
  Drawn drawn;
  drawn.graph = graph_of(columns, Rows(rows, ascending(columns)));
  for (VertexId r = 0; r < rows; ++r) {
    for (VertexId c = 0; c < columns; ++c) weights.push_back(cost(r, c));
  }
  const VertexId smaller = std::min(rows, columns);
  drawn.bounds = {std::vector<std::uint32_t>(rows, rows == smaller ? 1 : 0),
                  std::vector<std::uint32_t>(rows, 1),
                  std::vector<std::uint32_t>(columns, columns == smaller ? 1 : 0),
                  std::vector<std::uint32_t>(columns, 1)};
  return drawn;
}

}  // namespace hypermatch::testing
