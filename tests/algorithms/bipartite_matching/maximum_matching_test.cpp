// SPDX-License-Identifier: MIT
// The parts of the default: local search by labels and pruned searches on many small graphs, and
// which stages the default takes on graphs on which they are due.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/maximum/local_search.hpp"
#include "algorithms/bipartite_matching/maximum/pruned_paths.hpp"
#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

enum class Labels { from_start, exact };

// Local search alone, from `start`, until no row is left.
BipartiteMatching by_local_search(const Context& context, const BipartiteView& graph,
                                  BipartiteStart start, Labels labels) {
  using namespace detail::bipartite_matching;
  Problem problem(context, graph, Threads::one);
  run_start(problem, start, {});
  LocalSearch search(problem);
  Array<VertexId> free_rows = problem.free_rows();
  if (labels == Labels::from_start) (void)search.run(free_rows);
  constexpr int k_many_rounds = 1000;
  for (int round = 0; round < k_many_rounds && !free_rows.empty(); ++round) {
    (void)search.run_by_distances(free_rows);
  }
  EXPECT_TRUE(free_rows.empty());
  return problem.take();
}

// Calls check(graph, size) for many small graphs of which `size` rows can be matched.
template <class Check>
void for_small_graphs(const Check& check) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_rows = static_cast<VertexId>(1 + detail::base::hash(seed, 1, 0) % 60);
    const auto num_columns = static_cast<VertexId>(1 + detail::base::hash(seed, 2, 0) % 60);
    const Rows rows = random_rows(num_rows, num_columns, 1 + seed % 14, seed);
    check(graph_of(num_columns, rows), simple_rank(num_columns, rows));
  }
}

TEST(LocalSearch, MatchesAllThatCanBeMatched) {
  const Context context({.threads = 1});
  for_small_graphs([&](const Bipartite& graph, std::size_t size) {
    for (const BipartiteStart start : {BipartiteStart::none, BipartiteStart::cheap}) {
      for (const Labels labels : {Labels::from_start, Labels::exact}) {
        const BipartiteMatching matching = by_local_search(context, graph.view(), start, labels);
        EXPECT_EQ(matching.cardinality, size);
        expect_valid(graph.view(), matching, true);
      }
    }
  });
}

// Three rows fight for two columns while the rest of the graph still has augmenting paths: the
// fight ends at a gap, and only its row is given up.
TEST(LocalSearch, GivesUpRowsBehindAGapOnly) {
  Rows rows = {{0, 1}, {0, 1}, {0, 1}};
  constexpr VertexId k_length = 100;
  for (VertexId r = 0; r < k_length; ++r) {
    rows.push_back({2 + std::min(r + 1, k_length - 1), 2 + r});
  }
  const Bipartite graph = graph_of(2 + k_length, rows);
  const BipartiteMatching matching = by_local_search(Context({.threads = 1}), graph.view(),
                                                     BipartiteStart::cheap, Labels::from_start);
  EXPECT_EQ(matching.cardinality, 2 + k_length);
  expect_valid(graph.view(), matching, true);
}

// Phases of pruned searches alone, from `start`, until one finds no path.
BipartiteMatching by_pruned_paths(const Context& context, const BipartiteView& graph,
                                  BipartiteStart start) {
  using namespace detail::bipartite_matching;
  Problem problem(context, graph, Threads::one);
  run_start(problem, start, {});
  {
    Columns columns(problem);
    PrunedPaths paths(problem, columns);
    Array<VertexId> free_rows = problem.free_rows();
    // Ends: a phase that finds a path enlarges the matching.
    while (paths.run_phase(free_rows) != 0) {
    }
  }
  return problem.take();
}

// A row that is given up too early stays unmatched in every later phase.
TEST(PrunedPaths, MatchAllThatCanBeMatched) {
  const Context context({.threads = 1});
  for_small_graphs([&](const Bipartite& graph, std::size_t size) {
    for (const BipartiteStart start : {BipartiteStart::none, BipartiteStart::cheap}) {
      const BipartiteMatching matching = by_pruned_paths(context, graph.view(), start);
      EXPECT_EQ(matching.cardinality, size);
      expect_valid(graph.view(), matching, true);
    }
  });
}

// How the default solved `graph`, once its answer is checked.
BipartiteStats stats_of(const Bipartite& graph) {
  const Context context({.threads = 1});
  const BipartiteMatching matching = maximum_matching(context, graph.view(), {});
  EXPECT_EQ(matching.cardinality, hopcroft_karp(context, graph.view(), {}).cardinality);
  expect_valid(graph.view(), matching, true);
  EXPECT_EQ(matching.stats.start, BipartiteStart::cheap);
  EXPECT_EQ(matching.stats.augmentations, matching.cardinality - matching.stats.start_cardinality);
  return matching.stats;
}

bool tells(const BipartiteStats& stats, const std::string& what) {
  return stats.stop_reason.find(what) != std::string::npos;
}

Bipartite random_matrix(double rows, double columns, double degree) {
  return generate::bipartite(Context({.threads = 1}), "random_bipartite",
                             {{"rows", rows}, {"columns", columns}, {"degree", degree}}, 1);
}

// The transpose would take longer than all the rest.
TEST(MaximumMatching, SearchesLocallyInRandomGraphs) {
  const BipartiteStats stats = stats_of(random_matrix(20'000, 20'000, 4));
  EXPECT_TRUE(tells(stats, "0 phases of hopcroft_karp, 1 of local search")) << stats.stop_reason;
  EXPECT_EQ(stats.prepare_seconds, 0.0);
}

TEST(MaximumMatching, KeepsToLevelsWhereFreeColumnsAreNear) {
  const EdgeList edges = generate::graph(Context({.threads = 1}), "rgg", {{"n", 20'000}}, 1);
  Rows rows(edges.num_vertices);
  for (const GraphEdge& edge : edges.edges) {
    rows[edge.u].push_back(edge.v);
    rows[edge.v].push_back(edge.u);
  }
  const BipartiteStats stats = stats_of(graph_of(edges.num_vertices, rows));
  EXPECT_GT(stats.augmentations, 0U);
  EXPECT_TRUE(tells(stats, "of hopcroft_karp, 0 of local search and 0 of pfp"))
      << stats.stop_reason;
  EXPECT_EQ(stats.prepare_seconds, 0.0);
}

// Rows that are left over fight for few columns; columns that are left over do not.
TEST(MaximumMatching, GoesOnFromTheSideThatIsShort) {
  EXPECT_TRUE(tells(stats_of(random_matrix(30'000, 15'000, 3)), "then from columns"));
  EXPECT_FALSE(tells(stats_of(random_matrix(15'000, 30'000, 3)), "then from columns"));
}

// Levels of two rows and two columns, joined fully, in random order: long paths, which searches of
// any length find in few phases.
TEST(MaximumMatching, FollowsLongPathsByPhases) {
  const Bipartite layered =
      generate::bipartite(Context({.threads = 1}), "layered", {{"levels", 20'000}});
  const BipartiteStats stats = stats_of(layered);
  EXPECT_FALSE(tells(stats, "and 0 of pfp")) << stats.stop_reason;
  EXPECT_LE(stats.phases, 8);
}

}  // namespace
}  // namespace hypermatch
