// SPDX-License-Identifier: MIT
// Sweeps that do not look at vertices all of whose arcs stay in their community, against sweeps
// that do.
#include "algorithms/clustering/common/moves/inner_vertices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/clustering/common/contract/contraction.hpp"
#include "algorithms/clustering/common/moves/moves.hpp"
#include "tests/algorithms/clustering/clustering_testing.hpp"

namespace hypermatch::test {
namespace {

using namespace detail::clustering;

constexpr VertexId k_grid = 120;

EdgeList grid(VertexId side) {
  Pairs pairs;
  for (VertexId v = 0; v < side * side; ++v) {
    if ((v + 1) % side != 0) pairs.emplace_back(v, v + 1);
    if (v + side < side * side) pairs.emplace_back(v, v + side);
  }
  return make_graph(side * side, pairs);
}

void expect_same_partition(const Partition& found, const Partition& expected) {
  EXPECT_TRUE(std::equal(expected.community.begin(), expected.community.end(),
                         found.community.begin(), found.community.end()));
  EXPECT_TRUE(std::equal(expected.volume.begin(), expected.volume.end(), found.volume.begin(),
                         found.volume.end()));
}

// Calls body(finest level) for graphs in which communities become large.
template <class Body>
void for_each_large_level(const Context& context, const Body& body) {
  for (const bool is_weighted : {false, true}) {
    for (const bool is_grid : {false, true}) {
      EdgeList list = is_grid ? grid(k_grid) : ring_of_cliques(200, 9);
      if (is_weighted) list = weighted<std::int32_t>(list, 3, 1);
      const Graph graph(std::move(list));
      const auto rows = graph.rows(context);
      body(FinestLevel(context, rows.view(), {}, {.resolution = 0.3}));
    }
  }
}

// The contexts that differ in what they do here.
std::vector<Context> sequential_and_threaded() {
  std::vector<Context> all;
  all.push_back(Context({.threads = 1}));
  all.push_back(Context({.threads = 3, .backend = HostBackend::std_threads}));
  return all;
}

// 1 for vertices whose arcs all stay in their community.
Array<std::uint8_t> inner_vertices(const GraphView& graph, std::span<const VertexId> community) {
  Array<std::uint8_t> is_inner(graph.num_vertices);
  for (VertexId v = 0; v < graph.num_vertices; ++v) {
    const auto neighbours = graph.neighbours_of(v);
    const bool all = std::all_of(neighbours.begin(), neighbours.end(),
                                 [&](VertexId u) { return community[u] == community[v]; });
    is_inner[v] = all ? 1 : 0;
  }
  return is_inner;
}

// Squares of a grid whose borders run to and fro, so that vertices move there.
std::vector<VertexId> jagged_squares(VertexId n) {
  constexpr VertexId k_side = 12;
  std::vector<VertexId> squares(n);
  for (VertexId v = 0; v < n; ++v) {
    const VertexId row = v / k_grid;
    const VertexId column = v % k_grid;
    const auto down = static_cast<VertexId>(detail::base::hash(1, column) % 6);
    const auto right = static_cast<VertexId>(detail::base::hash(2, row) % 6);
    squares[v] = (row + down) / k_side * k_side + (column + right) / k_side;
  }
  return squares;
}

// Sweeps one after the other, each told by the last one what it need not look at.
TEST(InnerVertices, SweepsThatLeaveThemOutAreTheSame) {
  Workspace workspace;
  std::size_t known = 0;
  for (const Context& context : sequential_and_threaded()) {
    for_each_large_level(context, [&](const FinestLevel& finest) {
      const LevelView level = finest.view();
      const std::vector<VertexId> start = jagged_squares(level.graph.num_vertices);
      Partition expected = partition_of(context, level, start);
      Partition found = partition_of(context, level, start);
      InnerVertices inner;
      for (std::uint64_t sweep = 0; sweep < 8; ++sweep) {
        SCOPED_TRACE(sweep);
        MoveOptions options{.seed = 10 + sweep, .max_sweeps = 1};
        const auto& aim = finest.objective();
        const Sweeps swept = move_vertices(context, level, aim, expected, options, workspace);
        options.inner = &inner;
        const Sweeps sweeps = move_vertices(context, level, aim, found, options, workspace);
        expect_same_partition(found, expected);
        EXPECT_EQ(sweeps.arcs, swept.arcs);
        if (!inner.known) continue;
        ++known;
        const auto really = inner_vertices(level.graph, found.community.view());
        for (std::size_t v = 0; v < really.size(); ++v) EXPECT_LE(inner.is_inner[v], really[v]);
      }
    });
  }
  EXPECT_GT(known, 20U);
}

TEST(InnerVertices, AreFoundByCoarseOnes) {
  // A path of eight in pairs: the second pair and the third are of two communities.
  Pairs pairs;
  for (VertexId v = 1; v < 8; ++v) pairs.emplace_back(v - 1, v);
  const Context context;
  const CompressedGraph path = compress(context, make_graph(8, pairs).view());
  const CompressedGraph coarse = compress(context, make_graph(4, {{0, 1}, {1, 2}, {2, 3}}).view());
  const std::vector<VertexId> coarse_vertex = {0, 0, 1, 1, 2, 2, 3, 3};
  const std::vector<VertexId> community = {0, 0, 2, 2};
  InnerVertices inner;
  find_inner_vertices(context, coarse.view(), coarse_vertex, community, inner);
  EXPECT_TRUE(inner.known);
  const std::vector<std::uint8_t> expected = {1, 1, 0, 0, 0, 0, 1, 1};
  EXPECT_TRUE(std::ranges::equal(inner.is_inner, expected));
  const std::vector<VertexId> alone = {0, 1, 2, 3};
  find_inner_vertices(context, coarse.view(), coarse_vertex, alone, inner);
  EXPECT_FALSE(inner.known);
}

// A community of 0.83 of all volume keeps its vertices at a resolution of 1.15, until others join.
TEST(InnerVertices, LeaveACrowdedCommunity) {
  constexpr VertexId k_clique = 40;
  constexpr VertexId k_hub = k_clique + 2;  // at the end of a path from the clique
  constexpr VertexId k_leaves = 390;
  Pairs pairs;
  for (VertexId i = 0; i < k_clique; ++i) {
    for (VertexId j = i + 1; j < k_clique; ++j) pairs.emplace_back(i, j);
  }
  for (VertexId v = k_clique - 1; v < k_hub; ++v) pairs.emplace_back(v, v + 1);
  for (VertexId i = 1; i <= k_leaves; ++i) pairs.emplace_back(k_hub, k_hub + i);
  const Graph graph(make_graph(k_hub + 1 + k_leaves, pairs));
  // Leaves are alone; no vertex of the clique has the others' number, so that each may be alone.
  std::vector<VertexId> begin(k_hub + 1 + k_leaves);
  for (VertexId v = 0; v < begin.size(); ++v) begin[v] = std::max(v, k_hub);
  const std::vector<VertexId> all_in_one(begin.size(), 0);
  Workspace workspace;
  for (const Context& context : sequential_and_threaded()) {
    const auto rows = graph.rows(context);
    const FinestLevel finest(context, rows.view(), {}, {.resolution = 1.15});
    const LevelView level = finest.view();
    for (const std::vector<VertexId>& start : {begin, all_in_one}) {
      std::size_t alone = 0;
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Partition expected = partition_of(context, level, start);
        Partition found = partition_of(context, level, start);
        InnerVertices inner{inner_vertices(level.graph, start), true};
        // Two sub-rounds, so that more join at once than there is room for.
        MoveOptions options{.seed = seed, .max_sweeps = 1, .num_sub_rounds = 2};
        move_vertices(context, level, finest.objective(), expected, options, workspace);
        for (VertexId v = 0; v < k_clique; ++v) alone += expected.community[v] == v ? 1 : 0;
        options.inner = &inner;
        move_vertices(context, level, finest.objective(), found, options, workspace);
        expect_same_partition(found, expected);
      }
      EXPECT_GT(alone, 0U);
    }
  }
}

TEST(InnerVertices, NextToCoarseOnesThatMovedAreForgotten) {
  Workspace workspace;
  for (const Context& context : sequential_and_threaded()) {
    for_each_large_level(context, [&](const FinestLevel& finest) {
      const LevelView level = finest.view();
      Partition parts = singletons(context, level);
      const auto& aim = finest.objective();
      move_vertices(context, level, aim, parts, {.seed = 5, .max_sweeps = 1}, workspace);
      const Level next = contract_communities(context, level, parts, workspace);
      const GraphView coarse = next.view().graph;
      const std::span<const VertexId> to = next.contraction.coarse_vertex.view();
      const VertexId n = coarse.num_vertices;
      std::vector<VertexId> before(n);
      std::vector<VertexId> renamed(n);
      for (VertexId c = 0; c < n; ++c) renamed[c] = n - 1 - (before[c] = c / 50);
      std::vector<VertexId> after = renamed;
      for (VertexId c = 7; c < n; c += 60) after[c] = after[0];
      const auto project = [&](const std::vector<VertexId>& communities) {
        std::vector<VertexId> fine;
        for (const VertexId c : to) fine.push_back(communities[c]);
        return inner_vertices(level.graph, fine);
      };
      InnerVertices inner{project(before), true};
      const Array<std::uint8_t> all = inner.is_inner.clone();
      update_inner_vertices(context, coarse, to, before, renamed, inner);
      EXPECT_TRUE(std::equal(all.begin(), all.end(), inner.is_inner.begin()));
      update_inner_vertices(context, coarse, to, before, after, inner);
      const auto really = project(after);
      for (std::size_t v = 0; v < really.size(); ++v) EXPECT_LE(inner.is_inner[v], really[v]);
    });
  }
}

}  // namespace
}  // namespace hypermatch::test
