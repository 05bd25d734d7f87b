// SPDX-License-Identifier: MIT
// Paths as long as the graph, on one core: what a recursion would not survive, and what takes a
// second only if the work is linear.
#include <gtest/gtest.h>

#include <cstdint>

#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"

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

// Row r meets columns r + 1 and r, the last one only its own: cheap takes r + 1 everywhere, and the
// one augmenting path that is left goes through all rows.
TEST(LongPaths, AreFollowedToTheirEnd) {
  constexpr VertexId k_length = 1'000'000;
  Bipartite graph;
  graph.num_rows = graph.num_columns = k_length;
  graph.offsets.push_back(0);
  for (VertexId r = 0; r < k_length; ++r) {
    if (r + 1 < k_length) graph.columns.push_back(r + 1);
    graph.columns.push_back(r);
    graph.offsets.push_back(graph.columns.size());
  }
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

// Two vertices a level, each level joined fully to the next one.
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
