// SPDX-License-Identifier: MIT
// Assignments of points against those of the matrix of their costs, and by their prices.
#include "hypermatch/point_assignment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/assignment.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_point_assignment.hpp"
#include "tests/algorithms/bipartite_matching/pairs_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"
#include "tests/stopping.hpp"

namespace hypermatch {
namespace {

using testing::one_thread;

constexpr PointCost k_costs[] = {PointCost::euclidean, PointCost::squared_euclidean,
                                 PointCost::inner_product};

// Coordinates in -1 .. 1, or few integers, so that many points coincide.
std::vector<double> drawn_points(std::uint64_t seed, std::size_t count, std::size_t dimension) {
  std::vector<double> points(count * dimension);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::uint64_t bits = detail::base::hash(seed, i);
    points[i] = seed % 3 == 0 ? static_cast<double>(bits % 4)
                              : std::ldexp(static_cast<double>(bits >> 11), -52) - 1;
  }
  return points;
}

double cost_of(const PointsView& rows, const PointsView& columns, std::size_t r, std::size_t c,
               PointCost cost) {
  double sum = 0;
  for (std::size_t d = 0; d < rows.dimension; ++d) {
    const double x = rows.coordinates[r * rows.dimension + d];
    const double y = columns.coordinates[c * rows.dimension + d];
    sum += cost == PointCost::inner_product ? x * y : (x - y) * (x - y);
  }
  return cost == PointCost::euclidean ? std::sqrt(sum) : sum;
}

double value_by_matrix(const PointsView& rows, const PointsView& columns,
                       const PointAssignmentOptions& options) {
  testing::Rows entries(rows.size());
  std::vector<double> weights;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      entries[r].push_back(static_cast<VertexId>(c));
      weights.push_back(cost_of(rows, columns, r, c, options.cost));
    }
  }
  const Bipartite graph = testing::graph_of(static_cast<VertexId>(columns.size()), entries);
  BAssignmentOptions asked{.sense = options.sense};
  (rows.size() <= columns.size() ? asked.bounds.row_lower : asked.bounds.column_lower).common = 1;
  const auto found =
      assignment(one_thread(), graph.view(), std::span<const double>(weights), asked);
  double value = 0;
  for (const RowColumn& pair : std::get<BAssignment>(found).pairs) {
    value += cost_of(rows, columns, pair.row, pair.column, options.cost);
  }
  return value;
}

TEST(PointAssignment, IsThatOfTheMatrixOfCosts) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const std::size_t dimension = 1 + seed % 4;
    const auto x = drawn_points(seed, 1 + seed % 13, dimension);
    const auto y = drawn_points(seed + 1000, 1 + seed * 7 % 13, dimension);
    const PointsView rows{dimension, x};
    const PointsView columns{dimension, y};
    for (const PointCost cost : k_costs) {
      for (const Sense sense : {Sense::minimize, Sense::maximize}) {
        const PointAssignmentOptions options{.cost = cost, .sense = sense};
        const PointAssignment found = point_assignment(one_thread(), rows, columns, options);
        EXPECT_EQ(verify::check_point_assignment(one_thread(), rows, columns, options, found), "");
        EXPECT_NEAR(found.value, value_by_matrix(rows, columns, options), 1e-9);
      }
    }
  }
}

TEST(PointAssignment, LargerSetsAreProven) {
  const auto x = drawn_points(1, 300, 2);
  const auto y = drawn_points(2, 400, 2);
  for (const PointCost cost : k_costs) {
    const PointAssignmentOptions options{.cost = cost};
    for (const bool turned : {false, true}) {
      const PointsView rows{2, turned ? y : x};
      const PointsView columns{2, turned ? x : y};
      PointAssignment found = point_assignment(one_thread(), rows, columns, options);
      const auto violation = [&] {
        return verify::check_point_assignment(one_thread(), rows, columns, options, found);
      };
      EXPECT_EQ(violation(), "");
      const auto first = std::find_if(found.row_mates.begin(), found.row_mates.end(),
                                      [](VertexId mate) { return mate != k_none; });
      const auto second = std::find_if(first + 1, found.row_mates.end(),
                                       [](VertexId mate) { return mate != k_none; });
      std::swap(*first, *second);
      EXPECT_NE(violation(), "");
      std::swap(*first, *second);
      found.row_prices[7] += 0.01;
      EXPECT_NE(violation(), "");
      found.row_prices[7] -= 0.02;
      EXPECT_NE(violation(), "");
    }
  }
}

TEST(PointAssignment, TakesAnyScaleAndEmptySets) {
  for (const double scale : {1e-140, 1e-3, 1e140}) {
    auto x = drawn_points(4, 20, 3);
    for (double& coordinate : x) coordinate *= scale;
    const PointsView points{3, x};
    const PointAssignment found = point_assignment(one_thread(), points, points);
    for (VertexId r = 0; r < 20; ++r) EXPECT_EQ(found.row_mates[r], r);
    EXPECT_EQ(found.value, 0);
  }
  const PointsView none{2, {}};
  const auto x = drawn_points(5, 2, 2);
  EXPECT_EQ(point_assignment(one_thread(), {2, x}, none).row_mates,
            (std::vector<VertexId>{k_none, k_none}));
  EXPECT_EQ(point_assignment(one_thread(), none, {2, x}).value, 0);
}

TEST(PointAssignment, RefusesWhatIsNoPoint) {
  const std::vector<double> fine = {1, 2, 3, 4};
  const auto fails = [&](const PointsView& rows, const PointsView& columns) {
    EXPECT_THROW((void)point_assignment(one_thread(), rows, columns), Error);
  };
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), 1e200}) {
    const std::vector<double> x = {1, wrong};
    fails({2, x}, {2, fine});
    fails({2, fine}, {2, x});
  }
  fails({2, fine}, {1, fine});
  fails({3, fine}, {3, fine});
  fails({0, fine}, {0, fine});
}

TEST(PointAssignment, StopsWhileItWorks) {
  const auto x = drawn_points(1, 500, 2);
  const auto y = drawn_points(2, 500, 2);
  test::expect_stops(
      [&](const Context& context) {
        (void)point_assignment(context, {2, x}, {2, y});
      },
      1, {0.5});
}

}  // namespace
}  // namespace hypermatch
