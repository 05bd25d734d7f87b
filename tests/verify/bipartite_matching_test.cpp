// SPDX-License-Identifier: MIT
// The verifier of rows and columns against the definitions: what is right is accepted, every wrong
// thing is named, and largest matchings are told from others by trying all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"

namespace hypermatch::verify {
namespace {

Bipartite graph_of(VertexId num_columns, const std::vector<std::vector<VertexId>>& rows) {
  Bipartite graph;
  graph.num_rows = static_cast<VertexId>(rows.size());
  graph.num_columns = num_columns;
  graph.offsets.push_back(0);
  for (const auto& columns : rows) {
    for (const VertexId c : columns) graph.columns.push_back(c);
    graph.offsets.push_back(graph.columns.size());
  }
  return graph;
}

BipartiteVerdict check_row_column_pairs(const Bipartite& graph, const std::vector<RowColumn>& pairs,
                                        const BipartiteDemands& demands = {}) {
  return check_bipartite(Context({.threads = 1}), graph.view(), pairs, demands);
}

std::string violation_of(const Bipartite& graph, const std::vector<RowColumn>& pairs,
                         const BipartiteDemands& demands = {}) {
  const BipartiteVerdict verdict = check_row_column_pairs(graph, pairs, demands);
  EXPECT_EQ(verdict.ok, verdict.violation.empty());
  return verdict.violation;
}

//   0 1 2 3
// 0 x x . .     rank 3; row 3 is empty, and so is column 3
// 1 x . . .
// 2 . x x .
// 3 . . . .
Bipartite small() {
  return graph_of(4, {{0, 1}, {0}, {2, 1, 2}, {}});
}

TEST(CheckBipartite, AcceptsWhatIsRight) {
  const BipartiteVerdict all =
      check_row_column_pairs(small(), {{2, 2}, {0, 1}, {1, 0}}, {.maximum = true});
  EXPECT_TRUE(all.ok) << all.violation;
  EXPECT_TRUE(all.maximum);
  EXPECT_EQ(all.cardinality, 3U);
  EXPECT_EQ(all.upper_bound, 3U);
  EXPECT_EQ(all.certified_ratio, 1.0);
  const BipartiteVerdict none = check_row_column_pairs(small(), {});
  EXPECT_TRUE(none.ok);
  EXPECT_FALSE(none.maximum);
  EXPECT_EQ(none.upper_bound, 3U);
  EXPECT_EQ(none.certified_ratio, 0.0);
  const BipartiteVerdict two = check_row_column_pairs(small(), {{0, 0}, {2, 1}});
  EXPECT_TRUE(two.ok);
  EXPECT_EQ(two.upper_bound, 3U);
  EXPECT_LE(two.certified_ratio, 2.0 / 3.0);
  EXPECT_GT(two.certified_ratio, 0.6666);
}

TEST(CheckBipartite, NamesTheFirstViolationOfPairs) {
  constexpr std::uint64_t k_zero = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(violation_of(small(), {{0, 1}, {4, 0}}),
            "pair 2: row 5 does not exist, there are 4 rows");
  EXPECT_EQ(violation_of(small(), {{0, 4}}),
            "pair 1: column 5 does not exist, there are 4 columns");
  EXPECT_EQ(violation_of(small(), {{std::uint64_t{1} << 32, 0}}),
            "pair 1: row 4294967297 does not exist, there are 4 rows");
  EXPECT_EQ(violation_of(small(), {{k_zero, 0}}),
            "pair 1: its row does not exist, there are 4 rows");
  EXPECT_EQ(violation_of(small(), {{0, k_zero}}),
            "pair 1: its column does not exist, there are 4 columns");
  EXPECT_EQ(violation_of(small(), {{0, 0}, {0, 1}}), "pair 2: row 1 is matched twice");
  EXPECT_EQ(violation_of(small(), {{0, 0}, {1, 0}}), "pair 2: column 1 is matched twice");
  EXPECT_EQ(violation_of(small(), {{1, 1}}), "pair 1: row 2 and column 2 have no entry");
  EXPECT_EQ(violation_of(small(), {{3, 3}}), "pair 1: row 4 and column 4 have no entry");
  EXPECT_EQ(check_row_column_pairs(small(), {{0, 0}, {2, 2}, {0, 1}}).cardinality, 2U);
}

TEST(CheckBipartite, NamesAPathThatEnlarges) {
  EXPECT_EQ(violation_of(small(), {{0, 0}, {2, 1}}, {.maximum = true}),
            "a larger matching exists: an alternating path joins unmatched row 2 and unmatched "
            "column 3");
}

TEST(CheckBipartite, HoldsACoverAgainstEveryEntry) {
  using Vertices = std::vector<std::uint64_t>;
  const std::vector<RowColumn> pairs = {{0, 1}, {1, 0}, {2, 2}};
  const auto verdict_of = [&](const Vertices& rows, const Vertices& columns) {
    return check_row_column_pairs(small(), pairs,
                                  {.maximum = true, .cover = VertexCoverView{rows, columns}});
  };
  EXPECT_TRUE(verdict_of({2}, {0, 1}).ok);
  EXPECT_TRUE(verdict_of({0, 1, 2}, {}).ok);
  EXPECT_EQ(verdict_of({2}, {0}).violation,
            "cover: the entry of row 1 and column 2 is not covered");
  EXPECT_EQ(verdict_of({2, 2}, {0, 1}).violation, "cover: row 3 occurs twice");
  EXPECT_EQ(verdict_of({2}, {0, 4}).violation,
            "cover: column 5 does not exist, there are 4 columns");
  EXPECT_EQ(verdict_of({2, 3}, {0, 1}).violation,
            "the cover has 4 members, the matching 3 pairs: it does not prove that no matching is "
            "larger");
  const Vertices rows = {0, 1, 2, 3};
  const BipartiteVerdict loose =
      check_row_column_pairs(small(), pairs, {.cover = VertexCoverView{rows, {}}});
  EXPECT_TRUE(loose.ok);
  EXPECT_FALSE(loose.maximum);
  EXPECT_EQ(loose.upper_bound, 4U);
}

TEST(CheckBipartite, EmptyInstances) {
  for (const Bipartite& graph : {graph_of(0, {}), graph_of(3, {}), graph_of(0, {{}, {}})}) {
    const BipartiteVerdict verdict = check_row_column_pairs(graph, {}, {.maximum = true});
    EXPECT_TRUE(verdict.ok);
    EXPECT_EQ(verdict.certified_ratio, 1.0);
    EXPECT_TRUE(
        check_row_column_pairs(graph, {}, {.maximum = true, .cover = VertexCoverView{}}).ok);
  }
  Bipartite broken = graph_of(2, {{0, 1}});
  broken.columns[1] = 2;
  EXPECT_THROW((void)check_row_column_pairs(broken, {}), Error);
}

// All matchings of all small graphs: `maximum` exactly where none is larger, bounds that hold.
TEST(CheckBipartite, TellsLargestMatchingsFromOthers) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::uint64_t bits = detail::base::hash(seed, 1) & detail::base::hash(seed, 2);
    std::vector<std::vector<VertexId>> rows(4);
    for (VertexId i = 0; i < 16; ++i) {
      if ((bits >> i & 1U) != 0) rows[i / 4].push_back(i % 4);
    }
    const Bipartite graph = graph_of(4, rows);
    std::vector<std::vector<RowColumn>> matchings;
    const std::function<void(VertexId, unsigned, std::vector<RowColumn>)> extend =
        [&](VertexId row, unsigned used, std::vector<RowColumn> pairs) {
          if (row == 4) {
            matchings.push_back(std::move(pairs));
            return;
          }
          extend(row + 1, used, pairs);
          for (const VertexId c : rows[row]) {
            if ((used >> c & 1U) != 0) continue;
            pairs.push_back({row, c});
            extend(row + 1, used | 1U << c, pairs);
            pairs.pop_back();
          }
        };
    extend(0, 0, {});
    std::size_t most = 0;
    for (const auto& pairs : matchings) most = std::max(most, pairs.size());
    for (const auto& pairs : matchings) {
      const BipartiteVerdict verdict = check_row_column_pairs(graph, pairs);
      ASSERT_TRUE(verdict.ok) << "seed " << seed << ": " << verdict.violation;
      ASSERT_EQ(verdict.maximum, pairs.size() == most) << "seed " << seed;
      ASSERT_GE(verdict.upper_bound, most) << "seed " << seed;
      ASSERT_EQ(check_row_column_pairs(graph, pairs, {.maximum = true}).ok, pairs.size() == most);
    }
  }
}

}  // namespace
}  // namespace hypermatch::verify
