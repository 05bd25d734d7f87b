// SPDX-License-Identifier: MIT
// The parts of the default: trees from both sides on many small graphs, and what the default makes
// of graphs on which they are due.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/bipartite_matching/common/columns.hpp"
#include "algorithms/bipartite_matching/common/phases.hpp"
#include "algorithms/bipartite_matching/common/problem.hpp"
#include "algorithms/bipartite_matching/common/starts/starts.hpp"
#include "algorithms/bipartite_matching/maximum/meeting_trees.hpp"
#include "base/random.hpp"
#include "hypermatch/generate.hpp"
#include "tests/algorithms/bipartite_matching/bipartite_testing.hpp"
#include "tests/algorithms/bipartite_matching/small_graphs.hpp"

namespace hypermatch {
namespace {

using namespace hypermatch::testing;

// From no start, or from `cheap`.
BipartiteMatching by_meeting_trees(const Context& context, const BipartiteView& graph,
                                   BipartiteStart start) {
  using namespace detail::bipartite_matching;
  Problem problem(context, graph, Threads::one);
  run_start(problem, start, 0);
  {
    Columns columns(problem);
    MeetingTrees trees(problem, columns);
    Array<VertexId> free_rows = problem.free_rows();
    run_phases(problem, free_rows, [&](Array<VertexId>& rows) { return trees.run_phase(rows); });
  }
  return problem.take();
}

TEST(MeetingTrees, FindAllThatCanBeMatched) {
  const Context context({.threads = 1});
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto num_rows = static_cast<VertexId>(1 + detail::base::hash(seed, 1, 0) % 60);
    const auto num_columns = static_cast<VertexId>(1 + detail::base::hash(seed, 2, 0) % 60);
    const Rows rows = random_rows(num_rows, num_columns, 1 + seed % 14, seed);
    const Bipartite graph = graph_of(num_columns, rows);
    const std::uint64_t size = hopcroft_karp(context, graph.view(), {}).cardinality;
    for (const BipartiteStart start : {BipartiteStart::none, BipartiteStart::cheap}) {
      const BipartiteMatching matching = by_meeting_trees(context, graph.view(), start);
      EXPECT_EQ(matching.cardinality, size);
      expect_valid(graph.view(), matching, true);
    }
  }
}

TEST(MeetingTrees, FollowLongPaths) {
  constexpr VertexId k_length = 5'000;
  Rows rows(k_length);
  for (VertexId r = 0; r < k_length; ++r) rows[r] = {std::min(r + 1, k_length - 1), r};
  const Bipartite graph = graph_of(k_length, rows);
  const BipartiteMatching matching =
      by_meeting_trees(Context({.threads = 1}), graph.view(), BipartiteStart::cheap);
  EXPECT_EQ(matching.cardinality, k_length);
  expect_valid(graph.view(), matching, true);
}

// Random entries: what the depth-first searches leave lies close to free columns from both sides.
TEST(MaximumMatching, GoesOnFromBothSidesWhereFewAreLeft) {
  const Context context({.threads = 1});
  for (const double columns : {200'000.0, 210'000.0}) {
    const Bipartite graph = generate::bipartite(
        context, "random_bipartite", {{"rows", 200'000}, {"columns", columns}, {"degree", 4}}, 1);
    const BipartiteMatching matching = maximum_matching(context, graph.view(), {});
    EXPECT_EQ(matching.cardinality, hopcroft_karp(context, graph.view(), {}).cardinality);
    expect_valid(graph.view(), matching, true);
    if (columns == 200'000.0) {
      EXPECT_EQ(matching.stats.stop_reason.find("and 0 from both sides"), std::string::npos)
          << matching.stats.stop_reason;
    }
  }
}

// The transpose would take longer than all the rest, and so would searches of any length.
TEST(MaximumMatching, KeepsToLevelsWhereFreeColumnsAreNear) {
  const Context context({.threads = 1});
  const EdgeList edges = generate::graph(context, "rgg", {{"n", 20'000}}, 1);
  Rows rows(edges.num_vertices);
  for (const GraphEdge& edge : edges.edges) {
    rows[edge.u].push_back(edge.v);
    rows[edge.v].push_back(edge.u);
  }
  const Bipartite graph = graph_of(edges.num_vertices, rows);
  const BipartiteMatching matching = maximum_matching(context, graph.view(), {});
  expect_valid(graph.view(), matching, true);
  EXPECT_GT(matching.stats.augmentations, 0U);
  EXPECT_NE(matching.stats.stop_reason.find("0 of pfp and 0 from both sides"), std::string::npos)
      << matching.stats.stop_reason;
  EXPECT_EQ(matching.stats.prepare_seconds, 0.0);
}

// Rows that are left over hide what the few free columns need; columns that are left over do not.
TEST(MaximumMatching, StartsByTheSideThatIsShort) {
  const Context context({.threads = 1});
  const auto start_of = [&](double rows, double columns) {
    const Bipartite graph = generate::bipartite(
        context, "random_bipartite", {{"rows", rows}, {"columns", columns}, {"degree", 3}}, 1);
    const BipartiteMatching matching = maximum_matching(context, graph.view(), {});
    expect_valid(graph.view(), matching, true);
    EXPECT_EQ(matching.stats.prepare_seconds, 0.0);
    return matching.stats.start;
  };
  EXPECT_EQ(start_of(30'000, 15'000), BipartiteStart::least_degree);
  EXPECT_EQ(start_of(15'000, 30'000), BipartiteStart::cheap);
}

}  // namespace
}  // namespace hypermatch
