// SPDX-License-Identifier: MIT
// The auction on a device has the bytes of the host's: pairs, prices and number of bids.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/device_assignment.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "hypermatch/verify_b_assignment.hpp"
#include "tests/cuda/device_testing.hpp"

namespace hypermatch {
namespace {

struct Drawn {
  Bipartite graph;
  std::vector<std::uint32_t> row_lower, row_upper, column_lower, column_upper;

  [[nodiscard]] PairBounds bounds() const {
    PairBounds bounds;
    bounds.row_lower.each = row_lower;
    bounds.row_upper.each = row_upper;
    bounds.column_lower.each = column_lower;
    bounds.column_upper.each = column_upper;
    return bounds;
  }
};

// Bounds of a graph from its rows: those of the smaller side are demanded, or none.
Drawn drawn_of(VertexId columns, const std::vector<std::vector<VertexId>>& lists, bool demands) {
  Drawn drawn;
  const auto rows = static_cast<VertexId>(lists.size());
  drawn.graph.num_rows = rows;
  drawn.graph.num_columns = columns;
  std::vector<Offset> offsets = {0};
  std::vector<VertexId> all;
  for (const std::vector<VertexId>& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    offsets.push_back(all.size());
  }
  drawn.graph.offsets = Array<Offset>(std::span<const Offset>(offsets));
  drawn.graph.columns = Array<VertexId>(std::span<const VertexId>(all));
  const VertexId smaller = std::min(rows, columns);
  drawn.row_lower.assign(rows, demands && rows == smaller ? 1 : 0);
  drawn.row_upper.assign(rows, 1);
  drawn.column_lower.assign(columns, demands && columns == smaller ? 1 : 0);
  drawn.column_upper.assign(columns, 1);
  return drawn;
}

class DeviceAuction : public test::OnDevice {
 protected:
  template <class W>
  void expect_same(const Drawn& drawn, const std::vector<W>& weights, Sense sense) {
    const BAssignmentOptions options{.bounds = drawn.bounds(), .sense = sense};
    const std::span<const W> costs(weights);
    const BipartiteView graph = drawn.graph.view();
    if (!is_assignment(graph, options)) return;
    const auto expected = auction(host_, graph, costs, options);
    const auto found = auction(device(), host_, graph, costs, options);
    ASSERT_EQ(found.index(), expected.index());
    if (found.index() != 0) return;
    const auto& there = std::get<BAssignment>(found);
    const auto& here = std::get<BAssignment>(expected);
    EXPECT_EQ(there.pairs, here.pairs);
    EXPECT_EQ(there.row_duals, here.row_duals);
    EXPECT_EQ(there.column_duals, here.column_duals);
    EXPECT_EQ(there.stats.pivots, here.stats.pivots);
    const auto best = assignment(host_, graph, costs, options);
    EXPECT_EQ(there.value.weight, std::get<BAssignment>(best).value.weight);
  }
  // Each row has `degree` columns at random, and one of its own.
  static Drawn sparse(VertexId rows, VertexId columns, std::uint64_t degree, std::uint64_t seed) {
    std::vector<std::vector<VertexId>> lists(rows);
    for (VertexId r = 0; r < rows; ++r) {
      if (r < columns) lists[r].push_back(r);
      for (std::uint64_t i = 0; i < degree; ++i) {
        lists[r].push_back(static_cast<VertexId>(detail::base::hash(seed, r, i) % columns));
      }
    }
    return drawn_of(columns, lists, false);
  }
  static std::vector<std::int32_t> weights_of(const Drawn& drawn, std::uint64_t below,
                                              std::uint64_t seed) {
    std::vector<std::int32_t> weights;
    for (std::size_t e = 0; e < drawn.graph.columns.size(); ++e) {
      weights.push_back(static_cast<std::int32_t>(detail::base::hash(seed, 3, e) % below));
    }
    return weights;
  }
  const Context host_{{.threads = 2}};
};

// Shapes, forbidden pairs, repeated entries, ties, negative weights, demands, no solution.
TEST_F(DeviceAuction, HasTheBytesOfTheHostOnSmallInstances) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const auto draw = [&](std::uint64_t stream, std::uint64_t item, std::uint64_t below) {
      return detail::base::hash(seed, stream, item) % below;
    };
    const auto columns = static_cast<VertexId>(1 + draw(1, 0, 9));
    std::vector<std::vector<VertexId>> lists(draw(1, 1, 9));
    for (std::size_t r = 0; r < lists.size(); ++r) {
      for (std::uint64_t i = 0; i < draw(2, r, 6); ++i) {
        lists[r].push_back(static_cast<VertexId>(draw(10 + r, i, columns)));
      }
    }
    const Drawn drawn = drawn_of(columns, lists, draw(1, 2, 2) == 0);
    std::vector<std::int64_t> weights;
    for (std::size_t e = 0; e < drawn.graph.columns.size(); ++e) {
      weights.push_back(static_cast<std::int64_t>(draw(3, e, draw(1, 3, 2) == 0 ? 3 : 50)) -
                        static_cast<std::int64_t>(draw(1, 4, 20)));
    }
    expect_same(drawn, weights, Sense::maximize);
    expect_same(drawn, weights, Sense::minimize);
  }
}

TEST_F(DeviceAuction, HasTheBytesOfTheHostOnMatrices) {
  constexpr std::pair<VertexId, VertexId> k_shapes[] = {
      {600, 600}, {600, 600}, {200, 700}, {700, 200}, {1, 3000}};
  std::uint64_t seed = 0;
  for (const auto& [rows, columns] : k_shapes) {
    ++seed;
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    std::vector<std::vector<VertexId>> lists(rows);
    std::vector<double> values;
    for (VertexId r = 0; r < rows; ++r) {
      for (VertexId c = 0; c < columns; ++c) {
        lists[r].push_back(c);
        const std::uint64_t bits = detail::base::hash(seed, r, c);
        values.push_back(seed == 2
                             ? static_cast<double>(bits >> 11) * 0x1p-53
                             : static_cast<double>(bits % (seed == 1 ? 100'000'000'000 : 50)));
      }
    }
    for (const bool demands : {false, true}) {
      const Drawn drawn = drawn_of(columns, lists, demands);
      expect_same(drawn, values, Sense::minimize);
      expect_same(drawn, values, Sense::maximize);
    }
  }
}

TEST_F(DeviceAuction, HasTheBytesOfTheHostOnSparseRows) {
  constexpr std::pair<VertexId, VertexId> k_shapes[] = {{20'000, 20'000}, {5000, 9000}, {900, 400}};
  for (const auto& [rows, columns] : k_shapes) {
    for (const std::uint64_t below : {1'000'000U, 3U, 1U}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", " +
                   std::to_string(below));
      const Drawn drawn = sparse(rows, columns, 11, below);
      const std::vector<std::int32_t> weights = weights_of(drawn, below, 5);
      expect_same(drawn, weights, Sense::minimize);
      expect_same(drawn, weights, Sense::maximize);
    }
  }
}

TEST_F(DeviceAuction, IsARowOfTheRegistry) {
  const Drawn drawn = sparse(3000, 3000, 6, 1);
  const std::vector<std::int32_t> weights = weights_of(drawn, 1000, 2);
  const registry::BAssignmentRequest request{.algorithm = "auction",
                                             .weights = std::span<const std::int32_t>(weights),
                                             .options = {.sense = Sense::minimize}};
  const auto found = registry::match({device(), host_}, drawn.graph.view(), request);
  const auto& answer = std::get<BAssignment>(found);
  EXPECT_EQ(answer.stats.algorithm, "auction");
  const auto verdict = verify::check_b_assignment(
      host_, drawn.graph.view(), std::span<const std::int32_t>(weights), answer.pairs,
      {.maximum = true,
       .sense = Sense::minimize,
       .row_duals = answer.row_duals,
       .column_duals = answer.column_duals});
  EXPECT_TRUE(verdict.ok) << verdict.violation;
  registry::BAssignmentRequest other = request;
  other.algorithm = "assignment";
  EXPECT_THROW((void)registry::match({device(), host_}, drawn.graph.view(), other), Error);
}

}  // namespace
}  // namespace hypermatch
