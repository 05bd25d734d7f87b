// SPDX-License-Identifier: MIT
// Results as algorithms return them, judged as they are: the same verdict as of the ids of a file,
// the same of rows as of a list; and every way to spoil one is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/bipartite_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/verify_matching.hpp"
#include "tests/verify/same_verdict.hpp"
#include "tests/verify/tiny_instances.hpp"

namespace hypermatch::verify {
namespace {

using detail::base::hash;
using Ids = std::vector<std::uint64_t>;
using Mates = std::vector<VertexId>;
using Pairs = std::vector<VertexPair>;

TEST(CheckResults, EdgeIdsGetTheVerdictOfWideIds) {
  const Hypergraph h = test::make_hypergraph(9, {{0, 1, 2}, {2, 3}, {1, 4}, {}, {5, 6}, {7, 8}},
                                             test::array_of<std::int32_t>({10, 6, 5, 9, -4, 1}));
  const MatchingDemands demands{.maximal = true, .greedy = true};
  std::vector<std::vector<EdgeId>> answers = {{0, 5}, {5, 0}, {1, 2, 5}, {0}, {}, {0, 1}};
  answers.insert(answers.end(), {{0, 0}, {6}, {3}, {0, 4}, {k_none}, {0, 5, 0}});
  for (const std::vector<EdgeId>& ids : answers) {
    const Ids wide(ids.begin(), ids.end());
    const MatchingVerdict verdict = check_matching(serial(), h.view(), ids, demands);
    expect_same(verdict, check_matching(serial(), h.view(), wide, demands),
                testing::PrintToString(ids));
    EXPECT_EQ(verdict.ok,
              std::is_permutation(ids.begin(), ids.end(), answers[0].begin(), answers[0].end()));
  }
  EXPECT_EQ(check_matching(serial(), h.view(), std::vector<EdgeId>{6}).violation,
            "edge 7 does not exist, there are 6 edges");
}

// The facts are those of three calls that demand them one by one.
TEST(CheckResults, FactsAreWhatDemandsWouldFind) {
  int seen[4] = {};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Hypergraph h = test::random_tiny(seed, test::WeightKind::int32);
    std::vector<EdgeId> ids = greedy(serial(), h.view()).edges;
    if (seed % 3 == 1 && !ids.empty()) ids.erase(ids.begin());
    if (seed % 3 == 2 && h.view().num_edges() > 0) {
      const HypergraphMatching rest = complete(serial(), h.view(), std::vector<EdgeId>{},
                                               {.objective = Objective::cardinality});
      ids = rest.edges;
    }
    const auto holds = [&](bool maximal, bool greedy) {
      return check_matching(serial(), h.view(), ids,
                            {.maximal = maximal, .greedy = greedy, .bound = false})
          .ok;
    };
    const MatchingVerdict verdict = check_matching(serial(), h.view(), ids, {.bound = false});
    EXPECT_EQ(verdict.valid, holds(false, false)) << seed;
    EXPECT_EQ(verdict.maximal, holds(true, false)) << seed;
    EXPECT_EQ(verdict.greedy, holds(true, true)) << seed;
    EXPECT_TRUE(!verdict.greedy || verdict.maximal) << seed;
    EXPECT_TRUE(!verdict.maximal || verdict.valid) << seed;
    ++seen[int{verdict.valid} + int{verdict.maximal} + int{verdict.greedy}];
  }
  for (const int count : seen) EXPECT_GT(count, 5);
}

// A random graph as rows whose arcs stand in no order, and the list of its edges.
struct BothForms {
  CompressedGraph rows;
  EdgeList list;
};

template <class T>
BothForms random_graph(std::uint64_t seed, VertexId n, const std::vector<T>& some_weights) {
  EdgeList graph;
  graph.num_vertices = n;
  std::vector<GraphEdge> edges;
  for (VertexId u = 0; u < n; ++u) {
    for (VertexId v = u + 1; v < n; ++v) {
      if (hash(seed, u, v) % 3 == 0)
        edges.push_back(u % 2 == 0 ? GraphEdge{u, v} : GraphEdge{v, u});
    }
  }
  std::sort(edges.begin(), edges.end(), [&](const GraphEdge& a, const GraphEdge& b) {
    return hash(seed, a.u, a.v) < hash(seed, b.u, b.v);
  });
  graph.edges = Array<GraphEdge>(std::span<const GraphEdge>(edges));
  if (!some_weights.empty()) {
    Array<T> weights(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      weights[e] = some_weights[hash(seed, e) % some_weights.size()];
    }
    graph.weights = std::move(weights);
  }
  BothForms forms{compress(serial(), graph.view()), {}};
  forms.list = edges_of(serial(), forms.rows.view());
  return forms;
}

Pairs pairs_of(const Mates& mates) {
  Pairs pairs;
  for (VertexId v = 0; v < mates.size(); ++v) {
    if (mates[v] != k_none && v < mates[v]) pairs.push_back({mates[v], v});
  }
  return pairs;
}

// One verdict whatever the form of graph and answer.
MatchingVerdict judge(const BothForms& forms, const Mates& mates,
                      const GraphMatchingDemands& demands, const std::string& what) {
  const MatchingVerdict list = check_graph_matching(serial(), forms.list.view(), mates, demands);
  expect_same(list, check_graph_matching(serial(), forms.rows.view(), mates, demands), what);
  return list;
}

template <class T>
void compare_forms(const std::vector<T>& some_weights, int (&counts)[3]) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const BothForms forms = random_graph(seed, 11, some_weights);
    std::vector<double> ratings;
    for (std::size_t e = 0; e < forms.list.edges.size(); ++e) {
      ratings.push_back(static_cast<double>(hash(seed, e, 5) % 4));
    }
    GraphMatchingDemands demands{.order = {.seed = seed}, .greedy = seed % 2 == 0};
    demands.maximal = seed % 3 == 0;
    if (seed % 4 == 1) demands.ratings = ratings;
    const std::string what = "seed " + std::to_string(seed);
    std::vector<Mates> answers = {Mates(11, k_none)};
    answers.push_back(greedy(serial(), forms.list.view(), demands.order).mates);
    answers.push_back(
        greedy(serial(), forms.list.view(), {.objective = Objective::cardinality}).mates);
    const Mates good = answers[1];
    for (VertexId v = 0; v < 11; ++v) {
      Mates less = good;
      if (good[v] != k_none) less[good[v]] = less[v] = k_none;
      answers.push_back(less);
    }
    for (const Mates& mates : answers) {
      const MatchingVerdict verdict = judge(forms, mates, demands, what);
      const Pairs pairs = pairs_of(mates);
      expect_same(verdict, check_graph_matching(serial(), forms.list.view(), pairs, demands), what);
      expect_same(verdict, check_graph_matching(serial(), forms.rows.view(), pairs, demands), what);
      ++counts[verdict.ok ? 2 : verdict.valid ? 1 : 0];
    }
    // Wrong pairs get the same words in both forms.
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Pairs wrong = {{hash(seed, i, 1) % 13, hash(seed, i, 2) % 12},
                           {hash(seed, i, 3) % 11, hash(seed, i, 4) % 11}};
      const auto verdict = check_graph_matching(serial(), forms.list.view(), wrong, demands);
      expect_same(verdict, check_graph_matching(serial(), forms.rows.view(), wrong, demands), what);
      ++counts[verdict.ok ? 2 : verdict.valid ? 1 : 0];
    }
  }
}

TEST(CheckResults, RowsGetTheVerdictsOfTheirList) {
  int counts[3] = {};
  compare_forms<std::int32_t>({}, counts);
  compare_forms<std::int32_t>({3, 1, -2, 5}, counts);
  compare_forms<std::int64_t>({std::int64_t{1} << 62, 7, 0}, counts);
  compare_forms<float>({0.5F, 2.5F, -1.0F}, counts);
  compare_forms<double>({0.1, 0.7, 1e-30, 1e30}, counts);
  for (const int count : counts) EXPECT_GT(count, 200);
}

TEST(CheckResults, EverySpoiltMateIsFound) {
  int spoilt = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const BothForms forms = random_graph<std::int32_t>(seed, 10, {1, 2, 3});
    const Mates good = greedy(serial(), forms.list.view(), {.seed = seed}).mates;
    const GraphMatchingDemands demands{.order = {.seed = seed}, .greedy = true, .bound = false};
    ASSERT_EQ(judge(forms, good, demands, "good").violation, "");
    for (VertexId v = 0; v < 10; ++v) {
      for (const VertexId other : {0U, 1U, 2U, 5U, 9U, 10U, 11U, k_none - 1, k_none}) {
        if (other == good[v]) continue;
        Mates wrong = good;
        wrong[v] = other;
        EXPECT_FALSE(judge(forms, wrong, demands, "spoilt").ok) << seed << ", " << v;
        ++spoilt;
        if (other >= 10 || good[other] == good[v] || other == v) continue;
        // Mutual, but not these mates.
        if (good[v] != k_none) wrong[good[v]] = k_none;
        if (good[other] != k_none) wrong[good[other]] = k_none;
        wrong[other] = v;
        EXPECT_FALSE(judge(forms, wrong, demands, "exchanged").ok) << seed << ", " << v;
      }
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{9}, std::size_t{11}}) {
      Mates wrong = good;
      wrong.resize(size, k_none);
      EXPECT_FALSE(judge(forms, wrong, demands, "size").ok);
    }
  }
  EXPECT_GT(spoilt, 2000);
}

TEST(CheckResults, NamesWhatIsWrongWithMates) {
  const BothForms forms = random_graph<std::int32_t>(0, 4, {});
  const auto violation = [&](const Mates& mates) {
    return judge(forms, mates, {.bound = false}, "").violation;
  };
  EXPECT_EQ(violation({1, 0, k_none}), "there are 3 mates, there are 4 vertices");
  EXPECT_EQ(violation({4, k_none, k_none, k_none}),
            "vertex 1 has mate number 5, there are 4 vertices");
  EXPECT_EQ(violation({k_none, 1, k_none, k_none}), "vertex 2 is paired with itself");
  EXPECT_EQ(violation({2, k_none, k_none, k_none}), "vertex 1 has mate 3, whose mate is none");
  EXPECT_EQ(violation({2, k_none, 3, 2}), "vertex 1 has mate 3, whose mate is 4");
  EXPECT_EQ(violation({2, k_none, 9, k_none}), "vertex 1 has mate 3, whose mate is number 10");
}

TEST(CheckResults, RefusesRatingsOfOtherEdges) {
  const BothForms forms = random_graph<std::int32_t>(1, 6, {});
  const std::vector<double> ratings(forms.list.edges.size() + 1, 1.0);
  const Mates none(6, k_none);
  EXPECT_THROW((void)check_graph_matching(serial(), forms.list.view(), none, {.ratings = ratings}),
               Error);
  EXPECT_THROW((void)check_graph_matching(serial(), forms.rows.view(), none, {.ratings = ratings}),
               Error);
  CompressedGraph broken = random_graph<std::int32_t>(1, 6, {}).rows;
  broken.neighbours[0] = 6;
  EXPECT_THROW((void)check_graph_matching(serial(), broken.view(), none), Error);
}

TEST(CheckResults, RowMatesGetTheVerdictsOfTheirPairs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Bipartite graph;
    graph.num_rows = 7;
    graph.num_columns = 6;
    graph.offsets.push_back(0);
    for (VertexId r = 0; r < 7; ++r) {
      for (VertexId c = 0; c < 6; ++c) {
        if (hash(seed, r, c) % 3 == 0) graph.columns.push_back(c);
      }
      graph.offsets.push_back(graph.columns.size());
    }
    const Mates best = hopcroft_karp(serial(), graph.view()).row_mates;
    const auto judge_rows = [&](const Mates& mates, const BipartiteDemands& demands) {
      std::vector<RowColumn> pairs;
      for (std::size_t r = 0; r < mates.size(); ++r) {
        if (mates[r] != k_none) pairs.push_back({r, mates[r]});
      }
      const auto wide = check_bipartite(serial(), graph.view(), pairs, demands);
      const auto verdict = check_bipartite(serial(), graph.view(), mates, demands);
      EXPECT_EQ(verdict.ok, wide.ok) << seed;
      EXPECT_EQ(verdict.violation, wide.violation) << seed;
      EXPECT_EQ(verdict.cardinality, wide.cardinality) << seed;
      EXPECT_EQ(verdict.upper_bound, wide.upper_bound) << seed;
      EXPECT_EQ(verdict.maximum, wide.maximum) << seed;
      EXPECT_EQ(verdict.certified_ratio, wide.certified_ratio) << seed;
      return verdict;
    };
    EXPECT_TRUE(judge_rows(best, {.maximum = true}).ok);
    for (VertexId r = 0; r < 7; ++r) {
      for (VertexId c = 0; c <= 6; ++c) {
        Mates other = best;
        other[r] = c == 6 ? k_none : c;
        const auto columns = graph.view().columns_of(r);
        const bool valid =
            c == 6 || (std::count(other.begin(), other.end(), c) == 1 &&
                       std::find(columns.begin(), columns.end(), c) != columns.end());
        EXPECT_EQ(judge_rows(other, {}).ok, valid) << seed;
        const bool as_many = valid && (c == 6) == (best[r] == k_none);
        EXPECT_EQ(judge_rows(other, {.maximum = true}).ok, as_many) << seed;
      }
      Mates beyond = best;
      beyond[r] = 6;
      EXPECT_FALSE(judge_rows(beyond, {}).ok);
    }
    const Mates few(best.begin(), best.begin() + 5);
    EXPECT_EQ(check_bipartite(serial(), graph.view(), few).violation,
              "there are 5 mates of rows, there are 7 rows");
  }
}

}  // namespace
}  // namespace hypermatch::verify
