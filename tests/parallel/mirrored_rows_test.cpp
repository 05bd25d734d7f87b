// SPDX-License-Identifier: MIT
#include "parallel/host/mirrored_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "contexts.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::detail::parallel {
namespace {

using base::hash;

const Context& one_thread() {
  static const Context context({.threads = 1});
  return context;
}

// Of several blocks on several threads.
CompressedGraph many_rows(bool weighted) {
  EdgeList list =
      generate::graph(one_thread(), "random_graph", {{"n", 20000}, {"alpha", 3}, {"weights", 0}});
  if (weighted) {
    Array<std::int32_t> weights(list.edges.size());
    for (std::size_t e = 0; e < weights.size(); ++e) weights[e] = static_cast<std::int32_t>(e);
    list.weights = std::move(weights);
  }
  return compress(one_thread(), list.view());
}

class MirroredRows : public ::testing::TestWithParam<test::Where> {
 protected:
  [[nodiscard]] static bool holds(const CompressedGraph& rows) {
    const Context context({.threads = GetParam().threads, .backend = GetParam().backend});
    return are_mirrored(context, rows.view());
  }
};

TEST_P(MirroredRows, AreThoseOfCompress) {
  for (const bool weighted : {false, true}) {
    CompressedGraph rows = many_rows(weighted);
    EXPECT_TRUE(holds(rows));
    // What is above the vertex may have any order.
    if (weighted) continue;
    for (VertexId v = 0; v < rows.num_vertices; ++v) {
      VertexId* const end = rows.neighbours.data() + rows.offsets[v + std::size_t{1}];
      std::reverse(std::find_if(rows.neighbours.data() + rows.offsets[v], end,
                                [v](VertexId u) { return u > v; }),
                   end);
    }
    EXPECT_TRUE(holds(rows));
  }
  EXPECT_TRUE(holds({}));
}

// Each entry changed alone is found, wherever it stands.
TEST_P(MirroredRows, AreNoneWithOneOtherEntryOrWeight) {
  CompressedGraph rows = many_rows(true);
  auto& weights = std::get<Array<std::int32_t>>(rows.weights);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const std::size_t arc = i == 0   ? 0
                            : i == 1 ? rows.neighbours.size() - 1
                                     : hash(i, 1, 1) % rows.neighbours.size();
    const VertexId before = rows.neighbours[arc];
    rows.neighbours[arc] = static_cast<VertexId>((before + 1 + hash(i, 2, 2) % 19999) % 20000);
    EXPECT_FALSE(holds(rows)) << arc;
    rows.neighbours[arc] = before;
    ++weights[arc];
    EXPECT_FALSE(holds(rows)) << arc;
    --weights[arc];
  }
  EXPECT_TRUE(holds(rows));
}

CompressedGraph rows_of(const std::vector<std::vector<VertexId>>& lists) {
  CompressedGraph rows;
  rows.num_vertices = static_cast<VertexId>(lists.size());
  rows.offsets.push_back(0);
  for (const auto& list : lists) {
    for (const VertexId v : list) rows.neighbours.push_back(v);
    rows.offsets.push_back(rows.neighbours.size());
  }
  return rows;
}

TEST_P(MirroredRows, RefusesWhatOtherRowsCouldBeTakenFor) {
  EXPECT_TRUE(holds(rows_of({{1, 2}, {0, 2}, {0, 1}})));
  EXPECT_FALSE(holds(rows_of({{0}})));                     // loop
  EXPECT_FALSE(holds(rows_of({{1, 1}, {0, 0}})));          // twice in both rows
  EXPECT_FALSE(holds(rows_of({{1}, {}, {0}})));            // the next row has it
  EXPECT_FALSE(holds(rows_of({{1}, {}})));                 // one direction
  EXPECT_FALSE(holds(rows_of({{}, {0}})));                 // the other one
  EXPECT_FALSE(holds(rows_of({{2}, {2}, {1, 0}})));        // does not ascend below its vertex
  EXPECT_FALSE(holds(rows_of({{1, 2}, {2, 0}, {0, 1}})));  // above before below
}

// All small rows: nothing is accepted that `validate` refuses, and all that ascends and is valid.
TEST_P(MirroredRows, AgreeWithValidate) {
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const std::uint64_t n = 1 + hash(seed, 0, 0) % 4;
    std::vector<std::vector<VertexId>> lists(n);
    for (std::uint64_t v = 0; v < n; ++v) {
      const std::uint64_t degree = hash(seed, v, 1) % n;
      for (std::uint64_t i = 0; i < degree; ++i) {
        lists[v].push_back(static_cast<VertexId>(hash(seed, v, 2 + i) % n));
      }
    }
    const CompressedGraph rows = rows_of(lists);
    bool valid = true;
    try {
      validate(rows.view());
    } catch (const Error&) {
      valid = false;
    }
    bool ascending = true;
    for (const auto& list : lists) ascending &= std::is_sorted(list.begin(), list.end());
    const bool mirrored = holds(rows);
    EXPECT_TRUE(valid || !mirrored) << seed;
    EXPECT_TRUE(mirrored || !valid || !ascending) << seed;
    accepted += mirrored ? 1 : 0;
  }
  EXPECT_GT(accepted, 100);
}

INSTANTIATE_TEST_SUITE_P(All, MirroredRows, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

}  // namespace
}  // namespace hypermatch::detail::parallel
