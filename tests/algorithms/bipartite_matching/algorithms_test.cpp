// SPDX-License-Identifier: MIT
// Every algorithm from every start on every back end: the size that one augmenting path after
// another gives, on hundreds of random graphs; shapes that are hard; and the bytes that are
// promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

class BipartiteAlgorithms : public ::testing::TestWithParam<test::Where> {
 protected:
  void expect_size(const Bipartite& graph, std::uint64_t size) const {
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      SCOPED_TRACE(algorithm.name);
      const BipartiteMatching matching = algorithm.run(context_, graph.view(), {});
      EXPECT_EQ(matching.cardinality, size);
      EXPECT_EQ(matching.stats.algorithm, algorithm.name);
      expect_valid(graph.view(), matching, true);
    }
  }

  Context context_ = GetParam().context();
};

INSTANTIATE_TEST_SUITE_P(Everywhere, BipartiteAlgorithms, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(BipartiteAlgorithms, AgreeWithSinglePathsOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_rows = static_cast<VertexId>(1 + seed % 37);
    const auto num_columns = static_cast<VertexId>(1 + seed * 7 % 41);
    const Rows rows = random_rows(num_rows, num_columns, 2 + seed % 17, seed);
    const Bipartite graph = graph_of(num_columns, rows);
    const std::size_t rank = simple_rank(num_columns, rows);
    for (const NamedAlgorithm& algorithm : k_algorithms) {
      for (const BipartiteStart start : k_starts) {
        SCOPED_TRACE(algorithm.name + std::to_string(static_cast<int>(start)));
        const BipartiteMatching matching =
            algorithm.run(context_, graph.view(), {.start = start, .seed = seed});
        EXPECT_EQ(matching.cardinality, rank);
        expect_valid(graph.view(), matching, true);
      }
    }
  }
}

TEST_P(BipartiteAlgorithms, AgreeOnLargerRandomGraphs) {
  for (const double degree : {1.0, 2.0, 3.0, 6.0}) {
    for (const double columns : {2000.0, 3000.0, 5000.0}) {
      const Bipartite graph = generate::bipartite(
          context_, "random_bipartite", {{"rows", 3000}, {"columns", columns}, {"degree", degree}});
      const std::uint64_t size = hopcroft_karp(context_, graph.view()).cardinality;
      expect_size(graph, size);
    }
  }
}

TEST_P(BipartiteAlgorithms, MatchNothingWhereThereIsNothing) {
  expect_size(Bipartite{}, 0);
  expect_size(graph_of(3, {}), 0);
  expect_size(graph_of(0, {{}, {}}), 0);
  expect_size(graph_of(4, {{}, {}, {}}), 0);
}

TEST_P(BipartiteAlgorithms, TakeRepeatedEntriesForOne) {
  expect_size(graph_of(1, {{0, 0, 0}, {0}}), 1);
  expect_size(graph_of(3, {{1, 1}, {0, 1, 0, 1}, {}, {0, 0}, {1, 0, 1}}), 2);
  expect_size(graph_of(2, {{0, 0, 1, 1}, {0, 0}}), 2);
}

TEST_P(BipartiteAlgorithms, MatchStarsOnce) {
  expect_size(graph_of(1, Rows(700, {0})), 1);
  expect_size(graph_of(700, {ascending(700)}), 1);
}

TEST_P(BipartiteAlgorithms, MatchCompleteGraphsCompletely) {
  for (const double columns : {150.0, 200.0, 260.0}) {
    const Bipartite graph =
        generate::bipartite(context_, "complete_bipartite", {{"rows", 200}, {"columns", columns}});
    expect_size(graph, std::min<std::uint64_t>(200, graph.num_columns));
  }
}

// Row i meets columns i and i + 1, and the cheap start takes what leaves one long path.
TEST_P(BipartiteAlgorithms, FollowOnePathThroughEverything) {
  constexpr VertexId k_length = 20000;
  Rows rows(k_length);
  for (VertexId r = 0; r + 1 < k_length; ++r) rows[r] = {r + 1, r};
  rows[k_length - 1] = {k_length - 1};
  expect_size(graph_of(k_length, rows), k_length);
  std::reverse(rows.begin(), rows.end());
  expect_size(graph_of(k_length, rows), k_length);
}

TEST_P(BipartiteAlgorithms, MatchLayeredGraphs) {
  for (const double shuffle : {0.0, 1.0}) {
    const Bipartite graph =
        generate::bipartite(context_, "layered", {{"levels", 4000}, {"shuffle", shuffle}});
    expect_size(graph, 4000);
  }
}

TEST_P(BipartiteAlgorithms, KeepTheirBytes) {
  const Bipartite graph = generate::bipartite(context_, "random_bipartite",
                                              {{"rows", 4000}, {"columns", 4000}, {"degree", 3}});
  const Context one({.threads = 1});
  for (const NamedAlgorithm& algorithm : k_algorithms) {
    SCOPED_TRACE(algorithm.name);
    const bool same = algorithm.same_bytes || context_.threads() == 1;
    if (!same) continue;
    for (const BipartiteStart start : k_starts) {
      const BipartiteMatching expected = algorithm.run(one, graph.view(), {.start = start});
      // Where threads race for the same edges, several runs show it.
      for (int i = 0; i < 3; ++i) {
        const BipartiteMatching got = algorithm.run(context_, graph.view(), {.start = start});
        ASSERT_EQ(got.row_mates, expected.row_mates) << static_cast<int>(start);
        EXPECT_EQ(got.stats.phases, expected.stats.phases);
        EXPECT_EQ(got.stats.stop_reason, expected.stats.stop_reason);
      }
    }
  }
}

TEST_P(BipartiteAlgorithms, CountWhatTheyDo) {
  const Bipartite graph = generate::bipartite(context_, "random_bipartite",
                                              {{"rows", 900}, {"columns", 900}, {"degree", 3}});
  for (const NamedAlgorithm& algorithm : k_algorithms) {
    SCOPED_TRACE(algorithm.name);
    const BipartiteMatching matching =
        algorithm.run(context_, graph.view(), {.start = BipartiteStart::none});
    EXPECT_EQ(matching.stats.start, BipartiteStart::none);
    EXPECT_EQ(matching.stats.start_cardinality, 0);
    EXPECT_EQ(matching.stats.augmentations, matching.cardinality);
    EXPECT_GT(matching.stats.phases, 0);
  }
}

TEST(BipartiteCancel, StopsAllAlgorithms) {
  std::stop_source source;
  source.request_stop();
  const Context context({.threads = 1, .stop = source.get_token()});
  const Bipartite graph = graph_of(2, {{0, 1}, {0}});
  for (const NamedAlgorithm& algorithm : k_algorithms) {
    SCOPED_TRACE(algorithm.name);
    try {
      (void)algorithm.run(context, graph.view(), {});
      ADD_FAILURE() << "it was not cancelled";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
  }
}

}  // namespace
}  // namespace hypermatch
