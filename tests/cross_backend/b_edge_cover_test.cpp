// SPDX-License-Identifier: MIT
// b-edge covers by hand, against the lightest ones, and at the ends of the range.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/graph_order.hpp"
#include "base/random.hpp"
#include "hypermatch/b_edge_cover.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/registry_matching.hpp"
#include "hypermatch/verify_cover.hpp"
#include "tests/partner_rows.hpp"

namespace hypermatch {
namespace {

using test::graph_of;
using test::Rows;
using test::rows_of;

void expect_cover(const EdgeList& graph, const Capacities& least, const Rows& expected,
                  const GraphOrder& order = {}) {
  for (const int threads : {1, 2, 7}) {
    const Context context({.threads = threads});
    const CompressedGraph rows = compress(context, graph.view());
    EXPECT_EQ(rows_of(b_edge_cover(context, graph.view(), least, order)), expected);
    EXPECT_EQ(rows_of(b_edge_cover(context, rows.view(), least, order)), expected);
    for (const registry::AlgorithmInfo& algorithm :
         registry::algorithms(registry::Problem::graph_matching)) {
      if (!algorithm.takes_capacities()) continue;
      registry::MatchingRequest request;
      request.problem = algorithm.problem;
      request.algorithm = algorithm.name;
      request.variant = algorithm.variant;
      request.order.nonpositive = order.nonpositive;
      request.order.objective = order.objective;
      request.capacities = least;
      GraphForms forms(context, graph);
      const Partners found = registry::b_edge_cover(context, forms, request);
      EXPECT_EQ(rows_of(found), expected) << algorithm.name << ' ' << algorithm.variant;
      EXPECT_EQ(found.stats.algorithm, algorithm.name);
    }
  }
}

// A path 0 - 1 - 2 - 3 and a chord 1 - 3.
EdgeList path_with_chord() {
  return graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {3, 2}, {1, 3}}, {5, 9, 7, 8});
}

TEST(EdgeCover, LeavesOutTheHeaviestEdgesThatItCan) {
  const EdgeList graph = path_with_chord();
  // 1 2 is left out first; 2 then needs 3 2, and 3 needs no more.
  expect_cover(graph, {.common = 1}, {{1}, {0}, {3}, {2}});
  expect_cover(graph, {.common = 0}, {{}, {}, {}, {}});
  expect_cover(graph, {.common = 2}, {{1}, {0, 2, 3}, {1, 3}, {1, 2}});
  expect_cover(graph, {.common = 9}, {{1}, {0, 2, 3}, {1, 3}, {1, 2}});
  const std::vector<std::uint32_t> mixed = {0, 0, 1, 2};
  expect_cover(graph, {.each = mixed}, {{}, {3}, {3}, {1, 2}});
}

TEST(EdgeCover, TakesWhatWeighsNothingOrLess) {
  const EdgeList graph = graph_of<double>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {-2, 0, 3, 4});
  expect_cover(graph, {.common = 0}, {{1}, {0, 2}, {1}, {}});
  expect_cover(graph, {.common = 1}, {{1}, {0, 2}, {1, 3}, {2}});
  // No edge is chosen that could be left out.
  expect_cover(graph, {.common = 0}, {{}, {}, {}, {}}, {.nonpositive = NonPositive::keep});
  expect_cover(graph, {.common = 1}, {{1}, {0}, {3}, {2}}, {.nonpositive = NonPositive::keep});
}

TEST(EdgeCover, OfEdgesThatCountIsFewEdges) {
  // A star: all its edges are needed.
  const EdgeList star{
      4,
      Array<GraphEdge>(std::span<const GraphEdge>(std::vector<GraphEdge>{{0, 1}, {0, 2}, {3, 0}})),
      {}};
  expect_cover(star, {.common = 1}, {{1, 2, 3}, {0}, {0}, {0}});
  const Context context({.threads = 1});
  const Partners cover = b_edge_cover(context, star, {.common = 1});
  EXPECT_EQ(cover.stats.guarantee, "2 times the fewest edges");
  EXPECT_EQ(b_edge_cover(context, path_with_chord(), {.common = 1}).stats.guarantee,
            "2 times the lightest cover if no weight is negative");
}

TEST(EdgeCover, OfALargeStarIsLinear) {
  constexpr VertexId k_leaves = 200'000;
  const EdgeList graph = test::rising_star(k_leaves);
  std::vector<std::uint32_t> least(k_leaves + 1, 0);
  least[0] = k_leaves / 10;
  const Context context({.threads = 2});
  const Partners cover = b_edge_cover(context, graph, {.each = least});
  ASSERT_EQ(cover.partners_of(0).size(), k_leaves / 10);
  EXPECT_EQ(cover.partners_of(0).back(), k_leaves / 10);
}

TEST(EdgeCover, OfRandomGraphsIsTheSameForAllAlgorithmsAndProven) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    std::uint64_t i = 0;
    const auto dice = [&](std::uint64_t below) {
      return detail::base::below(detail::base::hash(seed, i++), below);
    };
    const auto n = static_cast<VertexId>(20 + dice(80));
    std::vector<GraphEdge> edges;
    std::vector<std::int32_t> weights;
    for (VertexId u = 0; u < n; ++u) {
      for (VertexId v = u + 1; v < n; ++v) {
        if (dice(6) != 0) continue;
        edges.push_back(dice(2) != 0 ? GraphEdge{u, v} : GraphEdge{v, u});
        weights.push_back(static_cast<std::int32_t>(dice(seed % 2 == 0 ? 4 : 1000)));
      }
    }
    std::vector<std::uint32_t> least(n);
    for (auto& b : least) b = static_cast<std::uint32_t>(dice(6));
    const EdgeList graph = graph_of(n, edges, weights);
    const Context context({.threads = 2});
    const Partners cover = b_edge_cover(context, graph, {.each = least});
    expect_cover(graph, {.each = least}, rows_of(cover));
    const verify::EdgeCoverVerdict verdict = verify::check_edge_cover(
        context, graph.view(), cover, {.greedy = true, .capacities = {.each = least}});
    EXPECT_TRUE(verdict.ok) << verdict.violation;
    EXPECT_GE(verdict.certified_ratio, 0.5);
  }
}

// A graph of at most 7 vertices and 10 edges in any order and direction. Few or all pairs are
// joined, so that vertices are isolated, and full; vertices ask for more than they have, too.
struct Tiny {
  VertexId n = 0;
  std::vector<GraphEdge> edges;
  std::vector<double> weights;  // multiples of 1/4, which add up exactly
  std::vector<std::uint32_t> least;
  GraphOrder order;

  [[nodiscard]] double weight(std::size_t e) const {
    return order.objective == Objective::cardinality ? 1 : weights[e];
  }
  [[nodiscard]] bool takes_part(std::size_t e) const {
    return weight(e) > 0 || order.nonpositive == NonPositive::keep;
  }
  // As edges of a list, with integers where no weight is broken.
  [[nodiscard]] EdgeList list() const {
    const auto is_whole = [](double weight) { return weight == std::floor(weight); };
    if (!std::all_of(weights.begin(), weights.end(), is_whole)) return graph_of(n, edges, weights);
    return graph_of(n, edges, std::vector<std::int32_t>(weights.begin(), weights.end()));
  }
  [[nodiscard]] std::vector<std::uint32_t> needed() const {
    std::vector<std::uint32_t> degrees(n, 0);
    for (const auto [u, v] : edges) {
      ++degrees[u];
      ++degrees[v];
    }
    for (VertexId v = 0; v < n; ++v) degrees[v] = std::min(degrees[v], least[v]);
    return degrees;
  }
  [[nodiscard]] Rows rows_of_set(std::uint64_t bits) const {
    Rows rows(n);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if ((bits >> e & 1) == 0) continue;
      rows[edges[e].u].push_back(edges[e].v);
      rows[edges[e].v].push_back(edges[e].u);
    }
    for (auto& row : rows) std::sort(row.begin(), row.end());
    return rows;
  }
};

Tiny tiny(std::uint64_t seed) {
  std::uint64_t i = 0;
  const auto dice = [&](std::uint64_t below) {
    return detail::base::below(detail::base::hash(seed, i++, 45), below);
  };
  Tiny result;
  result.n = static_cast<VertexId>(1 + dice(7));
  const std::uint64_t share = 1 + dice(4);
  for (VertexId u = 0; u < result.n; ++u) {
    for (VertexId v = u + 1; v < result.n && result.edges.size() < 10; ++v) {
      if (dice(4) < share) {
        result.edges.push_back(dice(2) == 0 ? GraphEdge{u, v} : GraphEdge{v, u});
      }
    }
  }
  for (std::size_t e = result.edges.size(); e > 1; --e) {
    std::swap(result.edges[e - 1], result.edges[dice(e)]);
  }
  const std::uint64_t kind = dice(5);
  for (std::size_t e = 0; e < result.edges.size(); ++e) {
    const auto of = [&](std::uint64_t below, int lowest) {
      return static_cast<double>(dice(below)) + lowest;
    };
    result.weights.push_back(kind == 0   ? of(2, 0)        // nothing or 1
                             : kind == 1 ? of(7, -3)       // ties, some negative
                             : kind == 2 ? of(1000, 0)     // hardly any ties
                             : kind == 3 ? of(40, -4) / 4  // broken
                                         : of(1, 5));      // all equal
  }
  const std::uint64_t most = 1 + dice(4);
  for (VertexId v = 0; v < result.n; ++v) {
    result.least.push_back(dice(8) == 0 ? 9 : static_cast<std::uint32_t>(dice(most + 1)));
  }
  result.order.seed = seed;
  if (dice(4) == 0) result.order.nonpositive = NonPositive::keep;
  if (dice(5) == 0) result.order.objective = Objective::cardinality;
  return result;
}

// The set that is left when edges are left out from the top of the order while both ends can spare
// them.
std::uint64_t greedy_cover(const Tiny& graph) {
  std::vector<std::size_t> order(graph.edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const detail::base::PairMixer mix(graph.order.seed);
  const auto rank = [&](std::size_t e) {
    return detail::base::graph_rank(0, mix, graph.edges[e].u, graph.edges[e].v);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return graph.weight(a) != graph.weight(b) ? graph.weight(a) > graph.weight(b)
                                              : rank(a) > rank(b);
  });
  const std::vector<std::uint32_t> needed = graph.needed();
  std::vector<std::uint32_t> count(graph.n, 0);
  for (const auto [u, v] : graph.edges) {
    ++count[u];
    ++count[v];
  }
  std::uint64_t chosen = (1ULL << graph.edges.size()) - 1;
  for (const std::size_t e : order) {
    const auto [u, v] = graph.edges[e];
    if (!graph.takes_part(e) || count[u] == needed[u] || count[v] == needed[v]) continue;
    --count[u];
    --count[v];
    chosen ^= 1ULL << e;
  }
  return chosen;
}

struct Sums {
  double all = 0;
  double positive = 0;
};

// What a set weighs, or nothing if it is no cover.
std::optional<Sums> weigh(const Tiny& graph, const std::vector<std::uint32_t>& needed,
                          std::uint64_t bits) {
  Sums sums;
  std::vector<std::uint32_t> count(graph.n, 0);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if ((bits >> e & 1) == 0) continue;
    sums.all += graph.weight(e);
    sums.positive += std::max(0.0, graph.weight(e));
    ++count[graph.edges[e].u];
    ++count[graph.edges[e].v];
  }
  for (VertexId v = 0; v < graph.n; ++v) {
    if (count[v] < needed[v]) return std::nullopt;
  }
  return sums;
}

// The pairs of a set.
std::vector<verify::VertexPair> pairs_of_set(const Tiny& graph, std::uint64_t bits) {
  std::vector<verify::VertexPair> pairs;
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    if ((bits >> e & 1) != 0) pairs.push_back({graph.edges[e].u, graph.edges[e].v});
  }
  return pairs;
}

TEST(EdgeCover, OfTinyGraphsIsThatOfTheDefinitionAndWithinTwiceTheLightest) {
  const Context contexts[] = {Context({.threads = 1}), Context({.threads = 2}),
                              Context({.threads = 7})};
  std::size_t isolated = 0, above_degree = 0, lightest_found = 0, met = 0;
  constexpr std::uint64_t k_graphs = 4000;
  for (std::uint64_t seed = 0; seed < k_graphs; ++seed) {
    const Tiny graph = tiny(seed);
    const std::string what = "seed " + std::to_string(seed);
    const EdgeList list = graph.list();
    const Capacities least{.each = graph.least};
    const std::uint64_t expected = greedy_cover(graph);
    const Rows rows = graph.rows_of_set(expected);
    for (const Context& context : contexts) {
      const CompressedGraph compressed = compress(context, list.view());
      ASSERT_EQ(rows_of(b_edge_cover(context, list.view(), least, graph.order)), rows) << what;
      ASSERT_EQ(rows_of(b_edge_cover(context, compressed.view(), least, graph.order)), rows)
          << what;
    }
    const std::vector<std::uint32_t> needed = graph.needed();
    const std::optional<Sums> found = weigh(graph, needed, expected);
    ASSERT_TRUE(found) << what;
    Sums lightest = *found;
    for (std::uint64_t bits = 0; bits < 1ULL << graph.edges.size(); ++bits) {
      if (const std::optional<Sums> sums = weigh(graph, needed, bits)) {
        if (sums->all < lightest.all) lightest = *sums;
      }
    }
    // A lightest cover has all edges of negative weight, as the greedy one; so the rest compares.
    const bool is_negative = std::any_of(graph.weights.begin(), graph.weights.end(),
                                         [](double weight) { return weight < 0; });
    if (graph.order.nonpositive == NonPositive::drop || !is_negative) {
      ASSERT_LE(found->positive, 2 * lightest.positive) << what;
    }
    const verify::EdgeCoverVerdict verdict =
        verify::check_edge_cover(contexts[0], list.view(), pairs_of_set(graph, expected),
                                 {.order = graph.order, .greedy = true, .capacities = least});
    ASSERT_TRUE(verdict.ok) << what << ": " << verdict.violation;
    ASSERT_LE(verdict.lower_bound, lightest.all) << what;
    if (verdict.certified_ratio == 1) {
      ASSERT_EQ(found->all, lightest.all) << what;
      ++met;
    } else if (!std::isnan(verdict.certified_ratio)) {
      ASSERT_GE(verdict.certified_ratio, 0) << what;
      ASSERT_LE(verdict.certified_ratio * found->all, lightest.all) << what;
    }
    lightest_found += found->all == lightest.all ? 1 : 0;
    for (VertexId v = 0; v < graph.n; ++v) {
      isolated += rows[v].empty() ? 1 : 0;
      above_degree += needed[v] < graph.least[v] ? 1 : 0;
    }
  }
  // The cases that the test is about do occur, and the bound is worth something.
  EXPECT_GT(isolated, 1000U);
  EXPECT_GT(above_degree, 1000U);
  EXPECT_LT(lightest_found, k_graphs);
  EXPECT_GT(met, k_graphs / 2);
}

TEST(EdgeCover, WithOneEdgeChangedIsRefused) {
  const Context context({.threads = 1});
  std::size_t missing = 0, superfluous = 0, moved = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Tiny graph = tiny(seed);
    const EdgeList list = graph.list();
    const std::uint64_t cover = greedy_cover(graph);
    const std::vector<std::uint32_t> needed = graph.needed();
    const auto check = [&](std::uint64_t bits, bool greedy, bool maximal) {
      return verify::check_edge_cover(context, list.view(), pairs_of_set(graph, bits),
                                      {.order = graph.order,
                                       .maximal = maximal,
                                       .greedy = greedy,
                                       .bound = false,
                                       .capacities = {.each = graph.least}});
    };
    ASSERT_TRUE(check(cover, true, true).ok);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const std::string what = "seed " + std::to_string(seed) + " edge " + std::to_string(e);
      const std::uint64_t changed = cover ^ 1ULL << e;
      // No other set is the greedy cover.
      ASSERT_FALSE(check(changed, true, false).ok) << what;
      const bool is_cover = weigh(graph, needed, changed).has_value();
      ASSERT_EQ(check(changed, false, false).ok, is_cover) << what;
      if ((cover >> e & 1) != 0) {
        // What takes part is needed.
        ASSERT_TRUE(!is_cover || !graph.takes_part(e)) << what;
        missing += is_cover ? 0 : 1;
      } else {
        ASSERT_FALSE(check(changed, false, true).ok) << what;
        ++superfluous;
      }
      for (std::size_t other = 0; other < e; ++other) {
        if ((cover >> e & 1) == (cover >> other & 1)) continue;
        ASSERT_FALSE(check(changed ^ 1ULL << other, true, false).ok) << what;
        ++moved;
      }
    }
  }
  EXPECT_GT(missing, 300U);
  EXPECT_GT(superfluous, 300U);
  EXPECT_GT(moved, 1000U);
}

TEST(EdgeCover, ComplementOfTheComplementIsTheMatching) {
  const EdgeList graph = path_with_chord();
  const Context context({.threads = 2});
  const Partners matching = greedy(context, graph.view(), {.common = 2});
  const Partners rest = complement(context, graph, matching);
  EXPECT_EQ(rows_of(rest), (Rows{{1}, {0}, {}, {}}));
  EXPECT_EQ(rows_of(complement(context, graph, rest)), rows_of(matching));
  const Array<std::uint32_t> capacities = complement_capacities(context, graph, {.common = 2});
  EXPECT_EQ(std::vector<std::uint32_t>(capacities.begin(), capacities.end()),
            (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

TEST(EdgeCover, OfNothingIsNothing) {
  const Context context({.threads = 1});
  EXPECT_TRUE(b_edge_cover(context, EdgeList{}, {.common = 3}).partners.empty());
  EXPECT_EQ(b_edge_cover(context, EdgeListView{2, {}, {}}, {}).offsets.size(), 3U);
}

TEST(EdgeCover, RefusesWhatDoesNotFit) {
  const Context context({.threads = 1});
  const EdgeList graph = path_with_chord();
  const std::vector<std::uint32_t> three(3, 2);
  EXPECT_THROW((void)b_edge_cover(context, graph, {.each = three}), Error);
  Partners broken;
  broken.offsets = {0, 1, 2, 2, 2};
  broken.partners = {2, 2};
  EXPECT_THROW((void)complement(context, graph, broken), Error);
  // Capacities that happen to be 1 all the same.
  const EdgeList pair = graph_of<std::int32_t>(2, {{0, 1}}, {1});
  registry::MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  request.algorithm = "gpa";
  request.capacities.common = 0;
  GraphForms forms(context, pair);
  try {
    (void)registry::b_edge_cover(context, forms, request);
    FAIL() << "gpa takes no capacities";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
  }
}

}  // namespace
}  // namespace hypermatch
