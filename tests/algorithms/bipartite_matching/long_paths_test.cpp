// SPDX-License-Identifier: MIT
// Paths as long as the graph, on one core: what a recursion would not survive, and what takes a
// second only if the work is linear.
#include <gtest/gtest.h>

#include <cstdint>

#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/sizes.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

constexpr std::array<NamedAlgorithm, 5> k_of_interest = {{
    {"hopcroft_karp", hopcroft_karp, true},
    {"hkdw", hkdw, true},
    {"pfp", pfp, true},
    {"maximum_matching", maximum_matching, true},
    {"ms_bfs_graft", ms_bfs_graft, true},
}};

// Cheap takes column r + 1 of each row r, and the one augmenting path that is left goes through
// all.
TEST(LongPaths, AreFollowedToTheirEnd) {
  constexpr VertexId k_length = test::by_build(1'000'000U, 200'000U);
  const Bipartite graph = chain(k_length);
  const Context context({.threads = 1});
  for (const NamedAlgorithm& algorithm : k_of_interest) {
    SCOPED_TRACE(algorithm.name);
    const BipartiteMatching matching =
        algorithm.run(context, graph.view(), {.start = BipartiteStart::cheap});
    EXPECT_EQ(matching.stats.start_cardinality, k_length - 1);
    EXPECT_EQ(matching.cardinality, k_length);
    EXPECT_EQ(matching.row_mates[0], 0);
  }
}

// Two vertices per level, each level joined fully to the next one.
TEST(LongPaths, LeadThroughManyLevels) {
  const Context context({.threads = 1});
  const Bipartite graph = generate::bipartite(context, "layered", {{"levels", 100'000}});
  for (const NamedAlgorithm& algorithm : k_of_interest) {
    SCOPED_TRACE(algorithm.name);
    const BipartiteMatching matching = algorithm.run(context, graph.view(), {});
    EXPECT_EQ(matching.cardinality, 100'000);
    EXPECT_LE(matching.stats.phases, 4);
  }
}

}  // namespace
}  // namespace hypermatch
