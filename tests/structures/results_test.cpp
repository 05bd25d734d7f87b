// SPDX-License-Identifier: MIT
// What results count.
#include "hypermatch/results.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {
namespace {

using Numbers = std::vector<VertexId>;

TEST(Results, OneOfAllKinds) {
  AnyResult result = Labels{{0, 0}, {}};
  EXPECT_TRUE(std::holds_alternative<Labels>(result));
  result = NoSolution{"a circle"};
  EXPECT_EQ(std::get<NoSolution>(result).proof, "a circle");
  result = HypergraphMatching{{1, 2}, {}};
  EXPECT_EQ(std::get<HypergraphMatching>(result).edges.size(), 2U);
}

TEST(Results, LabelsCountCommunities) {
  const LabelsFacts facts = facts_of(Labels{{4, 1, 4, 0, 4}, {{0, 0, 0, 1, 0}}});
  EXPECT_EQ(facts.communities, 3U);
  EXPECT_EQ(facts.largest, 3U);
  EXPECT_EQ(facts.levels, 2U);
  EXPECT_EQ(facts_of(Labels{}).communities, 0U);
  EXPECT_THROW((void)facts_of(Labels{{0, 2}, {}}), Error);
  EXPECT_THROW((void)facts_of(Labels{{0, 1}, {{0, 2}}}), Error);
  EXPECT_THROW((void)facts_of(Labels{{0, 1}, {{0, 0, 0}}}), Error);
  EXPECT_EQ(numbered_by_first_vertex(Numbers{4, 1, 4, 0, 1}), (Numbers{0, 1, 0, 2, 1}));
  EXPECT_EQ(numbered_by_first_vertex({}), Numbers());
  EXPECT_THROW((void)numbered_by_first_vertex(Numbers{k_none}), Error);
}

TEST(Results, LevelsAreMadeOfWholeCommunities) {
  const Labels good{{1, 1, 0}, {{2, 2, 2}}};
  EXPECT_NO_THROW(check_levels(good));
  EXPECT_EQ(level_of(good, 0).data(), good.labels.data());
  EXPECT_EQ(level_of(good, 1).data(), good.levels[0].data());
  EXPECT_THROW((void)level_of(good, 2), Error);
  EXPECT_THROW(check_levels({{1, 1, 0}, {{1, 2, 2}}}), Error);
  EXPECT_THROW(check_levels({{1, 1, 0}, {{2, 2, 2}, {0, 0, 1}}}), Error);
  EXPECT_THROW(check_levels({{1, 1, 0}, {{2, 2}}}), Error);
}

TEST(Results, AllKindsHaveStatistics) {
  MatchingStats matching;
  matching.algorithm = "local_max";
  matching.variant = "crew";
  matching.rounds = 7;
  matching.prepare_seconds = 1;
  matching.transfer_seconds = 2;
  matching.device_seconds = 3;
  matching.device_peak_bytes = 4;
  matching.stop_reason = "complete";
  BipartiteStats pairs;
  pairs.algorithm = "ms_bfs";
  pairs.phases = 5;
  const RunStats labels{.algorithm = "leiden", .rounds = 3, .stop_reason = "complete"};
  const RunStats none{.algorithm = "gale_shapley", .rounds = 2, .stop_reason = "a circle"};
  for (const AnyResult& result :
       {AnyResult(HypergraphMatching{{}, matching}), AnyResult(GraphMatching{{}, matching}),
        AnyResult(Partners{{}, {}, matching})}) {
    const RunStats stats = stats_of(result);
    EXPECT_EQ(stats.algorithm, "local_max");
    EXPECT_EQ(stats.variant, "crew");
    EXPECT_EQ(stats.rounds, 7U);
    EXPECT_EQ(stats.prepare_seconds, 1);
    EXPECT_EQ(stats.transfer_seconds, 2);
    EXPECT_EQ(stats.device_seconds, 3);
    EXPECT_EQ(stats.device_peak_bytes, 4U);
    EXPECT_EQ(stats.stop_reason, "complete");
  }
  BipartiteMatching columns;
  columns.stats = pairs;
  EXPECT_EQ(stats_of(columns).rounds, 5U);
  EXPECT_EQ(stats_of(columns).algorithm, "ms_bfs");
  EXPECT_EQ(stats_of(Labels{{0}, {}, labels}).algorithm, "leiden");
  EXPECT_EQ(stats_of(Labels{{0}, {}, labels}).rounds, 3U);
  EXPECT_EQ(stats_of(NoSolution{"1 blocks 2", none}).stop_reason, "a circle");
}

// Any set of edges is a b-matching of some capacities; it comes back with its weight, whatever the
// order of partners. Without one of them, or with another, it is none.
TEST(Results, PartnersAreEdges) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EdgeList graph;
    graph.num_vertices = 9;
    Array<std::int64_t> weights;
    for (VertexId u = 0; u < 9; ++u) {
      for (VertexId v = 0; v < u; ++v) {
        if (detail::base::hash(seed, u, v) % 2 == 0) continue;
        graph.edges.push_back(u % 2 == 0 ? GraphEdge{u, v} : GraphEdge{v, u});
        weights.push_back(static_cast<std::int64_t>(detail::base::hash(seed, v, u) % 100));
      }
    }
    graph.weights = std::move(weights);
    std::vector<Numbers> lists(9);
    std::vector<EdgeId> edges;
    std::int64_t weight = 0;
    for (EdgeId e = 0; e < graph.edges.size(); ++e) {
      if (detail::base::hash(seed, e) % 3 == 0) continue;
      edges.push_back(e);
      weight += std::get<Array<std::int64_t>>(graph.weights)[e];
      lists[graph.edges[e].u].insert(lists[graph.edges[e].u].begin(), graph.edges[e].v);
      lists[graph.edges[e].v].push_back(graph.edges[e].u);
    }
    const auto partners = [&] {
      Partners result;
      result.offsets.push_back(0);
      for (const Numbers& list : lists) {
        result.partners.insert(result.partners.end(), list.begin(), list.end());
        result.offsets.push_back(result.partners.size());
      }
      return result;
    };
    const MatchedEdges found = weigh_matching(graph.view(), partners());
    ASSERT_EQ(found.edges, edges) << seed;
    ASSERT_EQ(found.value.edges, edges.size());
    ASSERT_EQ(found.value.integer_weight, weight);
    for (Numbers& list : lists) {
      for (VertexId& partner : list) {
        const VertexId before = partner;
        for (const VertexId wrong : {0U, 4U, 8U, 9U, k_none}) {
          if (wrong == before) continue;
          partner = wrong;
          EXPECT_THROW((void)weigh_matching(graph.view(), partners()), Error);
        }
        partner = before;
      }
      if (list.empty()) continue;
      const VertexId last = list.back();
      list.pop_back();
      EXPECT_THROW((void)weigh_matching(graph.view(), partners()), Error);
      list.push_back(last);
    }
  }
}

TEST(Partners, RefuseAListThatRepeatsTheirPair) {
  EdgeList graph;
  graph.num_vertices = 2;
  graph.edges = Array<GraphEdge>(2);
  graph.edges[0] = {0, 1};
  graph.edges[1] = {1, 0};
  EXPECT_THROW((void)weigh_matching(graph.view(), Partners{{0, 1, 2}, {1, 0}, {}}), Error);
}

}  // namespace
}  // namespace hypermatch
