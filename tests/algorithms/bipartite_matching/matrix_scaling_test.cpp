// SPDX-License-Identifier: MIT
// Matchings of largest product against all choices, their factors, and symmetric pivots.
#include "hypermatch/matrix_scaling.hpp"
#include "hypermatch/verify_matrix_scaling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/bipartite_matching/pairs_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using testing::graph_of;
using testing::one_thread;

double drawn_value(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t draw = detail::base::hash(seed, a, b);
  const double size = std::ldexp(1.0 + static_cast<double>(draw % 7), static_cast<int>(draw >> 60));
  if (draw % 11 == 0) return 0;
  return draw % 2 == 0 ? size : -size;
}

// The largest sum of logarithms of `rank` entries, one per row and column.
double best_product(const Bipartite& graph, const std::vector<double>& values, std::size_t rank) {
  double best = -std::numeric_limits<double>::infinity();
  const std::function<void(VertexId, std::uint32_t, std::size_t, double)> choose =
      [&](VertexId r, std::uint32_t taken, std::size_t pairs, double sum) {
        if (r == graph.num_rows) {
          if (pairs == rank) best = std::max(best, sum);
          return;
        }
        choose(r + 1, taken, pairs, sum);
        for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
          const std::uint32_t bit = std::uint32_t{1} << graph.columns[e];
          if (values[e] == 0 || (taken & bit) != 0) continue;
          choose(r + 1, taken | bit, pairs + 1, sum + std::log2(std::fabs(values[e])));
        }
      };
  choose(0, 0, 0, 0);
  return best;
}

// Entries are at most 1 after scaling; those of pairs are 1.
void expect_scaled(const Bipartite& graph, const std::vector<double>& values,
                   const ProductMatching& found) {
  for (VertexId r = 0; r < graph.num_rows; ++r) {
    double of_pair = 0;
    for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
      const VertexId c = graph.columns[e];
      const double size = std::fabs(values[e]) * std::exp2(found.row_exponents[r]) *
                          std::exp2(found.column_exponents[c]);
      EXPECT_LE(size, 1 + 1e-12);
      if (found.row_mates[r] == c) of_pair = std::max(of_pair, size);
    }
    if (found.row_mates[r] != k_none) {
      EXPECT_NEAR(of_pair, 1, 1e-12);
      EXPECT_EQ(found.column_mates[found.row_mates[r]], r);
    }
  }
}

TEST(MatrixScaling, ProductsAreTheLargestOfAllChoices) {
  int singular = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    const auto rows = static_cast<VertexId>(seed % 6);
    const auto columns = static_cast<VertexId>(seed % 5 == 0 ? rows : seed / 6 % 6);
    const Bipartite graph =
        graph_of(columns, testing::random_rows(rows, columns, 20 + seed % 81, seed));
    std::vector<double> values;
    testing::Rows kept(rows);
    for (VertexId r = 0; r < rows; ++r) {
      for (Offset e = graph.offsets[r]; e < graph.offsets[r + 1]; ++e) {
        values.push_back(drawn_value(seed, 1, e));
        if (values.back() != 0) kept[r].push_back(graph.columns[e]);
      }
    }
    const ProductMatching found =
        maximum_product_matching(one_thread(), graph.view(), std::span<const double>(values));
    const std::size_t rank = testing::simple_rank(columns, kept);
    singular += rank < std::min(rows, columns) ? 1 : 0;
    ASSERT_EQ(found.structural_rank, rank);
    EXPECT_NEAR(found.log2_product, best_product(graph, values, rank), 1e-9);
    expect_scaled(graph, values, found);
  }
  EXPECT_GT(singular, 100);
}

TEST(MatrixScaling, SymmetricPivotsCoverEachRowOnce) {
  int pairs = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const auto n = static_cast<VertexId>(1 + seed % 9);
    testing::Rows rows(n);
    std::vector<double> values;
    for (VertexId r = 0; r < n; ++r) {
      for (VertexId c = 0; c < n; ++c) {
        const double value = drawn_value(seed, std::min(r, c), std::max(r, c));
        if (detail::base::hash(seed, 100 + std::min(r, c), std::max(r, c)) % 3 == 0) continue;
        rows[r].push_back(c);
        values.push_back(value);
      }
    }
    const Bipartite graph = graph_of(n, rows);
    const std::span<const double> weights(values);
    const ProductMatching matching = maximum_product_matching(one_thread(), graph.view(), weights);
    const SymmetricPivots found = symmetric_pivots(graph.view(), weights, matching);
    std::vector<int> times(n, 0);
    for (const Pivot& pivot : found.pivots) {
      ++times[pivot.first];
      if (pivot.second == k_none) continue;
      ++times[pivot.second];
      ++pairs;
      EXPECT_TRUE(std::count(rows[pivot.first].begin(), rows[pivot.first].end(), pivot.second) !=
                  0);
    }
    EXPECT_EQ(times, std::vector<int>(n, 1));
    std::size_t e = 0;
    for (VertexId r = 0; r < n; ++r) {
      for (const VertexId c : rows[r]) {
        const double size =
            std::fabs(values[e++]) * std::exp2(found.exponents[r] + found.exponents[c]);
        EXPECT_LE(size, 1 + 1e-12);
      }
    }
  }
  EXPECT_GT(pairs, 100);
}

TEST(MatrixScaling, TakesPairsWithLargeDeterminantsAndLargeDiagonalsAlone) {
  // A cycle of four rows: 0-1 and 2-3 have diagonal entries that cancel, 1-2 and 3-0 have none.
  const Bipartite graph = graph_of(4, {{0, 1, 3}, {0, 1, 2}, {1, 3}, {0, 2}});
  const std::vector<double> values = {0.5, 1, 1, 1, 0.5, 1, 1, 1, 1, 1};
  ProductMatching cycle;
  cycle.row_mates = {1, 2, 3, 0};
  cycle.column_mates = {3, 0, 1, 2};
  cycle.row_exponents = cycle.column_exponents = {0, 0, 0, 0};
  const SymmetricPivots even =
      symmetric_pivots(graph.view(), std::span<const double>(values), cycle);
  EXPECT_EQ(even.pivots, (std::vector<Pivot>{{0, 3}, {1, 2}}));
  const Bipartite triangle = graph_of(3, {{1, 2}, {0, 1, 2}, {0, 1}});
  const std::vector<double> ones = {1, 1, 1, 0.25, 1, 1, 1};
  ProductMatching odd;
  odd.row_mates = {1, 2, 0};
  odd.column_mates = {2, 0, 1};
  odd.row_exponents = odd.column_exponents = {0, 0, 0};
  EXPECT_EQ(symmetric_pivots(triangle.view(), std::span<const double>(ones), odd).pivots,
            (std::vector<Pivot>{{0, 2}, {1, k_none}}));
}

TEST(MatrixScaling, RefusesWhatItCannotUse) {
  const Bipartite graph = graph_of(2, {{0, 1}});
  const std::vector<double> wrong = {1, std::nan("")};
  EXPECT_THROW(
      (void)maximum_product_matching(one_thread(), graph.view(), std::span<const double>(wrong)),
      Error);
  EXPECT_THROW((void)symmetric_pivots(graph.view(), {}, {}), Error);
  const Bipartite pair = graph_of(2, {{1}, {0}});
  const std::vector<double> sizes = {1, -2};
  const std::vector<double> same = {2, -2};
  ProductMatching matching;
  matching.row_mates = matching.column_mates = {1, 0};
  matching.row_exponents = matching.column_exponents = {-0.5, -0.5};
  EXPECT_THROW((void)symmetric_pivots(pair.view(), std::span<const double>(sizes), matching),
               Error);
  SymmetricPivots pivots = symmetric_pivots(pair.view(), std::span<const double>(same), matching);
  const auto violation = [&] {
    return verify::check_symmetric_pivots(pair.view(), std::span<const double>(same), pivots);
  };
  EXPECT_EQ(violation(), "");
  pivots.exponents[0] += 0.1;
  EXPECT_NE(violation(), "");
  pivots.exponents[0] -= 0.1;
  pivots.pivots = {{0, k_none}};
  EXPECT_NE(violation(), "");
  pivots.pivots = {{0, 1}, {1, k_none}};
  EXPECT_NE(violation(), "");
  EXPECT_THROW((void)symmetric_pivots(graph_of(1, {{0}}).view(), {}, {}), Error);
}

}  // namespace
}  // namespace hypermatch
