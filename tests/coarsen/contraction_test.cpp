// SPDX-License-Identifier: MIT
// Contraction against a version made of maps, on every back end.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "coarsen/merge_rows.hpp"
#include "hypermatch/error.hpp"
#include "tests/algorithms/graph_matching/graph_cases.hpp"
#include "tests/parallel/contexts.hpp"

namespace hypermatch::test {
namespace {

using detail::coarsen::CoarseArc;
using detail::coarsen::merge_rows;
using detail::coarsen::UnmergedRows;

std::vector<VertexId> coarse_numbers(const std::vector<VertexId>& mates) {
  std::vector<VertexId> numbers(mates.size());
  VertexId next = 0;
  for (VertexId v = 0; v < mates.size(); ++v)
    numbers[v] = mates[v] < v ? numbers[mates[v]] : next++;
  return numbers;
}

// Exact sums of weights between coarse vertices; of doubles rounded once.
template <class Sum>
std::map<std::pair<VertexId, VertexId>, Sum> simple_contraction(
    const EdgeListView& graph, const std::vector<VertexId>& numbers) {
  std::map<std::pair<VertexId, VertexId>, std::vector<Sum>> weights;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const VertexId u = numbers[graph.edges[e].u];
    const VertexId v = numbers[graph.edges[e].v];
    if (u == v) continue;
    const auto weight = static_cast<Sum>(weight_at(graph.weights, e));
    weights[{u, v}].push_back(weight);
    weights[{v, u}].push_back(weight);
  }
  std::map<std::pair<VertexId, VertexId>, Sum> sums;
  for (const auto& [ends, held] : weights) {
    if constexpr (std::is_integral_v<Sum>) {
      sums[ends] = std::accumulate(held.begin(), held.end(), Sum{0});
    } else {
      detail::base::ExactSum sum;
      for (const Sum weight : held) sum.add(weight);
      sums[ends] = sum.value();
    }
  }
  return sums;
}

template <class Sum>
void expect_rows(const GraphView& coarse, const std::map<std::pair<VertexId, VertexId>, Sum>& sums,
                 const std::string& what) {
  ASSERT_EQ(coarse.num_arcs(), sums.size()) << what;
  const auto weights = std::get<std::span<const Sum>>(coarse.weights);
  // The map's keys ascend as arcs do.
  auto expected = sums.begin();
  for (VertexId u = 0; u < coarse.num_vertices; ++u) {
    for (Offset i = coarse.offsets[u]; i < coarse.offsets[u + 1]; ++i, ++expected) {
      ASSERT_EQ(std::pair(u, coarse.neighbours[i]), expected->first) << what;
      ASSERT_EQ(weights[i], expected->second) << what;
    }
  }
}

class Contractions : public Everywhere {
 protected:
  void expect_simple(const EdgeList& graph, const std::vector<VertexId>& mates,
                     const std::string& what) {
    const CompressedGraph rows = compress(context_, graph.view());
    const Contraction got = contract(context_, rows.view(), mates);
    ASSERT_NO_THROW(validate(got.graph.view())) << what;
    const std::vector<VertexId> numbers = coarse_numbers(mates);
    EXPECT_EQ(std::vector<VertexId>(got.coarse_vertex.begin(), got.coarse_vertex.end()), numbers);
    std::vector<std::int64_t> sizes(got.graph.num_vertices, 0);
    for (const VertexId c : numbers) ++sizes[c];
    EXPECT_EQ(std::vector<std::int64_t>(got.vertex_weights.begin(), got.vertex_weights.end()),
              sizes);
    const bool real = std::holds_alternative<Array<float>>(graph.weights) ||
                      std::holds_alternative<Array<double>>(graph.weights);
    if (real) {
      expect_rows(got.graph.view(), simple_contraction<double>(graph.view(), numbers), what);
    } else {
      expect_rows(got.graph.view(), simple_contraction<std::int64_t>(graph.view(), numbers), what);
    }
  }
};

TEST_P(Contractions, AreTheSimpleVersions) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const EdgeList shape = random_graph(50, 50 + 100 * seed, seed);
    for (const NamedGraph& instance : weighted_in_all_ways(shape, seed)) {
      const Context one({.threads = 1});
      expect_simple(instance.graph, greedy(one, instance.graph.view()).mates, instance.name);
    }
  }
}

TEST_P(Contractions, AreTheSimpleVersionsInManyChunks) {
  const Context one({.threads = 1});
  EdgeList graph = random_graph(4000, 12'000, 9);
  const std::vector<VertexId> mates = greedy(one, graph.view()).mates;
  expect_simple(graph, mates, "no weights");
  weigh<double>(graph, 1'000'000, 9);
  expect_simple(graph, mates, "many double");
}

TEST_P(Contractions, AreRightOnShapes) {
  using Weights = std::vector<std::int32_t>;
  const std::vector<VertexId> none(4, k_none);
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), none, "nothing contracted");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {1, 0, 3, 2}, "two edges made one");
  expect_simple(cycle_graph(Weights{1, 2, 3, 4}), {2, 3, 0, 1}, "all four made one");
  expect_simple(path_graph(Weights{7}), {1, 0}, "an edge inside");
  expect_simple(make_graph(0, {}), {}, "no vertex");
  expect_simple(make_graph(1, {}), {k_none}, "one vertex");
  EXPECT_EQ(contract(context_, GraphView{}, {}).graph.offsets.size(), 1U);
}

TEST_P(Contractions, AddVertexWeights) {
  const EdgeList path = path_graph(std::vector<float>{1, 1, 1});
  const CompressedGraph rows = compress(context_, path.view());
  const std::vector<VertexId> mates = {k_none, 2, 1, k_none};
  const std::vector<std::int64_t> weights = {5, 6, 7, -1};
  const Contraction got = contract(context_, rows.view(), mates, weights);
  EXPECT_EQ(std::vector<std::int64_t>(got.vertex_weights.begin(), got.vertex_weights.end()),
            (std::vector<std::int64_t>{5, 13, -1}));
  const std::vector<std::int64_t> beyond = {0, std::numeric_limits<std::int64_t>::max(), 1, 0};
  EXPECT_THROW((void)contract(context_, rows.view(), mates, beyond), Error);
  EXPECT_THROW((void)contract(context_, rows.view(), mates, std::vector<std::int64_t>{1}), Error);
}

TEST_P(Contractions, RefuseSumsBeyondTheirType) {
  const auto contracted = [&](const EdgeList& graph) {
    const std::vector<VertexId> mates = {1, 0, 3, 2};
    return contract(context_, compress(context_, graph.view()).view(), mates);
  };
  const auto most = std::numeric_limits<std::int64_t>::max();
  const auto least = std::numeric_limits<std::int64_t>::min();
  using Weights = std::vector<std::int64_t>;
  const auto sum_of = [&](const Weights& weights) {  // of the edges that join {0, 1} and {2, 3}
    const Pairs pairs = {{0, 2}, {0, 3}, {1, 2}, {1, 3}};
    return std::get<Array<std::int64_t>>(
        contracted(make_graph(4, pairs, weights)).graph.weights)[0];
  };
  EXPECT_THROW((void)sum_of({most, 1, 0, 0}), Error);
  EXPECT_THROW((void)sum_of({least, 0, 0, -1}), Error);
  EXPECT_THROW((void)sum_of({least, least, 0, 0}), Error);  // wraps to 0
  // What fits in the end is right, whatever happens on the way.
  EXPECT_EQ(sum_of({most, 1, -1, -5}), most - 5);
  EXPECT_EQ(sum_of({least, -1, most, 3}), 1);
  const double large = std::numeric_limits<double>::max();
  EXPECT_THROW((void)contracted(cycle_graph(std::vector<double>{1, large, 1, large})), Error);
}

// One after the other, from the lightest or in any other order, these lose what is small.
TEST_P(Contractions, AddUpExactly) {
  const double large = std::numeric_limits<double>::max();
  const std::vector<std::pair<std::vector<double>, double>> cases = {
      {{1e16, 1, 1, -1e16}, 2}, {{1, 1, 1, 1e16}, 1e16 + 4}, {{large, large, -large, 0}, large}};
  for (auto [weights, sum] : cases) {
    std::sort(weights.begin(), weights.end());
    do {
      const EdgeList graph = make_graph(4, {{0, 2}, {0, 3}, {1, 2}, {1, 3}}, weights);
      const std::vector<VertexId> mates = {1, 0, 3, 2};
      const Contraction got = contract(context_, compress(context_, graph.view()).view(), mates);
      const auto& sums = std::get<Array<double>>(got.graph.weights);
      ASSERT_EQ(sums.size(), 2U);
      EXPECT_EQ(sums[0], sum);
      EXPECT_EQ(sums[1], sum);
    } while (std::next_permutation(weights.begin(), weights.end()));
  }
}

TEST_P(Contractions, RefuseWhatIsNoMatching) {
  const EdgeList path = path_graph(std::vector<std::int32_t>{1, 1, 1});
  const CompressedGraph rows = compress(context_, path.view());
  const std::pair<std::vector<VertexId>, const char*> cases[] = {
      {{1, 2, 1, k_none}, "mates[0] is 1, must be none, or another vertex whose mate is 0"},
      {{1, 0, 2, k_none}, "mates[2] is 2, must be none, or another vertex whose mate is 2"},
      {{1, 0, k_none, 4}, "mates[3] is 4, must be none, or another vertex whose mate is 3"},
      {{1, 0}, "there are 2 mates for 4 vertices"}};
  for (const auto& [mates, message] : cases) {
    try {
      (void)contract(context_, rows.view(), mates);
      FAIL() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_input);
      EXPECT_STREQ(error.what(), message);
    }
  }
}

// Rows of random heads, each some times, merged where every row counts as wide or none does.
TEST_P(Contractions, MergeWideRowsLikeNarrowOnes) {
  constexpr std::size_t k_rows = 40;
  const auto merged = [&](Offset wide) {
    UnmergedRows<double> rows{Array<Offset>(k_rows + 1), {}};
    for (std::size_t r = 0; r <= k_rows; ++r) rows.room[r] = 150 * r;
    rows.arcs.resize(150 * k_rows);
    std::vector<Offset> degree(k_rows);
    const auto gather = [&](std::size_t r, std::span<CoarseArc<double>> row) {
      const std::size_t size = 3 * r;  // less than there is room for
      for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t bits = detail::base::hash(r, i);
        row[i] = {static_cast<VertexId>(bits % 50), static_cast<double>(bits % 1000) / 7};
      }
      return size;
    };
    merge_rows(context_, rows, gather, std::span(degree), wide);
    std::vector<std::pair<VertexId, double>> all;
    for (std::size_t r = 0; r < k_rows; ++r) {
      EXPECT_LE(degree[r], 50U);
      for (const auto& arc : rows.row(r).first(degree[r])) all.emplace_back(arc.head, arc.weight);
    }
    return all;
  };
  const auto narrow = merged(1000);
  EXPECT_GT(narrow.size(), 500U);
  EXPECT_EQ(merged(1), narrow);
}

INSTANTIATE_TEST_SUITE_P(Contexts, Contractions, testing::ValuesIn(everywhere()), CaseName());

}  // namespace
}  // namespace hypermatch::test
