// SPDX-License-Identifier: MIT
// What starts promise: matchings, maximal ones, optimal ones on forests, and how many two_sided
// matches at least.
#include <gtest/gtest.h>

#include <string>

#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

class BipartiteStarts : public ::testing::TestWithParam<test::Where> {
 protected:
  [[nodiscard]] BipartiteMatching start(const Bipartite& graph, BipartiteStart start,
                                        std::uint64_t seed = 0) const {
    return start_matching(context_, graph.view(), {.start = start, .seed = seed});
  }

  Context context_ = GetParam().context();
};

INSTANTIATE_TEST_SUITE_P(Everywhere, BipartiteStarts, ::testing::ValuesIn(test::everywhere()),
                         test::CaseName());

TEST_P(BipartiteStarts, AreMatchings) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Rows rows = random_rows(40, 30, 1 + seed % 12, seed);
    const Bipartite graph = graph_of(30, rows);
    for (const BipartiteStart kind : k_starts) {
      const BipartiteMatching matching = start(graph, kind, seed);
      expect_valid(graph.view(), matching, false);
      EXPECT_EQ(matching.stats.start_cardinality, matching.cardinality);
      if (kind != BipartiteStart::none && kind != BipartiteStart::two_sided) {
        EXPECT_TRUE(is_maximal(graph.view(), matching));
      }
    }
  }
}

// On a forest, a vertex of degree one exists until no edge is left, so the rule is exact. One
// proposal a vertex at a time keeps it so on many threads.
TEST_P(BipartiteStarts, KarpSipserIsExactOnForests) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    constexpr VertexId k_size = 300;
    // A random tree: vertex v > 0 hangs below an earlier one; levels decide the side.
    Rows rows;
    std::vector<VertexId> place = {0};
    std::vector<bool> is_row = {true};
    VertexId num_columns = 0;
    rows.emplace_back();
    for (VertexId v = 1; v < k_size; ++v) {
      const auto above = static_cast<VertexId>(detail::base::below(detail::base::hash(seed, v), v));
      is_row.push_back(!is_row[above]);
      if (is_row[v]) {
        place.push_back(static_cast<VertexId>(rows.size()));
        rows.push_back({place[above]});
      } else {
        place.push_back(num_columns);
        rows[place[above]].push_back(num_columns++);
      }
    }
    const Bipartite graph = graph_of(num_columns, rows);
    EXPECT_EQ(start(graph, BipartiteStart::karp_sipser).cardinality,
              simple_rank(num_columns, rows));
  }
}

// The analysis gives 0.866 of the vertices where scaling converges; five iterations come close.
TEST_P(BipartiteStarts, TwoSidedMatchesMostOfWhatCanBeMatched) {
  const Bipartite graph = generate::bipartite(
      context_, "random_bipartite", {{"rows", 20'000}, {"columns", 20'000}, {"degree", 8}});
  const std::uint64_t most = maximum_matching(context_, graph.view()).cardinality;
  const Context one({.threads = 1});
  for (const std::uint64_t seed : {0ULL, 1ULL, ~0ULL}) {
    const std::uint64_t got = start(graph, BipartiteStart::two_sided, seed).cardinality;
    EXPECT_GT(got * 100, most * 84);
    EXPECT_EQ(got,
              start_matching(one, graph.view(), {.start = BipartiteStart::two_sided, .seed = seed})
                  .cardinality);
  }
}

// Back ends of one thread.
class BipartiteStartsOnOneThread : public BipartiteStarts {};

std::vector<test::Where> of_one_thread() {
  std::vector<test::Where> all = test::everywhere();
  std::erase_if(all, [](const test::Where& where) { return where.threads != 1; });
  return all;
}

INSTANTIATE_TEST_SUITE_P(OneThread, BipartiteStartsOnOneThread,
                         ::testing::ValuesIn(of_one_thread()), test::CaseName());

TEST_P(BipartiteStartsOnOneThread, CheapTakesFirstFreeNeighbours) {
  const Bipartite graph = graph_of(3, {{1, 0}, {1, 2}, {1, 2}, {2, 0}});
  const std::vector<VertexId> expected = {1, 2, k_none, 0};
  EXPECT_EQ(start(graph, BipartiteStart::cheap).row_mates, expected);
}

TEST_P(BipartiteStartsOnOneThread, TwoSidedDrawsAnewWithAnotherSeed) {
  const Bipartite graph = generate::bipartite(context_, "random_bipartite",
                                              {{"rows", 500}, {"columns", 500}, {"degree", 6}});
  const auto mates = [&](std::uint64_t seed) {
    return start(graph, BipartiteStart::two_sided, seed).row_mates;
  };
  EXPECT_EQ(mates(1), mates(1));
  EXPECT_NE(mates(1), mates(2));
}

TEST(BipartiteDefault, ServesWhereCheapLeavesMuch) {
  // Row r meets columns r and r + n / 3 in the first two thirds, only column r - 2 n / 3 in the
  // last one: cheap takes r first, a third of all rows stay free (on one thread; several race for
  // columns), and their paths have five edges.
  const Context context({.threads = 1});
  constexpr VertexId k_third = 500;
  Rows rows(3 * k_third);
  for (VertexId r = 0; r < 2 * k_third; ++r) rows[r] = {r, r + k_third};
  for (VertexId r = 0; r < k_third; ++r) rows[r + 2 * k_third] = {r};
  const Bipartite graph = graph_of(3 * k_third, rows);
  const BipartiteMatching cheap =
      start_matching(context, graph.view(), {.start = BipartiteStart::cheap});
  EXPECT_EQ(cheap.cardinality, 2 * k_third);
  const BipartiteMatching matching = maximum_matching(context, graph.view());
  EXPECT_EQ(matching.stats.start_cardinality, 2 * k_third);
  EXPECT_EQ(matching.cardinality, 3 * k_third);
}

}  // namespace
}  // namespace hypermatch
